"""When a frame is given to the detector: whenever something moves, else now and then."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.overlap import is_taken
from vision.scene.background import SceneMasks
from vision.tracking.close_look import CloseLook
from vision.tracking.schedule import Schedule
from vision.tracking.settings import TrackerSettings
from vision.types import Box, Detection, Detector, Frame, PartDetector


class Looking:
    """A detector and what it found last; ``opened_s`` is when frames of this size began."""

    def __init__(self, detector: Detector, settings: TrackerSettings, schedule: Schedule) -> None:
        self.opened_s = 0.0
        self._detector = detector
        self._part_detector = detector if isinstance(detector, PartDetector) else None
        self._settings = settings
        self._found: Sequence[Detection] = ()
        self._close = CloseLook(self._part_detector, schedule) if self._part_detector else None
        self._looked_s = -1e9
        self._shape: tuple[int, ...] = ()

    def open(self, frame: Frame, t_s: float) -> bool:
        """Take note of a frame's size; return whether it is another than before."""
        if frame.shape == self._shape:
            return False
        self.opened_s, self._shape = t_s, frame.shape
        self.forget()
        return True

    def forget(self) -> None:
        """Detect in the whole next frame: the camera sees something else."""
        self._looked_s = -1e9
        if self._close:
            self._close.forget()

    def detect(self, frame: Frame, t_s: float, masks: SceneMasks, *, quiet: bool) -> Sequence[Detection]:
        """Detect where something has changed, and in the whole frame a moment after that was done last.

        What is ``quiet`` and unchanged is left out.
        """
        if self._close:
            self._close.note_change(masks)
        lately = 0 <= t_s - self._looked_s < self._settings.moment_s
        unchanged = not masks.changed.any()
        if lately and unchanged and (quiet or self._part_detector):
            return self._found
        if lately and self._found and self._part_detector:
            self._found = self._looked_again(frame, masks, self._part_detector)
        else:
            self._found, self._looked_s = self._detector.detect(frame), t_s
            if self._close:
                self._found = self._close.look(frame, self._found, masks)
        return self._found

    def _looked_again(self, frame: Frame, masks: SceneMasks, detector: PartDetector) -> list[Detection]:
        """Return what lay where nothing has changed, and what is seen now where something has."""
        kept = [one for one in self._found if masks.moving_share(one.quad) == 0]
        lie = [one.quad for one in kept]
        seen = detector.detect_within(frame, self._changed_box(masks), lie)
        return kept + [
            one for one in seen if masks.moving_share(one.quad) > 0 and not is_taken(one.quad, lie)
        ]

    def _changed_box(self, masks: SceneMasks) -> Box:
        """Return where something has changed, widened by the largest card, which may reach as far beyond."""
        rows, columns = np.nonzero(masks.changed)
        reach = max(float(np.ptp(one.quad, axis=0).max()) for one in self._found)
        low = np.array([columns.min(), rows.min()]) / masks.scale - reach
        high = np.array([columns.max() + 1, rows.max() + 1]) / masks.scale + reach
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))
