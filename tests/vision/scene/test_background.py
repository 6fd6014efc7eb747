"""What moves over the table, on frames that are painted for it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.scene.background import COVERED_CELLS, FINER, SceneMasks, polygon_mask
from vision.scene.resting import resting_places
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import background_for
from vision.types import Frame, Quad

CARD: Quad = np.array([[400, 200], [500, 200], [500, 370], [400, 370]], np.float32)
HAND = (slice(150, 400), slice(350, 560))


@cache
def noisy_cloth(seed: int) -> NDArray[np.float32]:
    chance = np.random.default_rng(seed)
    return chance.standard_normal((720, 1280, 3), np.float32) * 3 + 90


def table(number: int, hand: bool = False, light: float = 1.0) -> Frame:
    frame = noisy_cloth(number % 5).copy()
    if hand:
        frame[HAND] = 180
    return np.asarray(np.clip(frame * light, 0, 255), np.uint8)


def shown(frames: list[Frame], cards: tuple[Quad, ...] = (), fps: float = 30.0) -> list[SceneMasks]:
    meter = background_for(SETTINGS)
    return [meter.step(frame, number / fps, cards) for number, frame in enumerate(frames)]


def test_noise_and_flicker_move_nothing() -> None:
    flicker = [table(k, light=1 + 0.1 * (-1) ** k) for k in range(20)]
    assert not any(motion.busy or motion.changed.any() for motion in shown(flicker))


def test_a_hand_makes_it_busy_while_it_comes_and_while_it_rests() -> None:
    motions = shown([table(k, hand=k >= 20) for k in range(60)])
    assert not any(motion.busy for motion in motions[:20])
    assert all(motion.busy for motion in motions[20:])
    assert motions[20].moving_share(CARD) == pytest.approx(1.0, abs=0.05)
    assert motions[40].moving_share(CARD) == 0.0  # it rests
    assert motions[40].foreground.any()


def test_what_stays_becomes_part_of_the_table() -> None:
    motions = shown([table(k % 7, hand=k >= 30) for k in range(120)], fps=10)
    absorbed = round((3 + SETTINGS.unseen_s) * 10) + 3
    assert motions[absorbed - 10].busy
    assert not any(motion.busy for motion in motions[absorbed:])


def test_a_known_card_is_not_foreign() -> None:
    frames = [table(k, hand=k >= 20) for k in range(60)]
    whole = np.array([[350, 150], [560, 150], [560, 400], [350, 400]], np.float32)
    assert not any(motion.busy for motion in shown(frames, (whole,)))


def test_the_place_of_a_card_is_bare_when_it_is_gone() -> None:
    meter = background_for(SETTINGS)
    for number in range(20):
        meter.step(table(number), number / 30, ())
    lying = [meter.step(table(number, hand=True), number / 30, (CARD,)) for number in range(20, 40)]
    gone = meter.step(table(40), 40 / 30, (CARD,))
    assert lying[-1].background_share(CARD) == 0.0
    assert gone.background_share(CARD) == pytest.approx(1.0)


def test_a_known_card_has_a_rim_that_is_neither_table_nor_another_card() -> None:
    meter, half_on_it = background_for(SETTINGS), CARD + np.array([60, 0], np.float32)
    for number in range(20):
        meter.step(table(number), number / 30, ())
    seen = meter.step(table(20), 20 / 30, (CARD,))
    cells = FINER * seen.scale
    rim = polygon_mask([CARD], seen.background.shape, cells, COVERED_CELLS)
    rim &= ~polygon_mask([CARD], seen.background.shape, cells)
    dark_rim = replace(seen, background=seen.background & ~rim)
    assert dark_rim.background_share(half_on_it, [CARD]) == 1.0


def test_a_frame_of_another_size_starts_anew() -> None:
    meter = background_for(SETTINGS)
    meter.step(table(0), 0.0, ())
    motion = meter.step(np.full((480, 640, 3), 200, np.uint8), 0.1, ())
    assert motion.scale == pytest.approx(160 / 640)
    assert not motion.busy


def test_a_quad_outside_the_frame_has_no_share() -> None:
    motion = shown([table(0)])[0]
    assert motion.moving_share(CARD + 5000) == 0.0
    assert motion.background_share(CARD - 5000) == 0.0


def test_a_hand_in_the_first_picture_is_soon_forgotten() -> None:
    motions = shown([table(k, hand=k < 8) for k in range(34)], fps=10)
    assert motions[8].busy
    assert not any(motion.foreground.any() for motion in motions[26:])


def rim_beside_a_card(number: int, turned: bool, wide_px: int = 16) -> Frame:
    """A card whose light edge lies outside of the quad that is known, and darker once the card is turned over."""
    frame = table(number)
    frame[200:370, 400:500] = 90 if turned else 190
    frame[200:370, 508 : 508 + wide_px] = 90 if turned else 190
    return frame


@pytest.mark.parametrize(("wide_px", "foreground"), [(16, False), (40, True)])
def test_a_thin_still_rim_of_a_card_is_no_hand(wide_px: int, foreground: bool) -> None:
    frames = [rim_beside_a_card(k, k >= 60, wide_px) for k in range(80)]
    motions = shown(frames, (CARD,))
    assert motions[62].is_under_hand(CARD)  # it has just changed: a finger may be there
    assert motions[75].is_under_hand(CARD) is foreground


@pytest.mark.parametrize(
    ("apart_px", "touched", "beside"), [(6, True, True), (20, False, True), (60, False, False)]
)
def test_a_hand_beside_a_card_is_told_from_one_on_it(apart_px: int, touched: bool, beside: bool) -> None:
    """A card of 170 pixels, a hand that many pixels from its edge."""

    def frame(number: int) -> Frame:
        shown = table(number)
        if number >= 20:
            shown[240:320, 300 : 400 - apart_px] = 180
            shown[200:370, 400:500] = 140
        return shown

    meter = background_for(SETTINGS)
    motions = [meter.step(frame(k), k / 30, (CARD,) if k >= 20 else ()) for k in range(40)]
    assert motions[-1].is_under_hand(CARD) is touched
    assert motions[-1].is_near_hand(CARD) is beside


RED, HAND_OF_ITS_GREY = (40, 40, 160), (45, 70, 101)
"""A cloth and a hand of one grey (blue, green, red)."""


def red_cloth(number: int, hand: bool = False, shadow: float = 1.0, warmth: int = 0) -> Frame:
    frame = np.broadcast_to(np.array(RED, np.float32), (720, 1280, 3)) + (noisy_cloth(number % 5) - 90)
    frame[HAND] *= shadow
    if hand:
        frame[HAND] = HAND_OF_ITS_GREY
    return np.asarray(np.clip(frame + np.array([-warmth, 0, warmth]), 0, 255), np.uint8)


def test_a_hand_of_the_cloths_own_grey_is_a_hand() -> None:
    motions = shown([red_cloth(k, hand=k >= 20) for k in range(40)])
    assert not any(motion.busy for motion in motions[:20])
    assert all(motion.busy and motion.is_under_hand(CARD) for motion in motions[20:])


def test_a_shadow_on_a_coloured_cloth_is_no_hand() -> None:
    motions = shown([red_cloth(k, shadow=0.85 if k >= 20 else 1.0) for k in range(40)])
    assert not any(motion.foreground.any() for motion in motions)


def test_a_camera_that_finds_the_light_warmer_sees_no_hand() -> None:
    motions = shown([red_cloth(k, warmth=min(30, 3 * max(0, k - 20))) for k in range(40)])
    assert not any(motion.foreground.any() for motion in motions)


def test_a_thing_is_table_until_it_turns_out_to_be_a_card() -> None:
    meter = background_for(SETTINGS)
    for number in range(30):
        seen = meter.step(table(number), number / 30, (), (CARD,))
    assert seen.background_share(CARD) > 0.95
    meter.unlearn([(CARD, 0.0)])
    assert meter.step(table(30), 1.0, (CARD,)).background_share(CARD) == 0.0


def test_what_lay_below_before_a_card_came_stays_table() -> None:
    meter = background_for(SETTINGS)
    for number in range(30):
        meter.step(table(number), number / 30, (), (CARD,))
    meter.unlearn([(CARD, 1.0)])
    assert meter.step(table(30), 1.0, (CARD,)).background_share(CARD) > 0.95


def test_a_card_that_came_to_known_table_leaves_it_known() -> None:
    meter = background_for(SETTINGS)
    for number in range(30):
        meter.step(table(number), number / 30, ())
    meter.unlearn([(CARD, 0.0)])
    assert meter.step(table(30), 1.0, (CARD,)).background_share(CARD) > 0.95


def test_what_lies_there_unlike_the_table_rests_once_nothing_moves() -> None:
    seen = shown([table(k, hand=k >= 20) for k in range(30)])
    assert not any(resting_places(masks, (), ()) for masks in seen[:20])
    assert resting_places(seen[20], (), ()) == [], "it has only just come"
    lies = np.array([[350, 150], [560, 150], [560, 400], [350, 400]], np.float32)
    (place,) = resting_places(seen[-1], (), ())
    np.testing.assert_allclose(place, lies, atol=8)
    assert resting_places(seen[-1], (), [lies]) == []


def test_what_was_found_rests_there_though_it_is_no_other_than_the_table() -> None:
    seen = shown([table(k) for k in range(30)])
    card = np.array([[100, 100], [160, 100], [160, 200], [100, 200]], np.float32)
    (place,) = resting_places(seen[-1], [card], ())
    np.testing.assert_allclose(place, card, atol=8)
    joined = card + np.array([40, 0], np.float32)
    (place,) = resting_places(seen[-1], [card, joined], ())
    np.testing.assert_allclose(place[[0, 2]], [card[0], joined[2]], atol=8)
    assert resting_places(seen[-1], [card], [card]) == []


def test_what_comes_to_lie_on_a_thing_is_not_foreign() -> None:
    meter = background_for(SETTINGS)
    whole = np.array([[350, 150], [560, 150], [560, 400], [350, 400]], np.float32)
    seen = [meter.step(table(k, hand=k >= 20), k / 30, (), (whole,)) for k in range(24)]
    assert not any(motion.busy for motion in seen)
