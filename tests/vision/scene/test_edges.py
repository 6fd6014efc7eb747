"""Sides of a card are found where the picture has them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.scene.edges import sharpened
from vision.types import Frame, Quad

CARD = np.array([[200.3, 120.6], [271.8, 131.2], [255.1, 247.7], [182.4, 235.9]], np.float32)


PALE, DARK = (215, 225, 230), (90, 60, 110)


def painted(
    quad: Quad, blur_px: float = 0.8, border: Sequence[int] = PALE, frame_share: float = 0.8
) -> Frame:
    """A light card with a dark picture in its border on cloth, a little out of focus, with noise."""
    chance, times = np.random.default_rng(3), 8
    large = np.full((360 * times, 480 * times, 3), (50, 70, 40), np.uint8)
    inner = quad.mean(axis=0) + frame_share * (quad - quad.mean(axis=0))
    for corners, colour in ((quad, border), (inner, DARK)):
        cv2.fillConvexPoly(large, np.round((corners + 0.5) * times).astype(np.int32), colour)
    small = cv2.resize(large, (480, 360), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), blur_px).astype(np.float32)
    return np.asarray((soft + chance.normal(0, 3, soft.shape)).clip(0, 255).round(), np.uint8)


@pytest.mark.parametrize("seed", range(8))
def test_loose_corners_come_onto_the_card(seed: int) -> None:
    """Corners that are off by two or three pixels are off by less than half of one after three looks."""
    loose = (CARD + np.random.default_rng(seed).normal(0, 1.4, (4, 2))).astype(np.float32)
    frame, found = painted(CARD), loose
    for _ in range(3):
        found = sharpened(frame, found)
    assert np.abs(found - CARD).max() < 0.5


def test_a_frame_within_the_border_is_not_its_edge() -> None:
    """The border stands out from the cloth half as much as from the picture that it frames."""
    frame = painted(CARD, border=(110, 130, 100), frame_share=0.94)
    loose = (CARD.mean(axis=0) + 0.96 * (CARD - CARD.mean(axis=0))).astype(np.float32)
    assert np.abs(sharpened(frame, sharpened(frame, loose)) - CARD).max() < 0.8


def test_a_finger_across_a_side_does_not_bend_it() -> None:
    """A quarter of the side shows a finger; the rest says where it runs."""
    frame = painted(CARD)
    cv2.rectangle(frame, (215, 100), (233, 150), (120, 150, 210), -1)
    loose = CARD + np.array([1, -1], np.float32)
    assert np.abs(sharpened(frame, sharpened(frame, loose)) - CARD).max() < 0.9


def test_sides_without_an_edge_hardly_move() -> None:
    """On bare cloth there is nothing to go to but noise."""
    cloth = np.full((360, 480, 3), (50, 70, 40), np.uint8)
    assert np.abs(sharpened(cloth, CARD) - CARD).max() < 0.01


def test_a_card_at_the_rim_of_the_frame_is_looked_at_as_far_as_it_shows() -> None:
    """Half of it lies outside; its corners stay near where they were thought."""
    rim = CARD - np.array([220, 0], np.float32)
    assert np.abs(sharpened(painted(rim), rim) - rim).max() < 12
