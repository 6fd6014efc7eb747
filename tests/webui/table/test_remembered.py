"""What was chosen on the page holds on the next session: the camera if it is still there, the decks, all settings."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.webui.http.live import Live
from tests.webui.session import Session
from vision.capture.camera import CameraInfo
from vision.capture.spec import SourceKind
from webui.cli.looking import first_decks, remaining_decks, spec_of
from webui.cli.play import source_again
from webui.cli.program import Place, remembered
from webui.storage.store import Store

KNOWN = ("english", "house", "rws")
read = partial(spec_of, decks=["house"])


@pytest.fixture(autouse=True)
def one_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.capture.camera.list_cameras", lambda: [CameraInfo(2, "Webcam")])


def session_before(folder: Path, **orders: Mapping[str, object]) -> None:
    store = Store(folder)
    session = Session(store)
    for name, arguments in orders.items():
        session.order(name, **arguments)
    store.close()


def test_camera_and_decks_of_last_time_are_looked_at_again(tmp_path: Path) -> None:
    session_before(tmp_path, source={"spec": "2"}, decks={"names": ["rws"]})
    kept = remembered(Place("127.0.0.1", 0, tmp_path))
    again = source_again(kept.source, read)
    assert again is not None
    assert (again.kind, again.address) == (SourceKind.CAMERA, "2")
    assert remaining_decks(kept.decks, KNOWN) == ["rws"]


def test_what_is_asked_of_a_camera_and_of_old_pictures_is_remembered(tmp_path: Path) -> None:
    session_before(tmp_path, camera={"size": "1920x1080", "hold": True}, **{"keep-pictures": {"sessions": 3}})
    store = Store(tmp_path)
    settings = Session(store).table_state.settings
    assert (settings.camera.size_wh, settings.camera.fps, settings.camera.hold) == ((1920, 1080), 30, True)
    assert settings.keep_pictures == 3
    store.close()


def test_a_camera_asked_for_otherwise_is_opened_anew(live: Live) -> None:
    assert live.order("camera", fps=15)[0] == 200
    assert live.looked == [(None, ("house", "rws", "broken"))]


def test_what_was_undone_is_not_remembered(tmp_path: Path) -> None:
    session_before(tmp_path, decks={"names": ["rws"]}, undo={})
    assert remaining_decks(remembered(Place("127.0.0.1", 0, tmp_path)).decks, KNOWN) == []


@pytest.mark.parametrize(("word", "deck"), [("2", "rws"), ("rtsp://10.0.0.7/live", "rws"), ("demo", "house")])
def test_a_new_user_begins_with_the_one_deck_that_most_likely_lies_there(word: str, deck: str) -> None:
    assert first_decks(spec_of(word)) == [deck]


@pytest.mark.parametrize("gone", ["0", "clip.avi", "demo", None])
def test_what_is_gone_leaves_the_choice_open(gone: str | None) -> None:
    """The demo too: a real camera that was plugged in since comes first."""
    assert source_again(gone, read) is None


def test_a_recording_that_is_still_there_and_a_network_camera_are_looked_at_again(tmp_path: Path) -> None:
    clip = tmp_path / "clip.avi"
    clip.write_bytes(b"")
    for word in (str(clip), "rtsp://10.0.0.7/live"):
        again = source_again(word, read)
        assert again is not None
        assert again.address == word


def test_a_deck_that_is_gone_is_left_out() -> None:
    assert remaining_decks(("thoth", "house"), KNOWN) == ["house"]
    assert remaining_decks(("thoth",), KNOWN) == []


def test_the_page_shows_the_decks_that_are_looked_for(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = Session(store)
    assert session.see()["decks"] == ["house", "rws"]
    session.order("decks", names=["rws"])
    assert session.see()["decks"] == ["rws"]
    store.close()


def test_a_choice_of_an_earlier_start_can_be_undone(tmp_path: Path) -> None:
    """The program was started again since: nothing was set before that choice, so the first deck is looked for."""
    session_before(tmp_path, source={"spec": "2"}, decks={"names": ["rws"]})
    store = Store(tmp_path)
    session = Session(store)
    assert session.table_state.source is None, "where the program began is where it was told to look"
    session.order("undo")
    assert session.table_state.decks == ("rws",)
    store.close()


def test_undo_returns_to_the_decks_of_the_command_line(tmp_path: Path) -> None:
    session_before(tmp_path, decks={"names": ["rws"]})
    store = Store(tmp_path)
    session = Session(store, decks=("house",))
    assert session.table_state.decks == ("house",), (
        "what the command line names comes before what is remembered"
    )
    session.order("decks", names=["rws"])
    assert session.table_state.decks == ("rws",)
    session.order("undo")
    assert session.table_state.decks == ("house",)
    store.close()
