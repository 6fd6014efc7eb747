"""Cards on a painted table, tracked by one filter each: what is reported of them, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import (
    LearningBacks,
    Lying,
    Run,
    SayName,
    Scene,
    Script,
    ScriptedPipeline,
    drawing,
    new_track,
    paint,
    truthful,
)
from vision.tracking.belief import Observation
from vision.tracking.names import ONE_OF_EACH, give_name
from vision.tracking.search import AtOnce, TableSearch
from vision.tracking.settings import SETTINGS
from vision.tracking.track import CardTrack
from vision.tracking.tracker import Tracker
from vision.types import Backs, Classifier, Detection, Face, Frame, Reading, Track, TrackState

STAR = Lying("m17", 200, 150)
MOON = Lying("m18", 400, 200)
OTHER = Lying("w07", 200, 150)
BACK = Lying(None, 200, 150)

TABLE_S = 0.75
"""So long the table is bare before the first card is laid."""

NAMED_S = 1.5
"""By then a card that was laid is named."""

FEW_FPS = 8

both_rates = pytest.mark.parametrize("fps", [FEW_FPS, 15])


class Sure:
    """A classifier that takes every outline for a card, with the same log-odds."""

    def __init__(self, log_odds: float) -> None:
        self._log_odds = log_odds

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.full(len(quads), self._log_odds, np.float32)


def watch(
    script: Script,
    seconds: float,
    fps: float,
    classifier: Classifier | None = None,
    say: SayName = truthful,
    backs: Backs | None = None,
    search: TableSearch | None = None,
) -> Run:
    """Show a script to a tracker that is one filter for each track."""
    pipeline = ScriptedPipeline(say)
    tracker = Tracker(
        pipeline, pipeline,
        classifier=classifier, stabilizer=pipeline.stabilizer, backs=backs, search=search,
    )  # fmt: skip
    results = []
    for number in range(round(seconds * fps)):
        pipeline.now, pipeline.now_s = script(number / fps), number / fps
        results.append(tracker.step(paint(pipeline.now, number), number / fps))
    return Run(results, pipeline)


def laid(*cards: Lying) -> Script:
    return lambda t_s: Scene(cards if t_s >= TABLE_S else ())


def then(before: Sequence[Lying], after: Sequence[Lying], at_s: float = NAMED_S) -> Script:
    """Some cards are laid, and are others later."""
    return lambda t_s: Scene(() if t_s < TABLE_S else tuple(before if t_s < at_s else after))


def hand_over(t_s: float, begin_s: float, end_s: float) -> tuple[int, int, int, int] | None:
    """A hand that comes from the left, rests on x = 200, and goes."""
    reach = min(1.0, 3 * (t_s - begin_s), 3 * (end_s - t_s))
    return (0, 90, round(280 * reach), 210) if reach > 0 else None


def tracks_after(run: Run, fps: float, t_s: float) -> tuple[Track, ...]:
    """What was reported in the first frame from a time on."""
    return tuple(run.observations[round(t_s * fps)].tracks)


@both_rates
@pytest.mark.parametrize("card", [STAR, BACK], ids=["face up", "face down"])
def test_a_card_that_is_laid_is_confirmed_named_and_settles(card: Lying, fps: float) -> None:
    run = watch(laid(card), 1.5, fps)
    name = card.code or "down"
    assert run.reported == [f"appeared {card.face.value}", f"settled {name}"]
    assert run.moment(f"settled {name}") - TABLE_S <= 0.5
    (track,) = run.observations[-1].tracks
    assert (track.code, track.face, track.state) == (card.code, card.face, TrackState.SETTLED)
    assert track.arrived
    assert np.abs(track.quad.mean(axis=0) - (card.x, card.y)).max() < 2


def test_a_card_that_no_reading_names_is_confirmed_at_once_and_then_asked_about() -> None:
    run = watch(laid(STAR), 3.0, 8, Sure(4.0), say=lambda code, number: None)
    assert run.reported == ["appeared up", "unreadable up"]
    assert run.moment("appeared up") - TABLE_S <= 0.4
    assert run.observations[-1].tracks[0].code is None


def test_what_is_likelier_no_card_and_not_read_is_never_reported() -> None:
    run = watch(laid(STAR), 3.0, 8, Sure(-4.0), say=lambda code, number: None)
    assert run.events == []


def test_two_cards_that_are_laid_at_once_bear_their_own_names() -> None:
    run = watch(laid(STAR, MOON), 1.5, 15)
    where = {track.code: track.quad.mean(axis=0) for track in run.observations[-1].tracks}
    np.testing.assert_allclose(where["m17"], (STAR.x, STAR.y), atol=2)
    np.testing.assert_allclose(where["m18"], (MOON.x, MOON.y), atol=2)


@both_rates
@pytest.mark.parametrize("log_odds", [2.0, 6.0])
def test_a_card_that_is_taken_away_leaves(fps: float, log_odds: float) -> None:
    run = watch(then([STAR], []), 2.5, fps, Sure(log_odds))
    assert run.reported == ["appeared up", "settled m17", "left m17"]
    assert run.moment("left m17") - NAMED_S <= 0.8
    assert run.observations[-1].tracks == ()


def test_a_card_that_a_hand_takes_away_leaves() -> None:
    def script(t_s: float) -> Scene:
        return Scene((STAR,) if TABLE_S <= t_s < 2.0 else (), hand_over(t_s, 1.5, 2.5))

    run = watch(script, 3.5, FEW_FPS, Sure(4.0))
    assert run.reported == ["appeared up", "settled m17", "left m17"]
    assert run.observations[-1].tracks == ()


@both_rates
def test_a_card_that_is_turned_face_up_is_one_track_that_flips(fps: float) -> None:
    def script(t_s: float) -> Scene:
        card = BACK if t_s < 2.0 else STAR.at(203, 148)
        return Scene((card,) if t_s >= TABLE_S else (), hand_over(t_s, 1.5, 2.5))

    run = watch(script, 3.25, fps)
    assert run.reported == ["appeared down", "settled down", "flipped up", "settled m17"]
    assert len({event.track.id for event in run.events if event.track}) == 1


def test_a_named_card_that_is_turned_face_down_loses_its_name() -> None:
    run = watch(then([STAR], [BACK]), 3.0, 15)
    assert run.reported == ["appeared up", "settled m17", "left m17", "appeared down", "settled down"]
    assert run.moment("left m17") - NAMED_S <= 1.5


@both_rates
@pytest.mark.parametrize("log_odds", [None, 4.0])
def test_another_card_in_its_place_ends_the_old_name_within_half_a_second(
    fps: float, log_odds: float | None
) -> None:
    sure = None if log_odds is None else Sure(log_odds)
    run = watch(then([STAR], [OTHER]), 2.5, fps, sure)
    assert {track.code for track in tracks_after(run, fps, 1.4)} == {"m17"}
    assert "m17" not in {track.code for track in tracks_after(run, fps, NAMED_S + 0.5)}
    assert {track.code for track in run.observations[-1].tracks} == {"w07"}


@pytest.mark.parametrize(
    ("card", "log_odds"),
    [
        (STAR, None),
        (STAR, 2.0),
        (STAR, 4.0),
        (BACK, None),
        (BACK, 4.0),
    ],
)
def test_a_hand_that_rests_on_a_settled_card_changes_nothing(card: Lying, log_odds: float | None) -> None:
    def script(t_s: float) -> Scene:
        return Scene((card,) if t_s >= TABLE_S else (), hand_over(t_s, 1.5, 4.5))

    run = watch(script, 5.0, FEW_FPS, None if log_odds is None else Sure(log_odds))
    assert run.reported == [f"appeared {card.face.value}", f"settled {card.code or 'down'}"]
    shown = [track.code for result in run.observations[round(1.5 * FEW_FPS) :] for track in result.tracks]
    assert set(shown) == {card.code}


@pytest.mark.parametrize("log_odds", [2.0, 6.0])
def test_a_card_that_lay_there_from_the_start_leaves_when_taken_away(log_odds: float) -> None:
    """The table under it was never seen: it is not known to be bare."""
    run = watch(lambda t_s: Scene((STAR,) if t_s < 1.0 else ()), 3.0, FEW_FPS, Sure(log_odds))
    assert "settled m17" in run.reported
    assert run.observations[-1].tracks == ()


def test_a_card_half_covered_by_another_one_keeps_its_name() -> None:
    run = watch(then([STAR], [STAR, MOON.at(215, 190)]), 2.5, 15)
    assert "left m17" not in run.reported
    assert {track.code for track in run.observations[-1].tracks} == {"m17", "m18"}


def test_a_lamp_that_dims_changes_nothing() -> None:
    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s >= TABLE_S else (), light=1.0 if t_s < NAMED_S else 0.8)

    assert watch(script, 2.5, 15).reported == ["appeared up", "settled m17"]


def test_a_card_that_slides_away_keeps_its_track_and_its_name() -> None:
    def script(t_s: float) -> Scene:
        x = 200 + 400 * min(max(t_s - NAMED_S, 0.0), 0.5)
        return Scene((STAR.at(x, 150),) if t_s >= TABLE_S else ())

    run = watch(script, 3.0, 12)
    (track,) = run.observations[-1].tracks
    assert track.code == "m17"
    np.testing.assert_allclose(track.quad.mean(axis=0), (400, 150), atol=3)
    assert {event.track.id for event in run.events if event.track} == {track.id}


@both_rates
def test_nothing_is_reported_on_an_empty_table(fps: float) -> None:
    def script(t_s: float) -> Scene:
        return Scene((), hand_over(t_s, 0.75, 1.6))

    run = watch(script, 2.0, fps)
    assert run.events == []
    assert all(result.tracks == () for result in run.observations)


# --- backs, and what a search of the whole picture finds ---


def unread(code: str, number: int) -> None:
    return None


def knowing(code: str) -> LearningBacks:
    """Backs of which one looks as a card of this code does."""
    backs = LearningBacks()
    backs.know(drawing(code).astype(np.float32))
    return backs


def test_a_known_back_that_looks_like_a_face_lies_face_down_and_is_not_asked_about() -> None:
    run = watch(laid(OTHER), 4.0, 15, say=unread, backs=knowing("w07"))
    assert run.reported[-1] == "settled down"
    assert "unreadable up" not in run.reported


def test_a_name_that_is_read_from_a_known_back_is_not_given() -> None:
    assert watch(laid(OTHER), 4.0, 15, say=lambda code, number: "m20", backs=knowing("w07")).names() == set()


def test_a_face_is_named_although_backs_are_known() -> None:
    assert watch(laid(STAR), 3.0, 15, backs=knowing("w07")).reported == ["appeared up", "settled m17"]


def test_what_no_reading_names_is_named_by_a_search() -> None:
    class Finds:
        def find(self, frame: Frame) -> list[Reading]:
            return [Reading(STAR.quad, Face.UP, "m17", "house", False, 0.9)]

    run = watch(laid(STAR), 4.0, 15, say=unread, search=TableSearch(Finds(), AtOnce()))
    assert run.names() == {"m17"}


@pytest.mark.parametrize(("aside_px", "is_one"), [(14, True), (70, False)], ids=["its place", "elsewhere"])
def test_a_face_that_is_found_where_an_unseen_back_lay_is_that_card(aside_px: float, *, is_one: bool) -> None:
    lay, face = replace(STAR, code=None), STAR.at(STAR.x + aside_px, STAR.y)
    shown = paint(Scene((face,)), 1)
    back = new_track(lay)
    back.confirm()
    back.come_to_rest()
    found = CardTrack(2, Detection(face.quad, Face.UP, 0.9), shown, 0.8, SETTINGS, arrived=True)
    found.come_to_rest()
    for _ in range(2):
        found.belief.add(Observation(Reading(face.quad, Face.UP, "m17", "house", False, 0.9), 0))
    for track in (back, found):
        track.begin_frame(shown, 1.0)
    gone = give_name(found, [back, found], ONE_OF_EACH, shown, 1.0)
    assert (gone is found) is is_one
    assert (back.face, found.code) == ((Face.UP, None) if is_one else (Face.DOWN, "m17"))
    assert ([event.kind.value for event in back.events][-1] == "flipped") is is_one
