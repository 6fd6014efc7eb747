"""How much quads share, and from how much on they are one card: every threshold of that kind stands here."""

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
"""Two quads that share so much of what they cover lie at one place; what lies so far within another card that is larger
(a part, or in a single picture, where cards are seen whole, larger at all) is a part of it, or of its picture. A place
of which so much looks like the bare table is bare, and a camera that gives so much of its rate gives it."""

MOST: Final = 0.5
"""Two quads that share most of what they cover are one card: one that lies squarely on another hides it. What shares
most of its area with a named card is that card, or shows nothing else."""

PART: Final = 0.3
"""What is smaller than such a part of another is a part of it, not a card. Two quads that share more than a part may be
one card found twice. With more of a card moving not even the face that is seen is believed; of one that is covered more
must show."""

FEATURE_IOU: Final = 0.55
"""Two poses that local features gave and that share more are at one place."""

NAMED_TWICE_SHARE: Final = 0.4
"""Of a second place of one name, the share that may lie in the first: few features give loose corners."""


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
    order = np.argsort(-scores, kind="stable")
    quads = quads[order]
    areas = areas_of(quads)
    # Of two quads that share so much of both, the smaller has at least this share of the larger's area.
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
    """Return the others that share more of a quad's area than corners err, but no more than most of it."""
    return tuple(other for other in others if CORNER_REACH < share_hidden(quad, [other]) <= MOST)


def are_one(quad: Quad, other: Quad) -> bool:
    """Return whether two quads of a tracked table are one card."""
    meet = (quad.min(axis=0) < other.max(axis=0)).all() and (other.min(axis=0) < quad.max(axis=0)).all()
    return bool(meet) and quad_iou(quad, other) > MOST


def is_taken(quad: Quad, others: Iterable[Quad]) -> bool:
    """Return whether another card lies there."""
    return any(are_one(quad, other) for other in others)


def are_taken(quads: Quads, others: Sequence[Quad]) -> NDArray[np.bool_]:
    """Tell of each quad, shape (n, 4, 2), whether another card lies there, shape (n,)."""
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
    """Return whether half of a quad is shared with named cards, taken together: what it shows is mostly theirs."""
    return sum(overlap_area(quad, card) for card in named) > MOST * abs(quad_area(quad))
