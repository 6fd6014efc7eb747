"""Where a card lies: its quad, the look of the pixels there, and how long nothing has changed."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.geometry import aligned, axis_of, length_of, quad_size_wh
from vision.overlap import quad_iou
from vision.tracking.thumbnail import Thumbnail, has_changed, thumbnail_of
from vision.types import Frame, Quad

SAME_PLACE_IOU: Final = 0.8
"""Less overlap with where a card was thought to lie is a better view of it, or another place."""

SAME_SIZE: Final = 0.12
"""A quad whose sides differ by more than this share shows a part of the card: something covers the rest."""

STEADY: Final = 0.025
"""A card whose quad strays less than this share of its length from where it lay has not moved: corners tremble."""

QUAD_SMOOTHING: Final = 0.3
"""Share by which each sighting of a resting card betters its quad."""

LOOK_SMOOTHING: Final = 0.1
"""Share by which the remembered look follows what is seen, a frame: daylight goes."""


class TrackPose:
    """The place of one card. ``rest`` is the quad whose pixels are watched, ``quad`` the best known one."""

    def __init__(self, quad: Quad, frame: Frame, t_s: float) -> None:
        self.quad = quad
        self.lay(quad, frame, t_s)

    def lay(self, quad: Quad, frame: Frame, t_s: float) -> None:
        """Lie elsewhere from now on."""
        self.quad = quad.copy()
        self.rest_s = t_s
        self.watch(frame)

    def watch(self, frame: Frame) -> None:
        """Remember the pixels of the place as they are now."""
        self.rest = self.quad.copy()
        self.changed = False
        self._look: Thumbnail = thumbnail_of(frame, self.rest)

    def look(self, frame: Frame) -> None:
        """Compare the pixels of the place with what they were."""
        now = thumbnail_of(frame, self.rest)
        self.changed = has_changed(now, self._look)
        if not self.changed:
            self._look += LOOK_SMOOTHING * (now - self._look)

    def still_s(self, t_s: float) -> float:
        """For how long the card has lain there, in seconds."""
        return t_s - self.rest_s

    def holds(self, quad: Quad) -> bool:
        """Whether a quad is this very place, as near as corners can be told."""
        quad = aligned(quad, self.rest)
        return displacement(quad, self.rest) <= STEADY and is_same_size(quad, self.rest)

    def resembles(self, quad: Quad) -> bool:
        """Whether a quad may be a worse view of this place."""
        strays = float(np.abs(quad - self.rest).max()) / max(length_of(self.rest), 1.0)
        return strays <= STEADY or quad_iou(quad, self.rest) >= SAME_PLACE_IOU

    def tremble(self, quad: Quad) -> None:
        """Let a sighting at this place better the quad a little."""
        self.quad = (self.quad + QUAD_SMOOTHING * (quad - self.quad)).astype(np.float32)

    def start_at(self, turn: int) -> None:
        """Start the quad this many corners later: now it is known which way up the card lies."""
        self.quad = np.roll(self.quad, -turn, axis=0)
        self.rest = np.roll(self.rest, -turn, axis=0)
        self._turn_look(turn)

    def _turn_look(self, turn: int) -> None:
        if turn == 2:
            self._look = self._look[::-1, ::-1].copy()
        elif turn:
            self.changed = True  # fields of a quarter turn do not map onto each other: look anew


def displacement(quad: Quad, reference: Quad) -> float:
    """How far a card has gone, in card lengths; turning counts as far as the ends of the card go."""
    quad = aligned(quad, reference)
    centre = np.hypot(*(quad.mean(axis=0) - reference.mean(axis=0)))
    ends = np.abs(axis_of(quad) - axis_of(reference)).max() / 2
    return float(max(centre, ends)) / max(length_of(reference), 1.0)


def is_same_size(quad: Quad, reference: Quad) -> bool:
    """Tell whether both show a whole card: sides alike within ``SAME_SIZE``."""
    sizes, others = quad_size_wh(aligned(quad, reference)), quad_size_wh(reference)
    return all(abs(size - other) <= SAME_SIZE * other for size, other in zip(sizes, others, strict=True))
