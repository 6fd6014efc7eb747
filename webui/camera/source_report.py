"""Status of the source, reported to the table on changes, and its figures once a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from vision.capture.reasons import Reason
from vision.capture.spec import SourceKind, SourceSpec
from vision.quality import Grade
from vision.types import Frame
from webui.camera import quality
from webui.camera.reports import Listener, SeenFrame, SourceStatus
from webui.camera.trial import Trial
from webui.i18n import render

STATUS_EVERY_S: Final = 1.0
"""Seconds between two reports of the frame rate and the picture's grades."""

GRADED_EVERY_S: Final = 10.0
"""Seconds after which the picture of an unchanged table is graded again: that takes as long as several frames."""

STILL: Final = "gives the very same picture all the time; start it again"
"""Fault of a live source that repeats its last picture."""

KINDS = {
    SourceKind.CAMERA: "camera",
    SourceKind.CLIP: "file",
    SourceKind.PICTURES: "file",
    SourceKind.STREAM: "url",
    SourceKind.PHONE: "phone",
    SourceKind.RECORDING: "file",
    SourceKind.DEMO: "demo",
}


class SourceReport:
    """Reports the source's status to a listener; ``wall_clock`` returns the time of day for "since"."""

    def __init__(self, listener: Listener, wall_clock: Callable[[], str]) -> None:
        self._listener = listener
        self._wall_clock = wall_clock
        self.state = "starting"
        self._since = wall_clock()
        self._fault = ""
        self._reported_s = -STATUS_EVERY_S
        self._graded_s = -GRADED_EVERY_S
        self._grades: tuple[Grade, ...] = ()
        self._frames: list[float] = []
        self._size_wh: tuple[int, int] | None = None
        self._last: SourceStatus | None = None
        self._trying: dict[str, Any] | None = None
        self._trying_reason: Reason | None = None

    def count(self, frame: Frame, pictures: int = 1) -> None:
        """Count a processed frame, which stands for so many pictures of an unchanged table."""
        now = time.monotonic()
        self._frames = [at for at in self._frames if now - at < 2.0] + [now] * pictures
        self._size_wh = (frame.shape[1], frame.shape[0])

    def is_due(self, fault: str) -> bool:
        """Return whether a status is due, ``fault`` or none."""
        return (self.state, self._fault) != (
            "live",
            fault,
        ) or time.monotonic() - self._reported_s >= STATUS_EVERY_S

    def grades(self, seen: SeenFrame) -> tuple[Grade, ...]:
        """Return the grades of a picture; of an unchanged table, for a while, those that it had."""
        now = time.monotonic()
        if not seen.observation.unchanged or now - self._graded_s >= GRADED_EVERY_S:
            self._graded_s, self._grades = now, quality.grade(seen.frame, seen.observation)
        return self._grades

    def update(self, spec: SourceSpec, state: str, fault: str = "", aid: tuple[Grade, ...] = ()) -> None:
        """Report the source's status if it has changed; of a live one also its figures."""
        if state != self.state:
            self._since = self._wall_clock()
        elif fault == self._fault and state != "live":
            return
        self.state, self._fault, self._reported_s = state, fault, time.monotonic()
        source = {
            "kind": KINDS[spec.kind],
            "name": _whole(spec.name),
            "state": state,
            "since": self._since,
            "message": {"code": "still" if fault == STILL else state, "text": _whole(fault)}
            if fault
            else None,
            "size": list(self._size_wh) if self._size_wh else None,
            "fps": round(len(self._frames) / 2.0, 1) if state == "live" else None,
            "far": KINDS[spec.far.kind] if spec.far is not None else None,
            "trying": self._trying,
        }
        reason = fault if isinstance(fault, Reason) else None
        self._last = SourceStatus(source, aid, reason, self._trying_reason)
        self._listener.on_status(self._last)

    def update_trial(self, trial: Trial | None) -> None:
        """Report the status of the source that is to take over, if it has changed; None: there is none."""
        trying = _trying(trial) if trial is not None else None
        if trying == self._trying:
            return
        self._trying, self._trying_reason = trying, trial.reason if trial is not None else None
        if self._last is not None:
            source = self._last.source | {"trying": trying}
            self._last = replace(self._last, source=source, trying_reason=self._trying_reason)
            self._listener.on_status(self._last)


def _trying(trial: Trial) -> dict[str, Any]:
    code = trial.reason.code if trial.reason is not None else trial.state
    return {
        "kind": KINDS[trial.spec.kind],
        "name": _whole(trial.spec.name),
        "state": trial.state,
        "message": {"code": code, "text": _whole(trial.fault)} if trial.fault else None,
    }


def source_in_words(status: SourceStatus, language: str) -> dict[str, Any]:
    """Return the source's status for the snapshot, its reason in a language if it exists there."""
    source = _in_words(status.source, status.reason, language)
    if status.trying_reason is None:
        return source
    return source | {"trying": _in_words(source["trying"], status.trying_reason, language)}


def _in_words(source: dict[str, Any], reason: Reason | None, language: str) -> dict[str, Any]:
    if reason is None:
        return source
    text = _whole(render(f"source.{reason.code}", reason.named, language))
    return source | {"message": source["message"] | {"text": text}}


def _whole(name: str) -> str:
    """Return a name without the surrogates that stand for undecodable bytes of a file name."""
    return name.encode("utf-8", "replace").decode()
