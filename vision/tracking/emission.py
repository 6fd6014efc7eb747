"""How likely a frame's evidence is in each situation: a small network, fitted on the simulator's truth."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.onnx import NetworkError, open_network
from vision.tracking.evidence import FIELDS

FILE: Final = Path(__file__).resolve().parents[2] / "models" / "emission.onnx"
"""The shipped network; ``models.training.train_situations`` makes it."""

MOST: Final = 6.0
"""Nats that one frame says at most for a situation against another."""


class Emission:
    """Log-likelihoods of the situations.

    :raise NetworkError: from the constructor, if the file is missing, damaged, or made for other evidence.
    """

    def __init__(self, path: Path = FILE) -> None:
        self._session = open_network(path)
        taken = self._session.get_inputs()[0].shape[-1]
        if taken != len(FIELDS):
            raise NetworkError(
                f"{path}: expects {taken} values, not {len(FIELDS)}; install the program again"
            )

    def log_likelihoods(self, evidence: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return log-likelihoods up to a constant, from evidence of shape (n, f); shape (n, 5), at most 0."""
        values = np.asarray(self._session.run(None, {"evidence": evidence})[0], np.float64)
        return np.asarray(np.maximum(values - values.max(axis=1, keepdims=True), -MOST), np.float64)
