"""Calibration of the classifier's log-odds, fitted and measured on samples kept out of training."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.training.classifier_samples import CardSamples, Shows
from vision.detection.detector import LIVE_SETTINGS

Calibration: TypeAlias = tuple[float, float]
"""Offset of the network's log-odds, and the factor before it."""

STEPS: Final = 60
RIDGE: Final = 1e-3
BARS: Final = (-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 3.5)
BACK_BARS: Final = (-1.0, 0.0, 1.0, 2.0, 3.0)


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


def calibration_of(log_odds: NDArray[np.float64], samples: CardSamples) -> tuple[Calibration, Calibration]:
    """Fit the odds of a card, and of a back among cards, shape (n, 2), to samples that pass live: as many cards, backs
    and others as the samples hold."""
    live = passes_live(samples)
    cards = live & samples.card
    card = fitted(log_odds[live, :1], samples.card[live])
    back = fitted(log_odds[cards, 1:], samples.shows[cards] == Shows.BACK)
    return (float(card[0]), float(card[1])), (float(back[0]), float(back[1]))


def calibrated(
    log_odds: NDArray[np.float64], calibration: tuple[Calibration, Calibration]
) -> NDArray[np.float64]:
    """Return calibrated log-odds, shape (n, 2)."""
    constants, factors = np.array(calibration).T
    return np.asarray(constants + factors * log_odds, np.float64)


def share(passed: NDArray[np.bool_], among: NDArray[np.bool_]) -> str:
    """Return which share of some samples passed, with its n."""
    hits, count = int((passed & among).sum()), int(among.sum())
    return f"{hits}/{count} = {hits / max(1, count):.4f}"


def report(odds: NDArray[np.float64], samples: CardSamples) -> list[str]:
    """Return, for some bars, the cards of scenes that pass, and the detections on photographs without cards; then the
    backs and the faces among cards that are taken for backs. ``odds`` are calibrated, shape (n, 2)."""
    bare = (samples.view % 2 == 1) & (samples.score >= LIVE_SETTINGS.accept)
    cards, views = samples.card & passes_live(samples), max(1, len(np.unique(samples.view[bare])))
    lines = [
        f"before: {bare.sum()} accepted detections in {views} views at photographs without cards, none of them calm"
    ]
    for bar in BARS:
        passed = odds[:, 0] >= bar
        calm = views - len(np.unique(samples.view[bare & passed]))
        lines.append(
            f"log-odds from {bar:+g}: cards {share(passed, cards)}, detections on photographs {share(passed, bare)}, "
            f"calm now {calm}/{views} = {calm / views:.3f}"
        )
    for bar in BACK_BARS:
        down, back = odds[:, 1] >= bar, samples.shows == Shows.BACK
        lines.append(
            f"log-odds of a back from {bar:+g}: backs {share(down, cards & back)}, faces {share(down, cards & ~back)}"
        )
    return lines
