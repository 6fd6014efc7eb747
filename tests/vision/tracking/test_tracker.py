"""Cards over time: what happens to them is reported once, and nothing is named on the word of one frame."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.vision.tracking.scripted_table import (
    CARD_WH,
    SIZE_WH,
    Lying,
    Run,
    Scene,
    Script,
    ScriptedPipeline,
    paint,
    play,
)
from vision.tracking.schedule import COST_MS, SAVED_MS, Work
from vision.tracking.tracker import Tracker
from vision.types import Detection, Face, Frame, Quad, Reading, ReadRequest, TrackState

STAR = Lying("m17", 200, 150)
MOON = Lying("m18", 400, 200)
BACK = Lying(None, 200, 150)
BOX = np.array([[500, 40], [530, 40], [530, 80], [500, 80]], np.float32)


def turned_over(t_s: float) -> Scene:
    return Scene((BACK if t_s < 1.0 else STAR,))


FEW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def shown(*cards: Lying) -> Script:
    """Nothing for half a second, then these cards, lying still."""
    return lambda t_s: Scene(cards if t_s >= 0.5 else ())


def hand_from_left(
    t_s: float, begin_s: float, seconds: float, top: int = 90, bottom: int = 210
) -> tuple[int, int, int, int] | None:
    """A hand that comes in, stays over x = 200, and goes."""
    share = (t_s - begin_s) / seconds
    if not 0 <= share <= 1:
        return None
    reach = min(1.0, 3 * share, 3 * (1 - share))
    return (0, top, round(280 * reach), bottom)


@pytest.mark.parametrize("fps", [8, 15, 30])
@pytest.mark.parametrize("card", [STAR, BACK], ids=["face up", "face down"])
def test_a_card_settles_within_four_tenths_of_a_second(card: Lying, fps: float) -> None:
    run = play(shown(card), 2.0, fps)
    name = card.code or "down"
    assert run.reported == [f"appeared {card.face.value}", f"settled {name}"]
    assert run.moment(f"settled {name}") - 0.5 <= 0.4 + 1 / fps  # the card falls between two frames


@pytest.mark.slow
@pytest.mark.parametrize("fps", [8, 30])
@FEW
@given(bad=st.integers(0, 5))
def test_one_bad_frame_never_settles_a_wrong_name(fps: float, bad: int) -> None:
    run = play(shown(STAR), 2.0, fps, say=lambda code, number: "w07" if number == bad else code)
    assert run.reported == ["appeared up", "settled m17"]


@pytest.mark.slow
@FEW
@given(said=st.lists(st.sampled_from(["m17", "w07", "s03", None]), min_size=12, max_size=12))
def test_a_settled_name_was_read_twice_more_than_any_other(said: list[str | None]) -> None:
    run = play(shown(STAR), 1.4, say=lambda code, number: said[number % len(said)])
    names_read = [said[number % len(said)] for number in range(run.pipeline.readings["m17"])]
    windows = [names_read[start:end] for end in range(len(names_read) + 1) for start in range(end)]
    for name in run.names():
        assert any(lead_of(name, window) >= 2 for window in windows)


def lead_of(name: str, window: list[str | None]) -> int:
    """By how many readings a name is ahead of any other."""
    return window.count(name) - max((window.count(other) for other in set(window) - {name, None}), default=0)


def test_a_reversed_card_starts_its_quad_at_its_own_upper_left() -> None:
    card = Lying("m17", 200, 150, angle_deg=180)
    track = play(shown(card), 2.0).observations[-1].tracks[0]
    assert track.reversed is True
    np.testing.assert_allclose(track.quad, card.quad, atol=1.5)
    upright = play(shown(STAR), 2.0).observations[-1].tracks[0]
    assert upright.reversed is False
    np.testing.assert_allclose(upright.quad, STAR.quad, atol=1.5)


@pytest.mark.parametrize("fps", [8, 30])
def test_a_card_that_is_turned_over_keeps_its_track(fps: float) -> None:
    def script(t_s: float) -> Scene:
        card = BACK if t_s < 2.0 else STAR.at(203, 148)
        return Scene((card,) if t_s >= 0.5 else (), hand_from_left(t_s, 1.5, 1.2))

    run = play(script, 4.0, fps)
    assert run.reported == ["appeared down", "settled down", "flipped up", "settled m17"]
    assert len({event.track.id for event in run.events if event.track}) == 1


def test_a_card_that_came_half_hidden_is_read_from_its_short_side() -> None:
    """What is seen of a card under a hand may look wider than high; its quad must not stay turned by a quarter."""
    asked: list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = []

    class Wary(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            whole = super().detect(frame)
            if self.now.light > 1.0 or not whole:
                return whole
            upper = STAR.quad.copy()
            upper[2:, 1] -= 60  # sixty wide, forty high: its short sides are the upright ones
            return [Detection(np.roll(upper, -1, axis=0), STAR.face, 0.9)]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            asked.extend(found.quad for found in requests)
            return super().read(frame, requests)

    pipeline = Wary()
    tracker = Tracker(pipeline, pipeline)
    for number in range(45):
        pipeline.now = Scene((STAR,), light=1.0 if number < 15 else 1.01)
        observation = tracker.step(paint(pipeline.now, number), number / 30)
    assert observation.tracks[0].code == "m17"
    top, right = np.linalg.norm(asked[-1][1] - asked[-1][0]), np.linalg.norm(asked[-1][2] - asked[-1][1])
    assert top < right


def test_what_is_not_as_large_as_a_card_is_left_out_until_it_is_read() -> None:
    """A box drawn on a sheet of paper looks like a small card that lies face down."""

    class Fooled(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [*super().detect(frame), Detection(BOX, Face.DOWN, 0.8)]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            backs = [Reading(found.quad, Face.DOWN) for found in requests if found.face is Face.DOWN]
            return backs + super().read(frame, [found for found in requests if found.face is Face.UP])

    pipeline = Fooled()
    tracker = Tracker(pipeline, pipeline)
    reported = []
    for number in range(90):
        pipeline.now = Scene((STAR, MOON) if number >= 30 else ())
        observation = tracker.step(paint(pipeline.now, number), number / 30)
        reported += [f"{event.kind.value} {event.track.code}" for event in observation.events if event.track]
    assert reported[:2] == ["appeared None", "settled None"]  # nothing is known yet
    assert sorted(reported[2:6]) == ["appeared None", "appeared None", "settled m17", "settled m18"]
    assert reported[6:] == ["left None"]
    assert {track.code for track in observation.tracks} == {"m17", "m18"}


def test_what_lay_there_bears_no_name_that_no_card_of_its_size_can_bear() -> None:
    """A square of a cutting mat with a dot in it was read as a ten, again and again, when the table was cleared."""

    class Fooled(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [*super().detect(frame), *([Detection(BOX, Face.UP, 0.8)] if self.now.light > 1.0 else [])]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            of_box = [Reading(one.quad, Face.UP, "w10") for one in requests if one.quad[:, 0].min() > 450]
            return of_box + super().read(frame, [one for one in requests if one.quad[:, 0].min() <= 450])

    pipeline = Fooled()
    tracker = Tracker(pipeline, pipeline)
    for number in range(120):
        cards = (STAR, MOON) if 15 <= number < 60 else ()
        pipeline.now = Scene(cards, light=1.01 if number >= 70 else 1.0)
        observation = tracker.step(paint(pipeline.now, number), number / 30)
        assert "w10" not in {track.code for track in observation.tracks}
    assert observation.tracks == ()


def test_a_hand_that_passes_over_changes_nothing() -> None:
    run = play(lambda t_s: Scene((STAR,), hand_from_left(t_s, 1.5, 2.0)), 5.0)
    assert run.reported == ["appeared up", "settled m17"]
    under = [o for o in run.observations if 2.3 < o.t_s < 2.7]
    assert all(track.hidden and track.state is TrackState.SETTLED for o in under for track in o.tracks)
    assert not run.observations[-1].tracks[0].hidden


def test_a_hand_that_rests_on_a_card_does_not_take_it_away() -> None:
    run = play(lambda t_s: Scene((STAR,), hand_from_left(t_s, 1.5, 9.0)), 12.0, fps=15)
    assert run.reported == ["appeared up", "settled m17"]


@pytest.mark.parametrize(
    ("by_px", "reported"),
    [
        (0.0, []),
        (3.0, []),  # a bump: three hundredths of its length
        (15.0, ["moved m17", "settled m17"]),
        (90.0, ["moved m17", "settled m17"]),
    ],
)
def test_a_card_that_is_pushed_was_moved_a_bumped_one_was_not(by_px: float, reported: list[str]) -> None:
    def script(t_s: float) -> Scene:
        share = min(1.0, max(0.0, (t_s - 1.5) / 0.4))
        x = 200 + share * by_px
        return Scene(
            (STAR.at(x, 150),), hand=(round(x) - 30, 195, round(x) + 30, 360) if 1.3 < t_s < 2.1 else None
        )

    run = play(script, 3.5)
    assert run.reported == ["appeared up", "settled m17", *reported]
    assert len({track.id for o in run.observations for track in o.tracks}) == 1
    np.testing.assert_allclose(run.observations[-1].tracks[0].quad.mean(axis=0), (200 + by_px, 150), atol=2)


def test_a_card_that_is_taken_away_has_left() -> None:
    def script(t_s: float) -> Scene:
        return Scene((STAR,) if 0.8 <= t_s < 2.5 else (), hand_from_left(t_s, 2.0, 1.0))

    run = play(script, 5.0)
    assert run.reported == ["appeared up", "settled m17", "left m17"]
    assert run.moment("left m17") < 4.0
    assert run.observations[-1].tracks == ()


def test_a_card_that_was_there_from_the_first_frame_can_leave() -> None:
    run = play(lambda t_s: Scene((STAR,) if t_s < 2.5 else (), hand_from_left(t_s, 2.0, 1.0)), 5.0)
    assert run.reported == ["appeared up", "settled m17", "left m17"]


def test_another_card_at_the_same_place_is_another_track() -> None:
    def script(t_s: float) -> Scene:
        return Scene((STAR if t_s < 2.5 else MOON.at(200, 150),), hand_from_left(t_s, 2.0, 1.0))

    run = play(script, 5.0)
    assert run.reported == ["appeared up", "settled m17", "left m17", "appeared up", "settled m18"]
    assert [track.code for track in run.observations[-1].tracks] == ["m18"]


def test_a_card_that_cannot_be_read_is_called_unreadable_until_it_can() -> None:
    run = play(shown(STAR), 6.0, say=lambda code, number: None if number < 6 else code)
    assert run.reported == ["appeared up", "unreadable up", "settled m17"]
    unreadable = next(event.track for event in run.events if event.kind == "unreadable")
    assert unreadable is not None
    assert [code for code, _ in unreadable.candidates] == ["m17", "m00"]


def test_an_unreadable_card_that_changes_is_read_again_at_once() -> None:
    """A back that looks like a face is unreadable, and no flip is seen when it is turned over."""
    like_a_face = Lying("w09", STAR.x, STAR.y)
    run = play(
        lambda t_s: Scene((like_a_face if t_s < 3.0 else STAR,)),
        5.0,
        say=lambda code, number: None if code == "w09" else code,
    )
    assert run.reported == ["appeared up", "unreadable up", "settled m17"]
    assert run.moment("settled m17") - 3.0 <= 0.5


def test_one_name_on_two_cards_settles_neither() -> None:
    run = play(shown(STAR, STAR.at(400, 200)), 3.0)
    assert run.names() == set()
    assert run.reported.count("unreadable up") == 2
    assert {track.state for track in run.observations[-1].tracks} == {TrackState.UNREADABLE}


def test_a_second_card_of_one_name_unsettles_the_first() -> None:
    run = play(lambda t_s: Scene((STAR,) if t_s < 2 else (STAR, STAR.at(400, 200))), 4.0)
    assert run.reported == ["appeared up", "settled m17", "appeared up", "unreadable up", "unreadable up"]
    assert {track.code for track in run.observations[-1].tracks} == {None}


def test_two_cards_of_one_name_are_looked_at_as_long_as_any_other_before_somebody_is_asked() -> None:
    run = play(lambda t_s: Scene((STAR,) if t_s < 2 else (STAR, STAR.at(400, 200))), 4.0)
    asked_s = run.moment("unreadable up") - 2.0
    assert 0.7 <= asked_s <= 1.0
    in_doubt = [o for o in run.observations if 2.3 < o.t_s < 2.6]
    assert {track.code for o in in_doubt for track in o.tracks} == {None}


def test_nobody_is_asked_about_a_card_near_which_a_hand_rests() -> None:
    """It may hide a sign, or cast a shadow; once it has gone, the card is as good as any other."""
    hand = (0, 120, 160, 200)

    class Shadowed(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            self.say = lambda code, number: None if self.now.hand else code
            return super().read(frame, requests)

    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s >= 1.0 else (), hand if 1.0 <= t_s < 3.0 else None)

    run = play(script, 4.0, pipeline=Shadowed())
    assert run.reported == ["appeared up", "settled m17"]
    assert len(run.pipeline.asked) > 6, "it was read without a name while the hand was there"


def test_a_card_that_a_hand_holds_up_to_be_seen_is_named_in_the_hand() -> None:
    """The thumb is over its lower end all the while; they come and go together."""

    def script(t_s: float) -> Scene:
        held = 1.0 <= t_s < 3.0
        return Scene((MOON.at(500, 200), *(STAR,) * held), (150, 180, 230, 360) if held else None)

    run = play(script, 4.0)
    assert run.reported == ["appeared up", "settled m18", "appeared up", "settled m17", "left m17"]
    assert 1.7 <= run.moment("settled m17") <= 2.2


def test_a_hand_that_comes_to_a_card_is_not_held_for_one_that_shows_it() -> None:
    """What it hides for a moment may be a sign, so that nothing is read until it is gone, or rests there."""

    class Touched(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            self.say = lambda code, number: None if self.now_s < 2.5 else "m18" if self.now.hand else code
            return super().read(frame, requests)

    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s >= 1.0 else (), (150, 180, 230, 360) if 2.5 <= t_s < 3.0 else None)

    run = play(script, 4.0, pipeline=Touched())
    assert run.reported[-1] == "settled m17"
    assert "settled m18" not in run.reported


@pytest.mark.parametrize(("until_s", "asked_s"), [(2.5, 3.2), (9.0, 3.4)], ids=["it goes", "it rests"])
def test_a_card_that_cannot_be_read_is_asked_about_in_the_end(until_s: float, asked_s: float) -> None:
    """A while after the hand has gone, or after long enough beside it."""

    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s >= 1.0 else (), (0, 120, 160, 200) if 1.0 <= t_s < until_s else None)

    run = play(script, 5.0, say=lambda code, number: None)
    assert run.reported == ["appeared up", "unreadable up"]
    assert asked_s <= run.moment("unreadable up") <= asked_s + 0.5


def test_the_other_settles_when_one_of_two_leaves() -> None:
    run = play(lambda t_s: Scene((STAR, STAR.at(400, 200)) if 0.8 < t_s < 3 else (STAR,)), 7.0)
    assert run.reported[-2:] == ["settled m17", "left up"]
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]


def test_a_deck_of_which_two_copies_lie_there_may_show_a_card_twice() -> None:
    run = play(shown(STAR, STAR.at(400, 200)), 2.0, copies={"house": 2})
    assert run.reported.count("settled m17") == 2


def test_two_copies_of_one_deck_leave_the_others_each_card_once() -> None:
    other = replace(STAR, deck="rws")
    twice = STAR.at(300, 260), STAR.at(520, 260)
    run = play(shown(other.at(100, 100), other.at(400, 100), *twice), 2.5, copies={"house": 2})
    assert [(track.code, track.deck) for track in run.observations[-1].tracks if track.code] == [
        ("m17", "house"),
        ("m17", "house"),
    ]


def test_of_three_cards_none_is_a_card_of_which_two_copies_lie_there() -> None:
    places = (120, 100), (400, 100), (300, 260)
    run = play(shown(*(STAR.at(*place) for place in places)), 2.5, copies={"house": 2})
    assert [track.code for track in run.observations[-1].tracks] == [None, None, None]


def test_one_of_two_copies_that_is_carried_stays_itself_while_the_other_lies_in_sight() -> None:
    other = STAR.at(560, 100)

    def script(t_s: float) -> Scene:
        card = STAR if t_s < 2.3 else STAR.at(430, 260)
        return Scene((card, other), hand_from_left(t_s, 1.8, 0.8, bottom=300))

    run = play(script, 5.0, copies={"house": 2})
    assert len({event.track.id for event in run.events if event.track}) == 2


def test_each_of_two_decks_may_show_its_own_card_of_one_name() -> None:
    other = replace(STAR.at(400, 200), deck="rws")
    run = play(shown(STAR, other), 2.0)
    assert {(track.code, track.deck) for track in run.observations[-1].tracks} == {
        ("m17", "house"),
        ("m17", "rws"),
    }
    twins = play(shown(other, other.at(200, 200)), 2.0)
    assert twins.names() == set(), "a deck has it once"


def test_a_card_carried_under_a_hand_is_the_same_card() -> None:
    def script(t_s: float) -> Scene:
        card = STAR if t_s < 2.3 else STAR.at(430, 260)
        return Scene((card,), hand_from_left(t_s, 1.8, 0.8, bottom=300))

    run = play(script, 5.0)
    assert run.reported == ["appeared up", "settled m17", "moved m17", "settled m17"]
    assert len({event.track.id for event in run.events if event.track}) == 1


@pytest.mark.slow
def test_a_settled_card_is_read_again_only_when_its_pixels_change() -> None:
    still = play(shown(STAR), 6.0)
    first = still.pipeline.readings["m17"]
    assert first <= 4
    passed = play(lambda t_s: Scene((STAR,) if t_s >= 0.5 else (), hand_from_left(t_s, 3.0, 1.0)), 6.0)
    assert first <= passed.pipeline.readings["m17"] <= first + 3
    changed = play(lambda t_s: Scene((STAR if t_s < 3.0 else MOON.at(STAR.x, STAR.y),)), 6.0)
    assert changed.pipeline.readings["m18"] > 0


def test_a_table_at_rest_is_looked_at_only_now_and_then() -> None:
    looks = 0

    class Counting(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            nonlocal looks
            looks += 1
            return super().detect(frame)

    pipeline = Counting()
    tracker = Tracker(pipeline, pipeline)
    for number in range(150):
        pipeline.now = Scene((STAR,) if number < 120 else (STAR, MOON))
        observation = tracker.step(paint(pipeline.now, number), number / 30)
        if number == 59:
            looks = 0
        if number == 119:
            assert 5 <= looks <= 15  # of sixty frames
    assert {track.code for track in observation.tracks} == {"m17", "m18"}


@pytest.mark.slow
def test_many_cards_at_once_are_read_a_few_a_frame() -> None:
    cards = tuple(Lying(f"w{k:02d}", 50 + 75 * (k % 8), 60 + 115 * (k // 8)) for k in range(24))
    run = play(shown(*cards), 2.0)
    assert run.names() == {card.code for card in cards}
    assert 1 < max(run.pipeline.asked) <= SAVED_MS / COST_MS[Work.READ]
    assert max(event.t_s for event in run.events) < 1.5


@pytest.mark.slow
@FEW
@given(st.integers(0, 2**32 - 1), st.sampled_from([8.0, 30.0]))
def test_a_detector_that_misses_and_trembles_does_not_shake_a_settled_card(seed: int, fps: float) -> None:
    chance = np.random.default_rng(seed)

    def script(t_s: float) -> Scene:
        trembling = STAR.at(200 + chance.normal(0, 0.5), 150 + chance.normal(0, 0.5))
        return Scene(
            (Lying("m17", 200, 150, 0.0, bool(chance.random() > 0.3)),)
            if chance.random() < 0.5
            else (trembling,)
        )

    run = play(script, 3.0, fps)
    assert run.reported == ["appeared up", "settled m17"]


def test_a_lamp_that_flickers_moves_nothing() -> None:
    run = play(lambda t_s: Scene((STAR, MOON), light=1 + 0.08 * np.sin(40 * t_s)), 4.0)
    assert sorted(run.reported) == ["appeared up", "appeared up", "settled m17", "settled m18"]
    assert not any(observation.busy for observation in run.observations)


def test_the_table_is_busy_while_a_hand_is_over_it_and_then_quiet() -> None:
    run = play(lambda t_s: Scene((STAR,), hand_from_left(t_s, 2.0, 2.0, top=250, bottom=350)), 6.0)
    busy = [o.t_s for o in run.observations if o.busy]
    assert 2.0 <= busy[0] < 2.2
    assert all(o.busy for o in run.observations if 2.3 < o.t_s < 3.9)
    assert busy[-1] < 4.5
    assert run.observations[-1].still_s == pytest.approx(run.observations[-1].t_s - busy[-1], abs=0.3)


def test_what_is_found_here_and_there_and_is_never_reported_stirs_nothing() -> None:
    """On a full table the detector takes something for a card whose outline is another in each frame."""

    class Restless:
        found = 0

        def detect(self, frame: Frame) -> list[Detection]:
            self.found += 1
            nothing = Lying(None, 500 + 9 * (self.found % 3), 300)
            return [Detection(card.quad, Face.UP, 0.9) for card in (STAR, nothing)]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            star = [np.hypot(*(one.quad.mean(axis=0) - (200, 150))) < 20 for one in requests]
            return [
                Reading(one.quad, Face.UP, "m17", "house", False, 0.9)
                if is_star
                else Reading(one.quad, Face.UP)
                for one, is_star in zip(requests, star, strict=True)
            ]

    pipeline = Restless()
    tracker = Tracker(pipeline, pipeline)
    picture = np.full((SIZE_WH[1], SIZE_WH[0], 3), 90, np.uint8)
    observations = [tracker.step(picture, number / 30) for number in range(120)]
    assert {track.code for one in observations[30:] for track in one.tracks} == {"m17"}
    assert observations[-1].still_s > 2.0


def test_a_frame_of_another_size_is_taken_in_stride() -> None:
    class Nobody:
        def detect(self, frame: Frame) -> list[Detection]:
            quad = np.array([[20, 20], [80, 20], [80, 120], [20, 120]], np.float32)
            return [Detection(quad, STAR.face, 0.9)]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            return [Reading(found.quad, found.face, "m17", "house", False, 0.9) for found in requests]

    tracker = Tracker(Nobody(), Nobody())
    for number in range(40):
        shape = (SIZE_WH[1], SIZE_WH[0], 3) if number < 20 else (200, 300, 3)
        observation = tracker.step(np.full(shape, 90, np.uint8), number / 30)
    assert observation.size_wh == (300, 200)
    assert [track.code for track in observation.tracks] == ["m17"]


def test_a_frame_number_and_the_clock_are_reported_with_every_event() -> None:
    run = play(shown(STAR), 1.5)
    assert [o.frame for o in run.observations] == list(range(45))
    assert all(event.t_s == pytest.approx(event.frame / 30) for event in run.events)


def test_what_no_single_frame_shows_many_frames_do() -> None:
    """In dim light noise hides the picture; a card that no single frame names is read from the mean of its frames."""
    rng = np.random.default_rng(5)
    window = (slice(110, 190), slice(175, 225))
    clean = paint(Scene((STAR,)), 0)[window].astype(float)

    class Dim(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            noise = float((frame[window] - clean).std())
            self.say = lambda code, number: code if noise < 8 else None
            return super().read(frame, requests)

    pipeline = Dim(now=Scene((STAR,)))
    tracker = Tracker(pipeline, pipeline)
    codes = []
    for number in range(20):
        noise = rng.normal(0, 14, (SIZE_WH[1], SIZE_WH[0], 3))
        frame = np.asarray((paint(pipeline.now, number) + noise).clip(0, 255), np.uint8)
        codes.append([track.code for track in tracker.step(frame, number / 15).tracks])
    assert codes[3] in ([], [None])
    assert codes[-1] == ["m17"]


@pytest.mark.parametrize("name", ["m17", None])
def test_a_faint_find_is_a_card_only_if_it_has_a_name(name: str | None) -> None:
    class Faint(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [low_score(found.quad) for found in super().detect(frame)]

    pipeline = Faint(say=lambda code, number: name, now=Scene((STAR,)))
    tracker = Tracker(pipeline, pipeline)
    observations = [tracker.step(paint(pipeline.now, number), number / 30) for number in range(60)]
    assert [track.code for track in observations[-1].tracks] == ([name] if name else [])
    assert any(o.events for o in observations) == (name is not None)


def test_a_faint_find_on_a_card_is_a_piece_of_it() -> None:
    piece = STAR.quad.copy()
    piece[2:, 1] -= 55

    class Eager(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [*super().detect(frame), low_score(piece)]

    pipeline = Eager(now=Scene((STAR,)))
    tracker = Tracker(pipeline, pipeline)
    tracks = [tracker.step(paint(pipeline.now, number), number / 30).tracks for number in range(60)][-1]
    assert [track.code for track in tracks] == ["m17"]
    assert set(pipeline.asked) == {1}


@dataclass
class Curious(ScriptedPipeline):
    """A pipeline that notes of which cards, by their place from the left, it learns that they may be covered."""

    reported: set[tuple[int, bool]] = field(default_factory=set)

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        self.reported.update((round(float(found.quad[:, 0].mean())), found.occluded) for found in requests)
        return super().read(frame, requests)


def test_a_reader_is_asked_which_cards_may_be_covered() -> None:
    pipeline = Curious(now=Scene((STAR, Lying("w03", 240, 150), MOON)))
    tracker = Tracker(pipeline, pipeline)
    for number in range(20):
        tracker.step(paint(pipeline.now, number), number / 30)
    assert sorted(pipeline.reported) == [(200, True), (240, True), (400, False)]


def test_what_would_hide_nearly_all_of_a_card_lies_below_it() -> None:
    """A reader learns that a card may be covered by what reaches onto it, not by the book that it lies on."""

    class OnABook(Curious):
        def detect(self, frame: Frame) -> list[Detection]:
            low, high = STAR.quad.min(axis=0) - 30, np.add(STAR.quad.max(axis=0), (60, 30))
            book = np.array([low, (high[0], low[1]), high, (low[0], high[1])], np.float32)
            return [*super().detect(frame), Detection(book, Face.UP, 0.8)]

    pipeline = OnABook(now=Scene((STAR,)))
    tracker = Tracker(pipeline, pipeline)
    for number in range(20):
        tracker.step(paint(pipeline.now, number), number / 30)
    assert (200, False) in pipeline.reported
    assert (200, True) not in pipeline.reported


def low_score(quad: Quad) -> Detection:
    return Detection(quad, Face.UP, 0.5, low_score=True)


def test_a_card_is_not_read_while_a_hand_is_on_its_edge() -> None:
    """Fingers on two of eight coins leave six: nothing is said until they are off, or have rested there for long."""
    hand = (0, 120, 195, 200)  # from the left, over the lower half of the card, beside its middle

    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s >= 1.0 else (), hand if 1.0 <= t_s < 1.6 else None)

    asked_s: list[float] = []

    class Misled(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            asked_s.append(now_s)
            self.say = lambda code, number: "w08" if self.now.hand else code
            return super().read(frame, requests)

    pipeline = Misled()
    tracker = Tracker(pipeline, pipeline)
    names = []
    for number in range(110):
        now_s = number / 30
        pipeline.now = script(now_s)
        names += [track.code for track in tracker.step(paint(pipeline.now, number), now_s).tracks]
    assert "w08" not in names
    assert names[-1] == "m17"
    assert min(asked_s) >= 1.6


def test_a_card_beside_which_a_hand_rests_is_read_but_must_be_clear() -> None:
    """Players rest their hands a finger's width from their cards."""
    hand = (0, 120, 160, 200)
    pipeline = Curious()
    cards = (STAR, MOON)
    run = play(
        lambda t_s: Scene(cards if t_s >= 1 else (), hand if t_s >= 1 else None), 2.0, pipeline=pipeline
    )
    assert run.names() == {"m17", "m18"}
    assert pipeline.reported == {(200, True), (400, False)}


@pytest.mark.parametrize("until_s", [1.4, 1.6])
def test_a_card_that_is_shorter_than_it_was_face_down_is_read_only_as_it_lay(until_s: float) -> None:
    """Of a seven of which two signs lie under a dark hand, five show: the quad ends where the hand begins."""
    asked: list[float] = []

    class HalfSighted(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            found = super().detect(frame)
            if 1.0 <= self.now_s < until_s:
                return [Detection(shortened(d.quad), d.face, d.score) for d in found]
            return found

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            if self.now_s >= 1.0:
                asked.extend(float(np.linalg.norm(d.quad[3] - d.quad[0])) for d in requests)
            return super().read(frame, requests)

    def shortened(quad: Quad) -> Quad:
        part = quad.copy()
        part[:2] += 0.2 * (quad[[3, 2]] - quad[:2])
        return part

    run = play(turned_over, 3.0, pipeline=HalfSighted())
    assert run.observations[-1].tracks[0].code == "m17"
    assert min(asked) > 0.88 * 100


def test_a_card_whose_corners_are_wrong_is_read_as_it_lay_face_down() -> None:
    """A dark face on dark cloth has no edge that can be seen; the back had one."""

    class Astray(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            found = super().detect(frame)
            if self.now_s >= 1.0:
                return [Detection(wider(d.quad), d.face, d.score) for d in found]
            return found

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            return [self._read_where_it_lies(request) for request in requests]

        def _read_where_it_lies(self, request: ReadRequest) -> Reading:
            if request.face is Face.DOWN:
                return Reading(request.quad, Face.DOWN)
            tried = [request.quad, *request.pose_hypotheses]
            hit = any(np.abs(quad - np.roll(STAR.quad, 2, axis=0)).max() < 2 for quad in tried)
            return Reading(STAR.quad, Face.UP, *(("m17", "house", False, 0.9) if hit else ()))

    run = play(turned_over, 2.5, pipeline=Astray())
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]


def test_a_back_that_was_cut_short_is_no_place_where_its_face_is_read() -> None:
    """Of two signs side by side one lay beyond where the back was seen to end; other cards say how large a card is."""
    asked: list[Quad] = []

    class CutShort(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [
                Detection(
                    narrower(d.quad, 0.25 if d.face is Face.DOWN else 0.1) if d.quad[0, 0] < 300 else d.quad,
                    d.face,
                    d.score,
                )
                for d in super().detect(frame)
            ]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            here = [one for one in requests if one.quad[:, 0].max() < 300 and one.face is Face.UP]
            asked.extend(quad for one in here for quad in one.pose_hypotheses)
            return super().read(frame, requests)

        def _read(self, request: ReadRequest) -> Reading:
            said = super()._read(request)
            return said if said.code != "m17" else Reading(request.quad, Face.UP)

    others = tuple(replace(MOON, code=f"m{i:02d}", x=360.0 + 75 * i) for i in range(3))
    play(lambda t_s: Scene((BACK if t_s < 1.5 else STAR, *others)), 4.0, pipeline=CutShort())
    assert asked
    assert min(np.linalg.norm(quad[1] - quad[0]) for quad in asked) > 0.9 * CARD_WH[0]


def narrower(quad: Quad, share: float) -> Quad:
    cut = quad.copy()
    cut[1:3] += share * (quad[[0, 3]] - quad[1:3])
    return cut


def wider(quad: Quad) -> Quad:
    grown = quad.copy()
    grown[1:3] += 0.3 * (quad[[1, 2]] - quad[[0, 3]])
    return grown


class Pedant(ScriptedPipeline):
    """A pipeline that sees the third card too wide, and reads what is pointed at exactly."""

    def detect(self, frame: Frame) -> list[Detection]:
        return [
            replace(found, quad=wider(found.quad)) if found.quad[:, 0].mean() > 500 else found
            for found in super().detect(frame)
        ]

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return [self._read_exactly(request) for request in requests]

    def _read_exactly(self, request: ReadRequest) -> Reading:
        for tried in (request.quad, *request.pose_hypotheses):
            for card in self.now.cards:
                if np.abs(tried - np.roll(card.quad, 2, axis=0)).max() < 3:
                    return Reading(card.quad, Face.UP, card.code, "house", False, 0.9)
        return Reading(request.quad, Face.UP)


@pytest.mark.parametrize("angle_deg", [0.0, 15.0])
@pytest.mark.parametrize("known", [0, 1])
def test_a_card_whose_corners_are_wrong_is_tried_as_large_as_a_named_one(
    angle_deg: float, known: int
) -> None:
    """Nothing was known of it before; cards of one table are as large as each other."""
    cards = (*(STAR, MOON)[:known], Lying("w03", 560, 180, angle_deg))
    run = play(shown(*cards), 2.5, pipeline=Pedant())
    assert run.names() == {card.code for card in cards} - ({"w03"} if not known else set())


@pytest.mark.parametrize(("aside_px", "named"), [(30, True), (60, False)])
def test_a_name_that_is_read_beside_a_card_is_not_its_own(aside_px: float, named: bool) -> None:
    """Cards are 100 pixels long; a quad that holds parts of two is not the place of the one that can be read."""

    class Squinting(ScriptedPipeline):
        def _read(self, request: ReadRequest) -> Reading:
            reading = super()._read(request)
            return replace(reading, quad=reading.quad + np.array([aside_px, 0], np.float32))

    assert play(shown(STAR), 2.0, pipeline=Squinting()).names() == ({"m17"} if named else set())


class Blind(ScriptedPipeline):
    """A pipeline that finds backs only, and reads whatever it is pointed at."""

    def detect(self, frame: Frame) -> list[Detection]:
        return [found for found in super().detect(frame) if found.face is Face.DOWN]

    def _read(self, request: ReadRequest) -> Reading:
        return super()._read(request) if self.now.cards else Reading(request.quad, request.face)


def test_a_card_that_is_turned_over_and_not_found_is_read_as_it_lay() -> None:
    run = play(turned_over, 2.5, pipeline=Blind())
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]


@pytest.mark.parametrize("bare_s", [0.3, 1.5], ids=["table hardly seen", "table known"])
def test_a_card_that_was_taken_away_unseen_is_gone_within_a_second(bare_s: float) -> None:
    run = play(lambda t_s: Scene((BACK,) if bare_s <= t_s < bare_s + 1 else ()), bare_s + 2, pipeline=Blind())
    assert [track.code for track in run.observations[-31].tracks] == [None]
    assert not run.observations[-1].tracks


def test_a_name_is_found_although_corners_waver_by_a_twentieth() -> None:
    class Wavering(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            shake = chance.normal(0, 4, (4, 2)).astype(np.float32)
            return [Detection(d.quad + shake, d.face, d.score) for d in super().detect(frame)]

    chance = np.random.default_rng(3)
    run = play(turned_over, 2.5, pipeline=Wavering())
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]


class HalfSeenAsBack(ScriptedPipeline):
    """Takes a card that lies half under the Moon for a back, and cannot read it."""

    def detect(self, frame: Frame) -> list[Detection]:
        found = super().detect(frame)
        is_under = len(found) > 1
        return [
            replace(one, face=Face.DOWN if is_under and card.code == STAR.code else card.face)
            for one, card in zip(found, self.now.cards, strict=True)
        ]

    def _read(self, request: ReadRequest) -> Reading:
        is_star = np.hypot(*(request.quad.mean(axis=0) - (STAR.x, STAR.y))) < 10
        if is_star and len(self.now.cards) > 1:
            return Reading(request.quad, request.face, candidates=((str(STAR.code), 0.7),))
        return super()._read(request)


def test_a_card_does_not_turn_over_under_one_that_was_laid_on_it() -> None:
    moon = MOON.at(STAR.x + 36, STAR.y + 6)
    run = play(lambda t_s: Scene((STAR, moon) if t_s > 2.0 else (STAR,)), 6.0, pipeline=HalfSeenAsBack())
    assert run.reported == ["appeared up", "settled m17", "appeared up", "settled m18"]


@pytest.mark.parametrize("beside_px", [24, 36], ids=["most of it", "a part of it"])
def test_a_named_card_lies_under_what_is_laid_on_it(beside_px: int) -> None:
    """No detection shows it any more: it is neither gone nor the card that was laid, and goes with that one."""
    moon = MOON.at(STAR.x + beside_px, STAR.y + 6)

    def script(t_s: float) -> Scene:
        both = (replace(STAR, seen=False), moon)
        return Scene((STAR,) if t_s < 2.0 else both if t_s < 6.0 else ())

    run = play(script, 9.0)
    reported = [(line, event.t_s) for line, event in zip(run.reported, run.events, strict=True)]
    assert [line for line, t_s in reported if t_s < 6.0] == [
        "appeared up", "settled m17", "appeared up", "settled m18",
    ]  # fmt: skip
    lying = next(seen for seen in run.observations if seen.t_s > 5.9).tracks
    assert np.abs(next(one.quad for one in lying if one.code == "m17") - STAR.quad).max() <= 2
    assert sorted(line for line, t_s in reported if t_s > 6.0) == ["left m17", "left m18"]


@pytest.mark.parametrize("turned_s", [3.0, 99.0], ids=["covered", "pushed"])
@pytest.mark.parametrize("aside_px", [-12, 12], ids=["away from it", "towards it"])
def test_a_named_card_stays_where_it_lay_when_a_neighbour_is_turned_onto_it(
    turned_s: float, aside_px: int
) -> None:
    """What is left of it is found a little aside, again and again; only a card that goes there has moved."""

    class Aside(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            off = np.array([aside_px if turned_s <= self.now_s else 0, 0], np.float32)
            found = super().detect(frame)
            is_star = [one.quad[:, 0].mean() < STAR.x + 16 for one in found]
            return [
                replace(one, quad=one.quad + off) if star else one
                for one, star in zip(found, is_star, strict=True)
            ]

    def say(code: str, number: int) -> str | None:
        return code if code != "m17" or pipeline.now_s < 3.0 else None

    def script(t_s: float) -> Scene:
        lifted_px = round(80 * max(0.5 - abs(t_s - 3.0), 0.0))
        x, y = round(STAR.x + 20), round(STAR.y - lifted_px)
        up = MOON.at(x + 12, y)
        pushed = STAR.at(STAR.x + aside_px if t_s >= 3.0 else STAR.x, STAR.y)
        hand = (x, 0, x + 60, y - 10) if lifted_px else None
        return Scene((STAR, up) if t_s >= turned_s else (replace(up, code=None), pushed), hand)

    pipeline = Aside(say)
    last = play(script, 6.0, pipeline=pipeline).observations[-1].tracks
    star = next(track for track in last if track.code != "m18" and track.face is Face.UP)
    if turned_s < 9.0:
        assert star.code == "m17"
        assert np.abs(star.quad - STAR.quad).max() <= 2
    else:
        assert np.abs(star.quad.mean(axis=0) - (STAR.x + aside_px, STAR.y)).max() <= 2


def test_a_card_that_is_pulled_from_under_another_is_gone() -> None:
    moon = MOON.at(STAR.x + 24, STAR.y + 6)

    def script(t_s: float) -> Scene:
        return Scene((STAR,) if t_s < 2.0 else (STAR, moon) if t_s < 4.0 else (moon,))

    run = play(script, 6.0)
    assert 4.0 < run.moment("left m17") < 5.0
    assert [track.code for track in run.observations[-1].tracks] == ["m18"]


def test_a_card_that_has_just_been_named_once_is_read_again_at_once() -> None:
    """One name after many silences: a second is enough, and a minute is too long to wait for it."""
    run = play(shown(STAR), 4.0, say=lambda code, number: code if number in (4, 5) else None)
    assert run.moment("settled m17") - run.moment("unreadable up") < 1.4


def arrived(run: Run) -> dict[str, bool]:
    """What was reported when each card appeared: whether it has arrived."""
    return {
        e.track.code or str(e.track.face): e.track.arrived
        for e in run.events
        if e.track and e.kind in ("appeared", "settled", "flipped")
    }


def test_what_is_found_in_the_first_picture_was_there_before_and_what_comes_later_arrives() -> None:
    run = play(lambda t_s: Scene((STAR, MOON) if t_s >= 2.0 else (STAR,)), 3.0)
    assert arrived(run)["m17"] is False
    assert arrived(run)["m18"] is True


@pytest.mark.parametrize("hand", [False, True], ids=["nothing moved", "a hand passed"])
def test_what_is_found_late_where_it_lay_all_the_time_has_not_arrived(hand: bool) -> None:
    def script(t_s: float) -> Scene:
        passing = hand_from_left(t_s, 1.5, 1.0) if hand else None
        return Scene((replace(STAR, seen=t_s >= 3.0),), hand=passing)

    assert arrived(play(script, 4.0))["m17"] is False


def test_what_lay_there_face_down_arrives_when_it_is_turned_over() -> None:
    def script(t_s: float) -> Scene:
        return Scene((BACK if t_s < 2.0 else STAR,), hand=hand_from_left(t_s, 1.5, 1.0))

    run = play(script, 4.0)
    assert arrived(run)["down"] is False
    assert arrived(run)["m17"] is True


def test_what_the_detector_takes_for_the_other_side_later_has_not_arrived() -> None:
    class Wavering(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            face = Face.DOWN if self.now_s < 2.0 else Face.UP
            return [replace(found, face=face) for found in super().detect(frame)]

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            face = Face.DOWN if self.now_s < 2.0 else Face.UP
            return [replace(reading, face=face) for reading in super().read(frame, requests)]

    run = play(lambda t_s: Scene((BACK,)), 4.0, pipeline=Wavering())
    assert "flipped up" in run.reported
    assert not any(e.track.arrived for e in run.events if e.track)


def test_the_rim_of_a_pile_below_a_named_card_is_no_card() -> None:
    """Cards dealt one upon the other: what is left of the lower ones shows neither face nor back."""
    rim = STAR.at(STAR.x - 26, STAR.y).quad

    class Rims(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            lower = [Detection(rim, Face.DOWN, 0.9)] if self.now_s > 1.0 else []
            return [*super().detect(frame), *lower]

    run = play(lambda t_s: Scene((STAR,), hand_from_left(t_s, 0.9, 0.4)), 3.0, pipeline=Rims())
    assert "appeared down" not in run.reported
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]


def test_a_card_that_was_swapped_while_nothing_was_seen_does_not_get_the_name_of_the_one_before() -> None:
    """A camera that hangs may show another card at the same place when it goes on."""
    pipeline = ScriptedPipeline(lambda code, _: code if code == "m17" else None)
    tracker = Tracker(pipeline, pipeline)
    settled: list[str | None] = []

    def show(scene: Scene, t_s: float) -> None:
        pipeline.now, pipeline.now_s = scene, t_s
        reported = tracker.step(paint(scene, round(30 * t_s)), t_s).events
        settled.extend(e.track.code for e in reported if e.kind == "settled" and e.track)

    for number in range(35):
        show(Scene((STAR,) if number >= 30 else ()), number / 30)
    assert not settled, "it was read, and not for long enough"
    for number in range(60):
        show(Scene((replace(STAR, code="w07"),)), 9 + number / 30)
    assert not settled


def test_a_named_card_is_not_turned_over_by_a_detector_that_changes_its_mind() -> None:
    class Doubting(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            face = Face.UP if self.now_s < 1.0 else Face.DOWN
            return [replace(found, face=face) for found in super().detect(frame)]

    assert play(lambda t_s: Scene((STAR,)), 4.0, pipeline=Doubting()).reported == [
        "appeared up",
        "settled m17",
    ]
