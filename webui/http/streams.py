"""Streams: snapshots and pictures to browsers, the newest only; what happens to other programs, each event once.

Each is serialized once, however many listeners there are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import cv2
import numpy as np

from vision.types import Frame
from webui.connect.events import Published
from webui.connect.history import History
from webui.http.server.broadcast import Stream
from webui.table.seen.pictures import encode_jpeg
from webui.table.snapshot.newest import Newest

HEARTBEAT_S: Final = 2.0
"""How often an event stream without news sends a sign of life: pages that miss it say that the connection is lost
(``SILENCE_MS`` of ``static/lib/switchboard.js``), dead clients are noticed, and proxies stay calm."""

PICTURES_A_SECOND: Final = 20
"""The most pictures a second in the stream: more would only heat the laptop."""

REPEAT_S: Final = 1.0
"""How often an unchanged picture is sent again: browsers show a part only when the next one begins."""

WIDTHS_PX: Final = (480, 720, 960)
"""Widths in which the shown picture is sent, beside its own."""

Draw: TypeAlias = Callable[[int], tuple[int, Frame] | None]
"""Returns the newest picture, shape (h, w, 3), with its number; None while there is none, or none but the one asked
with."""

BEAT_S: Final = 10.0
"""How often the stream of what happens sends a sign of life while nothing does."""

AT_ONCE: Final = 100
"""The most events that one listener is sent at once."""


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


class Happenings:
    """Server-sent events: what happens at the table, for :class:`HappeningsStream`."""

    greeting = b"retry: 1000\n\n"
    beat = b": beat\n\n"
    beat_s = BEAT_S
    pause_s = 0.0

    def __init__(self, history: History) -> None:
        self.history = history

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` after new events."""
        self.history.subscribe(wake)

    def newest(self) -> None:
        """Return nothing: each listener goes on where it stopped."""


class HappeningsStream(Stream):
    """What happens, to one listener: each event once and in order, after the last one that it had."""

    def __init__(self, feed: Happenings, is_active: Callable[[], bool], last_id: str) -> None:
        """``last_id`` is the id of the last event that the listener had; empty: it begins now."""
        super().__init__(feed, is_active)
        self._history = feed.history
        self._number, first = self._history.begin(last_id)
        self._first = b"".join(map(_as_event, first))
        self._sent_at_s = 0.0

    def next_part(self, now_s: float) -> bytes:
        """Return the events that the listener has not had, or a sign of life; empty if there is nothing to send."""
        part, self._first = self._first, b""
        events = self._history.after(self._number)[:AT_ONCE]
        if events:
            self._number = events[-1].number
        part += b"".join(map(_as_event, events))
        if not part and now_s - self._sent_at_s >= BEAT_S:
            part = Happenings.beat
        if part:
            self._sent_at_s = now_s
        return part


def _as_event(event: Published) -> bytes:
    return f"id: {event.id}\ndata: {event.text}\n\n".encode()


class Pictures:
    """The shown picture as JPEG in one size, encoded once a frame however many look at it, and not at all if nobody
    does."""

    greeting = b""
    beat = b""
    beat_s = REPEAT_S
    pause_s = 1 / PICTURES_A_SECOND

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._lock = threading.Lock()
        self._number = -1
        self._jpeg = b""

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Do nothing: pictures come at their own pace."""

    def jpeg(self) -> tuple[int, bytes] | None:
        """Return the newest picture's number and JPEG; None while no frame has come."""
        with self._lock:
            newer = self._draw(self._number)
            if newer is not None:
                self._number, self._jpeg = newer[0], encode_jpeg(newer[1])
            return (self._number, self._jpeg) if self._jpeg else None

    def newest(self) -> tuple[int, bytes] | None:
        """Return the newest picture as a part of a ``multipart/x-mixed-replace; boundary=frame`` answer."""
        newest = self.jpeg()
        return (newest[0], _part(newest[1])) if newest else None


class ShownPictures:
    """The shown picture in the sizes in which pages show it, drawn once a frame."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._lock = threading.Lock()
        self._drawn: tuple[int, Frame] | None = None
        self._whole = Pictures(partial(self._newer, None))
        self._narrower = [(width, Pictures(partial(self._newer, width))) for width in WIDTHS_PX]

    def at_least(self, width_px: int | None) -> Pictures:
        """Return the narrowest pictures of at least this width; the whole ones for None and where none is so wide."""
        if width_px is None:
            return self._whole
        return next((pictures for width, pictures in self._narrower if width >= width_px), self._whole)

    def _newer(self, width_px: int | None, had: int) -> tuple[int, Frame] | None:
        with self._lock:
            self._drawn = self._draw(-1 if self._drawn is None else self._drawn[0]) or self._drawn
            drawn = self._drawn
        if drawn is None or drawn[0] == had:
            return None
        number, frame = drawn
        height, width = frame.shape[:2]
        if width_px is None or width_px >= width:
            return drawn
        size_wh = width_px, max(1, round(height * width_px / width))
        return number, np.asarray(cv2.resize(frame, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def _part(jpeg: bytes) -> bytes:
    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
    return head.encode() + jpeg + b"\r\n"
