"""When a frame is looked at by the detector: whenever something stirs, else now and then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.scene.background import SceneMasks
from vision.tracking.presence import NEAR_HAND_SHARE
from vision.tracking.settings import TrackerSettings
from vision.types import Detection, Detector, Frame, Quad


class Looking:
    """A detector, what it found last, and when each cell of the picture changed last.

    ``opened_s`` is when frames of this size began.
    """

    def __init__(self, detector: Detector, settings: TrackerSettings) -> None:
        self.opened_s = 0.0
        self._detector = detector
        self._settings = settings
        self._found: Sequence[Detection] = ()
        self._looked_s = -1e9
        self._shape: tuple[int, ...] = ()
        self._changed_s: NDArray[np.float64] | None = None

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
        self._changed_s = None

    def lay_before(self, quad: Quad, t_s: float, masks: SceneMasks) -> bool:
        """Whether what is found only now did not come now: the first picture has only just come, or nothing stirred
        there lately, so that it is the detector that changed its mind."""
        if self._changed_s is None or t_s - self.opened_s < self._settings.opened_s:
            return True
        lately = replace(masks, changed=t_s - self._changed_s < self._settings.unseen_s)
        return lately.moving_share(quad) <= NEAR_HAND_SHARE

    def detect(self, frame: Frame, t_s: float, masks: SceneMasks, *, quiet: bool) -> Sequence[Detection]:
        """Detect anew, unless nothing has changed since the last time, that was a moment ago, and all is ``quiet``."""
        if self._changed_s is None:
            self._changed_s = np.full(masks.changed.shape, -np.inf)
        self._changed_s[masks.changed] = t_s
        same = quiet and not masks.changed.any()
        if not same or not 0 <= t_s - self._looked_s < self._settings.detect_again_s:
            self._found, self._looked_s = self._detector.detect(frame), t_s
        return self._found
