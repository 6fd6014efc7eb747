"""Streams to browsers: snapshots and pictures, the newest only.

Each is serialized once, however many listeners there are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from vision.types import Frame
from webui.table.seen.pictures import encode_jpeg
from webui.table.snapshot.newest import Newest

HEARTBEAT_S: Final = 2.0
"""How often an event stream without news sends a sign of life: pages that miss it say that the connection is lost
(``SILENCE_MS`` of ``static/lib/switchboard.js``), dead clients are noticed, and proxies stay calm."""

PICTURES_A_SECOND: Final = 20
"""The most pictures a second in the stream: more would only heat the laptop."""

REPEAT_S: Final = 1.0
"""How often an unchanged picture is sent again: browsers show a part only when the next one begins."""


class Events:
    """Server-sent events: the newest snapshot, each time that there is one, and heartbeats between."""

    greeting = b"retry: 1000\n\n"
    beat = b"event: beat\ndata: 1\n\n"
    beat_s = HEARTBEAT_S
    pause_s = 0.0

    def __init__(self, snapshots: Newest[dict[str, object]], encode: Callable[[dict[str, Any]], str]) -> None:
        self._snapshots = snapshots
        self._encode = encode
        self._lock = threading.Lock()
        self._written: tuple[int, bytes] = (-1, b"")

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` for each new snapshot."""
        self._snapshots.subscribe(wake)

    def newest(self) -> tuple[int, bytes]:
        """Return the newest snapshot as an event, and its number."""
        with self._lock:
            number, snapshot = self._snapshots.numbered()
            if number != self._written[0]:
                event = f"event: state\ndata: {self._encode(snapshot)}\n\n"
                self._written = number, event.encode()
            return self._written


@dataclass(frozen=True, slots=True)
class Feeds:
    """The snapshots' streams."""

    of_role: Mapping[str, Events]


class Pictures:
    """The shown picture as JPEG, encoded once a frame however many look at it, and not at all if nobody does."""

    greeting = b""
    beat = b""
    beat_s = REPEAT_S
    pause_s = 1 / PICTURES_A_SECOND

    def __init__(self, draw: Callable[[], tuple[int, Frame] | None]) -> None:
        """``draw`` returns the newest picture with its number, None before the first."""
        self._draw = draw
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg: bytes | None = None

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Do nothing: pictures come at their own pace."""

    def jpeg(self) -> tuple[int, bytes] | None:
        """Return the newest picture's number and JPEG; None while no frame has come."""
        with self._lock:
            drawn = self._draw()
            if drawn is None:
                return None
            if drawn[0] != self._number or self._jpeg is None:
                self._number, self._jpeg = drawn[0], encode_jpeg(drawn[1])
            return self._number, self._jpeg

    def newest(self) -> tuple[int, bytes] | None:
        """Return the newest picture as a part of a ``multipart/x-mixed-replace; boundary=frame`` answer."""
        newest = self.jpeg()
        return (newest[0], _part(newest[1])) if newest else None


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
