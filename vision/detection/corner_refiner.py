"""Corner refiner: a tiny network that corrects each proposal's corners on a close crop and may refuse it."""

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
"""Margin of the crop beyond each side, in the card's width and height."""

UNIT: Final = upright_quad((1.0, 1.0))
OUTER: Final = UNIT * (1 + 2 * MARGIN) - np.float32(MARGIN)
"""The unit square, widened by the margin."""

Residuals: TypeAlias = NDArray[np.float32]
"""Offsets of the true corners from the proposed ones, shape (n, 4, 2), in shares of the card's width and height."""


@dataclass(frozen=True, slots=True)
class Refined:
    """Refined proposals: quads (n, 4, 2), probability of a card, probability of face down."""

    quads: NDArray[np.float32]
    card: NDArray[np.float32]
    down: NDArray[np.float32]


def close_crop(pyramid: Pyramid, quad: Quad) -> NDArray[np.uint8]:
    """Return the refiner's input: the card with its surroundings, straightened by the quad."""
    return pyramid.rectify(placed(OUTER, unit_homographies(quad[None]))[0], CROP_WH)


def residuals_of(true_quad: Quad, quad: Quad) -> Residuals:
    """Return the offsets of the true corners from a proposed quad's, shape (4, 2)."""
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
        """Refine proposals, shape (n, 4, 2), each starting at a short side."""
        if len(quads) == 0:
            return Refined(quads, np.zeros(0, np.float32), np.zeros(0, np.float32))
        planes = unit_homographies(quads)
        crops = np.stack([pyramid.rectify(outer, CROP_WH) for outer in placed(OUTER, planes)])
        batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32)
        residuals, card, down = self._session.run(None, {"crops": batch})
        better = placed(UNIT + residuals.reshape(-1, 4, 2), planes)
        return Refined(better, card.ravel(), down.ravel())
