"""Which detection is which card."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import aligned, turn_between
from vision.tracking.association import Expectation, associate, without_doubles
from vision.tracking.pose import displacement, is_same_size
from vision.types import Detection, Face, Quad


def card(x: float, y: float, angle_deg: float = 0.0, scale: float = 1.0) -> Quad:
    corners = np.array([[-30, -50], [30, -50], [30, 50], [-30, 50]]) * scale
    turn = np.radians(angle_deg)
    matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(corners @ matrix + (x, y), np.float32)


def found(x: float, y: float, face: Face = Face.UP, score: float = 0.9) -> Detection:
    return Detection(card(x, y), face, score)


def expected(x: float, y: float, face: Face = Face.UP, reach: float = 0.9, **more: Any) -> Expectation:
    return Expectation(card(x, y), face, reach, **more)


@pytest.mark.parametrize(
    ("cards", "detections", "pairs"),
    [
        ([], [found(0, 0)], {}),
        ([expected(100, 100)], [], {}),
        ([expected(100, 100)], [found(110, 100)], {0: 0}),
        ([expected(100, 100)], [found(300, 100)], {}),  # out of reach
        ([expected(100, 100), expected(170, 100)], [found(172, 100), found(101, 100)], {0: 1, 1: 0}),
        ([expected(100, 100)], [found(140, 100), found(105, 100)], {0: 1}),  # the nearer one
        ([expected(100, 100, fixed=True)], [found(160, 100)], {}),  # its neighbour is not it
        (
            [expected(100, 100, Face.DOWN)],
            [found(102, 100, Face.DOWN), found(100, 100)],
            {0: 0},
        ),  # the face tells
        (
            [expected(100, 100, hidden=True, told=True), expected(130, 100, told=True)],
            [found(115, 100)],
            {1: 0},
        ),  # who is in sight first
        # a known card under a hand comes before a glimpse that has no history
        (
            [expected(100, 100, Face.DOWN, hidden=True, told=True), expected(103, 100)],
            [found(105, 100)],
            {0: 0},
        ),
        # what lies as it lay is no glimpse, though nobody was told of it yet
        (
            [expected(100, 100, hidden=True, told=True), expected(103, 100, fixed=True)],
            [found(104, 100)],
            {1: 0},
        ),
        # of half a card the other face is seen at times; that it lay elsewhere is less likely
        (
            [expected(100, 100, hidden=True, told=True)],
            [found(120, 100), Detection(card(101, 100), Face.DOWN, 0.9)],
            {0: 1},
        ),
        # what is on the move may be anywhere
        (
            [expected(100, 100, reach=np.inf, told=True)],
            [found(120, 100), Detection(card(101, 100), Face.DOWN, 0.9)],
            {0: 0},
        ),
        ([expected(100, 100)], [Detection(card(100, 100, scale=3), Face.UP, 0.9)], {}),  # no card grows so
    ],
)
def test_detections_go_to_their_cards(
    cards: list[Expectation], detections: list[Detection], pairs: dict[int, int]
) -> None:
    assert associate(cards, detections, [False] * len(detections)) == pairs


@pytest.mark.parametrize(
    ("one", "is_it"),
    [
        (expected(100, 100, told=True), False),
        (expected(100, 100, told=True, fixed=True), True),  # its pixels say that it lies there
        (expected(100, 100), True),  # it may have lain there all the while
    ],
)
def test_what_shows_the_bare_table_is_no_card_that_was_told(one: Expectation, *, is_it: bool) -> None:
    assert associate([one], [found(101, 100)], [True]) == ({0: 0} if is_it else {})


def test_beside_a_card_that_lies_as_it_lay_another_is_found() -> None:
    cards = [expected(100, 100, told=True), expected(300, 100, told=True)]
    detections = [found(120, 100), found(320, 100)]
    assert associate(cards, detections, [False, False], lambda card, found: card == 0) == {1: 1}


@given(st.permutations(range(6)))
def test_the_order_of_detections_does_not_matter(order: list[int]) -> None:
    cards = [expected(100 * k, 80) for k in range(6)]
    detections = [found(100 * k + 7, 83) for k in order]
    assert associate(cards, detections, [False] * len(detections)) == {k: order.index(k) for k in range(6)}


@given(st.floats(0, 360), st.integers(0, 3))
def test_a_quad_is_aligned_to_the_corner_it_started_at(angle_deg: float, turn: int) -> None:
    quad = card(200, 200, angle_deg)
    assert turn_between(np.roll(quad, turn, axis=0), quad) == turn
    np.testing.assert_array_equal(aligned(np.roll(quad, turn, axis=0), quad), quad)


def test_one_card_found_twice_is_one_card() -> None:
    twice = [found(100, 100, score=0.6), found(104, 102, score=0.9), found(160, 100)]
    kept = without_doubles(twice, [])
    assert [detection.score for detection in kept] == [0.9, 0.9]
    assert len(without_doubles(twice, [card(100, 100)])) == 1


@pytest.mark.parametrize(
    ("quad", "share"),
    [
        (card(200, 200), 0.0),
        (card(210, 200), 0.1),  # ten pixels of a hundred
        (np.roll(card(200, 200), 2, axis=0), 0.0),  # another first corner is no movement
        (card(200, 200, angle_deg=10), 0.5 * np.sin(np.radians(10))),  # the ends go aside
    ],
)
def test_displacement_is_told_in_card_lengths(quad: Quad, share: float) -> None:
    assert displacement(quad, card(200, 200)) == pytest.approx(share, abs=0.002)


def test_a_part_of_a_card_has_another_size() -> None:
    assert is_same_size(card(200, 200, scale=1.05), card(200, 200))
    half = card(200, 200)
    half[2:, 1] -= 40
    assert not is_same_size(half, card(200, 200))
