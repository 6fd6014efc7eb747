"""Two cameras over one table as one source: each sees a half, and their newest pictures are stacked.

A camera that is away keeps its last picture there, so that its half is not lost; it is reopened until it answers. Two
files are read whole, side by side on their own clock.
"""

from __future__ import annotations

import time
from functools import partial
from types import TracebackType

import cv2
import numpy as np

from vision.capture.capture import Capture, CaptureState
from vision.capture.opening import open_source
from vision.capture.reasons import Reason, reason_of
from vision.capture.slot import Captured
from vision.capture.spec import LayWish, SourceError, SourceSpec
from vision.capture.waits import PAUSE_S
from vision.capture.worker import OpenSource
from vision.types import Frame


class _Half:
    """One of the two cameras."""

    def __init__(self, spec: SourceSpec, *, paced: bool, opener: OpenSource) -> None:
        self.spec = spec
        self.frame: Frame | None = None
        self.fault = Reason("no-pictures", name=spec.name) if spec.locked else ""
        self.age_s = 0.0
        self.t_s = -1.0
        """Time of its picture on the source's own clock."""
        self._step_s = 0.0
        self._retry_at = 0.0
        self._new_capture = partial(Capture, spec, paced=paced, opener=opener)
        self.capture = self._new_capture()

    @property
    def is_over(self) -> bool:
        """Whether a file has been read to its end."""
        return not self.spec.live and (bool(self.fault) or self.capture.state is CaptureState.ENDED)

    def read(self, timeout_s: float) -> bool:
        """Take the next picture if there is one within the time; return whether there was."""
        if self.spec.locked or self.is_over or time.monotonic() < self._retry_at:
            time.sleep(timeout_s)
            return False
        try:
            self.capture.start()
            captured = self.capture.read(timeout_s)
        except SourceError as error:
            self._fail(reason_of(error))
            return False
        if captured is None:
            self.fault = self.capture.fault if self.capture.state is CaptureState.LOST else self.fault
            return False
        self.frame, self.fault, self.age_s = captured.frame, "", self.capture.age_s(captured)
        self._step_s, self.t_s = captured.t_s - max(self.t_s, 0.0), captured.t_s
        return True

    def read_until(self, t_s: float) -> None:
        """Take the pictures of a file up to the one nearest to this time, or to its end."""
        while self.t_s + self._step_s / 2 < t_s and not self.is_over:
            self.read(PAUSE_S)

    def _fail(self, why: str) -> None:
        self.capture.close()
        self.fault, self._retry_at = why, time.monotonic() + PAUSE_S
        self.capture = self._new_capture()


class JointCapture:
    """Two sources read as one: :class:`~vision.capture.capture.Capture` for a spec with a ``far`` camera.

    The first is the lower half of every picture, ``far`` the upper one, fitted into the shape of the first. It is live
    as long as one of the two is; ``fault`` then says that the other is away. Not thread-safe.
    """

    def __init__(self, spec: SourceSpec, *, paced: bool = False, opener: OpenSource = open_source) -> None:
        assert spec.far is not None
        self.spec = spec
        self.state = CaptureState.CLOSED
        self.fault = ""
        self.dropped = 0
        self.still = False
        self._halves = tuple(_Half(each, paced=paced, opener=opener) for each in (spec.alone, spec.far))
        self._files = not (spec.live or spec.far.live)
        self._begun_s = 0.0
        self._index = 0
        self._waiting: Captured | None = None
        self._opened = False

    def __enter__(self) -> JointCapture:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Start both without waiting for them."""
        self.state, self._begun_s = CaptureState.LIVE, time.monotonic()
        for half in self._halves:
            if not half.spec.locked:
                half.capture.start()

    def open(self) -> None:
        """Start both and wait for the first picture of each, or of one if the other cannot be opened.

        :raise SourceError: if neither gives a picture, or one of two files cannot be read
        """
        while not self.opens(2 * PAUSE_S):
            pass

    def opens(self, timeout_s: float) -> bool:
        """Start both, unless they are started; return whether the pictures that :meth:`open` waits for came within the
        time.

        :raise SourceError: if neither gives a picture, or one of two files cannot be read
        """
        if self._opened:
            return True
        if self.state is CaptureState.CLOSED:
            self.start()
        if self._awaits_a_picture():
            for half in self._halves:
                if half.frame is None or half.spec.live:
                    half.read(timeout_s / 2)
        if self._awaits_a_picture():
            return False
        blind = [half.frame is None for half in self._halves]
        if all(blind) or (self._files and any(blind)):
            fault = self._halves[0].fault or self._halves[1].fault
            self.close()
            raise SourceError(fault or Reason("no-pictures", name=self.spec.name))
        self._waiting = self._numbered(self._halves[0].t_s) if self._files else None
        self._opened = True
        return True

    def _awaits_a_picture(self) -> bool:
        return any(half.frame is None and not (half.fault or half.is_over) for half in self._halves)

    def read(self, timeout_s: float = 1.0) -> Captured | None:
        """Return both newest pictures as soon as one is new, of two files the next of both at one time.

        None if none is within the time, or at the end.

        :raise SourceError: if one of two files breaks off; the other was read to its end
        """
        if self._waiting is not None:
            captured, self._waiting = self._waiting, None
            return captured
        return self._read_files(timeout_s) if self._files else self._read_cameras(timeout_s)

    def _read_files(self, timeout_s: float) -> Captured | None:
        leader, *others = [half for half in self._halves if not half.is_over] or self._halves
        fresh = leader.read(timeout_s)
        for other in others:
            other.read_until(leader.t_s)
        self._update_state()
        if self.state is CaptureState.ENDED and any(half.fault for half in self._halves):
            raise SourceError(next(half.fault for half in self._halves if half.fault))
        return self._numbered(leader.t_s) if fresh else None

    def _read_cameras(self, timeout_s: float) -> Captured | None:
        near, far = self._halves
        waited, glanced = (near, far) if not near.fault else (far, near)
        fresh = waited.read(timeout_s)
        fresh = glanced.read(0.0) or fresh  # Never wait for the other camera.
        self._update_state()
        return self._numbered(time.monotonic() - self._begun_s) if fresh else None

    def _numbered(self, t_s: float) -> Captured:
        self._index += 1
        return Captured(self._together(), t_s, self._index - 1)

    def _update_state(self) -> None:
        """Update state and fault: one camera away, or both."""
        away = [half for half in self._halves if half.fault]
        self.still = any(half.capture.still for half in self._halves)
        self.dropped = sum(half.capture.dropped for half in self._halves)
        if all(half.is_over for half in self._halves):
            self.state = CaptureState.ENDED
        elif len(away) == len(self._halves):
            self.state, self.fault = CaptureState.LOST, away[0].fault
        else:
            self.state = CaptureState.LIVE
            self.fault = Reason("one-away", name=away[0].spec.name) if away else ""

    def _together(self) -> Frame:
        near, far = (half.frame for half in self._halves)
        known = near if near is not None else far
        assert known is not None
        bare = np.zeros_like(known)
        near, far = (bare if near is None else near), (bare if far is None else far)
        return np.concatenate([fitted(far, near.shape), near])

    def close(self) -> None:
        """End both; closing twice is harmless."""
        for half in self._halves:
            half.capture.close()
        self.state, self._opened = CaptureState.CLOSED, False

    def age_s(self, captured: Captured) -> float:
        """Return the age of the older of the two pictures on this machine, in seconds."""
        return max(half.age_s for half in self._halves if not half.fault)

    def wish(self, wish: LayWish | None) -> None:
        """Ignore the wish: two cameras see a real table."""

    def calm(self, calm: bool) -> None:
        """Say whether the table is unchanged: cameras then decode fewer pictures."""
        for half in self._halves:
            half.capture.calm(calm)

    def kill(self) -> None:
        """End both at once; another thread may use this."""
        for half in self._halves:
            half.capture.kill()


def fitted(frame: Frame, shape: tuple[int, ...]) -> Frame:
    """Return a picture scaled into a shape (height, width, 3), black beside it where it is narrower or lower."""
    if frame.shape == shape:
        return frame
    scale = min(shape[0] / frame.shape[0], shape[1] / frame.shape[1])
    width, height = int(frame.shape[1] * scale), int(frame.shape[0] * scale)
    whole = np.zeros(shape, np.uint8)
    whole[:height, :width] = cv2.resize(frame, (width, height), interpolation=cv2.INTER_AREA)
    return whole
