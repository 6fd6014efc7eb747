"""Quads, homographies and rectified crops: the geometry of flat cards seen by a camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from operator import sub
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.types import Box, Crop, Frame, Quad

Homography: TypeAlias = NDArray[np.float64]
"""A projective map of points (x, y), shape (3, 3)."""

Points: TypeAlias = NDArray[np.float32]
"""Points (x, y), shape (n, 2)."""

SAME_SIZE: Final = 0.12
"""Relative difference of a card's sides and proportions through perspective and loose corners; a larger one means that
a part is covered, or that it is another card."""

CORNER_SHARE: Final = 0.0125
"""Usual error of measured corners, in card heights."""

CORNER_REACH: Final = 2 * CORNER_SHARE
"""Largest error of measured corners, in card heights; smaller distances have no meaning."""

SLIMMEST: Final = 0.25
"""Short side to long side of a card's picture: 0.5 to 0.72 from above, less when seen from the side."""

OPPOSITE_SIDES: Final = 2.2
"""Largest ratio of two opposite sides that perspective explains."""


def quad_of(corners: ArrayLike) -> Quad:
    """Check and convert four corners.

    :raise ValueError: if the shape is not (4, 2) or a coordinate is not finite.
    """
    quad = np.asarray(corners, dtype=np.float32)
    if quad.shape != (4, 2) or not np.isfinite(quad).all():
        raise ValueError(f"a quad must have shape (4, 2) and finite coordinates, got shape {quad.shape}")
    return quad


def order_corners(corners: ArrayLike) -> Quad:
    """Put four corners clockwise (as seen in the picture), a short side first.

    The order is by angle about the centroid: sums and differences of coordinates pick one corner twice in a tenth of
    all perspective views. Of the two short sides the one higher in the picture comes first; which is the card's upper
    one stays open.
    """
    points = quad_of(corners).tolist()
    x, y = (sum(along) / 4 for along in zip(*points, strict=True))
    a, b, c, d = sorted(points, key=lambda point: math.atan2(point[1] - y, point[0] - x))
    if math.dist(a, b) + math.dist(c, d) > math.dist(b, c) + math.dist(d, a):
        a, b, c, d = b, c, d, a
    top_is_lower = a[1] + b[1] > c[1] + d[1]
    return np.array((c, d, a, b) if top_is_lower else (a, b, c, d), np.float32)


def turned_half(quad: Quad) -> Quad:
    """Return the same quad started at the opposite corner: the card read the other way up."""
    return np.asarray(quad[STARTS[2]], np.float32)


def axis_of(quad: Quad) -> NDArray[np.float32]:
    """Return the card's long axis as a vector in pixels, from the middle of its bottom to the middle of its top."""
    return np.asarray((quad[0] + quad[1] - quad[2] - quad[3]) / 2, np.float32)


def is_reversed(quad: Quad) -> bool:
    """Return whether the card's top side (first corner to second) is lower in the frame than its bottom."""
    return bool(axis_of(quad)[1] > 0)


def side_lengths(quad: Quad) -> NDArray[np.float32]:
    """Return the lengths of the four sides in pixels, shape (4,): top, right, bottom, left."""
    return np.asarray(sides_of(quad), np.float32)


def quad_size_wh(quad: Quad) -> tuple[float, float]:
    """Return mean width (along the first side) and mean height of a quad, in pixels."""
    a, b, c, d = quad.tolist()
    return (math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2


def box_area(box: Box) -> float:
    """Return the area of a box in square pixels."""
    left, top, right, bottom = box
    return (right - left) * (bottom - top)


def quad_area(quad: Quad) -> float:
    """Return the area in square pixels: positive if the corners run clockwise as seen in the picture."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return float((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2


def is_convex(quad: Quad) -> bool:
    """Return whether the corners run clockwise and every one turns the same way."""
    sides = quad[STARTS[1]] - quad
    following = sides[STARTS[1]]
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool((turns > 0).all())


def is_card_shaped(quad: Quad, min_side_px: float = 12.0) -> bool:
    """Return whether a quad can be a card of usual proportions: convex, not tiny, sides that fit together."""
    sides = side_lengths(quad)
    if not is_convex(quad) or sides.min() < min_side_px:
        return False
    ratios = sides[:2] / sides[2:]
    if max(ratios.max(), (1 / ratios).max()) > OPPOSITE_SIDES:
        return False
    width, height = quad_size_wh(quad)
    return min(width, height) / max(width, height) >= SLIMMEST


def points_inside(points: Points, quad: Quad) -> NDArray[np.bool_]:
    """Return which points are inside a convex, clockwise quad, shape (n,)."""
    sides = quad[STARTS[1]] - quad
    arms = points[:, None] - quad[None]
    return np.asarray((sides[:, 0] * arms[..., 1] - sides[:, 1] * arms[..., 0] >= 0).all(axis=1), np.bool_)


def upright_quad(size_wh: tuple[float, float]) -> Quad:
    """Return the corners of an upright card of this size whose pixels start at (0, 0)."""
    width, height = size_wh
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def homography_between(source: Quad, target: Quad) -> Homography:
    """Return the homography that maps each corner of one quad to the same corner of another."""
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def project(points: ArrayLike, homography: Homography) -> Points:
    """Map points, shape (n, 2), through a homography."""
    array = np.asarray(points, dtype=np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(array, homography), np.float32).reshape(-1, 2)


def widened(quad: Quad, factor: float) -> Quad:
    """Move the corners away from their centre by a factor (1: unchanged)."""
    centre = quad.mean(axis=0)
    return np.asarray(centre + (quad - centre) * factor, np.float32)


def rectify(frame: Frame, quad: Quad, size_wh: tuple[int, int]) -> Crop:
    """Cut a card out of a frame and straighten it.

    The quad's first corner becomes the upper left of the crop, shape (height, width, 3). Pixels outside the frame
    repeat its border. Cards much larger than the crop are shrunk first, against aliasing.
    """
    quad = quad_of(quad)
    part, offset, factor = _shrunk_part(frame, quad, size_wh)
    corners = (quad - offset + 0.5) * factor - 0.5
    matrix = homography_between(corners.astype(np.float32), upright_quad(size_wh) - np.float32(0.5))
    crop = cv2.warpPerspective(part, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(crop, dtype=np.uint8)


def _shrunk_part(
    frame: Frame, quad: Quad, size_wh: tuple[int, int]
) -> tuple[Frame, NDArray[np.float32], NDArray[np.float32]]:
    """Return the part of the frame around the quad, its offset (x, y), and its reduction (x, y)."""
    columns, rows = zip(*quad.tolist(), strict=True)
    left, right = _pixels(columns, frame.shape[1])
    top, bottom = _pixels(rows, frame.shape[0])
    part = frame[top:bottom, left:right]
    shrink = min(s / max(o, 1.0) for s, o in zip(quad_size_wh(quad), size_wh, strict=True))
    if shrink > 1.5:
        smaller_wh = [max(1, round(n / shrink)) for n in (part.shape[1], part.shape[0])]
        smaller = np.asarray(
            cv2.resize(part, (smaller_wh[0], smaller_wh[1]), interpolation=cv2.INTER_AREA), np.uint8
        )
    else:
        smaller = part
    factor = np.array([smaller.shape[1] / part.shape[1], smaller.shape[0] / part.shape[0]], np.float32)
    return smaller, np.array([left, top], np.float32), factor


def _pixels(places: Sequence[float], pixels: int) -> tuple[int, int]:
    """Return, along one axis, the first pixel around some places and the one after the last."""
    first = min(max(math.floor(min(places)) - 2, 0), pixels - 1)
    return first, min(max(math.ceil(max(places)) + 3, first + 1), pixels)


STARTS: Final = (np.arange(4)[:, None] + np.arange(4)[None, :]) % 4
"""Row k: the corners of a quad in order, started k corners later."""


def sides_of(quads: NDArray[np.floating]) -> NDArray[np.floating]:
    """Return the lengths of each quad's sides, shape (..., 4, 2) to (..., 4): top, right, bottom, left."""
    along = quads[..., STARTS[1], :] - quads
    return np.asarray(np.sqrt((along * along).sum(axis=-1)))


def lengths_of(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the lengths of each quad's longer sides in pixels: shape (n, 4, 2) to (n,)."""
    sides = sides_of(quads)
    return np.asarray(np.maximum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2, np.float32)


def length_of(quad: Quad) -> float:
    """Return the length of a quad's longer sides in pixels."""
    return max(quad_size_wh(quad))


def turn_between(quad: Quad, reference: Quad) -> int:
    """Return by how many corners ``quad`` must be rolled so that its corners are nearest the reference's, 0 to 3."""
    corners, others = 2 * quad.ravel().tolist(), reference.ravel().tolist()
    apart = [sum(map(abs, map(sub, corners[2 * turn :], others))) for turn in range(4)]
    return apart.index(min(apart))


def aligned(quad: Quad, reference: Quad) -> Quad:
    """Start a quad at the corner at which the reference starts."""
    return np.asarray(quad[STARTS[turn_between(quad, reference)]], np.float32)
