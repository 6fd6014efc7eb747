"""Hold of a webcam's focus and exposure while a hand moves over the table, where its driver allows it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Final, Protocol

import cv2

from vision.types import Frame

MANUAL, AUTOMATIC = (1.0, 3.0) if sys.platform == "linux" else (0.25, 0.75)
"""Values of the two kinds of exposure in OpenCV's backends: Video4Linux has its own numbers."""

SETTLE_S: Final = 2.0
"""Seconds for focus and exposure to settle before they are held, and then for the picture to be watched."""

JUMP: Final = 1.33
"""Factor of brightness from which a hold has failed: some drivers return to an old exposure when asked to keep the
present one."""


class Video(Protocol):
    """The part of :class:`cv2.VideoCapture` that is used."""

    def get(self, prop: int, /) -> float:
        """Return a property's value."""

    def set(self, prop: int, value: float, /) -> bool:
        """Set a property; return whether the driver takes it."""


class LensHold:
    """Holds focus and exposure of one opening of a camera once they have settled; releases them if that went wrong."""

    def __init__(self, video: Video, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._video = video
        self._clock_s = clock_s
        self._next_s = clock_s() + SETTLE_S
        self._brightness: float | None = None
        self._watched = False

    def see(self, frame: Frame) -> None:
        """Take the next frame, and hold or release as due."""
        if self._watched or self._clock_s() < self._next_s:
            return
        brightness = float(frame[::16, ::16].mean()) + 1.0
        if self._brightness is None:
            self._brightness = brightness
            self._next_s = self._clock_s() + SETTLE_S
            hold_still(self._video)
            return
        self._watched = True
        if max(brightness / self._brightness, self._brightness / brightness) >= JUMP:
            let_wander(self._video)


def hold_still(video: Video) -> None:
    """Keep focus and exposure; a driver that cannot leaves them automatic."""
    focus, exposure = video.get(cv2.CAP_PROP_FOCUS), video.get(cv2.CAP_PROP_EXPOSURE)
    if video.set(cv2.CAP_PROP_AUTOFOCUS, 0.0):
        video.set(cv2.CAP_PROP_FOCUS, focus)
    if video.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL):
        video.set(cv2.CAP_PROP_EXPOSURE, exposure)


def let_wander(video: Video) -> None:
    """Make focus and exposure automatic."""
    video.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)
    video.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
