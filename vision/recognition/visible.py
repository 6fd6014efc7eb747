"""The visible part of a card: the frame may cut it, and other cards may cover it.

In a crop, the card's own mean colour replaces what cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import (
    CORNER_REACH,
    CORNER_SHARE,
    homography_between,
    length_of,
    project,
    upright_quad,
    widened,
)
from vision.types import Crop, Quad

OcclusionMask: TypeAlias = NDArray[np.bool_]
"""Pixels of a crop that show something on top of the card, shape (height, width)."""


def is_cut_by_frame(quad: Quad, size_wh: tuple[int, int]) -> bool:
    """Return whether a part of a card may be outside a frame of this size: a corner is beyond an edge, or as near to
    one as corners err."""
    reach = CORNER_REACH * length_of(quad)
    return bool((quad < reach).any() or (quad > np.array(size_wh) - 1 - reach).any())


def occlusion_mask(quad: Quad, covers: Iterable[Quad], size_wh: tuple[int, int]) -> OcclusionMask:
    """Return which pixels of the crop of ``quad`` are under the quads that cover it, widened by corner errors."""
    occluded = np.zeros(size_wh[::-1], np.uint8)
    to_crop = homography_between(quad, upright_quad(size_wh) - np.float32(0.5))
    for cover in covers:
        outline = project(widened(cover, 1 + 2 * CORNER_SHARE), to_crop)
        cv2.fillConvexPoly(occluded, np.round(outline).astype(np.int32), 1)
    return occluded.astype(np.bool_)


def blanked(crop: Crop, occluded: OcclusionMask) -> Crop:
    """Return a crop, shape (height, width, 3), with occluded pixels in the mean colour of the others: neutral for the
    embedder, which subtracts the mean."""
    if not occluded.any() or occluded.all():
        return crop
    shown = crop.copy()
    shown[occluded] = crop[~occluded].mean(axis=0).round().astype(np.uint8)
    return shown
