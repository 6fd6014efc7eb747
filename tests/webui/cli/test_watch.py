"""`clashcam watch`: one JSON object a line, the last one `end`; one clear line where something is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import models
from tests.benchmarks.events import read_records, score, when_long_enough
from tests.vision.tracking.scripted_table import CARD_WH, Lying, Scene, paint
from vision.capture.capture import Capture
from vision.capture.spec import parse_source
from vision.tracking.tracker import Tracker
from vision.types import Detection, Face, Frame, Reading, ReadRequest
from webui.camera.watch import Tally, watch
from webui.cli import main
from webui.cli.looking import spec_of
from webui.cli.watch import _tracker

STAR = Lying("m17", 200, 150)
ENDLESS = """
import sys
from vision.tracking.tracker import Tracker
import webui.camera.trackers
from tests.webui.cli.test_watch import SurePipeline
webui.camera.trackers.make_tracker = lambda galleries, **options: Tracker(SurePipeline(), SurePipeline())
from webui.cli import main
if __name__ == "__main__":
    main(["watch", "--deck", "house", "demo", "--json", "--seconds", "3600"], prog_name="clashcam")
"""


class CornerPipeline:
    """Sees the painted card by its place alone: there if its pixels are not cloth."""

    def detect(self, frame: Frame) -> list[Detection]:
        colour = (
            frame[int(STAR.y) - 45 : int(STAR.y) + 45, int(STAR.x) - 25 : int(STAR.x) + 25]
            .reshape(-1, 3)
            .std(axis=0)
        )
        return [Detection(STAR.quad, Face.UP, 0.9)] if colour.max() > 20 else []

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return [Reading(found.quad, Face.UP, "m17", "house", False, 0.875) for found in requests]


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "webui.camera.trackers.make_tracker",
        lambda galleries, **options: Tracker(CornerPipeline(), CornerPipeline()),
    )


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """A card comes to lie at 0.5 s and is gone at 2 s."""
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20, (640, 360))
    for number in range(60):
        writer.write(paint(Scene((STAR,) if 10 <= number < 40 else ()), number))
    writer.release()
    return path


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["watch", "--deck", "house", *words], prog_name="clashcam")


def records(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.usefixtures("pipeline")
def test_a_clip_is_told_as_json_lines(clip: Path) -> None:
    result = run("--json", str(clip))
    assert result.exit_code == 0, result.stderr
    *events, end = records(result)
    assert [event["event"] for event in events] == ["appeared", "settled", "left"]
    settled = events[1]
    assert settled["frame"] == pytest.approx(20 * settled["t"])
    assert 0.5 < settled["t"] < 1.0
    assert {key: settled[key] for key in ("track", "face", "card", "reversed", "deck", "confidence")} == {
        "track": 1, "face": "up", "card": "m17", "reversed": False, "deck": "house", "confidence": 0.875,
    }  # fmt: skip
    assert np.asarray(settled["corners"]).shape == (4, 2)
    # Not the reader's quad but the edges of the painted card, which has noise.
    assert settled["corners"][0] == pytest.approx([200 - CARD_WH[0] / 2, 150 - CARD_WH[1] / 2], abs=0.5)
    assert end["event"] == "end"
    assert (end["frames"], end["dropped"], end["phantoms_withdrawn"]) == (60, 0, 0)
    assert 0 < end["ms_per_frame"]["p50"] <= end["ms_per_frame"]["p95"] <= end["ms_per_frame"]["p99"]


@pytest.mark.usefixtures("pipeline")
@pytest.mark.parametrize(
    ("copies", "told"), [({}, ["m17"]), ({"rws": 2}, ["m17"]), ({"house": 2}, ["m17"] * 2)]
)
def test_a_card_that_two_cameras_see_is_told_once_unless_its_deck_lies_there_twice(
    copies: dict[str, int], told: list[str]
) -> None:
    tracker = _tracker(spec_of("0 + 1"), "house,rws", copies)
    for number in range(30):
        frame = paint(Scene((STAR,) if number >= 10 else ()), number)
        seen = tracker.step(np.vstack([frame, frame]), number / 20)
    assert [track.code for track in seen.tracks] == told


@pytest.mark.usefixtures("pipeline")
def test_copies_of_a_deck_by_its_file_are_told_one_each_through_two_cameras() -> None:
    deck = str(models.gallery_path("house"))
    tracker = _tracker(spec_of("0 + 1"), deck, {deck: 2})
    for number in range(30):
        frame = paint(Scene((STAR,) if number >= 10 else ()), number)
        seen = tracker.step(np.vstack([frame, frame]), number / 20)
    assert [track.code for track in seen.tracks] == ["m17", "m17"]


@pytest.mark.usefixtures("pipeline")
def test_two_files_of_one_table_are_told_as_one(clip: Path) -> None:
    """Through the real processes: a card that both see once, at the clips' own time."""
    result = run("--json", str(clip), "--far", str(clip))
    assert result.exit_code == 0, result.stderr
    *events, end = records(result)
    settled = [(event["card"], event["t"]) for event in events if event["event"] == "settled"]
    assert settled == [("m17", pytest.approx(0.75, abs=0.25))]
    came, left = (
        [each["track"] for each in events if each["event"] == kind] for kind in ("appeared", "left")
    )
    assert sorted(came) == sorted(left), "until it was read it was one for each camera"
    assert 2.0 <= events[-1]["t"] < 3.0
    assert (end["frames"], end["dropped"]) == (60, 0)


@pytest.mark.usefixtures("pipeline")
def test_a_file_that_is_not_there_is_no_lost_camera(clip: Path) -> None:
    result = run(str(clip), "--far", "nothing.mp4")
    assert result.exit_code == 1
    assert result.stderr.startswith("nothing.mp4: no such file")


@pytest.mark.usefixtures("pipeline")
def test_a_clip_is_told_in_words(clip: Path) -> None:
    lines = run(str(clip)).stdout.splitlines()
    assert len(lines) == 4
    assert "settled" in lines[1]
    assert "m17 (0.88)" in lines[1]
    assert lines[-1].startswith("60 frames, 0 dropped; p50 ")


@pytest.mark.usefixtures("pipeline")
def test_it_stops_at_the_time_asked_for(clip: Path) -> None:
    *_, end = records(run("--json", "--seconds", "1.5", str(clip)))
    assert end["frames"] == 30


@pytest.mark.usefixtures("pipeline")
def test_the_truth_of_the_virtual_table_is_written_in_the_same_form(tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    result = run("demo", "--json", "--deck", "house", "--seed", "3", "--seconds", "3", "--truth", str(path))
    assert result.exit_code == 0, result.stderr
    truth = [json.loads(line) for line in path.read_text().splitlines()]
    assert {record["event"] for record in truth} <= {"appeared", "settled", "flipped", "moved", "left"}
    assert all(np.asarray(record["corners"]).shape == (4, 2) and 0 <= record["t"] < 3 for record in truth)
    assert records(result)[-1]["frames"] == 90


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["nothing.mp4"], "nothing.mp4: no such file"),
        (["http://127.0.0.1:9/video"], "http://127.0.0.1:9/video: cannot be reached"),
        (["--deck", "nobody", "demo"], "--deck: no deck 'nobody'"),
    ],
)
def test_bad_input_gets_one_clear_line(words: list[str], line: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert line in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--seed", "1", "a.mp4"],
        ["--truth", "t.jsonl", "0"],
        ["--seconds", "0", "demo"],
        [],
        [""],
        [" "],
        ["0", "--far", "demo"],
        ["--copies", "house=9", "demo"],
        ["--copies", "rws=2", "0"],
    ],
)
def test_wrong_usage_is_told_apart(words: list[str]) -> None:
    assert run(*words).exit_code == 2


@pytest.mark.usefixtures("pipeline")
def test_the_truth_must_have_somewhere_to_go(tmp_path: Path) -> None:
    result = run("demo", "--truth", str(tmp_path / "no" / "truth.jsonl"))
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


@pytest.mark.skipif(os.name == "nt", reason="signals of process groups are POSIX")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_being_stopped_still_writes_the_last_line(tmp_path: Path, number: signal.Signals) -> None:
    script = tmp_path / "endless.py"
    script.write_text(ENDLESS, encoding="utf-8")
    root = Path(__file__).resolve().parents[3]
    program = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(root)}, start_new_session=True,
    )  # fmt: skip
    assert program.stdout is not None
    first = program.stdout.readline()  # it is at work
    os.killpg(program.pid, number)
    out, err = program.communicate(timeout=120)
    assert json.loads(first)["event"] == "appeared"
    assert json.loads(out.splitlines()[-1])["event"] == "end"
    assert (program.returncode, err) == (0, "")


def test_a_lost_source_and_its_return_are_told(tmp_path: Path) -> None:
    from tests.vision.capture.scripted_sources import open_scripted
    from vision.capture.spec import SourceKind, SourceSpec

    spec = SourceSpec(SourceKind.CAMERA, f"once {tmp_path / 'opened'}")
    heard: list[dict[str, Any]] = []
    tally = Tally()

    def hear(record: dict[str, Any]) -> None:
        heard.append(record)
        if record["event"] == "source-back":
            raise HeardEnough

    with Capture(spec, patience_s=0.4, opener=open_scripted) as capture, pytest.raises(HeardEnough):
        watch(capture, Tracker(ClosedPipeline(), ClosedPipeline()), hear, tally)
    kinds = [record["event"] for record in heard]
    assert kinds == ["source-lost", "source-back"]
    assert re.search(r"no frame for 0\.\d seconds", heard[0]["message"])
    assert heard[0]["t"] < heard[1]["t"]
    assert tally.frames > 0


def test_one_lost_camera_of_two_and_its_return_are_told(tmp_path: Path) -> None:
    from tests.vision.capture.scripted_sources import open_scripted
    from vision.capture.joint import JointCapture
    from vision.capture.spec import SourceKind, SourceSpec

    far = SourceSpec(SourceKind.CAMERA, f"once {tmp_path / 'opened'}")
    heard: list[dict[str, Any]] = []

    def hear(record: dict[str, Any]) -> None:
        heard.append(record)
        if record["event"] == "source-back":
            raise HeardEnough

    spec = SourceSpec(SourceKind.CAMERA, "endless", far=far)
    with JointCapture(spec, opener=open_scripted) as capture, pytest.raises(HeardEnough):
        watch(capture, Tracker(ClosedPipeline(), ClosedPipeline()), hear, Tally())
    assert [record["event"] for record in heard] == ["source-lost", "source-back"]
    assert heard[0]["message"].startswith("camera once")
    assert "the other goes on" in heard[0]["message"]
    assert heard[0]["frame"] < heard[1]["frame"]


class HeardEnough(Exception):  # noqa: N818
    """What the test waits for has been told."""


class ClosedPipeline(CornerPipeline):
    """Sees nothing."""

    def detect(self, frame: Frame) -> list[Detection]:
        return []


class SurePipeline(CornerPipeline):
    """Sees a card whatever there is."""

    def detect(self, frame: Frame) -> list[Detection]:
        return [Detection(STAR.quad, Face.UP, 0.9)]


def test_a_clip_that_is_read_by_the_program_is_the_clip(clip: Path) -> None:
    with Capture(parse_source(str(clip))) as capture:
        assert sum(1 for _ in capture.frames()) == 60


def test_every_card_of_the_virtual_table_settles_under_its_right_name(tmp_path: Path) -> None:
    path = tmp_path / "truth.jsonl"
    result = run("demo", "--json", "--seed", "2", "--seconds", "22", "--truth", str(path))
    assert result.exit_code == 0, result.stderr
    found = score(records(result), read_records(path), when_long_enough)
    assert found.failures == []
    assert found.wrong == 0
    assert found.stays_up >= 5
    assert (found.right_up, found.right_down) == (found.stays_up, found.stays_down)
    assert found.flips_seen == found.flips


def test_explain_prints_what_the_filter_believed_beside_the_events() -> None:
    result = CliRunner().invoke(
        main, ["watch", "demo", "--deck", "house", "--json", "--seconds", "2", "--explain"]
    )
    assert result.exit_code == 0, result.output
    lines = result.stderr.splitlines()
    assert lines
    assert all(re.match(r" *\d+\.\d\d s  track \d+ ", line) for line in lines)
    assert all("to stay costs" in line and "kept" in line for line in lines if "clear 0.9" in line)
    assert [json.loads(line)["event"] for line in result.stdout.splitlines()][-1] == "end"


def test_explain_needs_the_pictures_of_one_camera() -> None:
    result = CliRunner().invoke(main, ["watch", "0", "--far", "1", "--explain"])
    assert result.exit_code == 2
    assert "--explain: one camera" in result.stderr
