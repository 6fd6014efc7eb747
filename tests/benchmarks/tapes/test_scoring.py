"""Scoring: names, events of what nobody touched, false positives, by the truth or by a clip's labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import pytest

from tests.benchmarks.tapes.clip_scoring import score_clip
from tests.benchmarks.tapes.photo_clips import CAMERAS, score_photograph
from tests.benchmarks.tapes.scores import SessionScore
from tests.benchmarks.tapes.scoring import Seen, score
from vision.types import Event, EventKind, Face, FrameResult, Quad, Track, TrackState
from vision.virtual.plays.kinematics import Seat
from vision.virtual.truth import Phase, TrueCard, TrueFrame

FPS, FRAMES = 10.0, 60


def quad(x: float) -> Quad:
    """A card of 60 x 100 pixels."""
    return np.array([[x, 100], [x + 60, 100], [x + 60, 200], [x, 200]], np.float32)


def card(x: float = 100, code: str = "m01") -> TrueCard:
    """A card that lies face up."""
    return TrueCard(1, code, Face.UP, quad(x), False, 1.0, Phase.LYING, Seat.NEAR)


def track(code: str | None, x: float = 100) -> Track:
    """A track at rest."""
    return Track(7, Face.UP, TrackState.SETTLED, quad(x), code)


def frames(
    named: Callable[[int], str | None], kinds: dict[int, EventKind], x: float = 100
) -> list[FrameResult]:
    """What a tracker says of one track: its name by frame, and events by frame."""
    results = []
    for number in range(FRAMES):
        now = track(named(number), x)
        events = (Event(number / FPS, number, kinds[number], now),) if number in kinds else ()
        results.append(FrameResult(number / FPS, number, (640, 360), (now,), events, False, 0.0))
    return results


def scored(results: Iterable[FrameResult], cards: tuple[TrueCard, ...] = (card(),)) -> SessionScore:
    """Score a session in which these cards lie all the time."""
    seen = [Seen(one.t_s, TrueFrame(one.frame, one.t_s, cards, 0), one) for one in results]
    into = SessionScore("drawn", 0)
    score(seen, {"fps": FPS}, into)
    return into


def test_a_card_is_right_once_a_track_bears_its_name() -> None:
    (name,) = scored(frames(lambda n: "m01" if n >= 4 else None, {4: EventKind.SETTLED})).names
    assert (name.right, name.wrong) == (True, False)
    assert name.delay_s == pytest.approx(0.4)


def test_a_name_that_no_card_there_has_is_wrong() -> None:
    (name,) = scored(frames(lambda n: "m02", {4: EventKind.SETTLED})).names
    assert (name.right, name.wrong, name.kept) == (False, True, False)


def test_the_name_of_an_earlier_card_is_kept_too_long() -> None:
    (name,) = scored(frames(lambda n: "m02" if n < 20 else "m01", {20: EventKind.SETTLED})).names
    assert (name.right, name.wrong, name.kept) == (True, False, True)


def test_a_card_without_a_name_is_unnamed() -> None:
    (name,) = scored(frames(lambda _: None, {})).names
    assert name.unnamed


def test_what_appears_where_no_card_lies_is_a_false_positive() -> None:
    assert scored(frames(lambda _: None, {4: EventKind.APPEARED})).false_positives == 0
    assert scored(frames(lambda _: None, {4: EventKind.APPEARED}, x=400)).false_positives == 1


@pytest.mark.parametrize("kind", [EventKind.LEFT, EventKind.FLIPPED, EventKind.MOVED])
def test_nothing_happens_to_a_card_that_nobody_touches(kind: EventKind) -> None:
    assert scored(frames(lambda _: "m01", {40: kind})).untouched_events == 1
    assert (
        scored(frames(lambda _: "m01", {10: kind})).untouched_events == 0
    )  # It lies there for a second only.
    assert scored(frames(lambda _: "m01", {40: kind}, x=400)).untouched_events == 0


def test_a_card_that_is_carried_may_leave() -> None:
    results = frames(lambda _: "m01", {40: EventKind.LEFT})
    moving = TrueCard(1, "m01", Face.UP, quad(100), False, 1.0, Phase.MOVING, Seat.NEAR)
    seen = [
        Seen(one.t_s, TrueFrame(one.frame, one.t_s, (moving if one.frame > 30 else card(),), 0), one)
        for one in results
    ]
    into = SessionScore("drawn", 0)
    score(seen, {"fps": FPS}, into)
    assert into.untouched_events == 0


def test_spans_of_a_clip_are_scored_by_its_labels() -> None:
    spans = [
        {"code": "m01", "t_from": 0.0, "t_to": 2.0, "box": [90, 90, 170, 210]},
        {"code": "m02", "t_from": 2.0, "t_to": 5.0, "box": [90, 90, 170, 210]},
        {"code": "m03", "t_from": 2.0, "t_to": 5.0, "box": [400, 90, 470, 210]},
    ]
    results = frames(lambda n: "m01" if n < 40 else "m02", {3: EventKind.APPEARED, 40: EventKind.SETTLED})
    into = SessionScore("clips", 0)
    score_clip(results, {"codes": spans}, into)
    first, second, third = into.names
    assert (first.right, first.wrong, first.kept) == (True, False, False)
    assert (second.right, second.kept) == (True, True)
    assert second.delay_s == pytest.approx(2.0)
    assert third.unnamed
    assert into.false_positives == 0
    away = SessionScore("clips", 0)
    score_clip(frames(lambda _: None, {3: EventKind.APPEARED}, x=500), {"codes": spans[:2]}, away)
    assert away.false_positives == 1


def test_what_happens_in_a_photograph_happens_to_what_nobody_touches() -> None:
    labels = {
        "deck": "rws",
        "cards": [
            {"code": "m01", "face": "up"},
            {"code": "m02", "face": "up"},
            {"code": "m03", "unsure": True},
        ],
    }
    kinds = {5: EventKind.APPEARED, 30: EventKind.LEFT, 31: EventKind.APPEARED, 40: EventKind.SETTLED}
    into = SessionScore("swaying-2", 0)
    score_photograph(frames(lambda _: "m01", kinds), {"deck": "rws", "labels": labels}, into)
    assert [name.right for name in into.names] == [True, False]
    assert (into.untouched_events, into.stray_names, into.false_positives) == (2, 0, 0)
    bare = SessionScore("clutter", 0)
    score_photograph(frames(lambda _: "m01", kinds), {"deck": "rws", "labels": {}}, bare)
    assert (bare.stray_names, bare.false_positives) == (1, 2)


@pytest.mark.parametrize("name", CAMERAS)
def test_a_camera_goes_no_further_than_it_is_said_to(name: str) -> None:
    camera = CAMERAS[name]
    motions = np.stack(camera.motions(camera.frames))
    assert len(motions) == camera.frames
    steps = np.abs(np.diff(motions[:, :, 2], axis=0)).max()
    reach = np.abs(motions[:, :, 2]).max()
    bound = {"still": 0.0, "swaying-2": 2.0, "swaying-6": 6.0}.get(name)
    if bound is None:
        assert np.allclose(motions[:40], np.eye(2, 3))
        assert np.allclose(motions[-40:], motions[-1])
        assert 0 < steps < 20
    else:
        assert reach == pytest.approx(bound, abs=0.05)
