"""The forward filter of a track: what is believed of its situation, its face, and whether it is a card."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.tracking.situations import CARRIED, GONE, UNDER_HAND, transition
from vision.types import Face

CORRELATED_S: Final = 0.12
"""Frames that follow each other within so many seconds repeat each other's evidence: each counts its share."""

LEAST: Final = 1e-6
"""No situation becomes less likely than this, so that evidence can bring it back."""

FACE_FROM_DETECTOR: Final = 2.0
"""Log-odds of a face that one independent detection of it adds."""

MOST_FROM_DETECTOR: Final = 4.0
"""Log-odds of a face that detections add at most: those of unchanged pixels repeat their error."""

TURNS_PER_S: Final = (0.02, 0.02, 0.6, 1.5, 0.0)
"""How often a card is turned over in each situation, per second."""


class SituationFilter:
    """``places`` are the probabilities of the situations in the order of ``PLACES``, shape (5,), sum 1."""

    def __init__(self, face: Face) -> None:
        self.restart()
        self._detected = 1.0 if face is Face.UP else -1.0
        self._proven = 0.0
        self._design = 0.0

    def restart(self) -> None:
        """Believe what is believed of a card that was just found, or just turned over."""
        self.places: NDArray[np.float64] = np.array([0.30, 0.02, 0.08, 0.55, 0.05])

    def step(self, log_likelihood: NDArray[np.float64], dt_s: float, *, changed: bool) -> None:
        """Take a frame's log-likelihoods of the situations, shape (5,), ``dt_s`` seconds after the last one; only
        what has ``changed`` was perhaps turned over."""
        share = min(1.0, dt_s / CORRELATED_S)
        predicted = self.places @ transition(dt_s)
        logs = np.log(np.maximum(predicted, LEAST)) + share * log_likelihood
        shares = np.exp(logs - logs.max())
        self.places = np.maximum(shares / shares.sum(), LEAST)
        self.places /= self.places.sum()
        if changed:
            self._turn_perhaps(dt_s)

    def _turn_perhaps(self, dt_s: float) -> None:
        rate = float(np.dot(self.places, TURNS_PER_S))
        turned = 0.5 * (1 - np.exp(-2 * rate * dt_s))
        up = _share(self.face_log_odds)
        up = up * (1 - turned) + (1 - up) * turned
        kept = _log_odds(up)
        before = self.face_log_odds
        if abs(before) > 1e-9:
            self._detected *= kept / before
            self._proven *= kept / before
            self._design *= kept / before

    def see_face(self, face: Face, dt_s: float) -> None:
        """Take the face that a detection shows, ``dt_s`` seconds after the last one."""
        sign = 1.0 if face is Face.UP else -1.0
        share = min(1.0, dt_s / CORRELATED_S)
        added = self._detected + sign * share * FACE_FROM_DETECTOR
        self._detected = float(np.clip(added, -MOST_FROM_DETECTOR, MOST_FROM_DETECTOR))

    def prove_face(self, log_odds: float) -> None:
        """Take what a reading, or a back's design, proves: log-odds that the face is up."""
        self._proven = float(np.clip(self._proven + log_odds, -12.0, 12.0))

    def doubt_proof(self) -> None:
        """The pixels have changed: what was proven of the face holds no longer."""
        self._proven = self._design = 0.0

    def see_design(self, log_odds: float) -> None:
        """Take what a comparison with the backs of the table says of unchanged pixels: log-odds that the face is up."""
        self._design = log_odds

    @property
    def shows_no_back(self) -> bool:
        """Whether backs are known, and the unchanged pixels show none of them."""
        return self._design > 0

    @property
    def face_log_odds(self) -> float:
        """Log-odds that the card lies face up."""
        return self._detected + self._proven + self._design

    @property
    def lies(self) -> float:
        """Probability that the card is at its place."""
        return float(1 - self.places[CARRIED] - self.places[GONE])

    @property
    def hidden(self) -> float:
        """Probability that most of it is hidden where it lies."""
        return float(self.places[1 : UNDER_HAND + 1].sum())


def _share(log_odds: float) -> float:
    return float(1 / (1 + np.exp(-log_odds)))


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-9), 1 - 1e-9)
    return float(np.log(share / (1 - share)))
