"""Playing cards of any print design: a network that reads indices, pips and courts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.geometry import rectify, widened
from vision.onnx import NetworkError, open_network
from vision.recognition.gallery import Gallery
from vision.types import Frame, Quad

CODES: Final = tuple(rank + suit for suit in "shdc" for rank in "A23456789TJQK")
"""The 52 cards in the order of the network's classes; the last class is none of them."""

CROP_WH: Final = (160, 232)
MARGIN: Final = 1.1
"""Margin of the network's input, in sizes of the card: corners err, and indices are near them."""

LogShares: TypeAlias = NDArray[np.float64]
"""Natural logarithms of the probabilities of the 52 cards and of none of them, shape (n, 53)."""


def with_margin(quad: Quad) -> Quad:
    """Return the quad of the network's input."""
    return widened(quad, MARGIN)


def has_playing_cards(galleries: Iterable[Gallery]) -> bool:
    """Return whether a deck among these has playing cards."""
    return any(not set(gallery.codes).isdisjoint(CODES) for gallery in galleries)


class IndexReader:
    """Reads rank and suit of playing cards.

    :raise NetworkError: from the constructor, if the file is missing, damaged or another network.
    """

    def __init__(self, path: Path | str, threads: int = 1) -> None:
        self._session = open_network(path, threads)
        given = self._session.get_outputs()[0].shape[-1]
        if given != len(CODES) + 1:
            raise NetworkError(
                f"{path}: expected {len(CODES) + 1} answers, got {given}; install the program again"
            )

    def log_shares(self, frame: Frame, quads: Sequence[Quad]) -> LogShares:
        """Return log-shares of the card that each quad shows, either way up, shape (n, 53)."""
        if not len(quads):
            return np.zeros((0, len(CODES) + 1))
        crops = np.stack([rectify(frame, with_margin(quad), CROP_WH) for quad in quads])
        return np.asarray(self._session.run(None, {"crops": crops})[0], np.float64)
