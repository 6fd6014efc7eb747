"""Streams: one thread sends to all listeners, and waits for none.

Each listener gets the newest part that it has not had; older ones are skipped.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from webui.http.server.budget import Budget

ROUND_S: Final = 0.05
"""The longest wait between two rounds while data is waiting, in seconds."""

CALM_S: Final = 0.25
"""The same, while no data is waiting."""

CHECK_S: Final = 1.0
"""How often it is checked whether a listener is still connected and permitted."""

STALLED_S: Final = 30.0
"""How long a listener may take nothing before it is dropped."""


class Feed(Protocol):
    """A source of parts for many listeners."""

    greeting: bytes
    """The first bytes for every listener."""
    beat: bytes
    """The bytes sent after ``beat_s`` without a newer part; empty: the newest part again."""
    beat_s: float
    pause_s: float
    """The shortest time between two parts to one listener."""

    def newest(self) -> tuple[int, bytes] | None:
        """Return the newest part and its number, None before the first."""
        ...

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` whenever there is a newer part."""
        ...


class Stream:
    """A feed as the answer to one request, for as long as ``is_active`` returns True.

    Another WSGI server iterates over it; this one hands it to its :class:`Broadcast`.
    """

    def __init__(self, feed: Feed, is_active: Callable[[], bool]) -> None:
        self.feed = feed
        self.is_active = is_active
        self._had = -1
        self._sent_s = 0.0

    def next_part(self, now_s: float) -> bytes:
        """Return the next part to send, empty if there is nothing new."""
        if now_s - self._sent_s < self.feed.pause_s:
            return b""
        newest = self.feed.newest()
        late = now_s - self._sent_s >= self.feed.beat_s
        if newest is None or (newest[0] == self._had and not late):
            return b""
        part = self.feed.beat if newest[0] == self._had and self.feed.beat else newest[1]
        self._had, self._sent_s = newest[0], now_s
        return part

    def __iter__(self) -> Iterator[bytes]:
        """Yield part after part, waiting between."""
        if self.feed.greeting:
            yield self.feed.greeting
        while self.is_active():
            if part := self.next_part(time.monotonic()):
                yield part
            else:
                time.sleep(ROUND_S)


class Listener:
    """One connection with a stream."""

    def __init__(self, sock: socket.socket, stream: Stream, hang_up: Callable[[], None]) -> None:
        self._socket = sock
        self.stream = stream
        self.hang_up = hang_up
        self._rest = memoryview(stream.feed.greeting)
        self._moved_s = time.monotonic()

    def serve(self, now_s: float) -> bool:
        """Send as much as the listener takes; return whether more is waiting.

        :raise OSError: the listener has gone, or takes nothing any more
        """
        if not self._rest:
            self._rest = memoryview(self.stream.next_part(now_s))
            self._moved_s = now_s
        try:
            while self._rest:
                self._rest = self._rest[self._socket.send(self._rest) :]
                self._moved_s = now_s
        except (BlockingIOError, InterruptedError):
            if now_s - self._moved_s > STALLED_S:
                raise TimeoutError from None
        return bool(self._rest)

    def is_there(self) -> bool:
        """Return whether it is still connected and permitted."""
        if not self.stream.is_active():
            return False
        try:
            return bool(self._socket.recv(4096))
        except (BlockingIOError, InterruptedError):
            return True
        except OSError:
            return False


class Broadcast:
    """Sends to all listeners of a server, in a thread that runs while there are any."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self._lock = threading.Lock()
        self._listeners: list[Listener] = []
        self._feeds: set[int] = set()
        self._news = threading.Event()
        self._thread: threading.Thread | None = None
        self._stopping = False

    def add(self, listener: Listener) -> None:
        """Add a listener, and send to it until it goes."""
        with self._lock:
            self._listeners.append(listener)
            if id(listener.stream.feed) not in self._feeds:
                self._feeds.add(id(listener.stream.feed))
                listener.stream.feed.subscribe(self._news.set)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="broadcast", daemon=True)
                self._thread.start()
        self._news.set()

    @property
    def count(self) -> int:
        """How many listen now."""
        with self._lock:
            return len(self._listeners)

    def stop(self) -> None:
        """End all streams, and stop."""
        self._stopping = True
        self._news.set()
        if self._thread is not None:
            self._thread.join(2)

    def _run(self) -> None:
        busy, checked_s = False, 0.0
        while not self._stopping:
            self._news.wait(ROUND_S if busy else CALM_S)
            self._news.clear()
            now_s = time.monotonic()
            if check := now_s - checked_s >= CHECK_S:
                checked_s = now_s
            with self._lock:
                listeners = list(self._listeners)
            busy = sum(self._serve(each, now_s, check) for each in listeners) > 0
        for each in listeners:
            each.hang_up()

    def _serve(self, listener: Listener, now_s: float, check: bool) -> bool:
        """Send to one listener; return whether it needs another round soon."""
        try:
            if check and not listener.is_there():
                raise ConnectionResetError
            return listener.serve(now_s) or listener.stream.feed.pause_s > 0
        except OSError:
            with self._lock:
                self._listeners.remove(listener)
            listener.hang_up()
            return False
