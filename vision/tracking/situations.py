"""The situations that a track can be in, and how they follow each other."""

from __future__ import annotations

from enum import StrEnum, unique
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray


@unique
class Situation(StrEnum):
    """What is true of a track at its place."""

    CLEAR = "clear"
    """The card lies there in sight."""
    COVERED = "covered"
    """It lies there, and other cards or things at rest hide most of it."""
    UNDER_HAND = "under-hand"
    """It lies there, and a hand hides most of it."""
    CARRIED = "carried"
    """It is on the move, or held in a hand."""
    GONE = "gone"
    """It is no longer there: the table shows, or another card."""


PLACES: Final = tuple(Situation)
"""The situations in the order of the filter's rows; that a track is no card at all does not change, and is a factor of
its own."""

CLEAR, COVERED, UNDER_HAND, CARRIED, GONE = range(len(PLACES))

RATES: Final[NDArray[np.float64]] = np.array(
    [
        # to: clear, covered, hand, carried, gone
        [0.00, 0.11, 0.03, 0.11, 0.03],
        [0.26, 0.00, 0.23, 0.22, 0.03],
        [0.84, 1.52, 0.00, 3.20, 0.05],
        [1.62, 0.02, 0.05, 0.00, 1.29],
        [0.03, 0.01, 0.01, 0.03, 0.00],
    ]
)
"""Transitions per second from each situation (rows) to each other one (columns)."""


STEPS: Final = 10
"""The matrix exponential is taken as that of a 1024th of the time, squared so many times."""


@lru_cache(maxsize=1)  # All tracks of a frame ask for the same.
def transition(dt_s: float) -> NDArray[np.float64]:
    """Return the probabilities of changes within ``dt_s`` seconds, shape (5, 5), rows sum to 1."""
    step = np.eye(len(PLACES)) + (RATES - np.diag(RATES.sum(axis=1))) * (dt_s / 2**STEPS)
    return np.asarray(np.linalg.matrix_power(step, 2**STEPS), np.float64)
