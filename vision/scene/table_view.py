"""A camera's view of a table: one homography between picture and table, behind a lens that bends straight lines.

One unit on the table is a card's height; a card is its middle (x, y) and angle. The picture is measured from its middle
in half diagonals. The lens is the division model (Fitzgibbon 2001): one parameter, closed form both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import SLIMMEST, upright_quad
from vision.types import Quad

Table: TypeAlias = NDArray[np.float64]
"""Points on the table, shape (..., 2), in card heights."""

Parameters: TypeAlias = NDArray[np.float64]
"""Parameters of a view, shape (6,): the table's normal (x, y), the logarithms of the focal length and of a card's
height in the middle of the picture (both in half diagonals), the lens, the logarithm of a card's proportion."""


@dataclass(frozen=True)
class TableView:
    """One camera's view of the table for pictures of ``size_wh`` pixels."""

    parameters: Parameters
    size_wh: tuple[int, int]

    def to_table(self, pixels: NDArray[np.floating]) -> Table:
        """Return the places on the table of pixels (..., 2)."""
        bent = (np.asarray(pixels, np.float64) - self._middle) / self._half_diagonal
        straight: Table = bent / (1 + self.parameters[4] * (bent**2).sum(axis=-1, keepdims=True))
        return _projected(straight, self._homography)

    def to_picture(self, places: Table) -> NDArray[np.float32]:
        """Return the pixels of places on the table, shape (..., 2)."""
        straight: Table = _projected(places, self._inverse)
        bend = 4 * self.parameters[4] * (straight**2).sum(axis=-1, keepdims=True)
        bent = 2 * straight / (1 + np.sqrt(np.maximum(1 - bend, 1e-6)))
        return np.asarray(bent * self._half_diagonal + self._middle, np.float32)

    @cached_property
    def outline(self) -> NDArray[np.complex128]:
        """Return the corners of an upright card from its top left on, clockwise, as x + iy, shape (4,)."""
        return np.asarray(upright_quad((float(np.exp(self.parameters[5])), 1.0)) @ (1, 1j), np.complex128)

    def placed(self, quads: NDArray[np.floating], weights: NDArray[np.float64]) -> tuple[Table, Table]:
        """Return the cards that fit quads (n, 4, 2) best, corners weighed (n, 4): their corners on the table, and those
        of the quads, shape (n, 4, 2)."""
        seen = self.to_table(quads)
        points, shares = seen @ (1, 1j), weights / weights.sum(axis=1, keepdims=True)
        middle = (shares * points).sum(axis=1, keepdims=True)
        outline = self.outline - (shares * self.outline).sum(axis=1, keepdims=True)
        turn = (shares * (points - middle) * outline.conj()).sum(axis=1, keepdims=True)
        return _as_points(middle + turn / np.maximum(np.abs(turn), 1e-9) * outline), seen

    def at_corner(self, quad: Quad, corner: int) -> Quad:
        """Return a whole card in the picture, in the quad's orientation, that shares this corner with it."""
        card, _ = self.placed(quad[None], np.ones((1, 4)))
        return self.to_picture(card[0] + self.to_table(quad[corner]) - card[0, corner])

    @cached_property
    def _middle(self) -> NDArray[np.float64]:
        return (np.array(self.size_wh) - 1) / 2

    @cached_property
    def _half_diagonal(self) -> float:
        return float(np.hypot(*self.size_wh)) / 2

    @cached_property
    def _homography(self) -> NDArray[np.float64]:
        """Return the homography from straightened half diagonals to card heights on the table."""
        x, y, focal, height = *self.parameters[:2], *np.exp(self.parameters[2:4])
        # From lower down any card appears slimmer than detected cards do.
        z = np.sqrt(max(1 - x * x - y * y, SLIMMEST**2))
        across = np.array([1 - x * x / (1 + z), -x * y / (1 + z), -x])
        along = np.array([-x * y / (1 + z), 1 - y * y / (1 + z), -y])
        scale = focal / height
        return np.asarray(np.stack([scale * across, scale * along, np.array([x, y, z])]) * (1, 1, focal))

    @cached_property
    def _inverse(self) -> NDArray[np.float64]:
        return np.linalg.inv(self._homography).astype(np.float64)


def _projected(points: NDArray[np.floating], homography: NDArray[np.float64]) -> Table:
    """Map points (..., 2); points behind the camera are put far away."""
    rays = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(rays[..., :2] / np.maximum(rays[..., 2:], 1e-3), np.float64)


def _as_points(places: NDArray[np.complex128]) -> Table:
    return np.stack([places.real, places.imag], axis=-1)
