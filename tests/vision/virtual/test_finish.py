"""Finishes of cards: what they change of the picture, and that labels stay true."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.types import Quad
from vision.virtual.canvas import Canvas
from vision.virtual.things.cards import CardPrint, CardStyle, lay_card
from vision.virtual.things.finish import Finish, around, finished, painted_border

QUAD: Quad = np.array([[100, 40], [160, 40], [160, 140], [100, 140]], np.float32)
BESIDE: Quad = QUAD + np.array([62, 0], np.float32)
PLAIN = replace(
    CardStyle.of(np.random.default_rng(0)),
    border_share=0.0,
    radius_share=0.0,
    trim_share=0.0,
    lift=0.0,
    shadow_share=0.0,
    wear=0.0,
    finish=Finish(),
)


def laid(finish: Finish) -> Canvas:
    """Lay a plain card, then one with a finish two pixels beside it."""
    canvas, rng = Canvas(np.full((180, 260, 3), 60, np.uint8)), np.random.default_rng(3)
    side = CardPrint.of(np.full((300, 180, 3), 120, np.uint8))
    lay_card(canvas, rng, QUAD, side, PLAIN, 1)
    lay_card(canvas, rng, BESIDE, side, replace(PLAIN, finish=finish), 2)
    return canvas


def test_a_clear_sleeve_shows_whose_the_pixels_are() -> None:
    bare, sleeved = laid(Finish()), laid(Finish(sleeve_share=0.1, sleeve_gloss=1.0))
    np.testing.assert_array_equal(bare.owner, sleeved.owner)
    changed = np.abs(bare.frame.astype(int) - sleeved.frame).max(axis=2) > 2
    assert changed[90, 158], "its margin lies on the neighbour"
    assert not changed[90, 140]


def test_an_opaque_sleeve_covers_the_neighbour() -> None:
    owner = laid(Finish(sleeve_share=0.1, sleeve_back=(120, 20, 20))).owner
    assert owner[90, 158] == -1
    assert owner[90, 140] == 1
    assert owner[90, 190] == 2


def test_a_sleeve_is_wider_by_a_share_of_the_cards_width() -> None:
    np.testing.assert_allclose(around(QUAD, 0.1), [[94, 34], [166, 34], [166, 146], [94, 146]], atol=1e-4)


@pytest.mark.parametrize("seed", range(12))
def test_a_painted_border_leaves_the_print_as_it_is(seed: int) -> None:
    picture = np.random.default_rng(seed).integers(0, 255, (150, 90, 3), np.uint8)
    framed = painted_border(picture, seed)
    rim = (framed.shape[1] - 90) // 2
    assert framed.shape == (150 + 2 * rim, 90 + 2 * rim, 3)
    # A line may be drawn on the print's edge.
    np.testing.assert_array_equal(framed[rim + 3 : -rim - 3, rim + 3 : -rim - 3], picture[3:-3, 3:-3])
    assert framed[:rim].std() > 1


@pytest.mark.parametrize(
    "finish", [Finish(foil=1.0), Finish(caption=True), Finish(sticker=True), Finish(gilt_share=0.03)]
)
def test_each_finish_changes_a_part_of_the_picture(finish: Finish) -> None:
    picture = np.tile(np.linspace(0, 250, 90).astype(np.uint8)[None, :, None], (150, 1, 3))
    done = finished(np.random.default_rng(4), picture, finish)
    changed = (np.abs(done.astype(int) - picture).max(axis=2) > 5).mean()
    assert done.shape == picture.shape
    assert 0.01 < changed < 0.7
