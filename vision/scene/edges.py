"""Sides of a card in the picture: each is moved onto the outermost edge that runs along it nearby."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import CORNER_SHARE, SAME_SIZE
from vision.overlap import PART
from vision.types import Frame, Quad

FINE: Final = 12
"""Steps to each side in which an edge is searched, and samples along each half of a side: their median is the half's,
whatever a finger or pattern shows, and the side may turn."""


def sharpened(frame: Frame, quad: Quad) -> Quad:
    """Return the quad with each side on its edge; a side without an edge nearby is unchanged, to a fraction of a
    step."""
    sides = np.roll(quad, -1, axis=0).astype(np.float64) - quad
    lengths = np.linalg.norm(sides, axis=1, keepdims=True)
    outward = np.stack([sides[:, 1], -sides[:, 0]], axis=1) / np.maximum(lengths, 1e-6)
    near_px = max(CORNER_SHARE * float(lengths.max()), 0.6)
    # Search two and a half times as far as corners err.
    offsets = np.linspace(-2.5 * near_px, 2.5 * near_px, 2 * FINE + 1)
    # Leave out the ends of a side: corners are round and may be misplaced.
    shares = np.linspace(SAME_SIZE, 1 - SAME_SIZE, 2 * FINE)
    along = quad[:, None] + sides[:, None] * shares[:, None]
    places = along[:, :, None] + outward[:, None, None] * offsets[:, None]
    strength, clear = _edge_strength(frame, places, float(offsets[1] - offsets[0]))
    reach = (len(offsets) - strength.shape[1]) // 2
    inner = offsets[reach:-reach]
    heights = strength.astype(np.float64) * np.exp(-0.5 * (inner / near_px) ** 2)
    shifts = _outermost(heights, clear & _highest(heights, reach), inner).reshape(4, 2, 1)
    halves = shares.reshape(2, FINE).mean(axis=1)
    return _crossed(quad[:, None] + sides[:, None] * halves[:, None] + outward[:, None] * shifts, quad)


def _edge_strength(
    frame: Frame, places: NDArray[np.float64], step_px: float
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the picture's change across each half of a side, colours summed, over two pixels, and whether it exceeds
    the samples' spread: shapes (8, n)."""
    low = np.clip(np.floor(places.min(axis=(0, 1, 2))) - 3, 0, np.array(frame.shape[1::-1]) - 1).astype(int)
    high = np.clip(np.ceil(places.max(axis=(0, 1, 2))) + 4, low + 1, frame.shape[1::-1]).astype(int)
    part = cv2.GaussianBlur(frame[low[1] : high[1], low[0] : high[0]], (0, 0), 0.8)
    at = (places - low).astype(np.float32).reshape(-1, places.shape[2], 2)
    seen = cv2.remap(part, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    profiles = seen.astype(np.float32).reshape(*places.shape[:3], 3)
    reach = min(max(1, round(1 / step_px)), FINE - 2)
    halves = (profiles[:, :, 2 * reach :] - profiles[:, :, : -2 * reach]).reshape(8, FINE, -1, 3)
    change = np.median(halves, axis=1)
    strength = np.abs(change).sum(axis=-1)
    clear = strength > np.median(np.abs(halves - change[:, None]), axis=1).sum(axis=-1)
    return np.asarray(strength, np.float32), clear


def _highest(heights: NDArray[np.float64], reach: int) -> NDArray[np.bool_]:
    """Return where a row is as high as anywhere within so many steps: closer maxima are one edge."""
    return np.asarray(heights >= cv2.dilate(heights, np.ones((1, 2 * reach + 1), np.uint8)))


def _outermost(
    heights: NDArray[np.float64], clear: NDArray[np.bool_], offsets: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return each row's outermost clear peak that is a share as high as the highest, else the highest, between steps by
    a parabola; 0 for a peak at an end.

    A card's border often contrasts less with the table than with the picture inside it.
    """
    peaks = clear & (heights > PART * heights.max(axis=1, keepdims=True))
    last = heights.shape[1] - 1
    peaks[:, [0, last]] = False
    top = np.where(peaks.any(axis=1), last - peaks[:, ::-1].argmax(axis=1), heights.argmax(axis=1))
    inside = (top > 0) & (top < heights.shape[1] - 1)
    rows, at = np.arange(len(top)), np.clip(top, 1, heights.shape[1] - 2)
    before, here, after = heights[rows, at - 1], heights[rows, at], heights[rows, at + 1]
    bend = before - 2 * here + after
    between = np.where(bend < -1e-6, (before - after) / np.where(bend < -1e-6, 2 * bend, 1), 0)
    return np.asarray(np.where(inside, offsets[at] + between * (offsets[1] - offsets[0]), 0), np.float64)


def _crossed(points: NDArray[np.float64], quad: Quad) -> Quad:
    """Return the intersections of four lines, each given by two points, shape (4, 2, 2); the quad itself if two are
    parallel."""
    lines = np.cross(*np.moveaxis(np.concatenate([points, np.ones((4, 2, 1))], axis=2), 1, 0))
    lines /= np.linalg.norm(lines[:, :2], axis=1, keepdims=True)
    corners = np.cross(np.roll(lines, 1, axis=0), lines)
    if (np.abs(corners[:, 2]) < 0.2).any():
        return quad
    return np.asarray(corners[:, :2] / corners[:, 2:], np.float32)
