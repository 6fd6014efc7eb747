"""When a frame is looked at by the detector: whenever something stirs, else now and then."""

from __future__ import annotations

from collections.abc import Sequence

from vision.scene.background import SceneMasks
from vision.tracking.settings import TrackerSettings
from vision.types import Detection, Detector, Frame


class Looking:
    """A detector, and what it found last. ``opened_s`` is when frames of this size began."""

    def __init__(self, detector: Detector, settings: TrackerSettings) -> None:
        self.opened_s = 0.0
        self._detector = detector
        self._settings = settings
        self._found: Sequence[Detection] = ()
        self._looked_s = -1e9
        self._shape: tuple[int, ...] = ()

    def open(self, frame: Frame, t_s: float) -> bool:
        """Take note of a frame's size; tell whether it is another than before."""
        if frame.shape == self._shape:
            return False
        self.opened_s, self._shape = t_s, frame.shape
        self.forget()
        return True

    def forget(self) -> None:
        """Look anew: the camera sees something else."""
        self._looked_s = -1e9

    def is_early(self, t_s: float) -> bool:
        """Whether the first picture has only just come."""
        return t_s - self.opened_s < self._settings.opened_s

    def detect(self, frame: Frame, t_s: float, masks: SceneMasks, *, quiet: bool) -> Sequence[Detection]:
        """Detect anew, unless nothing has changed since the last time, that was a moment ago, and all is ``quiet``."""
        same = quiet and not masks.changed.any()
        if not same or not 0 <= t_s - self._looked_s < self._settings.detect_again_s:
            self._found, self._looked_s = self._detector.detect(frame), t_s
        return self._found
