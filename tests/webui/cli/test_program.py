"""The running program: what people set, and what they undo, is what its pipeline looks for."""

from __future__ import annotations

import gc
import json
import socket
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.webui.cli.running_table import PATIENCE_S, Blank, Table, lives
from vision.capture.camera import CameraInfo
from vision.capture.spec import SourceKind, SourceSpec
from webui.camera.decks.readable import Decks
from webui.cli import looking
from webui.cli.looking import spec_of
from webui.cli.program import Place, Running
from webui.storage.store import StoreError
from webui.table.snapshot.builder import SnapshotBuilder


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    with made.running:
        made.wait_until(lambda _: made.made_last() is not None)  # The page is there before the networks are.
        yield made


def tries(kind: str) -> Callable[[dict[str, Any]], bool]:
    """Whether a source of this kind is to take over, and it is known why it sends nothing."""

    def holds(state: dict[str, Any]) -> bool:
        trying = state["source"]["trying"]
        return bool(trying and trying["message"]) and trying["kind"] == kind

    return holds


UNANSWERED = [
    "http://127.0.0.1:9/video",  # Nobody listens there.
    "rtsp://127.0.0.1:9/live",
    "97",  # No camera has that number.
]


@pytest.mark.parametrize("word", UNANSWERED)
def test_a_camera_that_works_is_kept_until_another_one_sends_a_picture(table: Table, word: str) -> None:
    table.wait_until(lives("demo"))
    made = len(table.made_for)
    table.order("source", spec=word)
    state = table.wait_until(tries("camera" if word.isdecimal() else "url"))
    assert (state["source"]["kind"], state["source"]["state"]) == ("demo", "live")
    assert word in state["source"]["trying"]["message"]["text"]
    assert current(table) == ["demo"]
    seen = state["seen_s"]
    table.wait_until(lambda state: state["seen_s"] > seen)
    table.order("source-keep")
    table.wait_until(lambda state: state["source"]["trying"] is None)
    assert table.wait_until(lives("demo"))
    assert len(table.made_for) == made, "what was looked through went on all the time"


def test_another_source_takes_over_with_its_first_picture(table: Table, tmp_path: Path) -> None:
    folder = tmp_path / "photographs"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((90, 160, 3), 20 * number, np.uint8))
    table.wait_until(lives("demo"))
    table.order("source", spec="http://127.0.0.1:9/video")
    table.wait_until(tries("url"))
    table.order("source", spec=str(folder))
    state = table.wait_until(lambda state: state["source"]["kind"] == "file")
    assert state["source"]["trying"] is None


def test_decks_are_changed_beside_a_camera_that_does_not_answer(table: Table) -> None:
    table.wait_until(lives("demo"))
    table.order("source", spec="http://127.0.0.1:9/video")
    table.wait_until(tries("url"))
    table.order("decks", names=["rws"])
    table.wait_until(lambda _: table.made_last() == ("rws",))
    assert tries("url")(table.state())


def test_a_folder_without_pictures_takes_no_camera_s_place(table: Table, tmp_path: Path) -> None:
    empty = tmp_path / "nothing"
    empty.mkdir()
    table.wait_until(lives("demo"))
    table.order("source", spec=str(empty))
    assert table.wait_until(tries("file"))["source"]["state"] == "live"


def current(table: Table) -> list[str]:
    with urllib.request.urlopen(f"{table.running.url}api/sources", timeout=60) as answer:
        return [source["id"] for source in json.load(answer) if source["current"]]


@pytest.mark.parametrize(
    "name", ["no camera of this name", "session.mp4", "folder/session.mkv", "replay:session"]
)
def test_what_is_nowhere_is_refused_without_a_field_s_name(table: Table, name: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        table.order("source", spec=name)
    said = json.load(refused.value)
    start = "an address begins with http:// or rtsp://."
    assert said == {"error": f'No camera, file or address "{name}". Check the spelling; {start}'}


def test_undo_turns_the_pipeline_back(table: Table) -> None:
    table.wait_until(lives("demo"))
    table.order("decks", names=["rws"])
    table.wait_until(lambda _: table.made_last() == ("rws",))
    table.order("source", spec="http://127.0.0.1:9/none.mjpg")
    table.wait_until(lambda state: tries("url")(state) or state["source"]["kind"] == "url")
    table.order("undo")
    table.wait_until(lambda state: state["source"]["trying"] is None)
    assert table.wait_until(lives("demo"))["decks"] == ["rws"]
    assert table.made_last() == ("rws",)
    table.order("undo")
    table.wait_until(lambda _: table.made_last() == ("house",))
    assert table.wait_until(lives("demo"))["decks"] == ["house"]


def test_copies_of_a_deck_are_looked_for_until_that_is_undone_and_on_the_next_session(tmp_path: Path) -> None:
    table = Table(tmp_path)
    with table.running:
        table.order("copies", deck="house", copies=2)
        table.wait_until(lambda _: table.made_last() == ("house", "house"))
        table.order("copies", deck="house", copies=3)
        table.wait_until(lambda _: table.made_last() == ("house",) * 3)
        table.order("undo")
        table.wait_until(lambda _: table.made_last() == ("house", "house"))
        assert table.state()["copies"] == {"house": 2}
    again = Table(tmp_path)
    with again.running:
        again.wait_until(lambda _: again.made_last() is not None)
        assert again.made_for == [("house", "house")]


def test_two_decks_from_the_start_are_two_until_somebody_says_otherwise(tmp_path: Path) -> None:
    table = Table(tmp_path, copies={"house": 2})
    with table.running:
        table.wait_until(lambda _: table.made_last() is not None)
        assert table.made_for == [("house", "house")]
        table.order("copies", deck="house", copies=1)
        table.wait_until(lambda _: table.made_last() == ("house",))
    with Table(tmp_path).running as running:
        assert running.table_thread.ask(lambda state: state.copies) == {"house": 1}


def test_an_undo_of_something_else_leaves_the_pipeline_alone(table: Table) -> None:
    table.wait_until(lives("demo"))
    table.order("view", turn=90)
    table.order("undo")
    table.wait_until(lives("demo"))
    assert table.made_for == [("house",)]


def test_a_second_program_is_told_who_writes_and_looks_on_beside_it(table: Table, tmp_path: Path) -> None:
    table.order("view", turn=90)
    with pytest.raises(StoreError, match=r"another Clashcam uses .*--read-only"):
        Table(tmp_path)
    looker = Table(tmp_path, read_only=True)
    with looker.running:
        assert looker.state()["session"]["id"] == table.state()["session"]["id"]
        assert looker.state()["view"]["turn"] == 90
        with pytest.raises(urllib.error.HTTPError) as refused:
            looker.order("view", turn=180)
        assert (refused.value.code, "opened with --read-only" in refused.value.read().decode()) == (507, True)
    assert table.state()["view"]["turn"] == 90


def test_what_cannot_be_shown_at_all_ends_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in a program that holds the port and serves nothing."""

    def stumble(*_: object) -> dict[str, Any]:
        raise KeyError("seat")

    table = Table(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(SnapshotBuilder, "write", stumble)
        with pytest.raises(
            StoreError, match=r"cannot be shown .*choose another folder with --data"
        ) as caught:
            table.running.__enter__()
    assert "\n" not in str(caught.value)
    with Table(tmp_path).running as running:
        assert running.unread() == []


@pytest.fixture
def stalled(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """Camera 7 takes every call and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/video"
        monkeypatch.setattr(
            looking, "spec_of", lambda word, **given: spec_of(url if word == "7" else word, **given)
        )
        server.settimeout(PATIENCE_S)
        yield server


def test_a_stalled_preview_keeps_no_order_waiting(
    table: Table, stalled: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the order for another camera, which has to wait until the one that is previewed is free."""
    monkeypatch.setattr(looking, "PREVIEW_PATIENCE_S", 2 * PATIENCE_S)
    table.wait_until(lives("demo"))
    preview = threading.Thread(target=table.answer, args=("preview.jpg?source=7",))
    preview.start()
    with stalled.accept()[0]:
        began_s = time.monotonic()
        table.order("source", spec="demo")
        took_s = time.monotonic() - began_s
        preview.join(PATIENCE_S)
    assert took_s < PATIENCE_S
    assert not preview.is_alive()


@pytest.mark.usefixtures("stalled")
def test_a_preview_ends_in_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking, "PREVIEW_PATIENCE_S", 0.5)
    began_s = time.monotonic()
    assert table.answer("preview.jpg?source=7") == 204
    assert time.monotonic() - began_s < 20


@pytest.mark.parametrize(
    "given", ["http://127.0.0.1:{port}/x", "/etc/hostname", "..", "file:///etc/hostname", "-1"]
)
def test_a_preview_opens_no_path_and_no_address(table: Table, given: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        source = urllib.parse.quote(given.format(port=server.getsockname()[1]), safe="")
        assert table.answer(f"preview.jpg?source={source}") == 204
        with pytest.raises(TimeoutError):
            server.accept()


def test_decks_are_known_by_name_only(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "foreign.npz"
    path.write_bytes(b"PK")
    made = list(table.made_for)
    with pytest.raises(urllib.error.HTTPError) as refused:
        table.order("decks", names=[str(path)])
    assert refused.value.code == 422
    assert "no deck is called" in refused.value.read().decode()
    assert table.made_for == made


def test_a_camera_may_be_called_by_its_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("vision.capture.camera.list_cameras", lambda: [CameraInfo(2, "OBS Virtual Camera")])
    spec = spec_of("obs virtual")
    assert (spec.kind, spec.address) == (SourceKind.CAMERA, "2")
    assert spec_of("session.mp4").kind is SourceKind.CLIP
    (tmp_path / "obs").write_bytes(b"")
    assert spec_of(str(tmp_path / "obs")).kind is SourceKind.CLIP, "a file that is there is meant"


def test_cameras_of_one_name_are_told_apart(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    cameras = [CameraInfo(index, name) for index, name in enumerate(("USB Camera", "Webcam", "USB Camera"))]
    monkeypatch.setattr("webui.cli.looking.list_cameras", lambda: cameras)
    with urllib.request.urlopen(f"{table.running.url}api/sources", timeout=60) as answer:
        names = [source["name"] for source in json.load(answer) if source["kind"] == "camera"]
    assert names == ["USB Camera", "Webcam", "USB Camera 2"]


def test_a_camera_is_asked_for_what_the_page_says(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[SourceSpec] = []
    monkeypatch.setattr(table.running.vision_thread, "change", lambda spec, **_: looked.append(spec))
    table.order("source", spec="7")
    table.order("camera", size="1920x1080", hold=True)
    table.order("camera", fps=15)
    table.order("camera", fps=15)
    table.order("camera", size="largest")
    told = [(spec.address, not spec.largest and spec.size_wh, spec.fps, spec.hold) for spec in looked]
    assert told == [
        ("7", False, 30.0, None),
        ("7", (1920, 1080), 30.0, True),
        ("7", (1920, 1080), 15.0, True),
        ("7", False, 15.0, True),
    ], "what is so already opens nothing anew"
    assert table.state()["camera"] == {"size": "largest", "fps": 15, "hold": True}
    table.order("undo")
    assert table.state()["camera"] == {"size": "1920x1080", "fps": 15, "hold": True}
    table.order("undo")
    table.order("undo")
    assert (looked[-1].fps, looked[-1].hold) == (30.0, True)
    with pytest.raises(urllib.error.HTTPError):
        table.order("camera", size="9x9")


def test_what_was_asked_of_a_camera_is_asked_again_the_next_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (first := Table(tmp_path)).running:
        first.order("camera", size="640x480", fps=60)
    began: list[SourceSpec] = []
    place = Place("127.0.0.1", 0, tmp_path)
    again = Running(place, spec_of("7"), lambda *_: Blank(), Decks(tmp_path), ("house",))
    monkeypatch.setattr(again.vision_thread, "start", began.append)
    with again:
        assert [(spec.size_wh, spec.fps) for spec in began] == [((640, 480), 60.0)]


def test_what_is_there_when_it_serves_is_never_looked_through_again(tmp_path: Path) -> None:
    with Table(tmp_path).running as running:
        pass
    before = gc.get_freeze_count()
    try:
        running.wait(lambda: None)
        assert gc.get_freeze_count() > before + 10_000
        assert len(gc.get_objects()) < 0.1 * gc.get_freeze_count()
    finally:
        gc.unfreeze()
