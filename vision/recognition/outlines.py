"""Other outlines of a card: the detector may have taken its inner frame, or lost a side that the table hardly shows.

Edges that run along a whole side of the found quad, inside or outside of it, are possible sides of the card.
"""

from __future__ import annotations

from itertools import product
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, is_convex, project, quad_size_wh, upright_quad
from vision.types import Frame, Quad

REACH: Final = (-0.9, 1.9)
"""Part of the picture that is searched, in widths and heights of the found quad."""

CROP_PX: Final = 280
HALF_STEP: Final = 2
"""Pixels of the crop before and behind an edge that are compared."""

PARTS: Final = 8
AGREEING: Final = 30
"""Percentage of a side's parts that may contradict its edge: indices and pips are as strong, but shorter."""

LEAST_CHANGE: Final = 2.0
"""Weakest edge, as a change of the three colours together."""

ABOVE_MEDIAN: Final = 2.5
"""Factor by which an edge is stronger than most places."""

SIDE_RANGES: Final = ((-0.85, 0.2), (-0.7, 0.2), (0.8, 1.85), (0.8, 1.7))
"""Where the left, upper, right and lower side may be, in widths and heights of the found quad."""

EACH: Final = 2
"""Outermost edges and strongest edges of a side that are tried."""

ASPECTS: Final = (0.48, 0.95)
ASPECT: Final = 0.68
"""Width to height of most playing cards; other proportions in the range above come from a camera's slant."""

ASPECT_WEIGHT: Final = 3.0
STRONGEST: Final = 1.5
DIFFERENT: Final = 0.04
"""Shift of one side from which two outlines are different, in widths or heights of the found quad."""

MOST: Final = 3
"""Outlines that are tried. More of them name no more cards, since the best of n must be n times as clear."""

UNIT: Final = upright_quad((1, 1))

Sides: TypeAlias = list[tuple[float, float]]
"""Possible places of one side, and how clear its edge is, as a logarithm."""


def other_outlines(frame: Frame, quad: Quad) -> list[Quad]:
    """Return other outlines that a playing card at this quad may have, likeliest first, at most :data:`MOST`."""
    start, end = REACH
    region = project(UNIT * (end - start) + start, homography_between(UNIT, quad))
    if not is_convex(region):
        return []
    to_crop = homography_between(region, upright_quad((CROP_PX, CROP_PX)) - np.float32(0.5))
    crop = cv2.warpPerspective(frame, to_crop, (CROP_PX, CROP_PX), borderMode=cv2.BORDER_REPLICATE)
    pixels = np.asarray(crop, np.float32)
    across, down = _edge_strengths(pixels), _edge_strengths(pixels.transpose(1, 0, 2))
    sides = [
        _possible_sides(strengths, span, float(i >= 2))
        for i, (strengths, span) in enumerate(zip((across, down, across, down), SIDE_RANGES, strict=True))
    ]
    to_picture = homography_between(UNIT, quad)
    return [
        project([[left, top], [right, top], [right, foot], [left, foot]], to_picture)
        for left, top, right, foot in _likeliest(sides, quad_size_wh(quad))
    ]


def _edge_strengths(pixels: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return how much a crop changes from each column to the next in most parts of the found quad's side."""
    band = pixels[_index(0.05) : _index(0.95)]
    parts = np.stack([part.mean(axis=0) for part in np.array_split(band, PARTS)])
    change = (parts[:, 2 * HALF_STEP :] - parts[:, : -2 * HALF_STEP]).sum(axis=-1)
    low, high = np.percentile(change, (AGREEING, 100 - AGREEING), axis=0)
    return np.asarray(np.maximum(np.maximum(low, -high), 0))


def _possible_sides(strengths: NDArray[np.float64], span: tuple[float, float], found: float) -> Sides:
    """Return the outermost and the strongest edges in a range, and the side that was found (0 or 1)."""
    least = max(LEAST_CHANGE, ABOVE_MEDIAN * float(np.median(strengths)))
    first, last = (_index(place) - HALF_STEP for place in span)
    peaks = [
        i
        for i in range(max(first, 2), min(last, len(strengths) - 2))
        if strengths[i] > least and strengths[i] == strengths[i - 2 : i + 3].max()
    ]
    outermost = peaks[-EACH:] if found else peaks[:EACH]
    strongest = sorted(peaks, key=lambda i: -strengths[i])[:EACH]
    sides = [
        (_place(i), float(np.log(strengths[i] / least))) for i in dict.fromkeys([*outermost, *strongest])
    ]
    if all(abs(place - found) > DIFFERENT / 2 for place, _ in sides):
        here = _index(found) - HALF_STEP
        strength = float(strengths[here - 3 : here + 4].max())
        sides.append((found, float(np.log(max(strength / least, 0.1)))))
    return sides


def _likeliest(sides: list[Sides], found_wh: tuple[float, float]) -> list[tuple[float, ...]]:
    """Return left, top, right and foot of the likeliest outlines: large, with clear edges, of a card's proportions."""
    rated = []
    for chosen in product(*sides):
        left, top, right, foot = places = tuple(place for place, _ in chosen)
        aspect = (right - left) * found_wh[0] / max((foot - top) * found_wh[1], 1e-6)
        is_found = max(abs(left), abs(top), abs(right - 1), abs(foot - 1)) < DIFFERENT / 2
        if not ASPECTS[0] <= aspect <= ASPECTS[1] or is_found:
            continue
        clear = sum(min(strength, STRONGEST) for _, strength in chosen)
        size = float(np.log((right - left) * (foot - top)))
        rated.append((clear + size - ASPECT_WEIGHT * abs(float(np.log(aspect / ASPECT))), places))
    kept: list[tuple[float, ...]] = []
    for _, places in sorted(rated, reverse=True):
        if all(np.abs(np.subtract(places, other)).max() > DIFFERENT for other in kept):
            kept.append(places)
        if len(kept) == MOST:
            break
    return kept


def _index(place: float) -> int:
    """Return the crop's pixel at a place, in widths or heights of the found quad."""
    start, end = REACH
    return round((place - start) / (end - start) * CROP_PX)


def _place(edge: int) -> float:
    """Return the place of an edge between two pixels of the crop."""
    start, end = REACH
    return (edge + HALF_STEP + 0.5) / CROP_PX * (end - start) + start
