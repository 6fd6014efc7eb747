"""Camera aid: grades of a picture before play that a Host can act on.

Five measures: structure (whether a table is visible at all while no card is), light (of the table or its cards), glare
(its burnt-out share), distance (card heights in pixels) and focus (width of a sharp edge, if there are edges). Each has
a grade from 0 to 1 and, if low, a flaw with its measured value; the picture's grade is its worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_size_wh
from vision.types import Frame, Quad

WORKING_WIDTH_PX: Final = 640
"""Width of the picture on which light and glare are measured."""

STRUCTURE_PX: Final = (1.5, 6.0)
"""Scales (sigma) between which structure is measured on a picture of that width: finer is noise, coarser is light."""

STRUCTURE_LEVELS: Final = 0.6
STRUCTURE_PER_NOISE: Final = 0.1
"""Weakest structure of a table: a standard deviation in grey levels, and a share of the noise (a blank picture keeps
about 0.06 between the two scales)."""

STRUCTURE: Final = (0.5, 1.5)
"""Structure relative to the weakest of a table: hopeless, and fine."""

DARK: Final = (18.0, 55.0)
"""Brightness of the lighter half of the table (0 to 255) that is hopeless, and that is fine."""

PAPER: Final = 2.0
"""How many times lighter than a table its cards are at the least: on a black cloth they show how much light falls."""

BURNT: Final = 250
"""Level of all colours from which a pixel is burnt out."""

GLARE: Final = (0.25, 0.04)
"""Burnt-out share of the cards (of the table while there are none) that is hopeless, and that is fine."""

HEIGHT_PX: Final = (40.0, 90.0)
"""Card heights that are hopeless, and fine."""

BLUR_PX: Final = (4.0, 1.6)
CARD_PX: Final = 100.0
"""Edge widths (sigma in pixels, for a card of so many pixels) that are hopeless, and fine."""

STEP_WINDOW_PX: Final = 25
STEP_LEVELS: Final = 30.0
EDGES_NEEDED: Final = 20
SHARPEST_PERCENT: Final = 8
"""Without cards: least grey levels within a window for an edge, above noise; least number of edges, and percentage of
them that are taken for sharp in themselves."""

GOOD: Final = 0.5
"""Grade from which no flaw is reported."""

SMOOTHING_PX: Final = 0.8
"""Smoothing against sensor noise before edges are measured; subtracted from their width."""


@unique
class Flaw(StrEnum):
    """Flaws of a picture."""

    NO_TABLE = "no-table"
    TOO_DARK = "too-dark"
    GLARE = "glare"
    TOO_FAR = "too-far"
    BLURRED = "blurred"


@dataclass(frozen=True, slots=True)
class Grade:
    """One measure: ``grade`` 0 to 1, ``measured`` in its own unit; the flaw is named if the grade is low."""

    flaw: Flaw
    grade: float
    measured: float

    @property
    def is_flawed(self) -> bool:
        """Whether a Host should act on it."""
        return self.grade < GOOD


def assess(frame: Frame, cards: Sequence[Quad]) -> tuple[Grade, ...]:
    """Grade a frame; ``cards`` are the quads of its cards, none before play.

    Without cards there is no distance, focus is measured on any edges (a bare cloth has none), and a blank picture (a
    covered lens, one colour, a soft gradient, noise alone) is graded as showing no table.
    """
    scale = min(1.0, WORKING_WIDTH_PX / frame.shape[1])
    small = np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    masked = _mask(small.shape[:2], [quad * scale for quad in cards])
    heights = [quad_size_wh(quad)[1] for quad in cards]
    grades = [*([] if cards else [_structure(small)]), _light(small, masked), _glare(small, masked)]
    if heights:
        height = float(np.median(heights))
        grades.append(Grade(Flaw.TOO_FAR, _graded(height, *HEIGHT_PX), round(height)))
    widths = [_edge_width_px(_patch(frame, quad)) for quad in cards]
    if not cards and (sharpest := _sharpest_edge_px(frame)) is not None:
        widths, heights = [sharpest], [CARD_PX]
    return (*grades, _focus(widths, heights)) if widths else tuple(grades)


def level(grades: Iterable[Grade]) -> float:
    """Return a picture's grade: the worst of its grades."""
    return min(grade.grade for grade in grades)


def _mask(size_hw: tuple[int, ...], quads: Iterable[Quad]) -> NDArray[np.uint8] | None:
    outlines = [np.round(quad).astype(np.int32) for quad in quads]
    if not outlines:
        return None
    mask = np.zeros(size_hw, np.uint8)
    cv2.fillPoly(mask, outlines, (255,))
    return mask


def _structure(small: Frame) -> Grade:
    """Grade the structure beyond noise and a gradient of light; ``measured`` is in grey levels."""
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine, coarse = (cv2.GaussianBlur(grey, (0, 0), sigma) for sigma in STRUCTURE_PX)
    border = min(round(2 * STRUCTURE_PX[1]), (min(grey.shape) - 1) // 2)
    between = (fine - coarse)[border : -border or None, border : -border or None]
    noise = float(np.median(np.abs(cv2.Laplacian(grey, cv2.CV_32F))))
    weakest = max(STRUCTURE_LEVELS, STRUCTURE_PER_NOISE * noise)
    found = float(between.std())
    return Grade(Flaw.NO_TABLE, _graded(found / weakest, *STRUCTURE), round(found, 2))


def _light(small: Frame, mask: NDArray[np.uint8] | None) -> Grade:
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    brightness = float(np.percentile(grey, 75))
    if mask is not None and mask.any():
        brightness = max(brightness, float(np.percentile(grey[mask > 0], 75)) / PAPER)
    return Grade(Flaw.TOO_DARK, _graded(brightness, *DARK), round(brightness))


def _glare(small: Frame, mask: NDArray[np.uint8] | None) -> Grade:
    burnt = cv2.inRange(small, (BURNT,) * 3, (255,) * 3) > 0
    share = float(burnt[mask > 0].mean()) if mask is not None and mask.any() else float(burnt.mean())
    return Grade(Flaw.GLARE, _graded(-share, -GLARE[0], -GLARE[1]), round(share, 3))


def _focus(widths_px: Sequence[float], heights_px: Sequence[float]) -> Grade:
    """Grade the widths of the sharpest edges of cards of these heights."""
    per_card = [width * CARD_PX / max(size, 40.0) for width, size in zip(widths_px, heights_px, strict=True)]
    width = float(np.median(per_card))
    return Grade(Flaw.BLURRED, _graded(-width, -BLUR_PX[0], -BLUR_PX[1]), round(width, 2))


def _patch(frame: Frame, quad: Quad) -> Frame:
    x0, y0 = np.floor(quad.min(axis=0)).astype(int).clip(0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    return frame[y0 : y1 + 1, x0 : x1 + 1]


def _edge_width_px(patch: Frame) -> float:
    """Return the width (sigma) of a card's steepest edges, infinite if there are none."""
    if min(patch.shape[:2]) < 8:
        return float("inf")
    smooth, slope = _slopes(patch)
    contrast = float(np.percentile(smooth, 98) - np.percentile(smooth, 2))
    steepest = float(np.percentile(slope, 99.5))
    if contrast < 8 or steepest < 0.2:
        return float("inf")
    return _width_px(contrast / steepest)


def _sharpest_edge_px(frame: Frame) -> float | None:
    """Return the width (sigma) of the sharpest edges of a table, None if nothing on it has any.

    Each edge is measured against its own local step, since light falls off across a table and a cloth's pattern may be
    soft in itself.
    """
    smooth, slope = _slopes(frame)
    near = np.ones((STEP_WINDOW_PX, STEP_WINDOW_PX), np.uint8)
    step = cv2.dilate(smooth, near) - cv2.erode(smooth, near)
    steepest_near = cv2.dilate(slope, np.ones((5, 5), np.uint8))
    edges = (slope > 0) & (slope >= steepest_near) & (step >= STEP_LEVELS)
    if np.count_nonzero(edges) < EDGES_NEEDED:
        return None
    return _width_px(float(np.percentile(step[edges] / slope[edges], SHARPEST_PERCENT)))


def _slopes(patch: Frame) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a patch in smoothed grey and its slope in grey levels per pixel."""
    grey = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    smooth = np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTHING_PX), np.float32)
    dx, dy = (cv2.Sobel(smooth, cv2.CV_32F, *axis, ksize=3, scale=1 / 8) for axis in ((1, 0), (0, 1)))
    return smooth, np.asarray(np.hypot(dx, dy), np.float32)


def _width_px(step_over_slope: float) -> float:
    """Return the width of an edge: a step blurred by sigma rises at its middle by its height over sigma times the root
    of two pi."""
    sigma = step_over_slope / float(np.sqrt(2 * np.pi))
    return float(np.sqrt(max(sigma**2 - SMOOTHING_PX**2, 0.0)))


def _graded(value: float, hopeless: float, fine: float) -> float:
    """Return 0 at ``hopeless`` and below, 0.5 halfway, 1 at ``fine`` and above."""
    if not np.isfinite(value):
        return 0.0
    return float(np.clip((value - hopeless) / (fine - hopeless), 0.0, 1.0))
