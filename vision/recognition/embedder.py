"""The embedder: rectified cards in, unit vectors out; cards of one design lie close together."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.onnx import NetworkError, open_network
from vision.types import Crop

Crops: TypeAlias = NDArray[np.uint8]
"""Rectified cards of one size, shape (n, height, width, 3), BGR."""

Embeddings: TypeAlias = NDArray[np.float32]
"""Descriptions of crops, shape (n, dimensions), of unit length."""

PREPROCESSING: Final = b"rectify, bilinear, BGR 0..255; in galleries from afar, too"
"""Version of the preprocessing outside the network. A change here changes the digest, and galleries that keep their
pictures are embedded again."""

BATCH: Final = 16
"""Crops at a time: more gain nothing and cost memory."""


class Embedder:
    """A network that describes rectified cards.

    :raise NetworkError: from the constructor, if the file is missing, damaged or no embedder.
    """

    def __init__(self, path: Path | str, threads: int = 1) -> None:
        self._session = open_network(path, threads)
        shape = self._session.get_inputs()[0].shape
        output = self._session.get_outputs()[0].shape
        if len(shape) != 4 or shape[3] != 3 or len(output) != 2:
            raise NetworkError(
                f"{path}: expected a network from (n, h, w, 3) to (n, d), got {shape} to {output}"
            )
        self.size_wh: tuple[int, int] = (int(shape[2]), int(shape[1]))
        self.dimensions = int(output[1])
        self.digest: str = hashlib.sha256(Path(path).read_bytes() + PREPROCESSING).hexdigest()

    def embed(self, crops: Crops | list[Crop]) -> Embeddings:
        """Describe crops, shape (n, height, width, 3) with ``size_wh``; none gives none.

        :raise ValueError: if the crops have another shape or type.
        """
        array = np.asarray(crops, np.uint8) if len(crops) else np.zeros((0, *self.size_wh[::-1], 3), np.uint8)
        if array.shape[1:] != (*self.size_wh[::-1], 3):
            raise ValueError(
                f"crops must have shape (n, {self.size_wh[1]}, {self.size_wh[0]}, 3), got {array.shape}"
            )
        parts = [self._run(array[i : i + BATCH]) for i in range(0, len(array), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, self.dimensions), np.float32)

    def _run(self, crops: Crops) -> Embeddings:
        return np.asarray(self._session.run(None, {"crops": crops})[0], np.float32)
