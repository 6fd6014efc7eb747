"""How likely a frame's evidence is in each situation: a small network, fitted on the simulator's truth."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

FILE: Final = Path(__file__).resolve().parents[3] / "models" / "emission.npz"

MOST: Final = 6.0
"""Nats that one frame says at most for a situation against another."""


class Emission:
    """Log-likelihood ratios of the situations, from their shares given the evidence."""

    def __init__(self, layers: list[tuple[NDArray[np.float64], NDArray[np.float64]]], prior: NDArray[np.float64], mean: NDArray[np.float64], scale: NDArray[np.float64]) -> None:
        self._layers, self._prior, self._mean, self._scale = layers, np.log(prior), mean, scale

    def log_likelihoods(self, evidence: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return log-likelihoods up to a constant, from evidence of shape (n, f); shape (n, 5)."""
        values = (evidence - self._mean) / self._scale
        for number, (weights, bias) in enumerate(self._layers):
            values = values @ weights + bias
            if number + 1 < len(self._layers):
                values = np.maximum(values, 0)
        values = values - np.logaddexp.reduce(values, axis=1, keepdims=True) - self._prior
        return np.asarray(np.maximum(values - values.max(axis=1, keepdims=True), -MOST), np.float64)


@cache
def load() -> Emission:
    """Return the shipped network."""
    with np.load(FILE) as file:
        count = int(file["count"])
        layers = [(file[f"w{i}"].astype(float), file[f"b{i}"].astype(float)) for i in range(count)]
        return Emission(layers, file["prior"], file["mean"], file["scale"])
