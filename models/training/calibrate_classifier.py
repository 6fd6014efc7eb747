"""Calibration of the classifier's log-odds, fitted and measured on samples kept out of training."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.training.classifier_samples import CardSamples
from vision.detection.detector import LIVE_SETTINGS

Calibration: TypeAlias = tuple[float, float]
"""Offset of the network's log-odds, and the factor before it."""

STEPS: Final = 60
RIDGE: Final = 1e-3
BARS: Final = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 3.5)


def fitted(inputs: NDArray[np.float64], card: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Fit a logistic regression by Newton's method; inputs (n, k), weights (k + 1,), the constant first."""
    rows = np.column_stack([np.ones(len(inputs)), inputs])
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-np.clip(rows @ weights, -40, 40)))
        slope = rows.T @ (share - card) + RIDGE * weights
        bend = (rows * (share * (1 - share))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    return np.asarray(weights, np.float64)


def passes_live(samples: CardSamples) -> NDArray[np.bool_]:
    """Return which samples reach the detector's lowest live score."""
    return np.asarray(samples.score >= LIVE_SETTINGS.low_score, np.bool_)


def calibration_of(log_odds: NDArray[np.float64], samples: CardSamples) -> Calibration:
    """Fit odds to samples that pass live: as many cards and others as the samples hold."""
    live = passes_live(samples)
    constant, scale = fitted(log_odds[live][:, None], samples.card[live])
    return float(constant), float(scale)


def share(passed: NDArray[np.bool_], among: NDArray[np.bool_]) -> str:
    """Return which share of some samples passed, with its n."""
    hits, count = int((passed & among).sum()), int(among.sum())
    return f"{hits}/{count} = {hits / max(1, count):.4f}"


def report(odds: NDArray[np.float64], samples: CardSamples) -> list[str]:
    """Return, for some bars, the cards of scenes that pass, and the detections on photographs without cards."""
    bare = (samples.view % 2 == 1) & (samples.score >= LIVE_SETTINGS.accept)
    cards, views = samples.card & passes_live(samples), max(1, len(np.unique(samples.view[bare])))
    lines = [
        f"before: {bare.sum()} accepted detections in {views} views at photographs without cards, none of them calm"
    ]
    for bar in BARS:
        passed = odds >= bar
        calm = views - len(np.unique(samples.view[bare & passed]))
        lines.append(
            f"log-odds from {bar:+g}: cards {share(passed, cards)}, detections on photographs {share(passed, bare)}, "
            f"calm now {calm}/{views} = {calm / views:.3f}"
        )
    return lines
