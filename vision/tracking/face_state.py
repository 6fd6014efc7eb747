"""Which side of a card is up, as far as detections and readings agree."""

from __future__ import annotations

from typing import Final

from vision.tracking.settings import TrackerSettings
from vision.types import Face

TURN_COUNT: Final = 2
"""The other face must be seen so often, and for the settings' time, before a card counts as turned over."""


class FaceState:
    """The face of one card. A reader may overrule what the detector says of unchanged pixels."""

    def __init__(self, face: Face, settings: TrackerSettings) -> None:
        self.face = face
        self._settings = settings
        self._other_since_s: float | None = None
        self._other_count = 0
        self._overruled: Face | None = None
        self._read_other = 0

    def forget_reading(self) -> None:
        """Trust the detector again: the pixels have changed."""
        self._overruled = None
        self._read_other = 0

    def match(self, face: Face, t_s: float, *, unmoved: bool) -> bool:
        """Take what a detection shows; tell whether the card has turned over."""
        if face is self.face or face is self._overruled:
            self._other_since_s = None
            return False
        if self._other_since_s is None:
            self._other_since_s, self._other_count = t_s, 0
        self._other_count += 1
        needed_s = self._settings.turn_unmoved_s if unmoved else self._settings.turn_s
        if self._other_count < TURN_COUNT or t_s - self._other_since_s < needed_s:
            return False
        self._turn(face)
        return True

    def read(self, face: Face) -> bool:
        """Take what a reading says; tell whether it has overruled the detector."""
        self._read_other = 0 if face is self.face else self._read_other + 1
        if self._read_other < TURN_COUNT:
            return False
        overruled = self.face
        self._turn(face)
        self._overruled = overruled
        return True

    def _turn(self, face: Face) -> None:
        self.face = face
        self._other_since_s = None
        self._overruled = None
        self._read_other = 0
