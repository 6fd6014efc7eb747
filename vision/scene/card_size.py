"""How large a card looks where on the table: what has another size is something else, until it is read by name."""

from __future__ import annotations

from collections import deque
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import axis_of, length_of, quad_size_wh
from vision.types import Quad

PLAUSIBLE: Final = (0.6, 1.65)
"""Length of a card relative to named ones nearby: decks differ by 0.73, perspective within a seat by less."""

NEEDED: Final = 2
"""Named cards that must have been seen before sizes are judged."""

MEMORY: Final = 24

SAME_WAY: Final = 0.94
"""Cosine of the angle between two cards that perspective shortens alike."""

OTHER_SIZE: Final = 0.06
"""Sides that differ by less than this share are those of a card whose corners tremble."""

NEARNESS_SHARE: Final = 0.1
"""Of the frame's height: cards so much higher or lower in the picture weigh half as much as one at the same height."""


class CardSize:
    """The sizes of the last named cards, by their height in the picture: perspective makes far ones smaller."""

    def __init__(self) -> None:
        self._named: deque[Quad] = deque(maxlen=MEMORY)
        self._heights = self._lengths = np.zeros(0)

    def learn(self, quad: Quad) -> None:
        """Take the quad of a card that was read by name."""
        self._named.append(quad.copy())
        self._heights = np.array([_height(named) for named in self._named])
        self._lengths = np.array([length_of(named) for named in self._named])

    def forget(self) -> None:
        """Begin anew: the frames have another size."""
        self._named.clear()

    def fits(self, quad: Quad, frame_height_px: int) -> bool:
        """Tell whether a card can look like this there; True while too little is known."""
        if len(self._named) < NEEDED:
            return True
        weights = 1 / (np.abs(self._heights - _height(quad)) + NEARNESS_SHARE * frame_height_px)
        expected = float(weights @ self._lengths) / float(weights.sum())
        ratio = length_of(quad) / max(expected, 1.0)
        return PLAUSIBLE[0] <= ratio <= PLAUSIBLE[1]

    def as_named(self, quad: Quad) -> tuple[Quad, ...]:
        """Return where a card lies, as large as the nearest named one that lies the same way, if one corner of ``quad``
        is right and others are not; nothing if none lies so, or it is as large as that."""
        alike = [named for named in self._named if abs(_direction(named) @ _direction(quad)) >= SAME_WAY]
        if len(alike) < NEEDED:
            return ()
        nearest = min(alike, key=lambda named: abs(_height(named) - _height(quad)))
        wide, high = (
            known / max(now, 1.0)
            for known, now in zip(quad_size_wh(nearest), quad_size_wh(quad), strict=True)
        )
        if max(abs(wide - 1), abs(high - 1)) < OTHER_SIZE:
            return ()
        return tuple(_resized(quad, corner, wide, high) for corner in range(4))


def _height(quad: Quad) -> float:
    """Return how far down in the picture a card lies, in pixels."""
    return float(quad[:, 1].sum()) / 4


def _direction(quad: Quad) -> NDArray[np.float32]:
    """Return the direction of a card's long axis, of length 1."""
    axis = axis_of(quad)
    return np.asarray(axis / max(float(np.linalg.norm(axis)), 1e-6), np.float32)


def _resized(quad: Quad, corner: int, wide: float, high: float) -> Quad:
    """Return a parallelogram at one corner of a quad, its sides so many times as long as those that meet there."""
    across, along = corner ^ 1, 3 - corner
    width, height = wide * (quad[across] - quad[corner]), high * (quad[along] - quad[corner])
    resized = np.empty_like(quad)
    resized[corner] = quad[corner]
    resized[across], resized[along] = quad[corner] + width, quad[corner] + height
    resized[3 - across] = quad[corner] + width + height
    return resized
