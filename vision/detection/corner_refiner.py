"""The refiner: a tiny network that looks at each found card up close, corrects its corners and may refuse it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, project, upright_quad
from vision.onnx import open_network
from vision.pyramid import Pyramid
from vision.quads import placed, unit_homographies
from vision.types import Quad

CROP_WH: Final = (64, 96)
MARGIN: Final = 0.25
"""How much of the card's width and height the crop shows beyond each side."""

UNIT: Final = upright_quad((1.0, 1.0))
OUTER: Final = UNIT * (1 + 2 * MARGIN) - np.float32(MARGIN)
"""The unit square, widened by the margin."""

Residuals: TypeAlias = NDArray[np.float32]
"""Where the true corners lie from the proposed ones, shape (n, 4, 2), in shares of the card's width and height."""


@dataclass(frozen=True, slots=True)
class Refined:
    """A second opinion on each proposal: better quads (n, 4, 2), how sure it is a card, how sure face down."""

    quads: NDArray[np.float32]
    card: NDArray[np.float32]
    down: NDArray[np.float32]


def close_crop(pyramid: Pyramid, quad: Quad) -> NDArray[np.uint8]:
    """Return what the refiner looks at: the card with its surroundings, straightened as the quad has it."""
    return pyramid.rectify(placed(OUTER, unit_homographies(quad[None]))[0], CROP_WH)


def residuals_of(true_quad: Quad, quad: Quad) -> Residuals:
    """Return where the true corners lie, seen from a proposed quad, shape (4, 2)."""
    return project(true_quad, homography_between(quad, UNIT)) - UNIT


def moved(quad: Quad, residuals: Residuals) -> Quad:
    """Return a quad whose corners are moved by residuals, shape (4, 2)."""
    found: Quad = placed(UNIT + residuals, unit_homographies(quad[None]))[0]
    return found


class CornerRefiner:
    """Runs the refiner's network on all proposals of a frame at once."""

    def __init__(self, path: Path, threads: int = 2) -> None:
        self._session = open_network(path, threads)

    def refine(self, pyramid: Pyramid, quads: NDArray[np.float32]) -> Refined:
        """Look at proposals, shape (n, 4, 2), each starting at a short side."""
        if len(quads) == 0:
            return Refined(quads, np.zeros(0, np.float32), np.zeros(0, np.float32))
        planes = unit_homographies(quads)
        crops = np.stack([pyramid.rectify(outer, CROP_WH) for outer in placed(OUTER, planes)])
        batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32)
        residuals, card, down = self._session.run(None, {"crops": batch})
        better = placed(UNIT + residuals.reshape(-1, 4, 2), planes)
        return Refined(better, card.ravel(), down.ravel())
