"""The report from the page: all of it is shown first, pictures too; it is the Host's, and names no path."""

from __future__ import annotations

import base64
import io
import tracemalloc
import zipfile
from pathlib import Path
from urllib.parse import quote

import cv2
import numpy as np
import pytest

from tests.webui.http.live import Live
from vision.recording.file import RecordingReader
from vision.recording.watched import WatchRecording
from vision.types import Frame, FrameResult
from webui.http.api.report import SHEET

PICTURES = SHEET + 12


def frame(number: int) -> Frame:
    return np.full((360, 640, 3), 4 * number, np.uint8)


@pytest.fixture
def clip(live: Live) -> Path:
    """A recording with a picture every half second, each brighter than the last."""
    path = live.store.folder / "recordings" / "session.recording"
    path.parent.mkdir()
    recording = WatchRecording(path, with_pictures=True)
    for number in range(PICTURES):
        t_s = number / 2
        recording.see(FrameResult(t_s, 0, (640, 360), (), (), False, t_s), frame(number), number, 0)
    recording.close()
    return path


def brightness(address: str) -> int:
    data = base64.b64decode(address.removeprefix("data:image/jpeg;base64,"))
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape[:2] == (180, 320)
    return round(float(np.mean(picture)) / 4)


def test_every_picture_is_shown_in_turn(live: Live, clip: Path) -> None:
    assert live.client.get("/api/report").get_json()["clips"] == [clip.name]
    seen: list[int] = []
    while len(seen) < PICTURES:
        told = live.client.get(f"/api/report/clip?clip={clip.name}&first={len(seen)}").get_json()
        assert told["count"] == PICTURES
        assert told["lines"][0].endswith(f"{PICTURES} pictures")
        assert [each["at_s"] for each in told["pictures"]][:1] == [len(seen) / 2]
        seen += [brightness(each["picture"]) for each in told["pictures"]]
    assert seen == list(range(PICTURES))


def test_the_report_holds_what_was_shown_and_the_clip(live: Live, clip: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(live.client.get("/report.zip").data)) as plain:
        assert plain.namelist() == list(live.client.get("/api/report").get_json()["texts"])
    answer = live.client.get(f"/report.zip?clip={clip.name}")
    assert "attachment" in answer.headers["Content-Disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        assert archive.read("clip.recording") == clip.read_bytes()
        assert archive.read("clip.txt").decode().startswith(f"{PICTURES} observations")


def test_a_long_recording_never_lies_in_memory_whole(live: Live, clip: Path) -> None:
    noise = np.random.default_rng(0)
    clip.unlink()
    recording = WatchRecording(clip, with_pictures=True)
    for number in range(PICTURES):
        seen = FrameResult(number, 0, (640, 360), (), (), False, number)
        recording.see(seen, noise.integers(0, 255, (360, 640, 3), np.uint8), number, 0)
    recording.close()
    tracemalloc.start()
    with live.client.get(f"/report.zip?clip={clip.name}") as answer:
        written = sum(map(len, answer.iter_encoded()))
        peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < clip.stat().st_size / 2 < written


def test_a_damaged_recording_is_refused_in_one_line(live: Live, clip: Path) -> None:
    clip.write_bytes(clip.read_bytes()[:3000] + b"x" * 3000)
    assert len(list(zip(range(3), RecordingReader(clip).records(), strict=False))) > 0
    for path in (f"/api/report/clip?clip={clip.name}", f"/report.zip?clip={clip.name}"):
        answer = live.client.get(path)
        assert (answer.status_code, "is damaged after record" in answer.get_json()["error"]) == (422, True)


@pytest.mark.parametrize(
    "name", ["", "../clashcam.sqlite3", "../recordings/session.recording", "other.recording"]
)
def test_only_recordings_of_the_data_folder_are_read_by_their_names(
    live: Live, clip: Path, name: str
) -> None:
    for path in ("/api/report/clip", "/report.zip"):
        assert live.client.get(f"{path}?clip={quote(name)}").status_code == 404


@pytest.mark.parametrize("first", ["-1", "x", "9" * 30, "²"])
def test_a_number_that_is_none_is_refused(live: Live, clip: Path, first: str) -> None:
    assert live.client.get(f"/api/report/clip?clip={clip.name}&first={quote(first)}").status_code == 422


def test_it_is_the_hosts_alone(live: Live, clip: Path) -> None:
    for path in ("/api/report?", f"/api/report/clip?clip={clip.name}&", f"/report.zip?clip={clip.name}&"):
        assert live.client.get(f"{path}role=players").status_code == 403
