"""Overlap of quads, and all thresholds from which two quads are one card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import CORNER_REACH, quad_area
from vision.quads import Quads, areas_of, meeting
from vision.types import Quad

NEARLY_ALL: Final = 0.8
"""Share of both quads from which two are at one place, and share of a quad within a larger card from which it is a part
of that card or its picture. Also the share of a place that must match the background for it to be bare, and the share
of its frame rate that a camera must reach."""

MOST: Final = 0.5
"""Share of both quads from which two are one card, since one squarely on top occludes the other; share of its area
within a named card from which a quad is that card or shows nothing else."""

PART: Final = 0.3
"""Relative area below which a quad within another is a part of it, not a card. Two quads that share more than this may
be one card detected twice. With a larger share moving a seen face is not believed; of a covered card more must be
visible."""

FEATURE_IOU: Final = 0.55
"""IoU from which two poses from local features are at one place."""

NAMED_TWICE_SHARE: Final = 0.4
"""Share of a second place of one name that may be within the first: few features give loose corners."""


def share_inside(quad: Quad, size_wh: tuple[int, int]) -> float:
    """Return the share of a convex quad's area inside a frame of this size, 0 to 1."""
    width, height = size_wh
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    area = abs(quad_area(quad))
    return overlap_area(quad, frame) / area if area else 0.0


def overlap_area(first: Quad, second: Quad) -> float:
    """Return the area that two convex quads share, in square pixels."""
    shared, _ = cv2.intersectConvexConvex(first.astype(np.float32), second.astype(np.float32))
    return float(shared)


def quad_iou(first: Quad, second: Quad) -> float:
    """Return the intersection over union of two convex quads, 0 to 1."""
    shared = overlap_area(first, second)
    union = abs(quad_area(first)) + abs(quad_area(second)) - shared
    return shared / union if union > 0 else 0.0


def distinct(quads: Quads, scores: NDArray[np.float32], same_iou: float) -> NDArray[np.intp]:
    """Return the indices of quads that overlap no better one by ``same_iou`` or more, best first."""
    order = np.argsort(-scores, kind="stable")
    quads = quads[order]
    areas = areas_of(quads)
    # At this IoU the smaller quad has at least this share of the larger one's area.
    alike = areas >= same_iou * areas[:, None]
    alike &= alike.T & meeting(quads, quads)
    stays = np.ones(len(quads), np.bool_)
    for i, j in np.argwhere(np.tril(alike, -1)).tolist():
        if stays[i] and stays[j] and _iou(quads[i], quads[j], areas[i] + areas[j]) >= same_iou:
            stays[i] = False
    return np.asarray(order[stays], np.intp)


def _iou(one: NDArray[np.float32], other: NDArray[np.float32], areas: float) -> float:
    shared = overlap_area(one, other)
    return shared / max(areas - shared, 1e-6)


def share_hidden(quad: NDArray[np.float32], others: Iterable[NDArray[np.float32]]) -> float:
    """Return the largest share of a quad's area that one of the others overlaps, 0 to 1."""
    low, high, area = quad.min(axis=0), quad.max(axis=0), float(areas_of(quad[None])[0])
    near = (o for o in others if (o.min(axis=0) < high).all() and (low < o.max(axis=0)).all())
    return max((overlap_area(quad, other) / max(area, 1e-6) for other in near), default=0.0)


def overlapping(quad: Quad, others: Iterable[Quad]) -> tuple[Quad, ...]:
    """Return the others that share more of a quad's area than corner errors explain, but no more than most of it."""
    return tuple(other for other in others if CORNER_REACH < share_hidden(quad, [other]) <= MOST)


def are_one(quad: Quad, other: Quad) -> bool:
    """Return whether two quads of a tracked table are one card."""
    meet = (quad.min(axis=0) < other.max(axis=0)).all() and (other.min(axis=0) < quad.max(axis=0)).all()
    return bool(meet) and quad_iou(quad, other) > MOST


def is_taken(quad: Quad, others: Iterable[Quad]) -> bool:
    """Return whether another card is at that place."""
    return any(are_one(quad, other) for other in others)


def are_taken(quads: Quads, others: Sequence[Quad]) -> NDArray[np.bool_]:
    """Return for each quad, shape (n, 4, 2), whether another card is at that place, shape (n,)."""
    taken = np.zeros(len(quads), np.bool_)
    if len(others) == 0:
        return taken
    for i, j in np.argwhere(meeting(quads, np.stack(others))).tolist():
        taken[i] = taken[i] or quad_iou(quads[i], others[j]) > MOST
    return taken


def is_known(quad: Quad, named: Iterable[Quad]) -> bool:
    """Return whether half of the smaller of the two is shared with a named card."""
    area = abs(quad_area(quad))
    return any(overlap_area(quad, card) > MOST * min(area, abs(quad_area(card))) for card in named)


def is_mostly_on(quad: Quad, named: Iterable[Quad]) -> bool:
    """Return whether named cards together cover half of a quad: its content is mostly theirs."""
    return sum(overlap_area(quad, card) for card in named) > MOST * abs(quad_area(quad))
