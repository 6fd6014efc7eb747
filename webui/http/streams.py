"""What goes out to browsers without being asked for: snapshots and pictures, the newest only.

A slow client never holds anybody up: each has one slot, and what it did not fetch in time is overwritten.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from vision.types import Frame
from webui.table.newest import Newest
from webui.table.pictures import encode_jpeg

HEARTBEAT_S: Final = 10.0
"""A silent event stream says so this often, so that a dead client is noticed and proxies stay calm."""

PICTURES_A_SECOND: Final = 20
"""The picture stream is capped: more would only heat the laptop."""

REPEAT_S: Final = 1.0
"""A still picture is sent again this often: browsers show a part only when the next one begins."""


def events(snapshots: Newest[dict[str, Any]], encode: Callable[[dict[str, Any]], str]) -> Iterator[str]:
    """Yield server-sent events: the newest snapshot, each time that there is one, and heartbeats between."""
    yield "retry: 1000\n\n"
    seen = -1
    while not snapshots.closed:
        number, snapshot = snapshots.wait(seen, HEARTBEAT_S)
        if number == seen:
            yield ": still here\n\n"
        else:
            seen = number
            yield f"event: state\ndata: {encode(snapshot)}\n\n"


class Pictures:
    """The shown picture as JPEG, encoded once a frame however many look at it, and not at all if nobody does."""

    def __init__(self, draw: Callable[[], tuple[int, Frame] | None]) -> None:
        """``draw`` returns the newest picture with its number, None before the first."""
        self._draw = draw
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg: bytes | None = None

    def newest(self) -> tuple[int, bytes] | None:
        """Return the newest picture's number and JPEG; None while no frame has come."""
        with self._lock:
            drawn = self._draw()
            if drawn is None:
                return None
            if drawn[0] != self._number or self._jpeg is None:
                self._number, self._jpeg = drawn[0], encode_jpeg(drawn[1])
            return self._number, self._jpeg

    def stream(self, running: Callable[[], bool]) -> Iterator[bytes]:
        """Yield the parts of a ``multipart/x-mixed-replace; boundary=frame`` answer while ``running`` says so."""
        sent, sent_at = -1, 0.0
        while running():
            newest = self.newest()
            now = time.monotonic()
            if newest is not None and (newest[0] != sent or now - sent_at >= REPEAT_S):
                sent, sent_at = newest[0], now
                yield _part(newest[1])
            time.sleep(1 / PICTURES_A_SECOND)


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
