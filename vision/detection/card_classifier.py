"""Card or no card, face or back: a small network that judges a detection with its surroundings, on request."""

from __future__ import annotations

from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import upright_quad
from vision.onnx import open_network
from vision.pyramid import Pyramid
from vision.quads import Quads, placed, unit_homographies
from vision.types import Frame

CROP_WH: Final = (96, 160)
MARGIN: Final = 0.4
"""Margin of the crop beyond each side, in the detection's width and height: around a key are more keys."""

OUTER: Final = upright_quad((1.0, 1.0)) * (1 + 2 * MARGIN) - np.float32(MARGIN)

LogOdds: TypeAlias = NDArray[np.float32]
"""Natural log-odds, shape (n,) or, of several answers, (n, answers)."""


def wide_crops(pyramid: Pyramid, quads: Quads) -> NDArray[np.uint8]:
    """Return the classifier's input, shape (n, 160, 96, 3): each quad straightened, with its surroundings."""
    outer = placed(OUTER, unit_homographies(quads))
    return np.stack([pyramid.rectify(quad, CROP_WH) for quad in outer])


class CardClassifier:
    """Runs the classifier's network.

    :raise NetworkError: if the weights file is missing or damaged.
    """

    def __init__(self, path: Path, threads: int = 1) -> None:
        self._session = open_network(path, threads)

    def log_odds(self, frame: Frame, quads: Quads) -> LogOdds:
        """Return the log-odds that each quad, shape (n, 4, 2), is the outline of a card, face or back, shape (n,)."""
        return self.card_and_back(frame, quads)[:, 0]

    def card_and_back(self, frame: Frame, quads: Quads) -> LogOdds:
        """Return the log-odds that each quad, shape (n, 4, 2), is the outline of a card, and that a card there shows
        its back, shape (n, 2)."""
        if len(quads) == 0:
            return np.zeros((0, 2), np.float32)
        crops = wide_crops(Pyramid.of(frame), quads)
        batch = np.ascontiguousarray(crops.transpose(0, 3, 1, 2)).astype(np.float32)
        (log_odds,) = self._session.run(None, {"crops": batch})
        return np.asarray(log_odds, np.float32).reshape(len(quads), 2)
