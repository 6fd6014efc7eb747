"""Other outlines of a card of which the detector took another quad than the whole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.geometry import homography_between, project, upright_quad
from vision.overlap import quad_iou
from vision.recognition.outlines import MOST, other_outlines
from vision.types import Frame, Quad

CARD: Quad = np.array([(230, 130), (362, 118), (380, 312), (246, 326)], np.float32)
GROUND, PAPER = (176, 180, 182), (205, 207, 206)


def photographed(card: Quad = CARD) -> Frame:
    """A card with an inner frame on a sheet that is a little darker, blurred and noisy."""
    chance = np.random.default_rng(3)
    frame = np.full((480, 640, 3), GROUND, np.uint8)
    cv2.fillConvexPoly(frame, card.round().astype(np.int32), PAPER)
    cv2.polylines(frame, [inner(card).round().astype(np.int32)], isClosed=True, color=(60, 60, 60))
    for at in part_of(card, (0.08, 0.06), (0.2, 0.28)), part_of(card, (0.8, 0.72), (0.92, 0.94)):
        cv2.fillConvexPoly(frame, at.round().astype(np.int32), (30, 30, 30))
    soft = cv2.GaussianBlur(frame, (0, 0), 0.8) + chance.normal(0, 3, frame.shape)
    return np.asarray(soft.clip(0, 255), np.uint8)


def part_of(card: Quad, low: tuple[float, float], high: tuple[float, float]) -> Quad:
    """The part of a card between two places, in its widths and heights."""
    part = [low, (high[0], low[1]), high, (low[0], high[1])]
    return project(part, homography_between(upright_quad((1, 1)), card))


def inner(card: Quad) -> Quad:
    return part_of(card, (0.25, 0.22), (0.75, 0.78))


@pytest.mark.parametrize(
    "found",
    [
        inner(CARD),
        part_of(CARD, (0.15, 0), (1, 1)),
        part_of(CARD, (0, 0), (0.85, 1)),
        part_of(CARD, (0, 0.12), (1, 1)),
        part_of(CARD, (0, 0), (1.15, 1)),
    ],
    ids=[
        "its inner frame",
        "without its left",
        "without its right",
        "without its top",
        "too far to the right",
    ],
)
def test_the_whole_card_is_among_the_other_outlines(found: Quad) -> None:
    outlines = other_outlines(photographed(), found)
    assert max(quad_iou(one, CARD) for one in outlines) > 0.93
    assert len(outlines) <= MOST


def test_the_outline_that_was_found_is_not_another() -> None:
    assert all(quad_iou(one, CARD) < 0.97 for one in other_outlines(photographed(), CARD))


def test_a_bare_table_shows_no_outline() -> None:
    assert other_outlines(np.full((480, 640, 3), GROUND, np.uint8), CARD) == []


def test_a_quad_whose_surroundings_reach_beyond_the_horizon_has_none() -> None:
    steep = np.array([(300, 200), (340, 200), (420, 320), (220, 320)], np.float32)
    assert other_outlines(photographed(), steep) == []
