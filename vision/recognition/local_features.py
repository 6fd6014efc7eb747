"""Local features: SIFT keypoints with RootSIFT descriptors, in compact form.

RootSIFT (Arandjelovic and Zisserman 2012) is SIFT normalised by its sum and square-rooted, so that a dot product
compares descriptors by the Hellinger kernel.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Frame

Keypoints: TypeAlias = NDArray[np.float32]
"""Keypoints, shape (n, 4): x, y, diameter, angle in degrees clockwise as seen in the picture."""

Descriptors: TypeAlias = NDArray[np.float32]
"""RootSIFT descriptors, shape (n, 128), of unit length."""

PackedDescriptors: TypeAlias = NDArray[np.uint8]
"""Descriptors of four bits a number, two to a byte, shape (n, 64)."""

DIMENSIONS: Final = 128

ALIKE: Final = 0.7
"""Dot product of descriptors from which two features may be the same."""

LEVELS: Final = 15
FULL_SCALE: Final = 0.4
"""Four bits to a number keep 98 % of the right matches between printings that floats find; three bits lose a tenth."""


@dataclass(frozen=True, slots=True)
class LocalFeatures:
    """Features of one picture, in its own pixels."""

    keypoints: Keypoints
    descriptors: Descriptors

    def __post_init__(self) -> None:
        count = len(self.keypoints)
        if self.keypoints.shape != (count, 4) or self.descriptors.shape != (count, DIMENSIONS):
            raise ValueError(
                f"local features must have shapes (n, 4) and (n, {DIMENSIONS}), "
                f"got {self.keypoints.shape} and {self.descriptors.shape}"
            )

    def __len__(self) -> int:
        return len(self.keypoints)

    def subset(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> LocalFeatures:
        """Return some of the features, by mask or index."""
        return LocalFeatures(self.keypoints[which], self.descriptors[which])


def describe(frame: Frame, limit: int = 0, contrast: float = 0.03) -> LocalFeatures:
    """Detect and describe the features of a picture; with a limit, the strongest that many."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
    if min(grey.shape) < 8:
        return LocalFeatures(np.zeros((0, 4), np.float32), np.zeros((0, DIMENSIONS), np.float32))
    sift = cv2.SIFT.create(nfeatures=limit, contrastThreshold=contrast)
    points, raw = sift.detectAndCompute(grey, np.ones_like(grey))
    if not points:
        return LocalFeatures(np.zeros((0, 4), np.float32), np.zeros((0, DIMENSIONS), np.float32))
    keypoints = np.array([(*p.pt, p.size, p.angle) for p in points], np.float32)
    return LocalFeatures(keypoints, rooted(np.asarray(raw, np.float32)))


def rooted(raw: NDArray[np.float32]) -> Descriptors:
    """Turn SIFT descriptors into RootSIFT ones of unit length."""
    sums = np.maximum(raw.sum(axis=1, keepdims=True), 1e-6)
    return np.asarray(np.sqrt(raw / sums), np.float32)


def packed(descriptors: Descriptors) -> PackedDescriptors:
    """Keep four bits of each number."""
    levels = np.clip(np.rint(descriptors * (LEVELS / FULL_SCALE)), 0, LEVELS).astype(np.uint8)
    return np.asarray((levels[:, 0::2] << 4) | levels[:, 1::2], np.uint8)


def unpacked(pairs: PackedDescriptors) -> Descriptors:
    """Return packed descriptors as floats of unit length."""
    levels = np.empty((len(pairs), pairs.shape[1] * 2), np.float32)
    levels[:, 0::2] = pairs >> 4
    levels[:, 1::2] = pairs & 15
    lengths = np.linalg.norm(levels, axis=1, keepdims=True)
    return np.asarray(levels / np.maximum(lengths, 1e-6), np.float32)
