"""An unchanged table: a frame that shows what the last full step saw needs no further one.

The check is one difference of two small pictures. Whatever it cannot show, such as light that drifts, is found by a
full step, which comes at least every :data:`FULL_STEP_S`.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.background import NEVER_S, SMALL_WIDTH, difference
from vision.scene.camera_motion import CHANGE_LEVELS
from vision.types import Frame

FULL_STEP_S: Final = 0.5
"""The longest time between two full steps, in seconds: so late, at most, is noticed what no difference shows."""

QUIET_S: Final = 1.2
"""Seconds in which full steps have found nothing to do, before the first frame is left out: longer than an open throw
waits for stillness, or a cleared table until it is swept."""

STIRRED_LEVELS: Final = 5.0
"""Grey levels by which four neighbouring cells change where anything stirs, on the mean: half of what the tracker calls
a change. In good light their noise stays below 3.5 in all of a picture."""

STIRRED_NOISES: Final = 6.0
"""The same in multiples of the mean change of all cells, for a camera in poor light; never more than what the tracker
calls a change."""

EVERY_ROW: Final = 2
"""Of so many rows of a frame one is compared: half the memory to be read, and still 32 pixels a cell in 1280 x 720."""

Cells: TypeAlias = NDArray[np.float32]
"""Mean grey levels of a frame's cells, shape (rows, ``SMALL_WIDTH``)."""


class UnchangedTable:
    """Compares frames with the last full step's, once full steps have found nothing to do for a while."""

    def __init__(self) -> None:
        self.left_out = 0
        """Frames left out since the last full step."""
        self._cells: Cells | None = None
        self._shape: tuple[int, ...] = ()
        self._quiet_since_s: float | None = None
        self._stepped_s = NEVER_S

    def holds(self, frame: Frame, t_s: float) -> bool:
        """Return whether a frame, (h, w, 3), at ``t_s`` seconds may be left out."""
        due = not 0 <= t_s - self._stepped_s < FULL_STEP_S
        if self._cells is None or due or frame.shape != self._shape:
            return False
        if stirs(cells_of(frame), self._cells):
            return False
        self.left_out += 1
        return True

    def note_step(self, frame: Frame, t_s: float, *, quiet: bool) -> None:
        """Take note of a full step of a frame, (h, w, 3), and whether it was ``quiet``: it found nothing to do."""
        self.left_out, self._stepped_s = 0, t_s
        if not quiet:
            self._quiet_since_s = self._cells = None
            return
        if self._quiet_since_s is None or t_s < self._quiet_since_s:
            self._quiet_since_s = t_s
        self._cells = cells_of(frame) if t_s - self._quiet_since_s >= QUIET_S else None
        self._shape = frame.shape


def stirs(now: Cells, before: Cells) -> bool:
    """Return whether anything but noise and the light of the whole picture differs between two pictures."""
    change = difference(now, before)
    noise = STIRRED_NOISES * float(change.mean())
    bound = min(max(STIRRED_LEVELS, noise), CHANGE_LEVELS)
    return float(cv2.blur(change, (2, 2)).max()) > bound


def cells_of(frame: Frame) -> Cells:
    """Return the mean grey levels of the cells of a frame, (h, w, 3)."""
    size_wh = SMALL_WIDTH, max(1, round(frame.shape[0] * SMALL_WIDTH / frame.shape[1]))
    small = cv2.resize(frame[::EVERY_ROW], size_wh, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)
