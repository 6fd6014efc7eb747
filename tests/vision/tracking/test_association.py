"""Detections and tracks: which is which, by place, face and what is known of the place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.tracking.scripted_table import CARD_WH, Lying
from vision.tracking.association import Expectation, associate, log_ratios
from vision.types import Detection, Face, Quad

HEIGHT = CARD_WH[1]


def place(lengths: float = 0.0, angle_deg: float = 0.0, scale: float = 1.0) -> Quad:
    """A card's quad, so many card lengths to the right of the first one."""
    quad = Lying("m17", 200 + lengths * HEIGHT, 150, angle_deg).quad
    centre = quad.mean(axis=0)
    return np.asarray(centre + scale * (quad - centre), np.float32)


def track(
    lengths: float = 0.0,
    *,
    at_rest: float = 0.98,
    face_up: float = 0.95,
    unseen_s: float = 0.03,
    unchanged: bool = False,
    confirmed: bool = True,
    carried: float | None = None,
) -> Expectation:
    where = place(lengths)
    expected = where if carried is None else place(carried)
    return Expectation(where, expected, at_rest, face_up, unseen_s, unchanged, confirmed)


def found(lengths: float = 0.0, face: Face = Face.UP, scale: float = 1.0) -> Detection:
    return Detection(place(lengths, scale=scale), face, 0.9)


def pairs(
    tracks: list[Expectation], detections: list[Detection], bare: list[bool] | None = None
) -> dict[int, int]:
    return associate(tracks, detections, bare or [False] * len(detections))


def test_without_tracks_or_detections_there_are_no_pairs() -> None:
    assert pairs([], []) == {}
    assert pairs([track()], []) == {}
    assert pairs([], [found()]) == {}


def test_a_track_takes_the_detection_at_its_place() -> None:
    assert pairs([track()], [found(0.5), found(0.01), found(-0.4)]) == {0: 1}


def test_a_detection_belongs_to_the_track_at_its_place() -> None:
    assert pairs([track(0.0), track(0.7), track(1.4)], [found(0.72)]) == {1: 0}


@given(st.permutations(range(5)), st.lists(st.floats(-0.06, 0.06), min_size=5, max_size=5))
def test_each_of_a_row_of_cards_takes_its_own_detection_in_any_order(
    order: list[int], by: list[float]
) -> None:
    tracks = [track(0.65 * number) for number in range(5)]
    detections = [found(0.65 * number + by[number]) for number in order]
    assert pairs(tracks, detections) == {number: order.index(number) for number in range(5)}


@pytest.mark.parametrize("shift", [-0.2, -0.1, 0.1, 0.2])
def test_two_neighbours_that_are_both_pushed_are_not_swapped(shift: float) -> None:
    detections = [found(0.65 + shift), found(shift)]
    assert pairs([track(0.0), track(0.65)], detections) == {0: 1, 1: 0}


@given(st.lists(st.floats(0, 3), max_size=5), st.lists(st.floats(0, 3), max_size=5))
def test_nothing_is_paired_twice(tracks: list[float], detections: list[float]) -> None:
    taken = pairs([track(at) for at in tracks], [found(at) for at in detections])
    assert len(set(taken.values())) == len(taken)
    assert set(taken) <= set(range(len(tracks)))
    assert set(taken.values()) <= set(range(len(detections)))


@pytest.mark.parametrize("lengths", [0.35, 0.6, 1.0, 2.0])
def test_a_track_that_is_known_by_its_unchanged_pixels_takes_no_far_detection(lengths: float) -> None:
    assert pairs([track(unchanged=True, at_rest=0.02)], [found(lengths)]) == {}
    assert pairs([track(unchanged=True, at_rest=0.02)], [found(lengths), found(0.02)]) == {0: 1}


def test_a_carried_card_is_looked_for_where_it_goes() -> None:
    gone_on = track(at_rest=0.1, carried=0.8)
    assert pairs([gone_on], [found(0.8)]) == {0: 0}
    assert pairs([track(at_rest=0.98)], [found(0.8)]) == {}


def test_a_carried_card_is_found_the_further_off_the_longer_it_was_not_seen() -> None:
    lately, long_ago = (track(at_rest=0.1, unseen_s=seconds) for seconds in (0.03, 0.5))
    assert pairs([lately], [found(1.5)]) == {}
    assert pairs([long_ago], [found(1.5)]) == {0: 0}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_confirmed_track_wins_over_a_tentative_one(order: tuple[int, int]) -> None:
    both = [track(confirmed=True), track(confirmed=False)]
    assert pairs([both[number] for number in order], [found()]) == {order.index(0): 0}


def test_a_detection_of_bare_table_beside_its_place_is_not_a_confirmed_track_s() -> None:
    beside = [found(0.2)]
    assert pairs([track()], beside, [False]) == {0: 0}
    assert pairs([track()], beside, [True]) == {}


def test_a_card_that_lies_unchanged_where_the_table_seems_bare_keeps_its_detection() -> None:
    assert pairs([track(unchanged=True)], [found(0.15)], [True]) == {0: 0}


@pytest.mark.parametrize("scale", [0.5, 0.58, 1.7, 2.5])
def test_a_detection_of_another_size_is_not_the_card(scale: float) -> None:
    assert pairs([track()], [found(scale=scale)]) == {}


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.1])
def test_a_detection_of_about_the_same_size_is_the_card(scale: float) -> None:
    assert pairs([track()], [found(scale=scale)]) == {0: 0}


@pytest.mark.parametrize("face", list(Face))
def test_of_two_detections_at_one_place_the_one_with_its_face_is_the_card(face: Face) -> None:
    other = Face.DOWN if face is Face.UP else Face.UP
    up = 0.95 if face is Face.UP else 0.05
    assert pairs([track(face_up=up)], [found(0.01, other), found(0.01, face)]) == {0: 1}


def test_a_card_that_was_turned_over_at_its_place_is_the_same_card() -> None:
    assert pairs([track(face_up=0.999)], [found(face=Face.DOWN)]) == {0: 0}


@given(st.floats(0, 1.5), st.floats(0, 1.5))
def test_the_nearer_the_likelier(first: float, second: float) -> None:
    near, far = sorted((first, second))
    ratios = log_ratios([track()], [found(near), found(far)], [False, False])[0]
    assert ratios[0] >= ratios[1]


def test_ratios_do_not_depend_on_the_size_of_the_picture() -> None:
    small = log_ratios([track()], [found(0.1)], [False])
    one = track()
    large = replace(one, rest=one.rest * 3, carried=one.carried * 3)
    seen = Detection(np.asarray(place(0.1) * 3, np.float32), Face.UP, 0.9)
    np.testing.assert_allclose(log_ratios([large], [seen], [False]), small, atol=1e-3)
