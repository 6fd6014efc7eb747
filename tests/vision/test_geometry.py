from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import (
    homography_between,
    is_card_shaped,
    is_convex,
    is_reversed,
    order_corners,
    project,
    quad_area,
    quad_of,
    rectify,
    turned_half,
    upright_quad,
    widened,
)
from vision.overlap import quad_iou, share_inside
from vision.types import Quad

CARD = upright_quad((70, 120))

angles = st.floats(0, 2 * np.pi)
tilts = st.floats(0, 50)


def seen(angle: float, tilt_deg: float, height: float = 400.0) -> Quad:
    """A card of 70 by 120 lying under a camera at this height, turned, the table tilted away."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    flat = (CARD - [35, 60]) @ turn.T
    tilt = np.radians(tilt_deg)
    depth = height + flat[:, 1] * np.sin(tilt)
    return np.stack([flat[:, 0] / depth, flat[:, 1] * np.cos(tilt) / depth], axis=1).astype(np.float32) * 800


@given(angle=angles, tilt=tilts, shuffle=st.permutations(range(4)))
def test_corners_are_ordered_by_angle_whatever_their_order(
    angle: float, tilt: float, shuffle: list[int]
) -> None:
    quad = seen(angle, tilt)
    ordered = order_corners(quad[shuffle])
    assert {tuple(c) for c in ordered.tolist()} == {tuple(c) for c in quad.tolist()}
    assert is_convex(ordered)
    assert quad_area(ordered) > 0
    assert not is_reversed(ordered)


@given(angle=angles)
def test_a_short_side_comes_first(angle: float) -> None:
    ordered = order_corners(seen(angle, 0))
    sides = np.linalg.norm(np.roll(ordered, -1, axis=0) - ordered, axis=1)
    assert sides[0] < sides[1]


@pytest.mark.parametrize(
    ("turn_deg", "reversed_"),
    [
        (0, False),  # as it was dealt
        (180, True),  # upside down
        (80, False),  # nearly on its side, still head up
        (100, True),  # nearly on its side, head down
        (-80, False),
        (-100, True),
    ],
)
def test_reversed_means_that_the_head_lies_lower(turn_deg: float, reversed_: bool) -> None:
    quad = seen(np.radians(turn_deg), 0)
    assert is_reversed(quad) is reversed_
    assert is_reversed(turned_half(quad)) is not reversed_


@given(angle=angles, tilt=tilts)
def test_overlap_is_symmetric_and_whole_with_itself(angle: float, tilt: float) -> None:
    first, second = seen(angle, tilt), seen(0.3, 20) + np.float32(20)
    assert quad_iou(first, first) == pytest.approx(1, abs=1e-3)
    assert quad_iou(first, second) == pytest.approx(quad_iou(second, first), abs=1e-3)
    assert 0 <= quad_iou(first, second) <= 1


def test_half_covered_cards_share_a_third() -> None:
    assert quad_iou(CARD, CARD + np.array([35, 0], np.float32)) == pytest.approx(1 / 3, abs=1e-3)
    assert quad_iou(CARD, CARD + np.float32(500)) == 0


@given(angle=angles, tilt=tilts)
def test_every_view_of_a_card_is_card_shaped(angle: float, tilt: float) -> None:
    assert is_card_shaped(seen(angle, tilt))


@pytest.mark.parametrize(
    "corners",
    [
        [[0, 0], [70, 120], [70, 0], [0, 120]],  # crossed
        [[0, 0], [0, 120], [70, 120], [70, 0]],  # anticlockwise: a mirror image
        [[0, 0], [70, 0], [35, 40], [0, 120]],  # a dent
        [[0, 0], [7, 0], [7, 12], [0, 12]],  # tiny
        [[0, 0], [20, 0], [20, 400], [0, 400]],  # a stick
        [[0, 0], [70, 0], [45, 120], [30, 120]],  # a wedge
    ],
)
def test_other_shapes_are_not(corners: list[list[int]]) -> None:
    assert not is_card_shaped(quad_of(corners))


@pytest.mark.parametrize("corners", [[[0, 0]] * 3, [[0, 0, 0]] * 4, [[0, np.nan]] * 4, [[np.inf, 0]] * 4])
def test_what_is_no_quad_is_refused(corners: list[list[float]]) -> None:
    with pytest.raises(ValueError, match=r"shape \(4, 2\)"):
        quad_of(corners)


def test_share_inside_counts_what_the_frame_shows() -> None:
    assert share_inside(CARD, (500, 500)) == pytest.approx(1, abs=1e-3)
    assert share_inside(CARD - np.array([35, 0], np.float32), (500, 500)) == pytest.approx(0.5, abs=1e-2)


@given(angle=angles, tilt=tilts)
def test_homographies_take_corners_to_corners_and_back(angle: float, tilt: float) -> None:
    quad = seen(angle, tilt)
    there = homography_between(CARD, quad)
    assert project(CARD, there) == pytest.approx(quad, abs=0.02)
    assert project(quad, np.asarray(np.linalg.inv(there), np.float64)) == pytest.approx(CARD, abs=0.05)


def card_picture() -> np.ndarray:
    """Four colours, one a corner."""
    picture = np.zeros((240, 140, 3), np.uint8)
    picture[:120, :70], picture[:120, 70:] = (250, 0, 0), (0, 250, 0)
    picture[120:, 70:], picture[120:, :70] = (0, 0, 250), (250, 250, 250)
    return picture


@pytest.mark.parametrize(
    ("angle", "size_wh"), list(itertools.product([0, 0.5, 2.0, 4.0], [(70, 120), (28, 48)]))
)
def test_rectify_straightens_a_card(angle: float, size_wh: tuple[int, int]) -> None:
    import cv2

    quad = seen(angle, 30) + np.float32(300)
    frame = cv2.warpPerspective(
        card_picture(), homography_between(upright_quad((140, 240)), quad), (600, 600), flags=cv2.INTER_AREA
    )
    crop = rectify(np.asarray(frame, np.uint8), quad, size_wh)
    width, height = size_wh
    assert crop.shape == (height, width, 3)
    for y, x in itertools.product((height // 4, 3 * height // 4), (width // 4, 3 * width // 4)):
        wanted = card_picture()[y * 240 // height, x * 140 // width].astype(int)
        assert np.abs(crop[y, x].astype(int) - wanted).max() < 25


@pytest.mark.parametrize("shift", [-60, 580, 5000])
def test_rectify_repeats_the_border_outside_the_frame(shift: float) -> None:
    frame = np.full((600, 600, 3), 99, np.uint8)
    crop = rectify(frame, CARD + np.float32(shift), (70, 120))
    assert (crop == 99).all()


def test_widened_keeps_the_centre() -> None:
    wide = widened(CARD, 1.1)
    assert wide.mean(axis=0) == pytest.approx(CARD.mean(axis=0))
    assert quad_area(wide) == pytest.approx(quad_area(CARD) * 1.21, rel=1e-4)
