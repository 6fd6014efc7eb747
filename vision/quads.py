"""Geometry of many quads at once, shape (n, 4, 2): a frame has dozens of proposals."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import OPPOSITE_SIDES, SLIMMEST, STARTS

Quads: TypeAlias = NDArray[np.float32]
"""Quads, shape (n, 4, 2), clockwise, in pixels of the frame."""


def card_shaped(quads: Quads, least_side_px: float) -> NDArray[np.bool_]:
    """Return :func:`vision.geometry.is_card_shaped` of each quad, shape (n,)."""
    sides = quads[:, STARTS[1]] - quads
    after = sides[:, STARTS[1]]
    convex = (sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0] > 0).all(axis=1)
    lengths = np.hypot(sides[..., 0], sides[..., 1])
    long_enough = lengths.min(axis=1, initial=np.inf) >= least_side_px
    one, other = lengths[:, :2], np.maximum(lengths[:, 2:], 1e-6)
    ratios = np.maximum(one / other, other / np.maximum(one, 1e-6)).max(axis=1, initial=0)
    size = np.sort((one + other) / 2, axis=1)
    aspect = size[:, 0] / np.maximum(size[:, 1], 1e-6)
    return np.asarray(convex & long_enough & (ratios <= OPPOSITE_SIDES) & (aspect >= SLIMMEST), np.bool_)


def areas_of(quads: Quads) -> NDArray[np.float64]:
    """Return areas in square pixels, shape (n,), never negative."""
    x, y = quads[..., 0].astype(np.float64), quads[..., 1].astype(np.float64)
    crossed = x * y[:, STARTS[1]] - y * x[:, STARTS[1]]
    return np.asarray(np.abs(crossed.sum(axis=1)) / 2, np.float64)


def meeting(quads: Quads, others: Quads) -> NDArray[np.bool_]:
    """Return whether the bounding boxes of n quads and m others intersect, shape (n, m)."""
    one, other = quads[:, None], others[None]
    below = (one.min(axis=2) < other.max(axis=2)).all(axis=2)
    return np.asarray(below & (other.min(axis=2) < one.max(axis=2)).all(axis=2), np.bool_)


def heights_of(quads: Quads) -> NDArray[np.float32]:
    """Return the lengths of the longest sides in pixels, shape (n,)."""
    sides = np.linalg.norm(quads[:, STARTS[1]] - quads, axis=2)
    return np.asarray(sides.max(axis=1, initial=0), np.float32)


def unit_homographies(quads: Quads) -> NDArray[np.float64]:
    """Return the homographies from the unit square to each quad, shape (n, 3, 3) (Heckbert 1989, section 2.2.3)."""
    p0, p1, p2, p3 = np.moveaxis(quads.astype(np.float64), 1, 0)
    d1, d2, d3 = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    below = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    below = np.where(np.abs(below) < 1e-12, 1e-12, below)
    g = (d3[:, 0] * d2[:, 1] - d3[:, 1] * d2[:, 0]) / below
    h = (d1[:, 0] * d3[:, 1] - d1[:, 1] * d3[:, 0]) / below
    matrices = np.ones((len(quads), 3, 3))
    matrices[:, :2, 0] = p1 - p0 + g[:, None] * p1
    matrices[:, :2, 1] = p3 - p0 + h[:, None] * p3
    matrices[:, :2, 2] = p0
    matrices[:, 2, 0], matrices[:, 2, 1] = g, h
    return matrices


def placed(points: NDArray[np.floating], homographies: NDArray[np.float64]) -> Quads:
    """Map points, shape (m, 2) or (n, m, 2), through each homography, to shape (n, m, 2)."""
    mapped = (
        points.astype(np.float64) @ homographies[:, :, :2].transpose(0, 2, 1) + homographies[:, None, :, 2]
    )
    return np.asarray(mapped[..., :2] / mapped[..., 2:], np.float32)
