"""Playing cards of any make: a network that reads indices, pips and courts, whoever drew them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import homography_between, project, rectify, upright_quad, widened
from vision.onnx import NetworkError, open_network
from vision.quads import Quads
from vision.recognition.gallery import Gallery
from vision.types import Frame, Quad

CODES: Final = tuple(rank + suit for suit in "shdc" for rank in "A23456789TJQK")
"""The 52 cards in the order of the network's answers; the last answer is that it is none of them."""

CROP_WH: Final = (160, 232)
MARGIN: Final = 1.1
"""What the network sees, in sizes of the card: corners err, and indices stand near them."""

CORNERS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a card in the order of the network's answers: left (0) or right (1), top (0) or foot (1)."""

LogShares: TypeAlias = NDArray[np.float64]
"""Natural logarithms of how likely each of the 52 cards and none of them is, shape (..., 53)."""

RANKS: Final = 13
SUITS: Final = 4

INDEX_WH: Final = (0.17, 0.26)
"""The corner of a card that its index fills, in widths and heights of the card: that of most packs."""


def with_margin(quad: Quad) -> Quad:
    """Return the quad that the network looks at."""
    return widened(quad, MARGIN)


def has_playing_cards(galleries: Iterable[Gallery]) -> bool:
    """Tell whether a deck among these has playing cards."""
    return any(not set(gallery.codes).isdisjoint(CODES) for gallery in galleries)


class IndexReader:
    """Tells rank and suit of playing cards.

    :raise NetworkError: from the constructor, if the file is missing, damaged or another network.
    """

    def __init__(self, path: Path | str, threads: int = 1) -> None:
        self._session = open_network(path, threads)
        given = [output.shape[-1] for output in self._session.get_outputs()]
        wanted = [len(CODES) + 1, RANKS + SUITS + 1]
        if given != wanted:
            raise NetworkError(f"{path}: expected {wanted} answers, got {given}; install the program again")

    def log_shares(self, frame: Frame, quads: Sequence[Quad]) -> LogShares:
        """Say of each quad which card it shows; either way up."""
        return self._said(frame, quads, "log_shares")

    def corner_log_shares(self, frame: Frame, quads: Sequence[Quad]) -> LogShares:
        """Say of each quad what the index in each of its corners names, shape (n, 4, 53), in the order of
        :data:`CORNERS`; the last answer is that there is none to be read."""
        logits = self._said(frame, quads, "corner_logits").reshape(len(CORNERS), -1, RANKS + SUITS + 1)
        return _named(logits.transpose(1, 0, 2))

    def _said(self, frame: Frame, quads: Sequence[Quad], output: str) -> NDArray[np.float64]:
        if not len(quads):
            return np.zeros((0, len(CODES) + 1 if output == "log_shares" else RANKS + SUITS + 1))
        crops = np.stack([rectify(frame, with_margin(quad), CROP_WH) for quad in quads])
        return np.asarray(self._session.run([output], {"crops": crops})[0], np.float64)


def index_places(quad: Quad) -> Quads:
    """Return where the indices of a card stand, shape (4, 4, 2), in the order of :data:`CORNERS`."""
    wide, high = INDEX_WH
    corner = upright_quad((wide, high))
    corners = [corner + np.array([x * (1 - wide), y * (1 - high)], np.float32) for x, y in CORNERS]
    to_picture = homography_between(upright_quad((1, 1)), quad)
    return project(np.concatenate(corners), to_picture).reshape(len(CORNERS), 4, 2)


def _named(logits: NDArray[np.float64]) -> LogShares:
    """Return logarithms of shares, shape (..., 53), from logits of rank, suit, and index or none, (..., 18)."""
    ranks = _log_softmax(logits[..., :RANKS])
    suits = _log_softmax(logits[..., RANKS : RANKS + SUITS])
    is_index = -np.logaddexp(0, -logits[..., -1:])
    cards = (suits[..., :, None] + ranks[..., None, :]).reshape(*logits.shape[:-1], len(CODES)) + is_index
    return np.concatenate([cards, -np.logaddexp(0, logits[..., -1:])], axis=-1)


def _log_softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    return logits - np.logaddexp.reduce(logits, axis=-1, keepdims=True)
