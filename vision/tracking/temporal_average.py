"""The temporal average of one place: what a dim camera's sensor adds by chance cancels out over some frames."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import SAME_SIZE
from vision.scene.background import DRIFT_SHARE
from vision.tracking.settings import LOOKS
from vision.types import Frame, Quad

Box: TypeAlias = tuple[slice, slice]
"""Rows and columns of a frame."""


class TemporalAverage:
    """The mean of the last frames around one quad that lies still."""

    def __init__(self) -> None:
        self.frames = 0
        self._box: Box = (slice(0, 0), slice(0, 0))
        self._mean: NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)
        self._shape: tuple[int, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether enough frames were added: a single bad one weighs a quarter at most."""
        return self.frames >= LOOKS

    def clear(self) -> None:
        """Forget all frames: something moved there."""
        self.frames = 0

    def add(self, frame: Frame, quad: Quad) -> None:
        """Add a frame; the first one, or one of another size, fixes what is averaged."""
        if self.frames == 0 or frame.shape != self._shape:
            self.frames, self._shape = 0, frame.shape
            self._box = _box_around(quad, frame.shape)
            self._mean = frame[self._box].astype(np.float32)
        else:
            self._mean += (frame[self._box] - self._mean) * max(1 / (self.frames + 1), DRIFT_SHARE)
        self.frames += 1

    def steady(self, frame: Frame) -> Frame:
        """Return a frame, with the average in its place once it is ready."""
        return self.averaged(frame) if self.is_ready else frame

    def averaged(self, frame: Frame) -> Frame:
        """Return a copy of a frame, of the last one's size, with the average in its place."""
        picture = frame.copy()
        picture[self._box] = np.round(self._mean).astype(np.uint8)
        return picture


def _box_around(quad: Quad, shape: tuple[int, ...]) -> Box:
    low, high = quad.min(axis=0), quad.max(axis=0)
    margin = SAME_SIZE * (high - low)  # Readers look around the corners.
    left, top = np.maximum(np.floor(low - margin), 0).astype(int).tolist()
    right, bottom = np.minimum(np.ceil(high + margin) + 1, shape[1::-1]).astype(int).tolist()
    return slice(top, max(bottom, top)), slice(left, max(right, left))
