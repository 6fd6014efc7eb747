"""What goes out to browsers without being asked for: snapshots and pictures, the newest only.

A slow client never holds anybody up: each has one slot, and what it did not fetch in time is overwritten.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, Generic, TypeVar

import cv2

from vision.types import Frame

HEARTBEAT_S: Final = 10.0
"""A silent event stream says so this often, so that a dead client is noticed and proxies stay calm."""

PICTURES_A_SECOND: Final = 20
"""The picture stream is capped: more would only heat the laptop."""

REPEAT_S: Final = 1.0
"""A still picture is sent again this often: browsers show a part only when the next one begins."""

JPEG_QUALITY: Final = 80

T = TypeVar("T")


class Newest(Generic[T]):
    """The newest value of something, and a way to wait for the next."""

    def __init__(self, first: T) -> None:
        self._changed = threading.Condition()
        self._value = first
        self._number = 0
        self._closed = False

    def put(self, value: T) -> None:
        """Replace the value and wake everybody who waits."""
        with self._changed:
            self._value, self._number = value, self._number + 1
            self._changed.notify_all()

    def get(self) -> T:
        """Return the newest value at once."""
        return self._value

    def close(self) -> None:
        """Let everybody who waits go home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether no more values will come."""
        return self._closed

    def wait(self, seen: int, timeout_s: float) -> tuple[int, T]:
        """Wait until there is a value after number ``seen``; return the newest and its number."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != seen or self._closed, timeout_s)
            return self._number, self._value


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


def encode_jpeg(picture: Frame, quality: int = JPEG_QUALITY) -> bytes:
    """Return the picture as JPEG."""
    ok, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:  # Only for arrays that are no pictures, which our types rule out.
        raise ValueError(f"picture: expected shape (height, width, 3), got {picture.shape}")
    return coded.tobytes()


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
