"""Bad pictures of a source: half, black, or the very same again and again."""

from __future__ import annotations

import time
from typing import Final

import numpy as np

from vision.capture.reasons import Reason
from vision.capture.spec import SourceError
from vision.capture.waits import OPENING_S, STALL_S
from vision.types import Frame

FILLINGS: Final = ((128, 128, 128), (127, 127, 127), (0, 135, 0), (0, 154, 0), (0, 136, 0), (0, 255, 0))
"""Colours, BGR, that decoders leave where a picture was cut short: grey for JPEG, green for video."""

BLOCK_PX: Final = 16
"""Rows that JPEG and video codecs code together: the least height of missing data at the lower edge."""

BLACK_SHARE: Final = 0.001
"""Share of values above 0 below which a picture is black. A camera's own pictures have noise; black is memory into
which interlaced video was decoded but not converted, or a closed shutter."""


class PictureWatch:
    """Checks the pictures of one opening of a live source, one after another."""

    def __init__(self, name: str) -> None:
        """Prepare; ``name`` stands for the source in messages."""
        self._name = name
        self._whole_s = time.monotonic()
        self._black_patience_s = OPENING_S
        self._has_been_black = self._has_been_whole = False
        self._last: Frame | None = None
        self._changed_s = time.monotonic()
        self.still = False

    def is_whole(self, frame: Frame) -> bool:
        """Return whether a picture is whole and not black.

        :raise SourceError: if none was for a while; a camera that wakes up may be black for longer
        """
        now_s = time.monotonic()
        black = is_black(frame)
        if not black and not is_half(frame):
            self._whole_s, self._black_patience_s, self._has_been_whole = now_s, STALL_S, True
            return True
        self._has_been_black = self._has_been_black or black
        if black and now_s - self._whole_s > self._black_patience_s:
            raise SourceError(Reason("black-pictures", name=self._name))
        if not black and now_s - self._whole_s > STALL_S:
            raise SourceError(Reason("half-pictures", name=self._name))
        return False

    def check_seen(self) -> None:
        """Check the pictures before the source stopped.

        :raise SourceError: if all were black
        """
        if self._has_been_black and not self._has_been_whole:
            raise SourceError(Reason("black-pictures", name=self._name))

    def turned(self, frame: Frame, still_s: float) -> bool:
        """Take the next picture, which may be the very same for so many seconds; return whether :attr:`still` has
        changed."""
        now_s = time.monotonic()
        if self._last is None or not _is_same(frame, self._last):
            self._last, self._changed_s = frame, now_s
        was, self.still = self.still, now_s - self._changed_s > still_s
        return was is not self.still


def is_half(frame: Frame) -> bool:
    """Return whether the lower edge of a picture is a decoder's filling for missing data."""
    filling = tuple(int(part) for part in frame[-1, 0])
    if filling not in FILLINGS or not (frame[-1] == frame[-1, 0]).all():
        return False
    missing = frame[-BLOCK_PX:]
    return bool((missing == frame[-1, 0]).all())


def is_black(frame: Frame) -> bool:
    """Return whether a picture is 0 all over, but for a few values."""
    sample = frame[::16, ::16]
    if 2 * np.count_nonzero(sample) > sample.size:  # Nearly every picture: the rest need not be checked.
        return False
    return bool(np.count_nonzero(frame) < BLACK_SHARE * frame.size)


def _is_same(frame: Frame, other: Frame) -> bool:
    if frame.shape != other.shape:
        return False
    middle = len(frame) // 2  # One row of a camera's noise nearly always decides.
    return np.array_equal(frame[middle], other[middle]) and np.array_equal(frame, other)
