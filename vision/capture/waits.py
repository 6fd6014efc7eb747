"""How long is waited for cameras, in one place: what means the same waits the same."""

from __future__ import annotations

from collections import deque
from typing import Final

STALL_S: Final = 1.2
"""A live source from which for so long nothing comes, or nothing whole or new, has stopped, unless it is known to be
slower; most slow webcams need a quarter of a second. Whoever holds the frame slot for so long was killed with it in
hand."""

OPENING_S: Final = 10.0
"""A camera on the same network answers within a second, one across a mobile link may need a few. Video, which is coded
as differences, may repeat a picture for as long where nothing moves. A file from which for so long no picture comes is
lost, too: a loaded machine takes its time, but never so much for one."""

PAUSE_S: Final = 0.4
"""Between two attempts to open what was lost; a process that is to end gets so long, and so far may a paced source fall
behind before it goes on from now instead of racing to catch up. A camera is tried for so long to see how fast it is; a
file may be so much shorter than it says."""

SLOWEST_S: Final = 5.0
"""For the second picture of an opening so long is waited: how often a source gives one is not known before."""

SKIPPED: Final = 3
"""A source has stopped when so many pictures in a row are missing."""


class Rhythm:
    """How often a live source gives pictures, learnt from the last few, and after what silence it has stopped."""

    def __init__(self, least_s: float) -> None:
        """``least_s`` is waited for every source, in seconds."""
        self._least_s = least_s
        self._last_s: float | None = None
        self._count = 0
        self._intervals_s: deque[float] = deque(maxlen=5)

    @property
    def patience_s(self) -> float:
        """How long the next picture may take, in seconds."""
        usual_s = SKIPPED * max(self._intervals_s) if self._intervals_s else SLOWEST_S
        return max(self._least_s, usual_s)

    def see(self, t_s: float, count: int = 1) -> None:
        """Take in the moment of a picture, in seconds; it is the ``count``-th after the last one."""
        if self._last_s is not None:
            self._intervals_s.append((t_s - self._last_s) / count)
        self._last_s = t_s
        self._count += 1

    def begin(self) -> None:
        """Take in that the source is opened again: if it stopped after one picture, it may have become slower."""
        if self._count == 1:
            self._intervals_s.clear()
        self._last_s, self._count = None, 0
