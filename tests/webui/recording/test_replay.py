"""A recorded session, played again in a fresh folder: the same events, the same verdicts, the same log."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.webui.recording.sessions import RecordedSession
from vision.recording.file import RecordingError, RecordingReader, RecordingWriter
from webui.recording.contents import contents
from webui.recording.replay import Replay, Replayed
from webui.storage.store import Store, StoredEvent
from webui.table import state
from webui.table.seen.cards import Question


def replayed(path: Path, folder: Path) -> tuple[Replayed, list[dict[str, Any]]]:
    told: list[dict[str, Any]] = []
    return Replay(path, folder, told.append).run(), told


def logged(folder: Path) -> list[StoredEvent]:
    store = Store(folder, writing=False)
    try:
        sessions = [None, *(session.id for session in store.sessions())]
        return [event for session in sessions for event in store.events(session)]
    finally:
        store.close()


def play(tmp_path: Path, seed: int, acts: int = 60) -> Path:
    path = tmp_path / f"{seed}.recording"
    session = RecordedSession(tmp_path / f"data-{seed}", path, seed)
    for _ in range(acts):
        session.act()
    session.close()
    return path


def clash(tmp_path: Path) -> Path:
    """Record one clash that is confirmed, and a round that draws lots."""
    path = tmp_path / "clash.recording"
    session = RecordedSession(tmp_path / "data", path)
    session.clash("w09", "c06")
    session.order("confirm")
    session.order("round-open")
    session.close()
    return path


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_a_session_by_lot_comes_out_the_same(tmp_path: Path, seed: int) -> None:
    path = play(tmp_path, seed)
    result, told = replayed(path, tmp_path / "again")
    assert result.differences == []
    assert result.left_out == ""
    assert result.verdicts > 0
    assert result.written > 5
    assert {each["event"] for each in told} >= {"appeared", "flipped", "verdict"}
    then, now = logged(tmp_path / f"data-{seed}"), logged(tmp_path / "again")
    assert now == then


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 13))
def test_a_recording_that_begins_late_comes_out_the_same(tmp_path: Path, seed: int) -> None:
    """In the middle of a throw, and after people have set, chosen and taken back."""
    path = tmp_path / "x.recording"
    session = RecordedSession(tmp_path / "data", path, seed, is_late=True)
    for _ in range(20):
        session.act()
    session.order("pause", on=False)
    session.clash("w09", "c06")
    session.record()
    assert session.recorded() == "pictures"
    for _ in range(20):
        session.act()
    session.order("round-close")
    session.order("mode", kind="clash")
    session.clash("w10", "c06")
    session.order("confirm")
    session.stop_recording()
    assert session.recorded() is None
    session.clash("w02", "c09")
    session.close()
    result, _ = replayed(path, tmp_path / "again")
    assert result.differences == []
    assert result.verdicts > 0
    assert result.written > 2


def test_a_recording_that_cannot_begin_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("dear diary")
    session = RecordedSession(tmp_path / "data", tmp_path / "x", is_late=True)
    session.clash("w09", "c06")
    before = session.thread.ask(lambda table: table.judgement)
    with pytest.raises(RecordingError, match="is there already"):
        session.record()
    assert session.thread.ask(lambda table: table.judgement) == before
    assert session.recorded() is None
    session.close()


def test_what_was_in_the_log_before_is_there_again(tmp_path: Path) -> None:
    first = RecordedSession(tmp_path / "data", tmp_path / "first.recording")
    first.clash("w09", "c06")
    first.order("confirm")
    first.close()
    second = RecordedSession(tmp_path / "data", tmp_path / "second.recording", 1)
    second.order("undo")
    second.clash("w01", "c06")
    second.order("confirm")
    second.close()
    result, _ = replayed(tmp_path / "second.recording", tmp_path / "again")
    assert result.differences == []
    assert logged(tmp_path / "again") == logged(tmp_path / "data")


def test_another_judge_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = clash(tmp_path)
    monkeypatch.setattr(state, "judge", lambda *_: Question("other-game"))
    result, _ = replayed(path, tmp_path / "again")
    assert any('comes to event: "question" instead of' in line for line in result.differences)


def rewritten(path: Path, to: Path, change: Any) -> None:
    """Write a recording anew, its records changed."""
    writer = RecordingWriter(to)
    for record in RecordingReader(path).records():
        writer.write(change(record))
    writer.close()


def test_a_planted_difference_is_found(tmp_path: Path) -> None:
    """A card that was seen as another, once, in a file that is whole."""
    path = clash(tmp_path)
    planted = tmp_path / "planted.recording"
    rewritten(path, planted, lambda record: json.loads(json.dumps(record).replace('"w09"', '"w02"', 1)))
    result, _ = replayed(planted, tmp_path / "again")
    assert result.differences
    assert result.differences[0].startswith("turn ")
    assert '"w02" instead of "w09"' in "".join(result.differences)


def test_a_clock_that_was_read_once_more_is_found(tmp_path: Path) -> None:
    path = clash(tmp_path)
    planted = tmp_path / "planted.recording"

    def fewer(record: dict[str, Any]) -> dict[str, Any]:
        return record | {"readings": [each for each in record.get("readings", []) if each[0] != "seed"]}

    rewritten(path, planted, lambda record: fewer(record) if "command" in record else record)
    result, _ = replayed(planted, tmp_path / "again")
    assert any("asks the world for seed" in line for line in result.differences)


def test_a_program_that_was_killed_leaves_all_but_the_last_record(tmp_path: Path) -> None:
    path = tmp_path / "session.recording"
    session = RecordedSession(tmp_path / "data", path)
    session.clash("w09", "c06")
    session.order("confirm")
    session.kill()  # Nothing is closed: every record is on disk all the same.
    whole, _ = replayed(path, tmp_path / "whole")
    assert (whole.differences, whole.left_out) == ([], "")
    data = path.read_bytes()
    for cut in (1, 9, 60, 500):
        path.write_bytes(data[:-cut])
        result, _ = replayed(path, tmp_path / f"cut-{cut}")
        assert result.differences == []
        assert "cut short and left out" in result.left_out
        assert "\n" not in result.left_out


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "is no recording"),
        (b"\x80\x04K\x01.", "is no recording"),
        (b"clashcam recording 99\n", "made by another Clashcam"),
        (b"clashcam recording 1\n", "holds no table's session"),
        (b"clashcam recording 1\n" + b"\xff" * 40, "is damaged after record 0"),
    ],
)
def test_a_foreign_file_is_refused_in_one_line(tmp_path: Path, data: bytes, why: str) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(RecordingError, match=why) as caught:
        replayed(tmp_path / "x", tmp_path / "again")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path / "x"))


@pytest.mark.parametrize("kept", ["highest", "2026-11-20", 7, None])
@pytest.mark.parametrize("where", ["form", "command"])
def test_a_clock_reading_that_is_none_is_told(tmp_path: Path, kept: object, where: str) -> None:
    """Found by inputs that look for new ways: whatever stood there was taken for a time of day."""
    planted = tmp_path / "planted.recording"

    def foreign(record: dict[str, Any]) -> dict[str, Any]:
        readings = [[what, kept if what == "now" else read] for what, read in record["readings"]]
        return record | {"readings": readings}

    rewritten(clash(tmp_path), planted, lambda record: foreign(record) if where in record else record)
    result, _ = replayed(planted, tmp_path / "again")
    assert any("for now, which is none" in line for line in result.differences)


def test_a_recording_that_calls_a_command_an_order_is_replayed(tmp_path: Path) -> None:
    """As earlier releases wrote it."""
    older = tmp_path / "older.recording"

    def renamed(record: dict[str, Any]) -> dict[str, Any]:
        return {{"command": "order"}.get(name, name): value for name, value in record.items()}

    rewritten(clash(tmp_path), older, renamed)
    assert any(line.startswith('a command: {"version"') for line in contents(older))
    result, _ = replayed(older, tmp_path / "again")
    assert (result.differences, result.left_out) == ([], "")
