"""The lens: defocus, and the camera's sharpening."""

from __future__ import annotations

import math

import cv2
import numpy as np

from ...types import Frame
from ..sprites import Box, widen
from ..style import TableStyle


class Lens:
    """Softens pictures that were drawn ``times`` as large as the camera's."""

    def __init__(self, style: TableStyle, times: int, size_wh: tuple[int, int]) -> None:
        self._style, self._times, self._size = style, times, size_wh

    def through(self, frame: Frame) -> Frame:
        """Apply defocus and sharpening."""
        style, blur_px = self._style, self._style.blur_px * self._times
        soft = cv2.GaussianBlur(frame, (0, 0), blur_px) if blur_px > 0.2 else frame.copy()
        if style.sharpen > 0:
            wide = cv2.GaussianBlur(soft, (0, 0), 1.3 * self._times)
            soft = cv2.addWeighted(soft, 1 + style.sharpen, wide, -style.sharpen, 0)
        return np.asarray(soft, np.uint8)

    def soften(self, sharp: Frame, target: Frame, box: Box) -> None:
        """Blur a box of a sharp picture into another, including the box's surroundings."""
        pad = math.ceil(self._times * (3 * self._style.blur_px + 4)) + 1
        left, top, right, bottom = widen(box, pad, self._size)
        x, y, far_x, far_y = widen((left, top, right, bottom), pad, self._size)
        soft = self.through(sharp[y:far_y, x:far_x])
        target[top:bottom, left:right] = soft[top - y : bottom - y, left - x : right - x]
