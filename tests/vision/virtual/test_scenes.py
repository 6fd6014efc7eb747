"""Single pictures of the virtual world: every arrangement lays cards, and what is laid hides what lies below."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.geometry import is_convex
from vision.virtual.canvas import Canvas
from vision.virtual.people.free_hands import FreeHand, free_hand, put_hand
from vision.virtual.plays.arrangements import LAYOUTS, Arrange, quad_at
from vision.virtual.sprites import rounded_mask
from vision.virtual.things.cards import CardPrint, CardStyle, lay_card
from vision.virtual.things.occluders import disc, put


def test_a_laid_card_shows_its_picture_and_hides_what_lies_below() -> None:
    canvas = Canvas(np.full((160, 256, 3), 60, np.uint8))
    rng, style = np.random.default_rng(0), CardStyle.of(np.random.default_rng(1))
    side = CardPrint.of(np.full((300, 180, 3), 250, np.uint8))
    quad = np.array([[100, 40], [160, 40], [160, 140], [100, 140]], np.float32)
    lay_card(canvas, rng, quad, side, style, 1)
    lay_card(canvas, rng, quad + np.float32(30), side, style, 2)
    assert canvas.owner[50, 110] == 1
    assert canvas.owner[100, 150] == 2
    assert canvas.owner[10, 10] == 0
    assert canvas.frame[80, 120].mean() > 120


@pytest.mark.parametrize("layout", [layout for layout, _ in LAYOUTS], ids=lambda layout: layout.__name__)
def test_every_layout_lays_at_least_one_card(layout: Arrange) -> None:
    for seed in range(20):
        poses = layout(np.random.default_rng(seed), (6.0, 4.0), 0.6)
        assert poses
        assert all(is_convex(quad_at(pose, 0.6, 50.0)) for pose in poses)


@pytest.fixture(scope="module")
def hands() -> list[FreeHand]:
    return [free_hand(np.random.default_rng(seed)) for seed in range(16)]


def test_a_hand_lies_where_it_is_put_and_its_arm_comes_from_outside(hands: list[FreeHand]) -> None:
    for seed, hand in enumerate(hands):
        canvas, at = Canvas(np.full((320, 512, 3), 60, np.uint8)), (200.0, 140.0)
        put_hand(canvas, np.random.default_rng(seed), hand, at, 70.0)
        covered = canvas.owner == -1
        assert covered[140, 200], "the palm"
        assert 0.02 < covered.mean() < 0.4
        rim = np.concatenate([covered[0], covered[-1], covered[:, 0], covered[:, -1]])
        assert rim.any(), "nobody's arm ends on the table"
        count, _ = cv2.connectedComponents(covered.astype(np.uint8))
        assert count == 2, "one hand is one piece"


def test_an_arm_comes_from_the_side_on_which_the_hand_lies(hands: list[FreeHand]) -> None:
    for x, near, far in ((120.0, 0, -1), (392.0, -1, 0)):
        canvas = Canvas(np.full((320, 512, 3), 60, np.uint8))
        put_hand(canvas, Straight(), hands[0], (x, 160.0), 70.0)  # type: ignore[arg-type]
        assert (canvas.owner[150:170, near] == -1).all()
        assert not (canvas.owner[:, far] == -1).any()


def test_hands_are_sleeved_and_bare_left_and_right_and_each_its_own(hands: list[FreeHand]) -> None:
    assert {hand.bare for hand in hands} == {True, False}
    assert {hand.side for hand in hands} == {-1.0, 1.0}
    outlines = [hand.hand[1] for hand in hands]
    apart = [np.abs(one.astype(int) - other).mean() for one, other in pairwise(outlines)]
    assert min(apart) > 5
    again = free_hand(np.random.default_rng(3))
    np.testing.assert_array_equal(again.hand[0], hands[3].hand[0])


def test_the_left_hand_is_the_right_one_in_a_mirror(hands: list[FreeHand]) -> None:
    hand = next(each for each in hands if not each.bare)
    shares = []
    for side in (1.0, -1.0):
        canvas = Canvas(np.zeros((400, 401, 3), np.uint8))
        put_hand(canvas, Straight(), replace(hand, side=side), (200.0, 260.0), 110.0)  # type: ignore[arg-type]
        shares.append((canvas.owner == -1).astype(float))
    assert np.abs(shares[0] - shares[1][:, ::-1]).mean() < 0.01
    assert np.abs(shares[0] - shares[1]).mean() > 0.01


class Straight:
    """Chance without any: hands point straight ahead, shadows fall nowhere."""

    def normal(self, mean: float, spread: float, size: int | None = None) -> object:
        return mean if size is None else np.full(size, mean)


@pytest.mark.parametrize("radius", [0.0, 0.4, 3.0, 7.5, 20.0])
def test_round_corners_are_cut_and_nothing_else(radius: float) -> None:
    mask = rounded_mask((40, 60), radius)
    rim = 40 * 60 - (4 - np.pi) * radius**2
    assert mask.sum() == pytest.approx(rim, rel=0.005)
    np.testing.assert_array_equal(mask, mask[::-1, ::-1])
    assert (mask[20:40] == 1).all()
    assert radius >= 0.5 or (mask == 1).all()


@pytest.mark.parametrize("light", [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)])
def test_a_body_is_bright_towards_the_lamp_and_its_shadow_falls_away_from_it(
    light: tuple[float, float],
) -> None:
    canvas = Canvas(np.full((120, 120, 3), 128, np.uint8))
    put(canvas, [disc((60.0, 60.0), 20.0)], (128, 128, 128), light, swell=20.0)
    level, body = canvas.frame[..., 0].astype(float), canvas.owner == -1
    ys, xs = np.mgrid[-60:60, -60:60]
    lamp_side = xs * light[0] + ys * light[1] > 5
    far_side = xs * light[0] + ys * light[1] < -5
    assert level[body & lamp_side].mean() > level[body & far_side].mean() + 10
    assert level[~body & lamp_side].mean() > level[~body & far_side].mean() + 0.5
