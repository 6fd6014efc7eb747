"""A frame at full, half, quarter size and so on: small inputs and crops are cut from the level that fits."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, homography_between, upright_quad
from vision.types import Crop, Frame, Quad

LOOK_PIXELS: Final = 640 * 352
"""Pixels of the detector's input for a whole frame, also used for camera motion: one is two or three pixels of a usual
frame across."""

CLOSER: Final = 2
"""Scale between two detector passes over the whole frame. A zoomed tile enlarges up to this factor over the frame's own
pixels, and is worth its time if it shows a thing this much larger than a pass over the whole frame does."""


def close_pixels(area: float) -> float:
    """Return the number of input pixels for a zoomed tile of this area in frame pixels: at most those of a whole
    frame."""
    return min(CLOSER**2 * area, LOOK_PIXELS)


def input_pixel(size_wh: tuple[int, int], pixels: int = LOOK_PIXELS) -> float:
    """Return the width of one input pixel in pixels of a frame of this size."""
    return math.sqrt(size_wh[0] * size_wh[1] / pixels)


def input_size(size_wh: tuple[int, int]) -> tuple[int, int]:
    """Return the width and height that a whole frame of this size has as an input, at least one pixel each."""
    pixel = input_pixel(size_wh)
    return max(1, round(size_wh[0] / pixel)), max(1, round(size_wh[1] / pixel))


def halved(frame: Frame) -> Frame:
    """Return the frame at half its size (without an odd last row or column)."""
    height, width = frame.shape[0] // 2, frame.shape[1] // 2
    even = frame[: 2 * height, : 2 * width]
    return np.asarray(cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(slots=True)
class Pyramid:
    """A frame and its halves, computed on demand."""

    levels: list[Frame]

    @classmethod
    def of(cls, frame: Frame) -> Pyramid:
        """Start with the frame itself."""
        return cls([frame])

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of the full frame in pixels."""
        return self.levels[0].shape[1], self.levels[0].shape[0]

    def level(self, number: int) -> Frame:
        """Return the frame halved ``number`` times, or as often as possible."""
        while len(self.levels) <= number and min(self.levels[-1].shape[:2]) >= 2:
            self.levels.append(halved(self.levels[-1]))
        return self.levels[min(number, len(self.levels) - 1)]

    def scaled(self, size_wh: tuple[int, int]) -> Frame:
        """Return the whole frame at another size, smoothly shrunk."""
        return np.asarray(
            cv2.resize(self._nearest(size_wh), size_wh, interpolation=cv2.INTER_LINEAR), np.uint8
        )

    def scaled_part(self, size_wh: tuple[int, int], first: NDArray[np.intp], last: NDArray[np.intp]) -> Frame:
        """Return a part of the scaled frame: its pixels from ``first`` (x, y) to before ``last``."""
        level = self._nearest(size_wh)
        scale = np.array(level.shape[1::-1]) / size_wh
        wide, high = (last - first).tolist()
        inverse = np.column_stack([np.diag(scale), (first + 0.5) * scale - 0.5])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        part = cv2.warpAffine(level, inverse, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(part, np.uint8)

    def _nearest(self, size_wh: tuple[int, int]) -> Frame:
        """Return the level from which the frame is scaled to a size by the least reduction or enlargement."""
        shrink = min(self.size_wh[0] / size_wh[0], self.size_wh[1] / size_wh[1])
        return self.level(max(0, int(np.log2(max(shrink, 1.0)) + 0.05)))

    def rectify(self, quad: Quad, size_wh: tuple[int, int]) -> Crop:
        """Cut out and straighten a quad (pixels of the full frame) from the level nearest the crop's scale."""
        top, right, bottom, left = np.hypot(*(quad[[1, 2, 3, 0]] - quad).T).tolist()
        shrink = min((top + bottom) / 2 / size_wh[0], (right + left) / 2 / size_wh[1])
        level = self.level(max(0, int(math.log2(max(shrink, 1.0)) + 0.4)))
        scale = 2.0 ** round(math.log2(level.shape[1] / self.size_wh[0]))
        corners = ((quad + 0.5) * scale - 0.5).astype(np.float32)
        matrix: Homography = homography_between(corners, upright_quad(size_wh) - np.float32(0.5))
        crop = cv2.warpPerspective(
            level, matrix, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(crop, np.uint8)
