"""A camera above a table: millimetres of the table to pixels of the picture, through a real lens.

The table is z = 0; x points right in the picture, y away from the near edge, z up, all in millimetres, with the origin
in the middle of the picture.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Quad


@dataclass(frozen=True, slots=True)
class TableCamera:
    """A pinhole with one term of radial distortion.

    ``tilt_deg`` is measured from looking straight down, ``roll_deg`` about the optical axis; ``k1`` is in
    units of half the picture's diagonal.
    """

    size_wh: tuple[int, int]
    focal_px: float
    distance_mm: float
    tilt_deg: float
    roll_deg: float
    k1: float

    @classmethod
    def over_cards(
        cls,
        size_wh: tuple[int, int],
        card_height_mm: float,
        card_height_px: float,
        tilt_deg: float,
        roll_deg: float,
        k1: float,
    ) -> TableCamera:
        """Return the camera in whose picture an upright card in the middle is ``card_height_px`` high."""
        focal_px = 0.95 * size_wh[0]
        distance_mm = card_height_mm * focal_px * math.cos(math.radians(tilt_deg)) / card_height_px
        return cls(size_wh, focal_px, distance_mm, tilt_deg, roll_deg, k1)

    def enlarged(self, times: int) -> TableCamera:
        """Return the same view on a picture so many times larger."""
        width, height = self.size_wh
        return replace(self, size_wh=(width * times, height * times), focal_px=self.focal_px * times)

    @property
    def _half_diagonal_px(self) -> float:
        return math.hypot(*self.size_wh) / 2

    def _rotation(self) -> NDArray[np.float64]:
        """Return the rotation from world to camera axes (x right, y down, z forward), rows."""
        tilt, roll = math.radians(self.tilt_deg), math.radians(self.roll_deg)
        tilted = np.array(
            [[1, 0, 0], [0, -math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), -math.cos(tilt)]]
        )
        turn = np.array(
            [[math.cos(roll), -math.sin(roll), 0], [math.sin(roll), math.cos(roll), 0], [0, 0, 1]]
        )
        return np.asarray(turn @ tilted)

    def project(self, points_mm: NDArray[np.floating]) -> Quad:
        """Map points (n, 3) of the room in millimetres to pixels (n, 2)."""
        seen = np.asarray(points_mm, np.float64) @ self._rotation().T
        seen[:, 2] += self.distance_mm
        flat = self.focal_px * seen[:, :2] / np.maximum(seen[:, 2:], 1.0)
        radius2 = (flat**2).sum(1, keepdims=True) / self._half_diagonal_px**2
        centre = (np.array(self.size_wh) - 1) / 2
        return np.asarray(flat * (1 + self.k1 * radius2) + centre, np.float32)

    def scale_at(self, points_mm: NDArray[np.floating]) -> float:
        """Return the pixels per millimetre near the first of the points (n, 3)."""
        depth = (np.asarray(points_mm, np.float64)[:1] @ self._rotation().T)[0, 2] + self.distance_mm
        return float(self.focal_px / max(depth, 1.0))

    def table_map(self) -> NDArray[np.float32]:
        """Return the table's x and y in millimetres under every pixel, shape (height, width, 2).

        Computed for one pixel in eight each way and interpolated: far finer than any cloth.
        """
        step = 8
        across, down = (side // step + 3 for side in self.size_wh)
        xs, ys = np.meshgrid((np.arange(across) - 0.5) * step - 0.5, (np.arange(down) - 0.5) * step - 0.5)
        coarse = self.unproject(np.stack([xs, ys], -1))
        fine = cv2.resize(coarse, (across * step, down * step), interpolation=cv2.INTER_LINEAR)
        return np.asarray(fine[step : step + self.size_wh[1], step : step + self.size_wh[0]], np.float32)

    def unproject(self, points_px: NDArray[np.floating]) -> NDArray[np.float32]:
        """Map pixels (..., 2) to the table's millimetres (..., 2)."""
        flat = np.asarray(points_px, np.float64) - (np.array(self.size_wh) - 1) / 2
        return self._to_table(self._undistort(flat))

    def _undistort(self, flat: NDArray[np.float64]) -> NDArray[np.float64]:
        straight = flat.copy()
        for _ in range(6):
            radius2 = (straight**2).sum(-1, keepdims=True) / self._half_diagonal_px**2
            straight = flat / (1 + self.k1 * radius2)
        return straight

    def _to_table(self, straight: NDArray[np.float64]) -> NDArray[np.float32]:
        rotation = self._rotation()
        rays = np.concatenate([straight, np.full((*straight.shape[:-1], 1), self.focal_px)], -1) @ rotation
        eye = -rotation.T @ np.array([0.0, 0.0, self.distance_mm])
        steps = -eye[2] / rays[..., 2:]
        return np.asarray((eye + steps * rays)[..., :2], np.float32)
