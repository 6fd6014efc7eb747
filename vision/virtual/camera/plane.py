"""The table as a plane in perspective."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...types import Quad
from ..types import Chance

Plane: TypeAlias = NDArray[np.float64]
"""The homography from the table's plane (pixels around its middle) to the frame, shape (3, 3)."""


def tilted_plane(chance: Chance, size_wh: tuple[int, int]) -> Plane:
    """Return a camera's view of the table: tilted by up to 72 degrees, rolled, from near or far."""
    tilts = [chance.uniform(*deg) for deg in ((0, 12), (5, 40), (35, 60), (58, 72))]
    tilt = np.deg2rad(chance.choice(tilts, p=[0.33, 0.42, 0.17, 0.08]))
    focal = size_wh[0] * chance.uniform(0.9, 2.5)
    roll, yaw = chance.normal(0, 0.12), chance.uniform(-np.pi, np.pi) if chance.random() < 0.5 else 0.0
    lens = np.array([[focal, 0, 0], [0, focal * np.cos(tilt), 0], [0, -np.sin(tilt), focal]])
    middle = np.array([[1, 0, size_wh[0] / 2], [0, 1, size_wh[1] / 2], [0, 0, 1.0]])
    return np.asarray(middle @ _turn(roll) @ lens @ _turn(yaw), np.float64)


def _turn(angle: float) -> Plane:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1.0]])


def seen(plane: Plane, points: NDArray[np.float32]) -> Quad | None:
    """Project points of the table, shape (n, 2), into the frame; None if one is behind the camera."""
    homogeneous = points @ plane[:, :2].T + plane[:, 2]
    if (homogeneous[:, 2] <= 0.15 * plane[2, 2]).any():
        return None
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float32)
