"""Tapes: a replay says what a live run says, a killed recording is gone on with, a damaged tape is refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.remembered import Memory
from tests.benchmarks.tapes import recording, replaying, sessions, watching
from tests.benchmarks.tapes.recording import is_finished, record, tape_path
from tests.benchmarks.tapes.replaying import replay
from tests.benchmarks.tapes.sessions import Simulated
from tests.benchmarks.tapes.tape import Tape, TapeError, TapeMemory
from vision.types import Event
from vision.virtual import Script, VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_tracker
from webui.camera.watch import FrameTracker, event_record

KIND, SEED = "drawn", 3
SECONDS = 8.0


def table() -> VirtualTable:
    """A card turned over on either side within some seconds, in a small picture."""
    faces, back = house_deck()
    script = Script(cards=(1, 1), pace=2.0, nudge_share=0.0)
    return VirtualTable(SEED, faces, back, (640, 360), 10.0, SECONDS, script, card_height_px=90.0)


class KilledError(Exception):
    """Stands for the end of the process."""


@pytest.fixture(autouse=True)
def short_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """Record the short session."""
    monkeypatch.setattr(sessions, "COMMIT_EVERY", 1)
    monkeypatch.setattr(recording, "COMMIT_EVERY", 1)
    monkeypatch.setattr(recording, "KINDS", {KIND: lambda _: Simulated(table(), "house", throws_end=0)})


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A tape of the short session."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "KINDS", {KIND: lambda _: Simulated(table(), "house", throws_end=0)})
        folder = tmp_path_factory.mktemp("tapes")
        record(folder, KIND, SEED)
        yield tape_path(folder, KIND, SEED)


def events_of(tracker: FrameTracker, path: Path) -> list[Event]:
    """Return what a tracker says of a tape's frames."""
    with Tape(path) as tape:
        return [event for frame in tape.frames() for event in tracker.step(frame.image, frame.t_s).events]


def test_a_tape_holds_the_very_pictures_of_the_virtual_camera(recorded: Path) -> None:
    with Tape(recorded) as tape:
        taped = list(tape.frames())
    camera = table()
    assert [frame.number for frame in taped] == list(camera.frame_numbers())
    for frame in taped[::20]:
        assert np.array_equal(frame.image, camera.render(frame.number).image)


def test_a_replay_says_what_a_live_run_says(recorded: Path) -> None:
    live = events_of(make_tracker(Decks().load_all(["house"])), recorded)
    assert any(event.track and event.track.code for event in live)
    with Tape(recorded) as tape:
        memory = TapeMemory(tape, watching.network_digests())
        taped = events_of(watching.shipped_tracker(watching.AnswersOf("house", memory)), recorded)
        assert memory.asked == 0
    assert list(map(event_record, taped)) == list(map(event_record, live))


def test_a_recording_that_was_killed_is_gone_on_with(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = 0
    keep, add_frame = Tape.keep, Tape.add_frame

    def killed_frame(tape: Tape, number: int, *rest: object) -> None:
        if number == 30:
            raise KilledError
        add_frame(tape, number, *rest)  # type: ignore[arg-type]

    def killed_keep(tape: Tape, kind: str, key: bytes, answer: bytes) -> None:
        nonlocal answers
        answers += 1
        if answers == 60:
            raise KilledError
        keep(tape, kind, key, answer)

    for method, killed in (("add_frame", killed_frame), ("keep", killed_keep)):
        with monkeypatch.context() as patch:
            patch.setattr(Tape, method, killed)
            with pytest.raises(KilledError):
                record(tmp_path, KIND, SEED)
    path = tape_path(tmp_path, KIND, SEED)
    assert not is_finished(path)
    with Tape(path) as tape:
        kept = rows(tape)
        frames = len(tape.numbers())
    assert frames == round(SECONDS * 10)
    assert 0 < len(kept) < 60

    record(tmp_path, KIND, SEED)
    assert is_finished(path)
    with Tape(path) as tape, Tape(recorded) as whole:
        assert rows(tape) == rows(whole)
        assert kept.items() <= rows(tape).items()


def rows(tape: Tape) -> dict[tuple[str, bytes], bytes]:
    """Return the answers of a tape."""
    found = tape._base.execute("SELECT kind, key, answer FROM answers")
    return {(kind, key): answer for kind, key, answer in found}


def test_a_replay_is_scored_against_the_truth(recorded: Path) -> None:
    score = replay(recorded)
    assert any(name.right for name in score.names)
    assert all(name.right or name.short for name in score.names)
    assert (score.wrong_names, score.false_positives, score.untouched_events) == (0, 0, 0)
    assert (score.asked, score.frames) == (0, round(SECONDS * 10))


@pytest.mark.parametrize("damage", ["cut", "no tape", "frame", "answer", "form"])
def test_a_damaged_tape_is_refused_in_one_line(recorded: Path, tmp_path: Path, damage: str) -> None:
    path = tmp_path / recorded.name
    data = recorded.read_bytes()
    path.write_bytes({"cut": data[: len(data) // 3], "no tape": b"no tape" * 999}.get(damage, data))
    change = {
        "frame": "UPDATE frames SET picture = (SELECT picture FROM frames WHERE number = 40) WHERE number = 20",
        "answer": "UPDATE answers SET answer = (SELECT answer FROM answers ORDER BY length(answer) LIMIT 1)",
        "form": "UPDATE facts SET value = '99' WHERE name = 'form'",
    }.get(damage)
    if change:
        with sqlite3.connect(path) as base:
            base.execute(change)
        base.close()
    found = replaying.replay_once(path, None, keeps=False)
    assert isinstance(found, str)
    assert str(path) in found
    assert "\n" not in found


def test_a_tape_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TapeError, match="no such tape"):
        Tape(tmp_path / "none.tape")


def test_answers_of_other_networks_do_not_count(tmp_path: Path) -> None:
    with Tape(tmp_path / "x.tape", new=True) as tape:
        memory = TapeMemory(tape, {"log-odds": "old"})
        memory.keep("log-odds", b"key", 1.5)
        memory.flush()
        assert TapeMemory(tape, {"log-odds": "old"}).find("log-odds", b"key") == 1.5
        assert TapeMemory(tape, {"log-odds": "new"}).find("log-odds", b"key") is None


def test_another_tracker_may_ask_what_the_tape_does_not_hold(recorded: Path, tmp_path: Path) -> None:
    path = tmp_path / recorded.name
    path.write_bytes(recorded.read_bytes())
    box, asked, found = (100.0, 50.0, 500.0, 330.0), list[int](), list[str]()
    for _ in range(2):
        with Tape(path) as tape:
            memory = TapeMemory(tape, watching.network_digests())
            frame = list(tape.frames())[-1].image
            cards = watching.AnswersOf("house", memory).detector.detect_within(frame, box)
            memory.flush()
        asked.append(memory.asked)
        found.append(repr(cards))
    assert asked == [1, 0]
    assert cards
    assert found[0] == found[1]


def test_only_new_questions_are_asked() -> None:
    memory, asked = Memory(), list[list[int]]()

    def ask(new: list[int]) -> list[int]:
        asked.append(new)
        return [10 * index for index in new]

    memory.answers_of("k", [(b"a",), (b"b",)], ask)
    assert memory.answers_of("k", [(b"c",), (b"b",), (b"d",)], ask) == [0, 10, 20]
    assert asked == [[0, 1], [0, 2]]
    assert (memory.asked, memory.known) == (4, 1)
