"""The vision thread: frames from the capture process, through the watcher, to the table.

It owns the capture and the watcher. Another source is only a new :class:`~vision.capture.spec.SourceSpec`; a lost
one comes back by itself, and the table hears of both.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

from vision.capture.capture import Capture, CaptureState
from vision.capture.spec import SourceError, SourceKind, SourceSpec
from vision.quality import Grade
from vision.types import Frame, FrameResult
from webui.camera import quality
from webui.camera.reports import Listener, SeenFrame, SourceStatus

log = logging.getLogger(__name__)

STATUS_EVERY_S: Final = 1.0
"""How often the frame rate and the picture's quality are told."""

RETRY_S: Final = 1.0
"""A source that could not be opened at all is tried again after this time."""

STILL: Final = "gives the very same picture all the time; start it anew"
"""Said of a live source that hangs and goes on sending."""

KINDS = {
    SourceKind.CAMERA: "camera",
    SourceKind.CLIP: "file",
    SourceKind.PICTURES: "file",
    SourceKind.STREAM: "url",
    SourceKind.DEMO: "demo",
}


class Watching(Protocol):
    """What turns frames into observations: :class:`vision.tracking.tracker.Tracker`."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take in the next frame."""
        ...


MakeWatcher: TypeAlias = Callable[[], Watching]


@dataclass(frozen=True, slots=True)
class Seen:
    """The newest frame, numbered through all sources."""

    number: int
    frame: Frame


class VisionThread:
    """Looks at one source at a time and tells the table what it sees."""

    def __init__(
        self,
        listener: Listener,
        make_watcher: MakeWatcher,
        *,
        wall_clock: Callable[[], str],
    ) -> None:
        """``wall_clock`` gives the time of day for "since"."""
        self._listener = listener
        self._make_watcher = make_watcher
        self._wall_clock = wall_clock
        self._wanted: SourceSpec | None = None
        self._changed = threading.Event()
        self._stopping = threading.Event()
        self.newest: Seen | None = None
        self._eyes = 0
        self.state = "starting"
        self._since = wall_clock()
        self._fault = ""
        self._still = False
        self._aid: tuple[Grade, ...] = ()
        self._told_s = -STATUS_EVERY_S
        self._frames: list[float] = []
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)

    def start(self, spec: SourceSpec) -> None:
        """Begin to look."""
        self._wanted = spec
        self._thread.start()

    def change(self, spec: SourceSpec) -> None:
        """Look at another source from now on."""
        self._wanted = spec
        self._changed.set()

    def stop(self) -> None:
        """Let the source go and end."""
        self._stopping.set()
        self._changed.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        watcher_ready = self._make_watcher
        while not self._stopping.is_set():
            self._changed.clear()
            spec = self._wanted
            assert spec is not None
            if spec.locked:
                self._tell(spec, "locked")
                self._changed.wait()
                continue
            try:
                self._look_at(spec, watcher_ready())
            except SourceError as fault:
                self._tell(spec, "none", str(fault))
                self._changed.wait(RETRY_S)
            except Exception:
                log.exception("vision stumbled; it goes on with a fresh watcher")
                self._changed.wait(RETRY_S)

    def _look_at(self, spec: SourceSpec, watcher: Watching) -> None:
        self._tell(spec, "starting")
        self._eyes += 1
        with Capture(spec, paced=True) as capture:
            size_wh: tuple[int, ...] = ()
            while not self._changed.is_set():
                captured = capture.read(timeout_s=0.25)
                if captured is not None:
                    if size_wh and captured.frame.shape != size_wh:  # Another picture of the table: new eyes.
                        watcher = self._make_watcher()
                        self._eyes += 1
                    size_wh = captured.frame.shape
                    self._still = capture.still
                    self._take(spec, watcher, captured.frame, captured.t_s)
                elif capture.state is CaptureState.LOST:
                    self._tell(spec, "lost", capture.fault)
                elif capture.state is CaptureState.ENDED:
                    self._tell(spec, "ended")
                    self._changed.wait(0.25)

    def _take(self, spec: SourceSpec, watcher: Watching, frame: Frame, t_s: float) -> None:
        observation = watcher.step(frame, t_s)
        number = self.newest.number + 1 if self.newest else 0
        self.newest = Seen(number, frame)
        now = time.monotonic()
        self._frames = [at for at in self._frames if now - at < 2.0] + [now]
        self._listener.see(SeenFrame(observation, frame, time.time(), self._eyes))
        still = STILL if self._still else ""
        if (self.state, self._fault) != ("live", still) or now - self._told_s >= STATUS_EVERY_S:
            self._aid = quality.grade(frame, observation)
            self._tell(spec, "live", still)

    def _tell(self, spec: SourceSpec, state: str, fault: str = "") -> None:
        if state != self.state:
            self._since = self._wall_clock()
        elif fault == self._fault and state != "live":
            return
        self.state, self._fault, self._told_s = state, fault, time.monotonic()
        seen = self.newest
        source = {
            "kind": KINDS[spec.kind],
            "name": _whole(spec.name),
            "state": state,
            "since": self._since,
            "message": {"code": "still" if fault == STILL else state, "text": _whole(fault)}
            if fault
            else None,
            "size": [seen.frame.shape[1], seen.frame.shape[0]] if seen else None,
            "fps": round(len(self._frames) / 2.0, 1) if state == "live" else None,
        }
        self._listener.tell(SourceStatus(source, self._aid if state == "live" else ()))


def _whole(name: str) -> str:
    """Return a name without the half characters that stand for a file name's bytes that are no text."""
    return name.encode("utf-8", "replace").decode()
