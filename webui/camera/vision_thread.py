"""The vision thread: frames from the capture process, through the tracker, to the table.

It owns the capture and the tracker. Another source is only a new :class:`~vision.capture.spec.SourceSpec`, which
replaces a working one once it has sent a picture itself (:mod:`webui.camera.trial`); a lost one is reopened, and both
are reported to the table. A watchdog supervises it: a thread that is stuck cannot be ended, so it is abandoned, its
reports are ignored, and a new one starts (decision 032).
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from vision.capture.capture import Capture, CaptureState
from vision.capture.joint import JointCapture
from vision.capture.reasons import reason_of
from vision.capture.spec import LayWish, SourceError, SourceSpec
from vision.tracking.trace import explained, tracks_of
from vision.types import Frame, FrameResult
from webui.camera.reports import Listener, SeenFrame
from webui.camera.source_report import STILL, SourceReport
from webui.camera.trial import RETRY_S, Trial, can_be_open_together, new_capture

log = logging.getLogger(__name__)

STUCK_AFTER_S: Final = 20.0
"""Seconds of one frame after which the thread is stuck: a loaded machine needs less than one."""

EXPLAINED_S: Final = 5.0
"""Seconds for which the tracker's steps are explained after somebody has asked: it costs time in every frame."""

OPENING_PATIENCE_S: Final = 90.0
"""Seconds to load networks and open a camera, which has a patience of its own."""


OPENED: Final = ("live", "lost", "ended")
"""States of a source that has sent a picture: the newest frame is its own, and it may come back."""

STOPPING_S: Final = 2.0
"""Seconds that the end of the program waits for the thread; then it is abandoned like a stuck one."""

GENTLE_STOP_S: Final = 0.5
"""Seconds for a source to close; then its process is ended."""


class FrameTracker(Protocol):
    """Turns frames into observations: :class:`vision.tracking.tracker.Tracker`."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame."""
        ...


TrackerFactory: TypeAlias = Callable[[SourceSpec], FrameTracker]
"""Makes the tracker of a source."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest frame, numbered through all sources."""

    number: int
    frame: Frame
    delay_s: float = 0.0
    """Seconds from its arrival on this machine to the end of its processing; 0 if not live."""


@dataclass(slots=True)
class Life:
    """One vision thread: the time by which it must give a sign of life, and whether it was abandoned."""

    gone: threading.Event = field(default_factory=threading.Event)
    due_s: float = math.inf
    thread: threading.Thread | None = None
    capture: Capture | JointCapture | None = None
    trial: Trial | None = None
    """The source that is to take over."""
    outdated: bool = False
    """Whether the decks have changed, so that another tracker is needed."""
    pipeline: int = 0
    """Number of its pipeline: a new one for every source, size of picture, and life."""

    def expect_a_sign(self, within_s: float) -> None:
        """Abandon the thread unless it gives another sign by then."""
        self.due_s = time.monotonic() + within_s

    def fault(self) -> str | None:
        """Return its fault; None if it has none."""
        if self.thread is not None and not self.thread.is_alive():
            return "has died"
        return "is stuck" if time.monotonic() > self.due_s else None


class VisionThread:
    """Processes one source at a time and reports its observations to the table."""

    def __init__(
        self,
        listener: Listener,
        make_tracker: TrackerFactory,
        *,
        wall_clock: Callable[[], str],
        stuck_after_s: float = STUCK_AFTER_S,
    ) -> None:
        """Prepare; ``wall_clock`` returns the time of day for "since"."""
        self._listener = listener
        self._make_tracker = make_tracker
        self._report = SourceReport(listener, wall_clock)
        self._stuck_after_s = stuck_after_s
        self._chosen: SourceSpec | None = None
        self._restarts = False
        self._unopened: SourceSpec | None = None
        """The source that could not be opened when it was last tried."""
        self.spec: SourceSpec | None = None
        """The current source."""
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self.newest: Seen | None = None
        self._explanation: tuple[str, ...] = ()
        self._explained_until_s = -math.inf
        self._wish: LayWish | None = None
        self._pipeline = 0
        self._life = Life()

    @property
    def state(self) -> str:
        """The source's state, as reported to the table."""
        return self._report.state

    def start(self, spec: SourceSpec) -> None:
        """Start with a source."""
        self._chosen = spec
        self._life = self._begun()
        threading.Thread(target=self._supervise, name="watchdog", daemon=True).start()

    def change(self, spec: SourceSpec, *, restart: bool = True) -> None:
        """Change to another source; one that has sent pictures is kept until the other sends some.

        With ``restart`` the current one starts over, too.
        """
        self._chosen, self._restarts = spec, self._restarts or restart
        self._changed.set()

    def wish(self, wish: LayWish | None) -> None:
        """Let the virtual table lay this next; None: at random. Other sources ignore it."""
        self._wish = wish
        if self._life.capture is not None:
            self._life.capture.wish(wish)

    def explain(self) -> tuple[str, ...]:
        """Return what the tracker believes of each track and why, a line each, as ``clashcam watch --explain`` prints
        it; empty for the first moment after nobody had asked, and for sources without a tracker."""
        if time.monotonic() > self._explained_until_s:
            self._explanation = ()
        self._explained_until_s = time.monotonic() + EXPLAINED_S
        return self._explanation

    def stop(self) -> None:
        """Release the source and end, within seconds; do not wait for a source that is being opened."""
        self._stopping.set()
        self._changed.set()
        life = self._life
        if life.thread is None:
            return
        until_s = time.monotonic() + STOPPING_S
        life.thread.join(GENTLE_STOP_S)
        while life.thread.is_alive() and time.monotonic() < until_s:
            if life.capture is not None:
                life.capture.kill()
            life.thread.join(GENTLE_STOP_S)
        life.gone.set()

    def _begun(self) -> Life:
        life = Life()
        life.thread = threading.Thread(target=self._run, args=(life,), name="vision", daemon=True)
        life.thread.start()
        return life

    def _supervise(self) -> None:
        """Start a new thread whenever the current one has died or is stuck."""
        while not self._stopping.wait(min(1.0, self._stuck_after_s / 4)):
            fault = self._life.fault()
            if fault is not None and not self._stopping.is_set():
                log.error("the vision thread %s; a new one takes over", fault)
                self._restart(self._life)

    def _restart(self, life: Life) -> None:
        assert self._chosen is not None
        life.gone.set()
        if life.capture is not None:
            life.capture.kill()  # It may hold the camera that the new one needs.
        if life.trial is not None:
            life.trial.kill()
        self._report.update(self._chosen, "stuck")
        self._life = self._begun()

    # --- in the vision thread ---

    def _run(self, life: Life) -> None:
        while not self._is_over(life):
            self._changed.clear()
            self._restarts = False
            spec = self._chosen
            assert spec is not None
            self.spec = spec
            if spec.locked:
                self._report_state(life, spec, "locked")
                self._rest(life)
                continue
            try:
                self._process(life, spec)
                self._unopened = None
            except SourceError as fault:
                self._unopened = spec
                self._report_state(life, spec, "none", reason_of(fault))
                self._rest(life, RETRY_S)
            except Exception:
                log.exception("vision stumbled; it goes on with a fresh tracker")
                self._rest(life, RETRY_S)
        if life.trial is not None:
            life.trial.close()

    def _is_over(self, life: Life) -> bool:
        return life.gone.is_set() or self._stopping.is_set()

    def _rest(self, life: Life, seconds: float | None = None) -> None:
        life.expect_a_sign(math.inf)
        self._changed.wait(seconds)

    def _report_state(self, life: Life, spec: SourceSpec, state: str, fault: str = "") -> None:
        if not self._is_over(life):
            self._report.update(spec, state, fault)

    def _process(self, life: Life, spec: SourceSpec) -> None:
        if (
            self.state != "stuck" and spec != self._unopened
        ):  # The last report of those holds until it is over.
            self._report_state(life, spec, "starting")
        life.capture = self._opened(life, spec)
        life.capture.wish(self._wish)
        with closing(life.capture) as capture:
            capture.start()  # It opens in its own process while the networks load in this one.
            tracker = self._new_tracker(life, spec)
            if self._is_over(life):
                return
            capture.open()
            size_wh: tuple[int, ...] = ()
            last = -1
            while not self._is_over(life) and self._stays(life, spec):
                life.expect_a_sign(self._stuck_after_s)
                captured = capture.read(timeout_s=0.25)
                if captured is not None:
                    resized = size_wh and captured.frame.shape != size_wh
                    if resized or life.outdated:  # Another picture of the table: a new tracker.
                        tracker = self._new_tracker(life, spec)
                        life.expect_a_sign(self._stuck_after_s)
                    size_wh = captured.frame.shape
                    observation = tracker.step(captured.frame, captured.t_s)
                    capture.calm(observation.unchanged)
                    self._report.count(captured.frame, captured.index - last if observation.unchanged else 1)
                    last = captured.index
                    if time.monotonic() <= self._explained_until_s:
                        self._explanation = tuple(explained(tracks_of(tracker), captured.t_s))
                    seen = SeenFrame(observation, captured.frame, time.time(), life.pipeline, spec.piles)
                    away = capture.fault if spec.far else ""
                    self._hand_over(
                        life, spec, seen, capture.age_s(captured), STILL if capture.still else away
                    )
                elif capture.state is CaptureState.LOST:
                    self._report_state(life, spec, "lost", capture.fault)
                elif capture.state is CaptureState.ENDED:
                    self._report_state(life, spec, "ended")
                    self._changed.wait(0.25)

    def _opened(self, life: Life, spec: SourceSpec) -> Capture | JointCapture:
        """Return the capture of a source: its trial's, else a new one."""
        trial, life.trial = life.trial, None
        self._report.update_trial(None)
        if trial is None:
            return new_capture(spec)
        if trial.spec == spec and trial.has_picture():
            return trial.take()
        trial.close()
        return new_capture(spec)

    def _stays(self, life: Life, spec: SourceSpec) -> bool:
        """Return whether the current source continues, as it does until another chosen one has sent a picture."""
        if self._changed.is_set():
            self._changed.clear()
            chosen, restart, self._restarts = self._chosen, self._restarts, False
            if chosen == spec and not restart:
                self._give_up_trial(life)
            elif chosen is None or self.state not in OPENED or not can_be_open_together(spec, chosen):
                self._give_up_trial(life)
                return False
            elif life.trial is None or life.trial.spec != chosen:
                self._give_up_trial(life)
                life.trial = Trial(chosen)
            else:
                life.outdated = restart
        if life.trial is None:
            return True
        ready = life.trial.has_picture()
        if not ready and not life.gone.is_set():
            self._report.update_trial(life.trial)
        return not ready

    def _give_up_trial(self, life: Life) -> None:
        if life.trial is not None:
            life.trial.close()
            life.trial = None
            self._report.update_trial(None)

    def _new_tracker(self, life: Life, spec: SourceSpec) -> FrameTracker:
        life.expect_a_sign(max(OPENING_PATIENCE_S, self._stuck_after_s))
        life.outdated = False
        tracker = self._make_tracker(spec)
        self._pipeline += 1
        life.pipeline = self._pipeline
        return tracker

    def _hand_over(self, life: Life, spec: SourceSpec, seen: SeenFrame, delay_s: float, fault: str) -> None:
        if life.gone.is_set():
            return
        number = self.newest.number + 1 if self.newest else 0
        self.newest = Seen(number, seen.frame, delay_s)
        life.expect_a_sign(math.inf)  # The table may make it wait.
        self._listener.see(seen)
        if self._report.is_due(fault) and not life.gone.is_set():
            self._report.update(spec, "live", fault, aid=self._report.grades(seen))
