"""How much quads share, and which of them are one card."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_area
from vision.quads import Quads, areas_of
from vision.types import Quad


def share_inside(quad: Quad, size_wh: tuple[int, int]) -> float:
    """Share of a convex quad's area that lies inside a frame of this size, 0 to 1."""
    width, height = size_wh
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area = abs(quad_area(quad))
    return overlap_area(quad, frame) / area if area else 0.0


def overlap_area(first: Quad, second: Quad) -> float:
    """Area in square pixels that two convex quads share."""
    shared, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(shared)


def quad_iou(first: Quad, second: Quad) -> float:
    """Intersection over union of two convex quads, 0 to 1."""
    shared = overlap_area(first, second)
    union = abs(quad_area(first)) + abs(quad_area(second)) - shared
    return shared / union if union > 0 else 0.0


def distinct(quads: Quads, scores: NDArray[np.float32], same_iou: float) -> NDArray[np.intp]:
    """Return the indices of quads that overlap no better one by ``same_iou`` or more, best first."""
    areas, low, high = areas_of(quads), quads.min(axis=1), quads.max(axis=1)
    kept: list[int] = []
    for i in np.argsort(-scores, kind="stable").tolist():
        # Of two quads that share so much of both, the smaller has at least this share of the larger's area.
        ratio = areas[kept] / max(areas[i], 1e-6)
        near = (low[kept] < high[i]).all(axis=1) & (low[i] < high[kept]).all(axis=1)
        near &= (ratio >= same_iou) & (ratio * same_iou <= 1)
        rivals = (kept[k] for k in np.flatnonzero(near))
        if all(_iou(quads[i], quads[j], areas[i] + areas[j]) < same_iou for j in rivals):
            kept.append(i)
    return np.array(kept, np.intp)


def _iou(one: NDArray[np.float32], other: NDArray[np.float32], areas: float) -> float:
    shared = overlap_area(one, other)
    return shared / max(areas - shared, 1e-6)


def share_hidden(quad: NDArray[np.float32], others: Iterable[NDArray[np.float32]]) -> float:
    """Return the largest share of a quad's area that one of the others overlaps, 0 to 1."""
    low, high, area = quad.min(axis=0), quad.max(axis=0), float(areas_of(quad[None])[0])
    near = (o for o in others if (o.min(axis=0) < high).all() and (low < o.max(axis=0)).all())
    return max((overlap_area(quad, other) / max(area, 1e-6) for other in near), default=0.0)
