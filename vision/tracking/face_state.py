"""Which side of a card is up, as far as detections and readings agree."""

from __future__ import annotations

from vision.tracking.settings import TrackerSettings
from vision.types import Face


class FaceState:
    """The face of one card. A reader, or a back's design, may overrule what the detector says of unchanged pixels."""

    def __init__(self, face: Face, settings: TrackerSettings) -> None:
        self.face = face
        self._settings = settings
        self._other_since_s: float | None = None
        self._overruled: Face | None = None

    def forget_reading(self) -> None:
        """Trust the detector again: the pixels have changed."""
        self._overruled = None

    def match(self, face: Face, t_s: float, *, unmoved: bool) -> bool:
        """Take what a detection shows; tell whether the card has turned over."""
        if face is self.face or face is self._overruled:
            self._other_since_s = None
            return False
        if self._other_since_s is None:
            self._other_since_s = t_s
        needed_s = self._settings.patience_s if unmoved else self._settings.still_s
        if t_s - self._other_since_s < needed_s:
            return False
        self._turn(face)
        return True

    def overrules(self, face: Face) -> bool:
        """Whether these pixels are known not to show this face, which the detector takes them for."""
        return face is self._overruled

    def overrule(self) -> None:
        """Show the other face: readings say so, whatever the detector says of these pixels."""
        overruled = self.face
        self._turn(Face.DOWN if overruled is Face.UP else Face.UP)
        self._overruled = overruled

    def _turn(self, face: Face) -> None:
        self.face = face
        self._other_since_s = None
        self._overruled = None
