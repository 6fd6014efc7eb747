"""Frames from another process: one slot for the newest, a child that can be killed, a source that is reopened."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from types import TracebackType

from vision.capture.opening import open_source
from vision.capture.process import CaptureProcess
from vision.capture.reasons import Reason
from vision.capture.slot import Captured, SlotStuckError
from vision.capture.spec import LayWish, SourceError, SourceSpec
from vision.capture.waits import OPENING_S, PAUSE_S, STALL_S, Rhythm
from vision.capture.worker import (
    FrameReady,
    Job,
    OpenSource,
    SourceEnded,
    SourceFailed,
    SourceLost,
    SourceOpening,
    SourceStill,
)


@unique
class CaptureState(StrEnum):
    """State of the source."""

    CLOSED = "closed"
    LIVE = "live"
    LOST = "lost"
    ENDED = "ended"


@dataclass(slots=True)
class _Tries:
    """Starts of the capture process: time of the last one and its duration to a frame, failures since the last frame,
    earliest time of the next."""

    launched_at: float = 0.0
    opening_s: float = OPENING_S
    failures: int = 0
    retry_at: float = 0.0


class Capture:
    """A source read in a process of its own.

    Live sources give the newest frame and count the frames that nobody took (``dropped``); files and the virtual table
    wait for the reader and lose nothing, as fast as it reads or, with ``paced``, not faster than their clock. A live
    source that is lost is reopened until it answers, by its process, or by a new one where that sends nothing for
    ``patience_s``, of a slow camera for longer: ``state`` is then LOST and ``fault`` says why. While it repeats the
    very same picture it is ``still``. The clock of a live source starts at its first frame and runs on while it is
    lost. Not thread-safe.
    """

    def __init__(
        self,
        spec: SourceSpec,
        *,
        paced: bool = False,
        patience_s: float | None = None,
        opener: OpenSource = open_source,
    ) -> None:
        self.spec = spec
        self.state = CaptureState.CLOSED
        self.fault = ""
        self.dropped = 0
        self.still = False
        self._paced = paced
        # A live source that stalls reports it itself: one pause later its process must be hanging.
        self._patience_s = patience_s or (STALL_S + PAUSE_S if spec.live else OPENING_S)
        self._rhythm = Rhythm(0.0)
        self._opener = opener
        self._process: CaptureProcess | None = None
        self._wish: LayWish | None = None
        self._next_index = 0
        self._start_s: float | None = None
        self._waiting: Captured | None = None
        self._last_index = 0
        self._deadline_s = self._granted_s = 0.0
        self._tries = _Tries()

    def __enter__(self) -> Capture:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Number of the capture process, None while there is none."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process without waiting for it."""
        if self.state is CaptureState.CLOSED:
            self._launch()
            self.state = CaptureState.LIVE

    def open(self) -> None:
        """Start the process, unless it is started, and wait for the first frame.

        :raise SourceError: with one line that says what is wrong.
        """
        self.start()
        while not self.opens(self._deadline_s - time.monotonic()):
            pass

    def opens(self, timeout_s: float) -> bool:
        """Start the process, unless it is started; return whether the first frame came within the time.

        :raise SourceError: with one line that says what is wrong.
        """
        self.start()
        try:
            if self._waiting is None and self._next_index == 0 and self.state is CaptureState.LIVE:
                self._waiting = self._advance(timeout_s)
            if self._waiting is None and self._next_index == 0 and self.state is not CaptureState.LIVE:
                raise SourceError(self.fault or f"{self.spec.name}: holds no frame")
        except BaseException:
            self.close()
            raise
        return self._waiting is not None or self._next_index > 0

    def read(self, timeout_s: float = 1.0) -> Captured | None:
        """Return the next frame; None if there is none within the time (which may be 0), or at the end (see ``state``).

        :raise SourceError: if a file or the virtual table breaks off.
        """
        captured, self._waiting = self._waiting, None
        deadline = time.monotonic() + timeout_s
        while captured is None and self.state in (CaptureState.LIVE, CaptureState.LOST):
            captured = self._advance(max(0.0, deadline - time.monotonic()))
            if captured is None and time.monotonic() >= deadline:
                return None
        return self._numbered(captured) if captured else None

    def frames(self) -> Iterator[Captured]:
        """Yield every frame until the end, waiting through a lost source."""
        while self.state in (CaptureState.LIVE, CaptureState.LOST):
            if (captured := self.read()) is not None:
                yield captured

    def close(self) -> None:
        """End the process and free the slot; closing twice is harmless."""
        self._stop()
        self._waiting = None
        self.state = CaptureState.CLOSED

    def age_s(self, captured: Captured) -> float:
        """Return the age of a live source's frame on this machine, in seconds; 0 for all other sources."""
        return time.monotonic() - self._start_s - captured.t_s if self._start_s is not None else 0.0

    def wish(self, wish: LayWish | None) -> None:
        """Let the virtual table lay this next, None: at random; thread-safe."""
        self._wish = wish
        if self._process is not None:
            self._process.wish = wish

    def calm(self, calm: bool) -> None:
        """Say whether the table is unchanged: a camera then decodes fewer pictures."""
        if self._process is not None:
            self._process.calm(calm)

    def kill(self) -> None:
        """End the process at once; another thread may use this capture and be stuck in it."""
        process = self._process
        if process is not None:
            process.kill()

    def _advance(self, timeout_s: float) -> Captured | None:
        """Wait at most this long for one thing to happen."""
        now = time.monotonic()
        if self._process is None:
            if now < self._tries.retry_at:
                time.sleep(max(0.0, min(timeout_s, self._tries.retry_at - now)))
                return None
            self._launch()
        return self._receive(min(timeout_s, self._deadline_s - now))

    def _receive(self, timeout_s: float) -> Captured | None:
        assert self._process is not None
        match self._process.receive(timeout_s):
            case FrameReady():
                return self._taken(self._process)
            case SourceEnded():
                self._end()
            case SourceFailed(why):
                self._fail(why)
            case SourceLost(why):
                self.state, self.fault, self.still = CaptureState.LOST, why, False
                self._rhythm.begin()
                self._wait(OPENING_S + self._patience_s)
            case SourceOpening():
                self._wait(max(self._launch_patience_s(), self._patience_s))
            case SourceStill(still):
                self.still = still
            case None if time.monotonic() >= self._deadline_s:
                self._process.stop(patience_s=0.0)
                self._process = None
                self._fail(Reason("no-frame", name=self.spec.name, seconds=f"{round(self._granted_s, 1):g}"))
        return None

    def _wait(self, seconds: float) -> None:
        """Give the process so many seconds for the next frame."""
        self._granted_s = seconds
        self._deadline_s = time.monotonic() + seconds

    def _taken(self, process: CaptureProcess) -> Captured | None:
        try:
            captured = process.take()
        except SlotStuckError as error:
            self._fail(f"{self.spec.name}: {error}")
            return None
        if self._next_index == 0:
            self._tries.opening_s = time.monotonic() - self._tries.launched_at
        self.state, self._tries.failures = CaptureState.LIVE, 0
        self._wait(self._patience_for_next(captured))
        return captured

    def _patience_for_next(self, captured: Captured | None) -> float:
        """Return the longest time to the next frame: longer for a slow camera, and for its process a little longer than
        for itself."""
        if captured is None or not self.spec.live:
            return self._patience_s
        self._rhythm.see(captured.t_s, captured.index - self._last_index)
        self._last_index = captured.index
        return max(self._patience_s, self._rhythm.patience_s + PAUSE_S)

    def _end(self) -> None:
        self._stop()
        if self.spec.live:
            self._fail(Reason("stopped", name=self.spec.name))
        else:
            self.state = CaptureState.ENDED

    def _fail(self, why: str) -> None:
        self._stop()
        self.fault, self.still = why, False
        if self._next_index == 0 or not self.spec.live:
            self.state = CaptureState.ENDED
            raise SourceError(why)
        self.state = CaptureState.LOST
        self._tries.retry_at = time.monotonic() + PAUSE_S
        self._tries.failures += 1

    def _numbered(self, captured: Captured) -> Captured:
        self.dropped += captured.index - self._next_index
        self._next_index = captured.index + 1
        if not self.spec.live:
            return captured
        if self._start_s is None:
            self._start_s = captured.t_s
        return Captured(captured.frame, captured.t_s - self._start_s, captured.index)

    def _launch(self) -> None:
        self._process = CaptureProcess(Job(self.spec, self._paced, self._next_index, self._opener))
        self._process.wish = self._wish
        self._tries.launched_at = time.monotonic()
        self._rhythm.begin()
        self._wait(max(self._launch_patience_s(), self._patience_s))

    def _launch_patience_s(self) -> float:
        """Return the longest time for a new process: long for the first, since it starts and a driver wakes up, or a
        stream is negotiated; for later ones by the first one's time, and longer than the last that failed."""
        first_s = 2 * OPENING_S
        if self._next_index == 0:
            return first_s
        patience_s = (self._patience_s + 2 * self._tries.opening_s) * float(1.5**self._tries.failures)
        return min(first_s, patience_s)

    def _stop(self) -> None:
        if self._process is not None:
            self._process.stop()
            self._process = None
