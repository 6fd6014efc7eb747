"""Which side of a card is up, as far as detections and readings agree."""

from __future__ import annotations

from vision.tracking.settings import TrackerSettings
from vision.types import Face


class FaceState:
    """The face of one card. A reader, or a back's design, may overrule what the detector says of unchanged pixels."""

    def __init__(self, face: Face, settings: TrackerSettings, t_s: float) -> None:
        self.face = face
        self._seen_s = t_s
        self._settings = settings
        self._other_since_s: float | None = None
        self._overruled: Face | None = None

    def forget_reading(self) -> None:
        """Trust the detector again: the pixels have changed."""
        self._overruled = None

    def contradicts(self, face: Face, t_s: float, changed_s: float) -> bool:
        """Take what a detection shows; tell whether that is to be believed against what is known. It takes longer where
        pixels have not changed since they showed the other face."""
        if face is self.face or face is self._overruled:
            self._other_since_s, self._seen_s = None, t_s
            return False
        if self._other_since_s is None:
            self._other_since_s = t_s
        unchanged = self._seen_s > changed_s
        needed_s = self._settings.patience_s if unchanged else self._settings.still_s
        return t_s - self._other_since_s >= needed_s

    def overrules(self, face: Face) -> bool:
        """Whether these pixels are known not to show this face, which the detector takes them for."""
        return face is self._overruled

    def overrule(self, face: Face, t_s: float) -> None:
        """Show the other face than this one, whatever the detector says of these pixels."""
        self.turn(Face.DOWN if face is Face.UP else Face.UP, t_s)
        self._overruled = face

    def turn(self, face: Face, t_s: float) -> None:
        """Show this face from now on."""
        self.face, self._seen_s = face, t_s
        self._other_since_s = self._overruled = None
