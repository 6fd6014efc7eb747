"""The schedule of what is not urgent: zoomed tiles, readings and weighings get a fixed share of time, those first that
somebody waits for, and the rest is carried over to the next frames.

Work is counted in estimated milliseconds, so that a recorded session gives the same on every machine. In live play the
estimates follow what each kind of work takes there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import StrEnum, unique
from types import MappingProxyType
from typing import Final

SHARE: Final = 0.4
"""Share of time for what is not urgent: at 30 frames a second 13 ms of each."""

SAVED_MS: Final = 16.0
"""Milliseconds that frames without such work leave for a later one, at most: so much longer, and by no more than what
one piece exceeds it, takes the frame that has the most to do."""

FOLLOWS: Final = 0.05
"""Share by which an estimate follows what was measured."""


@unique
class Work(StrEnum):
    """The kinds of work that can wait, those first that somebody waits for."""

    ZOOM = "zoom"
    """A zoomed tile of as many pixels as a whole frame's input."""
    READ = "read"
    """A reading of a track that was not read yet, or was named."""
    WEIGH = "weigh"
    """A classification of an outline."""
    READ_AGAIN = "read_again"
    """A thorough reading of a track that the last one did not name."""


COST_MS: Final[Mapping[Work, float]] = MappingProxyType(
    {Work.ZOOM: 10.0, Work.READ: 4.0, Work.WEIGH: 1.5, Work.READ_AGAIN: 25.0}
)
"""Milliseconds that one piece takes on two cores of a usual laptop."""


class Schedule:
    """Grants pieces of work as long as time is left; a piece that takes more is paid for by the next frames."""

    def __init__(self, share: float = SHARE, clock: Callable[[], float] | None = None) -> None:
        """Prepare; with a ``clock``, which returns seconds, estimates follow it, without one they stay."""
        self._share, self._clock = share, clock
        self._cost_ms = dict(COST_MS)
        self._left_ms = SAVED_MS
        self._frame_s: float | None = None

    def begin_frame(self, t_s: float) -> None:
        """Save the share of the time since the last frame, in seconds of the source's clock."""
        since_s = 0.0 if self._frame_s is None else max(t_s - self._frame_s, 0.0)
        self._frame_s = t_s
        granted_ms = 1000 * self._share * since_s
        self._left_ms = min(self._left_ms + granted_ms, max(granted_ms, SAVED_MS))

    def take(self, work: Work, sizes: Sequence[float]) -> int:
        """Return how many of the waiting pieces, the first ones, may be done now.

        :param sizes: of each piece, in multiples of what the estimate is of
        """
        for number, size in enumerate(sizes):
            if self._left_ms <= 0:
                return number
            self._left_ms -= size * self._cost_ms[work]
        return len(sizes)

    @contextmanager
    def doing(self, work: Work, size: float) -> Iterator[None]:
        """Measure pieces of a size together, if there is a clock."""
        if self._clock is None or size <= 0:
            yield
            return
        begin_s = self._clock()
        yield
        spent_ms = 1000 * (self._clock() - begin_s) / size
        self._cost_ms[work] += FOLLOWS * (spent_ms - self._cost_ms[work])
