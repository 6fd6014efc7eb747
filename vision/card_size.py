"""How large a card looks where on the table: what has another size is something else, until it is read by name."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np

from vision.association import length_of
from vision.types import Quad

PLAUSIBLE: Final = (0.6, 1.65)
"""Length of a card relative to named ones nearby: decks differ by 0.73, perspective within a seat by less."""

NEEDED: Final = 2
"""Named cards that must have been seen before sizes are judged."""

MEMORY: Final = 24

NEARNESS_SHARE: Final = 0.1
"""Of the frame's height: cards so much higher or lower in the picture weigh half as much as one at the same height."""


class CardSize:
    """The lengths of the last named cards, by their height in the picture: perspective makes far ones smaller."""

    def __init__(self) -> None:
        self._lengths: deque[tuple[float, float]] = deque(maxlen=MEMORY)

    def learn(self, quad: Quad) -> None:
        """Take the quad of a card that was read by name."""
        self._lengths.append((float(quad[:, 1].mean()), length_of(quad)))

    def forget(self) -> None:
        """Begin anew: the frames have another size."""
        self._lengths.clear()

    def fits(self, quad: Quad, frame_height_px: int) -> bool:
        """Tell whether a card can look like this there; True while too little is known."""
        if len(self._lengths) < NEEDED:
            return True
        heights, lengths = np.array(self._lengths).T
        weights = 1 / (np.abs(heights - quad[:, 1].mean()) + NEARNESS_SHARE * frame_height_px)
        ratio = length_of(quad) / max(float(np.average(lengths, weights=weights)), 1.0)
        return PLAUSIBLE[0] <= ratio <= PLAUSIBLE[1]
