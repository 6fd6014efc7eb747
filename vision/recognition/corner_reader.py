"""Corners of playing cards: a network that reads one index and sees nothing else of the card.

Where a part of a card is out of sight the whole may mislead; a visible index does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, project, rectify, upright_quad
from vision.onnx import NetworkError, open_network
from vision.quads import Quads
from vision.recognition.playing_cards import CODES, CROP_WH, LogShares, with_margin
from vision.types import Frame, Quad

RANKS: Final = 13
SUITS: Final = 4

CORNER_WH: Final = (40, 72)
"""Size of the network's input: a corner of a crop of the whole card (``CROP_WH``, with its margin)."""

CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a card in the order of its quad: left (0) or right (1), top (0) or foot (1)."""

INDEX_WH: Final = (0.17, 0.26)
"""Share of a card's width and height that the index of most packs fills in its corner."""


class CornerReader:
    """Reads the index in each corner of a playing card.

    :raise NetworkError: from the constructor, if the file is missing, damaged or another network.
    """

    def __init__(self, path: Path | str, threads: int = 1) -> None:
        self._session = open_network(path, threads)
        given = self._session.get_outputs()[0].shape[-1]
        if given != RANKS + SUITS + 1:
            raise NetworkError(
                f"{path}: expected {RANKS + SUITS + 1} answers, got {given}; install the program again"
            )

    def log_shares(self, frame: Frame, quads: Sequence[Quad]) -> LogShares:
        """Return log-shares of the card that the index in each corner of each quad names, shape (n, 4, 53).

        The order is :data:`CORNERS`; the last class is no readable index.
        """
        if not len(quads):
            return np.zeros((0, len(CORNERS), len(CODES) + 1))
        crops = np.stack([rectify(frame, with_margin(quad), CROP_WH) for quad in quads])
        corners = corners_of(crops).reshape(-1, CORNER_WH[1], CORNER_WH[0], 3)
        logits = np.asarray(self._session.run(None, {"corners": corners})[0], np.float64)
        return named(logits).reshape(-1, len(CORNERS), len(CODES) + 1)


def corners_of(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the corners of crops of whole cards, shape (n, 232, 160, 3) to (n, 4, 72, 40, 3); those at the foot are
    turned by half."""
    wide, high = CORNER_WH
    turned = crops[:, ::-1, ::-1]
    ways = [one[:, :high, part] for one in (crops, turned) for part in (slice(wide), slice(-wide, None))]
    return np.stack(ways, axis=1)


def index_places(quad: Quad) -> Quads:
    """Return the quads of a card's indices, shape (4, 4, 2), in the order of :data:`CORNERS`."""
    wide, high = INDEX_WH
    corner = upright_quad((wide, high))
    corners = [corner + np.array([x * (1 - wide), y * (1 - high)], np.float32) for x, y in CORNERS]
    to_picture = homography_between(upright_quad((1, 1)), quad)
    return project(np.concatenate(corners), to_picture).reshape(len(CORNERS), 4, 2)


def named(logits: NDArray[np.float64]) -> LogShares:
    """Return logarithms of shares, shape (..., 53), from logits of rank, suit, and index or none, (..., 18)."""
    ranks = _log_softmax(logits[..., :RANKS])
    suits = _log_softmax(logits[..., RANKS : RANKS + SUITS])
    is_index = -np.logaddexp(0, -logits[..., -1:])
    cards = (suits[..., :, None] + ranks[..., None, :]).reshape(*logits.shape[:-1], len(CODES)) + is_index
    return np.concatenate([cards, -np.logaddexp(0, logits[..., -1:])], axis=-1)


def _log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
