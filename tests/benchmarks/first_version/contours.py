"""The plain detector: cards as bright or dark quadrilaterals with sharp outlines.

It knows nothing of drawings: edges and thresholds give closed contours, contours of four corners and a card's
proportions are cards. It is the baseline that the learned detector must beat, and sees clear tables well.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import is_card_shaped, order_corners, quad_area, quad_size_wh, rectify, side_lengths
from vision.overlap import MOST, NEARLY_ALL, overlap_area, quad_iou, share_inside
from vision.types import Crop, Detection, Face, Frame, Quad

Mask = NDArray[np.uint8]

WORKING_SIDE_PX: Final = 960
CROP_WH: Final = (48, 80)
LEAST_CONTRAST: Final = 12.0
"""Standard deviation of the grey values inside a card; a flat check of a cloth has that of the noise."""

ASPECT: Final = (0.42, 0.85)
"""Short to long side: tarot cards are 0.57 to 0.6, playing cards 0.63 to 0.72; the rest is tilt."""

LARGEST_SHARE: Final = 0.7
"""A quad that fills more of the frame than this is the table or the picture's own border."""

LEAST_STEP: Final = 12.0
"""Grey values by which the inside of an outline must differ from what lies around it."""

LEAST_OUTLINE: Final = 0.75
"""Share of its outline on which a quad must differ from its surroundings."""

BACK_SYMMETRY: Final = 0.55
"""Correlation of a crop with itself turned by 180 degrees, from which it is called a back: backs are drawn
so that nobody can tell a reversed card; pictured faces stay below 0.5."""


class ContourDetector:
    """TableParts cards that lie free, by their outlines.

    ``min_height_px`` is the smallest long side of a card, in pixels of the frame.
    """

    def __init__(self, min_height_px: float = 40.0) -> None:
        self.min_height_px = min_height_px

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first; backs are told from faces by their symmetry."""
        scale = min(1.0, WORKING_SIDE_PX / max(frame.shape[:2]))
        small = _shrunk(frame, scale)
        found: list[tuple[float, Quad]] = []
        soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 1.6), np.uint8)
        for mask in _masks(small):
            found += list(_quads(mask, soft, self.min_height_px * scale))
        crops = [(score, quad, rectify(small, quad, CROP_WH)) for score, quad in _distinct(found)]
        return [
            Detection((quad + 0.5) / np.float32(scale) - np.float32(0.5), face_of(crop), score)
            for score, quad, crop in crops
            if has_drawing(crop)
        ]


def has_drawing(crop: Crop) -> bool:
    """Tell a card from a tile, a sheet of paper or a check of the cloth: something is drawn on it."""
    return float(_inner(crop).std()) > LEAST_CONTRAST


def _inner(crop: Crop) -> NDArray[np.float64]:
    """Return the middle three quarters of a crop, grey and without its finest noise."""
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), (0, 0), 1.0).astype(np.float64)
    margin_y, margin_x = crop.shape[0] // 8, crop.shape[1] // 8
    return np.asarray(grey[margin_y:-margin_y, margin_x:-margin_x], np.float64)


def face_of(crop: Crop) -> Face:
    """Guess which side of a card a crop shows: a drawing that looks the same upside down is a back."""
    inner = _inner(crop)
    inner = inner - inner.mean()
    power = max(float((inner * inner).mean()), 1e-6)
    return Face.DOWN if float((inner * inner[::-1, ::-1]).mean()) / power > BACK_SYMMETRY else Face.UP


def _shrunk(frame: Frame, scale: float) -> Frame:
    if scale == 1.0:
        return frame
    size_wh = (max(1, round(frame.shape[1] * scale)), max(1, round(frame.shape[0] * scale)))
    return np.asarray(cv2.resize(frame, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _masks(small: Frame) -> Iterator[Mask]:
    """Yield pictures whose closed outlines may be cards: edges at three strengths, and two thresholds."""
    soft = cv2.GaussianBlur(small, (5, 5), 0)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    cross = cv2.getStructuringElement(cv2.MORPH_RECT, (3, 3))
    for low in (20, 50, 100):
        yield np.asarray(cv2.dilate(cv2.Canny(grey, low, 3 * low), cross), np.uint8)
    for channel in (grey, cv2.cvtColor(soft, cv2.COLOR_BGR2HSV)[:, :, 1]):
        _, mask = cv2.threshold(channel, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        yield np.asarray(mask, np.uint8)
        yield np.asarray(255 - mask, np.uint8)
    yield np.asarray(
        cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 101, -8), np.uint8
    )


def _quads(mask: Mask, soft: Frame, min_height_px: float) -> Iterator[tuple[float, Quad]]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    largest = LARGEST_SHARE * mask.size
    for contour in contours:
        hull = cv2.convexHull(contour)
        if not (0.4 * min_height_px**2 < cv2.contourArea(hull) < largest):
            continue
        quad = _four_corners(np.asarray(hull, np.float32))
        if quad is not None and _is_card(quad, hull, min_height_px, (soft.shape[1], soft.shape[0])):
            yield _edge_score(quad, soft), quad


def _four_corners(hull: NDArray[np.float32]) -> Quad | None:
    """Simplify a convex outline to four corners, cutting rounded ones; None if it has another shape."""
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.035, 0.05):
        polygon = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(polygon) == 4:
            return order_corners(polygon.reshape(4, 2))
    return None


def _is_card(quad: Quad, hull: NDArray[np.generic], min_height_px: float, size_wh: tuple[int, int]) -> bool:
    if not is_card_shaped(quad):
        return False
    width, height = quad_size_wh(quad)
    sides = side_lengths(quad)
    if height < min_height_px or not ASPECT[0] <= width / height <= ASPECT[1]:
        return False
    if max(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) > 1.6:
        return False
    fills = float(cv2.contourArea(np.asarray(hull, np.float32))) / quad_area(quad)
    return fills > 0.93 and share_inside(quad, size_wh) > 0.95


def _edge_score(quad: Quad, soft: Frame) -> float:
    """Share of the outline where the picture changes across it, 0 to 1; 0 if one side does not stand out."""
    steps = np.linspace(0.08, 0.92, 24, dtype=np.float32)
    following = np.roll(quad, -1, axis=0)
    points = quad[:, None] + (following - quad)[:, None] * steps[None, :, None]
    outward = points - quad.mean(axis=0)
    outward /= np.maximum(np.linalg.norm(outward, axis=2, keepdims=True), 1e-6)
    change = _sampled(soft, points - 4 * outward) - _sampled(soft, points + 4 * outward)
    if np.abs(change.mean(axis=1)).max(axis=1).min() < LEAST_STEP:
        return 0.0
    return float((np.abs(change).max(axis=2) > LEAST_STEP).mean())


def _sampled(small: Frame, points: NDArray[np.float32]) -> NDArray[np.float32]:
    x = np.clip(np.rint(points[..., 0]), 0, small.shape[1] - 1).astype(np.intp)
    y = np.clip(np.rint(points[..., 1]), 0, small.shape[0] - 1).astype(np.intp)
    return small[y, x].astype(np.float32)


def _distinct(found: list[tuple[float, Quad]]) -> list[tuple[float, Quad]]:
    """Keep one quad a card: outlines before the frames drawn inside them, well-edged before faint."""
    kept: list[tuple[float, Quad]] = []
    for score, quad in sorted(found, key=lambda pair: -abs(quad_area(pair[1])) * pair[0]):
        if score < LEAST_OUTLINE or any(_same_card(quad, other) for _, other in kept):
            continue
        kept.append((score, quad))
    return sorted(kept, key=lambda pair: -pair[0])


def _same_card(quad: Quad, other: Quad) -> bool:
    """Tell whether two quads are one card, or the smaller is a part of the larger one's drawing."""
    smaller = min(abs(quad_area(quad)), abs(quad_area(other)))
    return quad_iou(quad, other) > MOST or overlap_area(quad, other) > NEARLY_ALL * smaller
