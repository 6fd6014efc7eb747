"""A picture being painted, and the owner of each pixel."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Frame, Quad

Owner: TypeAlias = NDArray[np.int16]
"""Owner of each pixel, shape (height, width): 0 the table, -1 clutter, else a card's number from 1."""


CutOut: TypeAlias = tuple[Frame, NDArray[np.uint8]]
"""A picture, BGR, and its outline as a mask of its size, 0 to 255."""

Warped: TypeAlias = tuple[tuple[slice, slice], Frame, NDArray[np.uint8]]
"""Rows and columns of the frame, and the picture and mask there."""


@dataclass(slots=True)
class Canvas:
    """A scene being painted: the picture and the owner map."""

    frame: Frame
    light: tuple[float, float] | None = None
    """Direction (x, y) from every body to the lamp; without one each has its own."""
    owner: Owner = field(init=False)

    def __post_init__(self) -> None:
        self.owner = np.zeros(self.frame.shape[:2], np.int16)

    def box_around(self, points: NDArray[np.float32], margin_px: int) -> tuple[slice, slice] | None:
        """Return the rows and columns around points, or None if they are outside the frame."""
        height, width = self.owner.shape
        low = np.floor(points.min(axis=0)).astype(int) - margin_px
        high = np.ceil(points.max(axis=0)).astype(int) + margin_px + 1
        x0, y0, x1, y1 = max(0, low[0]), max(0, low[1]), min(width, high[0]), min(height, high[1])
        return (slice(y0, y1), slice(x0, x1)) if x1 > x0 and y1 > y0 else None

    def warped(self, cut_out: CutOut, quad: Quad, margin_px: int) -> Warped | None:
        """Warp a cut-out's corners onto a quad, clockwise from its top left; None outside the frame."""
        box = self.box_around(quad, margin_px)
        if box is None:
            return None
        picture, outline = cut_out
        width, height = picture.shape[1], picture.shape[0]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
        origin = np.array([box[1].start, box[0].start], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, (quad - origin).astype(np.float32))
        out = (box[1].stop - box[1].start, box[0].stop - box[0].start)
        laid = cv2.warpPerspective(
            picture, matrix, out, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        alpha = cv2.warpPerspective(outline, matrix, out, flags=cv2.INTER_LINEAR)
        return box, np.asarray(laid, np.uint8), np.asarray(alpha, np.uint8)

    def paste(self, box: tuple[slice, slice], picture: Frame, alpha: NDArray[np.uint8], number: int) -> None:
        """Paint a picture over a box of the frame by its mask (0..255), and note the owner."""
        part = self.frame[box]
        weight = (alpha.astype(np.int16) + (alpha > 127))[..., None]
        part += (((picture.astype(np.int16) - part) * (weight >> 1)) >> 7).astype(np.int16).astype(np.uint8)
        self.owner[box][alpha > 127] = number

    def shade(self, box: tuple[slice, slice], mask: NDArray[np.uint8], share: float) -> None:
        """Darken a box of the frame by a mask (0..255), at most by ``share``."""
        factor = 256 - mask.astype(np.uint16) * np.uint16(share * 256) // 255
        part = self.frame[box]
        part[:] = (part * factor[..., None]) >> 8
