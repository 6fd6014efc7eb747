"""All waiting times for cameras, in one place."""

from __future__ import annotations

from collections import deque
from typing import Final

STALL_S: Final = 1.2
"""Seconds without any, any whole or any new picture after which a live source has stopped, unless it is known to be
slower; most slow webcams need a quarter of a second. Also the longest hold of the frame slot: a process that holds it
longer was killed with it."""

OPENING_S: Final = 10.0
"""Seconds to open a source. A camera on the same network answers within a second, one across a mobile link may need a
few. Also the longest repeat of a picture in video, which is coded as differences, and the longest wait for a file's
next picture on a loaded machine."""

PAUSE_S: Final = 0.4
"""Seconds between two attempts to open a lost source; for a process to end; that a paced source may fall behind before
it skips ahead; to measure a camera's rate; and by which a file may be shorter than announced."""

SLOWEST_S: Final = 5.0
"""Longest wait for the second picture of an opening, before the rate is known."""

SKIPPED: Final = 3
"""Missing pictures in a row after which a source has stopped."""


class Rhythm:
    """Rate of a live source, learnt from its last pictures, and the gap after which it has stopped."""

    def __init__(self, least_s: float) -> None:
        """Prepare; ``least_s`` is waited for every source, in seconds."""
        self._least_s = least_s
        self._last_s: float | None = None
        self._count = 0
        self._intervals_s: deque[float] = deque(maxlen=5)

    @property
    def patience_s(self) -> float:
        """Longest time to the next picture, in seconds."""
        usual_s = SKIPPED * max(self._intervals_s) if self._intervals_s else SLOWEST_S
        return max(self._least_s, usual_s)

    def see(self, t_s: float, count: int = 1) -> None:
        """Take the time of a picture, in seconds; it is the ``count``-th after the last one."""
        if self._last_s is not None:
            self._intervals_s.append((t_s - self._last_s) / count)
        self._last_s = t_s
        self._count += 1

    def begin(self) -> None:
        """Note that the source is reopened: if it stopped after one picture, it may have become slower."""
        if self._count == 1:
            self._intervals_s.clear()
        self._last_s, self._count = None, 0
