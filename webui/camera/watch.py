"""Observation of a source to its end: every event as it happens, then the timings of the frames."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import numpy as np

from vision.capture.capture import Capture, CaptureState
from vision.capture.joint import JointCapture
from vision.capture.slot import Captured
from vision.recording.watched import WatchRecording
from vision.types import Event, EventKind, Face, Frame, FrameResult

Record: TypeAlias = dict[str, Any]
"""One line of JSON."""

OnRecord: TypeAlias = Callable[[Record], None]


class FrameTracker(Protocol):
    """Turns frames into observations: :class:`vision.tracking.tracker.Tracker`."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame."""
        ...


@dataclass
class Tally:
    """Figures of the last line."""

    frames: int = 0
    dropped: int = 0
    spent_ms: list[float] = field(default_factory=list)
    refuted: int = 0

    def record(self) -> Record:
        """Return the line ``end``."""
        return {
            "event": "end",
            "frames": self.frames,
            "dropped": self.dropped,
            "ms_per_frame": percentiles(self.spent_ms),
            "phantoms_withdrawn": self.refuted,
        }


def percentiles(spent_ms: list[float]) -> dict[str, float | None]:
    """Return the median, the 95th and the 99th percentile; None of nothing."""
    if not spent_ms:
        return {"p50": None, "p95": None, "p99": None}
    found = np.percentile(np.asarray(spent_ms), (50, 95, 99))
    return {name: round(float(value), 2) for name, value in zip(("p50", "p95", "p99"), found, strict=True)}


def event_record(event: Event) -> Record:
    """Return an event in the contract of ``clashcam watch``."""
    record: Record = {"t": round(event.t_s, 3), "frame": event.frame, "event": event.kind.value}
    track = event.track
    if track is None:
        return record
    record |= {"track": track.id, "face": track.face.value, "card": track.code}
    if track.code is not None:
        record |= {"deck": track.deck, "reversed": track.reversed, "confidence": round(track.confidence, 3)}
    elif track.face is Face.UP and track.candidates:
        record["candidates"] = [[code, round(share, 3)] for code, share in track.candidates]
    return record | {"corners": [[round(float(x), 1), round(float(y), 1)] for x, y in track.quad]}


def watch(
    capture: Capture | JointCapture,
    tracker: FrameTracker,
    on_record: OnRecord,
    tally: Tally,
    seconds: float | None = None,
    recording: WatchRecording | None = None,
) -> None:
    """Process an opened source to its end, or to its clock's ``seconds``; observations go into a ``recording``.

    :raise vision.capture.spec.SourceError: if a file breaks off.
    :raise vision.recording.file.RecordingError: if nothing more can be recorded
    """
    for moment in _moments(capture, seconds):
        if isinstance(moment, Captured):
            begin = time.perf_counter()
            observation = tracker.step(moment.frame, moment.t_s)
            tally.spent_ms.append((time.perf_counter() - begin) * 1000)
            tally.frames += 1
            tally.dropped, tally.refuted = capture.dropped, observation.refuted
            if recording is not None:
                recording.see(observation, moment.frame, moment.index, capture.dropped)
            for event in observation.events:
                on_record(event_record(event) | {"frame": moment.index})
        else:
            if recording is not None:
                recording.write_status(moment)
            on_record(moment)


def _moments(capture: Capture | JointCapture, seconds: float | None) -> Iterator[Captured | Record]:
    """Yield frames, and between them changes of the source."""
    reported: CaptureState | None = None
    last: Captured | None = None
    while capture.state in (CaptureState.LIVE, CaptureState.LOST):
        captured = capture.read(0.25)
        away, last = _away(capture), captured or last
        if captured is not None and seconds is not None and captured.t_s >= seconds:
            return
        lost = capture.state if away else None
        if last is not None and (away or captured) and lost is not reported:
            reported = lost
            yield _source_record(last, away)
        if captured is not None:
            yield captured


def _away(capture: Capture | JointCapture) -> str:
    """Return why no pictures come, also where only one of two cameras sends none; empty while they do."""
    one_may_be_away = isinstance(capture, JointCapture)
    return capture.fault if one_may_be_away or capture.state is CaptureState.LOST else ""


def _source_record(at: Captured, away: str) -> Record:
    kind = EventKind.SOURCE_LOST if away else EventKind.SOURCE_BACK
    record: Record = {"t": round(at.t_s, 3), "frame": at.index, "event": kind.value}
    return record | {"message": away} if away else record
