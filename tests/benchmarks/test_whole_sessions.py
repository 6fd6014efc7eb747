"""Scoring whole sessions: what stands where no card is counts, and kinds of sessions are not mixed in a file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.resume_log import keep_line
from tests.benchmarks.virtual import DRAWN, Outcome, Session, World, kept, laid, phantoms, report_whole
from vision.types import Event, EventKind, Face, Track, TrackState
from vision.virtual.plays.kinematics import Seat
from vision.virtual.truth import Phase, TrueCard, TrueFrame

CARD = np.array([[100, 100], [160, 100], [160, 200], [100, 200]], np.float32)


class OneCard:
    """One card that lies face down all session."""

    def at(self, frame: int) -> TrueFrame:
        card = TrueCard(1, "m01", Face.DOWN, CARD, False, 1.0, Phase.LYING, Seat.NEAR)
        return TrueFrame(frame, frame / 15, (card,), 0)


def settled(x: float, y: float, kind: EventKind = EventKind.SETTLED) -> Event:
    track = Track(
        id=1, face=Face.DOWN, state=TrackState.SETTLED, quad=np.asarray(CARD + np.array([x, y]), np.float32),
        code=None, deck=None, reversed=None, confidence=1.0, since_s=0.0, settled_s=0.5,
    )  # fmt: skip
    return Event(0.5, 7, kind, track)


@pytest.mark.parametrize(
    ("event", "count"),
    [(settled(4, 3), 0), (settled(300, 0), 1), (settled(300, 0, EventKind.LEFT), 0)],
    ids=["on the card", "beside it", "gone"],
)
def test_what_settles_where_no_card_is_is_counted(event: Event, count: int) -> None:
    assert phantoms(OneCard(), [event]) == count  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "counted"),
    [(settled(4, 3), True), (settled(300, 0), False), (settled(4, 3, EventKind.LEFT), False)],
    ids=["on the card", "beside it", "gone"],
)
def test_a_card_that_lies_face_down_in_sight_is_counted_if_it_is_told_there(
    event: Event, *, counted: bool
) -> None:
    (card,) = laid(OneCard(), range(15), Face.DOWN)  # type: ignore[arg-type]
    assert card.is_in_sight
    assert card.is_counted([event]) is counted
    assert not laid(OneCard(), range(15), Face.UP)  # type: ignore[arg-type]


def test_whole_sessions_say_in_how_many_throws_they_ask_in_vain() -> None:
    covered = Outcome(80.0, 0.5, 0.9, 0.0, 0.6, "right", 0.2, 1)
    sessions = [
        Session([covered], 3, vain=1, phantoms=2, face_down=8, counted=7, whole=1),
        Session([], 4, face_down=5, counted=5, whole=4),
    ]
    assert list(report_whole(sessions)) == [
        "throws with a question in vain: 1, n=7",
        "told as a card where none was: 2, n=2 sessions",
        "counted while they lay face down: 12, n=13 in sight",
        "throws in the log as dealt: 5, n=7; no card covered by half: 4, n=4",
    ]


def test_sessions_of_one_world_are_not_taken_for_anothers(tmp_path: Path) -> None:
    file, real = tmp_path / "kept", World(True, Path("/somewhere/backgrounds"))
    row = Outcome(80.0, 0.5, 0.9, 0.0, 0.0, "right", 0.2, 1)
    keep_line(file, {"seed": 1, "cards": [asdict(row)]})
    keep_line(file, {"seed": 2, "world": real.name, **asdict(Session([row], 2, 1, 1))})
    assert kept(file, DRAWN) == {1: Session([row])}
    assert kept(file, real) == {2: Session([row], 2, 1, 1)}
    assert kept(file, World(True)) == {}
