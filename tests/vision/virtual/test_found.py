"""Tables as they are found: they show the picture they are given, and what lies there hides no card."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.types import Frame, Quad
from vision.virtual import Script, VirtualTable
from vision.virtual.things.clutter import Thing, cut_thing
from vision.virtual.things.found import FLAT_MM, strew_found
from vision.virtual.truth import truth_of
from vision.virtual.types import Chance

from .test_virtual import faces

GREEN = (30, 220, 60)
WH = (640, 360)
CARDS = Script(cards_per_seat=(3, 3), pace=1.6, face_up=True)


class TableParts:
    """A green table with flat and standing things in red, each a tenth of a metre wide."""

    def __init__(self, flat: int = 0, standing: int = 0) -> None:
        self.heights = (0.3,) * flat + (20.0,) * standing
        self.towards: tuple[float, float] | None = None

    def surface(self, chance: Chance) -> Frame:
        return np.full((300, 400, 3), GREEN, np.uint8)

    def things(self, chance: Chance, towards: tuple[float, float]) -> Sequence[Thing]:
        self.towards = towards
        red = np.zeros((200, 200, 3), np.float32)
        red[..., 2] = 0.9
        return [cut_thing(red, np.ones((200, 200), np.float32), height) for height in self.heights]


def table(seed: int, found: TableParts | None) -> VirtualTable:
    """A table without noise: what changes in its picture is what lies there."""
    return VirtualTable(
        seed, faces(), faces()["m00"], size_wh=WH, fps=15, script=CARDS, found=found, card_height_px=55.0,
        noise=0.0, jpeg_quality=0, flicker=0.0, clutter=0, lamp="tube", glare=0.0, level=0.9,
    )  # fmt: skip


def inner(quad: Quad) -> np.ndarray:
    """A card without its rim, which the lens blurs with what lies beside it, as a mask."""
    mask = np.zeros(WH[::-1], np.uint8)
    shrunk = quad.mean(axis=0) + (quad - quad.mean(axis=0)) * 0.7
    cv2.fillConvexPoly(mask, np.round(shrunk).astype(np.int32), 1)
    return mask.astype(bool)


def test_the_table_is_what_was_found_and_the_same_for_the_same_number() -> None:
    frame = table(3, TableParts()).render(0).image
    assert (frame[..., 1] > frame[..., 0] + 30).mean() > 0.95
    np.testing.assert_array_equal(frame, table(3, TableParts()).render(0).image)
    assert np.abs(frame.astype(int) - table(3, None).render(0).image).mean() > 20


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_there_hides_no_card_and_changes_neither_play_nor_light(seed: int) -> None:
    bare, full = table(seed, TableParts()), table(seed, TableParts(flat=12, standing=12))
    shown = 0
    for number in (0, 60, 90, 120):
        cards = truth_of(full).at(number).cards
        assert repr(cards) == repr(truth_of(bare).at(number).cards)
        one, other = bare.render(number).image, full.render(number).image
        for card in cards:
            if card.visible > 0.999:
                assert np.abs(one.astype(int) - other)[inner(card.quad)].max(initial=0) <= 2
                shown += 1
    assert shown > 6
    assert (np.abs(one.astype(int) - other).max(axis=2) > 20).mean() > 0.05


def test_flat_things_lie_anywhere_standing_ones_beside_the_cards() -> None:
    area, half = (-300.0, -100.0, 300.0, 100.0), (600.0, 400.0)
    things = TableParts(flat=60, standing=60).things(np.random.default_rng(0), (1.0, 0.0))
    within = {True: 0, False: 0}
    laid = list(strew_found(np.random.default_rng(1), things, half, [area]))
    assert len(laid) > 110
    for thing, pose in laid:
        x, y = np.clip(pose.x, *area[::2]), np.clip(pose.y, *area[1::2])
        apart = np.hypot(pose.x - x, pose.y - y) < np.hypot(*thing.size_wh_mm) / 2
        within[thing.height_mm <= FLAT_MM] += bool(apart)
    assert within[False] == 0
    assert within[True] > 10


def test_what_finds_no_room_is_left_out() -> None:
    things = TableParts(standing=5).things(np.random.default_rng(0), (1.0, 0.0))
    everywhere = (-900.0, -900.0, 900.0, 900.0)
    assert list(strew_found(np.random.default_rng(1), things, (600.0, 400.0), [everywhere])) == []


@pytest.mark.parametrize(
    "script",
    [
        Script(cards_per_seat=(1, 4), overlap=-0.3),
        Script(cards_per_seat=(6, 6), overlap=0.4),
        Script(cards_per_seat=(2, 2), piles=True, discards=True),
    ],
    ids=["apart", "close", "piles"],
)
def test_every_card_that_lies_lies_in_the_areas_kept_clear(script: Script) -> None:
    for seed in range(3):
        camera = VirtualTable(seed, faces(), faces()["m00"], fps=15, seconds=20, script=script)
        areas = camera._play.areas()
        camera._play.write_until(20.0)
        for card in camera._play.cards:
            for stretch in card.path.stretches:
                end = stretch.end
                on_table = abs(end.z) < 1 and end.x != 0.0 and stretch.end_s < card.taken_s
                clear = any(left < end.x < right and low < end.y < high for left, low, right, high in areas)
                assert clear or not on_table, (seed, card.code, end)


def test_shadows_fall_away_from_the_lamp() -> None:
    finds = TableParts(standing=1)
    stage = table(5, finds)._stage
    assert finds.towards == stage._light.towards
