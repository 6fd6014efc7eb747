"""Places at rest that may be cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.geometry import upright_quad
from vision.scene.background import COVERED_CELLS, FINER, HAND_CELLS, SceneMasks, as_fine, polygon_mask
from vision.types import Quad

NO_RIM: Final = np.ones((HAND_CELLS, HAND_CELLS), np.uint8)
"""Width below which a residual is a card's edge: its shadow, or corner errors."""


def resting_places(masks: SceneMasks, things: Sequence[Quad], searched: Sequence[Quad]) -> list[Quad]:
    """Return upright rectangles, in pixels of the frame, the smallest first, around residuals at rest and found cards;
    without the places ``searched`` before."""
    scale = FINER * masks.scale
    lies = masks.unlike | polygon_mask(things, masks.unlike.shape, scale)
    lies &= ~polygon_mask(searched, masks.unlike.shape, scale, grow_px=COVERED_CELLS)
    if not lies.any():
        return []
    wide = cv2.morphologyEx(lies.view(np.uint8), cv2.MORPH_OPEN, NO_RIM)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(wide)
    rests = np.arange(count) > 0
    rests[labels[as_fine(masks.changed)]] = False
    first, size = stats[rests, :2], stats[rests, 2:4]
    smallest_first = np.argsort(size.prod(axis=1), kind="stable")
    return [
        np.asarray((upright_quad(size_wh) + corner) / scale, np.float32)
        for corner, size_wh in zip(first[smallest_first], size[smallest_first].tolist(), strict=True)
    ]
