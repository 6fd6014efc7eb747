"""Trial of a source while another one runs: it takes over once it has sent a picture."""

from __future__ import annotations

import time
from typing import Final

from vision.capture.capture import Capture
from vision.capture.joint import JointCapture
from vision.capture.reasons import Reason, reason_of
from vision.capture.spec import SourceError, SourceKind, SourceSpec

RETRY_S: Final = 1.0
"""Seconds before a source that could not be opened is tried again."""


def new_capture(spec: SourceSpec) -> Capture | JointCapture:
    """Return the capture of a source, one camera's or two cameras'."""
    return (JointCapture if spec.far else Capture)(spec, paced=not spec.hurried)


def can_be_open_together(one: SourceSpec, other: SourceSpec) -> bool:
    """Return whether two sources share no camera, phone, or virtual table, which is opened once at a time."""
    return not _opened_once(one) & _opened_once(other)


def _opened_once(spec: SourceSpec) -> set[tuple[str, str]]:
    single = {
        (each.kind.value, each.address if each.kind is SourceKind.CAMERA else "")
        for each in (spec, spec.far)
        if each is not None and each.kind in (SourceKind.CAMERA, SourceKind.PHONE, SourceKind.DEMO)
    }
    streams = {
        ("stream", each.address) for each in (spec, spec.far) if each and each.kind is SourceKind.STREAM
    }
    return single | streams


class Trial:
    """Opens a source repeatedly until it sends a picture. Not thread-safe, except :meth:`kill`."""

    def __init__(self, spec: SourceSpec) -> None:
        self.spec = spec
        self.fault = ""
        """Why the last attempt failed; a :class:`~vision.capture.reasons.Reason` where it is one."""
        self._capture: Capture | JointCapture | None = None
        self._retry_at = 0.0

    @property
    def state(self) -> str:
        """The source's state, in the words of the snapshot's source."""
        if self.spec.locked:
            return "locked"
        return "none" if self.fault else "starting"

    @property
    def reason(self) -> Reason | None:
        """The fault, if it exists in every language."""
        return self.fault if isinstance(self.fault, Reason) else None

    def has_picture(self) -> bool:
        """Continue opening, without waiting; return whether the first picture has come."""
        if self.spec.locked or time.monotonic() < self._retry_at:
            return False
        if self._capture is None:
            self._capture = new_capture(self.spec)
        try:
            return self._capture.opens(0.0)
        except SourceError as fault:
            self.fault, self._retry_at = reason_of(fault), time.monotonic() + RETRY_S
            self.close()
            return False

    def take(self) -> Capture | JointCapture:
        """Return the opened capture, with its first picture."""
        capture, self._capture = self._capture, None
        assert capture is not None
        return capture

    def close(self) -> None:
        """Release the source."""
        if self._capture is not None:
            self._capture.close()
        self._capture = None

    def kill(self) -> None:
        """End the capture process at once; another thread may use this and be stuck in it."""
        capture = self._capture
        if capture is not None:
            capture.kill()
