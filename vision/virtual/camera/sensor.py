"""Noise, flicker and JPEG of a cheap sensor and its encoder, fast enough for every frame."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..types import Chance

_SPARE_PX = 96


class Sensor:
    """Adds noise from a large prepared field, shifted at random every frame, and JPEG's blocks.

    ``noise`` is the standard deviation in grey levels; ``jpeg_quality`` 0 leaves the encoder out.
    """

    def __init__(self, chance: Chance, size_wh: tuple[int, int], noise: float, jpeg_quality: int) -> None:
        self._noise, self._jpeg_quality = noise, jpeg_quality
        width, height = size_wh[0] + _SPARE_PX, size_wh[1] + _SPARE_PX
        grains = np.asarray(
            cv2.blur(chance.standard_normal((height, width, 3), np.float32), (2, 2)), np.float32
        )
        shared = grains.mean(2, keepdims=True)
        field = shared / float(shared[::4].std()) * 0.85 + grains / float(grains[::4].std()) * 0.5
        self._plus: NDArray[np.uint8] = _whole(field * noise)
        self._minus: NDArray[np.uint8] = _whole(field * -noise)

    def expose(self, frame: Frame, chance: Chance) -> Frame:
        """Return the picture as the program gets it; ``chance`` draws this frame's noise."""
        if self._noise > 0:
            dx, dy = (int(value) for value in chance.integers(0, _SPARE_PX, 2))
            here = (slice(dy, dy + frame.shape[0]), slice(dx, dx + frame.shape[1]))
            cv2.add(frame, self._plus[here], dst=frame)
            cv2.subtract(frame, self._minus[here], dst=frame)
        if self._jpeg_quality > 0:
            data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, self._jpeg_quality])[1]
            return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
        return frame


def _whole(field: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Round; negative values become 0."""
    return np.asarray(np.maximum(field + 0.5, 0), np.uint8)
