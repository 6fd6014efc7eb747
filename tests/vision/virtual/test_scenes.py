"""Single pictures of the virtual world: every arrangement lays cards, and what is laid hides what lies below."""

from __future__ import annotations

import numpy as np
import pytest

from vision.geometry import is_convex
from vision.virtual.canvas import Canvas
from vision.virtual.plays.arrangements import LAYOUTS, Arrange, quad_at
from vision.virtual.things.cards import CardPrint, CardStyle, lay_card


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
