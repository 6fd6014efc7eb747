"""Who stands at the door: one thread takes in what clients send, and hands on only requests that are whole.

Nobody who sends slowly, or does not read the answer, holds a thread: each has a time for his headers, his body and
his answer, and each address only so many connections.
"""

from __future__ import annotations

import selectors
import socket
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, Protocol, TypeVar

from webui.http.server.budget import Budget
from webui.http.server.head import Head
from webui.http.server.mailboxes import Inbox, Outbox

IDLE_S: Final = 20.0
"""So long a connection stays open between two requests, and before the first."""

QUIET_S: Final = 3.0
"""So long it has in any case; who has not begun TLS or a request by then makes room for the next when it is full."""

HEAD_S: Final = 10.0
"""So long the headers of a request may take from their first byte on."""

BODY_S: Final = 10.0
"""So long a body may take once the headers are there; the longest is one megabyte."""

ANSWER_S: Final = 30.0
"""So long a client may take to read an answer."""

FAREWELL_S: Final = 3.0
FAREWELL_BYTES: Final = 4 << 20
"""So long, and so much, of a refused body is thrown away unread: a client that still sends would miss the answer."""

GIVE_BACK_BYTES: Final = 8 << 20
GIVE_BACK_S: Final = 5.0
"""After so many bytes of requests that nobody finished, but no more often than this, memory is given back."""

TICK_S: Final = 0.25
"""How often the clock is looked at."""

AT_ONCE: Final = 32
"""Connections that are let in before those that are in are looked after again."""

ON_THE_WAY: Final = 1 << 18
"""Bytes that the system keeps for a client: what nobody reads is not worth more memory, nor older pictures."""

CHUNK: Final = 1 << 16
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Visitor(Protocol):
    """A connection, as the doorkeeper sees it."""

    socket: socket.socket
    rfile: Inbox
    wfile: Outbox
    remote_addr: str
    refused: bool
    last: bool
    """Whether it is closed once the answer has gone out."""
    deadline_s: float
    quiet_since_s: float
    """Since when it is waited for its next request."""
    thrown_away: int
    """Bytes that were thrown away since it was refused; -1 as long as it is not leaving."""

    def close(self) -> None:
        """Hang up."""
        ...


V = TypeVar("V", bound=Visitor)


class Doorkeeper(Generic[V]):
    """Looks after every connection while nobody works on it."""

    def __init__(
        self,
        listening: socket.socket,
        welcome: Callable[[socket.socket, str, int], V],
        hand_on: Callable[[V], None],
        keep: Callable[[V], bool],
        budget: Budget,
        give_back: Callable[[], None],
    ) -> None:
        """``welcome`` makes a visitor of a new connection; ``hand_on`` gets one with a whole request.

        ``keep`` may take one over whose answer goes on, and returns whether it did. ``give_back`` is called when much
        memory has become free; it may not take long.
        """
        self._listening = listening
        self._welcome = welcome
        self._hand_on = hand_on
        self._keep = keep
        self._budget = budget
        self._give_back = give_back
        self._dropped_bytes, self._gave_back_s = 0, 0.0
        self._selector = selectors.DefaultSelector()
        self._visitors: set[V] = set()
        self._returned: deque[V] = deque()
        self._bell, self._button = socket.socketpair()
        self._stopping = threading.Event()
        self._stopped = threading.Event()
        for each in (listening, self._bell, self._button):
            each.setblocking(False)
        self._selector.register(listening, READ)
        self._selector.register(self._bell, READ)

    can_add_keepalive_connection = True

    def put(self, visitor: V) -> None:
        """Look after a visitor again who has been answered; from any thread."""
        self._returned.append(visitor)
        self._ring()

    def run(self, _: float) -> None:
        """Look after everybody until :meth:`stop`."""
        next_tick_s = 0.0
        while not self._stopping.is_set():
            for key, mask in self._selector.select(TICK_S):
                self._attend(key, mask)
            while self._returned:
                self._settle(self._returned.popleft())
            if (now_s := time.monotonic()) >= next_tick_s:
                next_tick_s = now_s + TICK_S
                self._send_away(now_s)
                self._tidy(now_s)
        self._stopped.set()

    def stop(self) -> None:
        """End :meth:`run`."""
        self._stopping.set()
        self._ring()
        self._stopped.wait(2)

    def close(self) -> None:
        """Hang up on everybody."""
        for visitor in list(self._visitors):
            visitor.close()
        self._visitors.clear()
        self._selector.close()
        self._bell.close()
        self._button.close()

    def _ring(self) -> None:
        try:
            self._button.send(b"!")
        except OSError:  # It rings already, or nobody is there any more.
            return

    def _attend(self, key: selectors.SelectorKey, mask: int) -> None:
        if key.fileobj is self._listening:
            self._let_in()
        elif key.fileobj is self._bell:
            self._bell.recv(CHUNK)
        else:
            self._serve(key.data, mask)

    def _serve(self, visitor: V, mask: int) -> None:
        try:
            if visitor.thrown_away >= 0:
                self._throw_away(visitor)
            elif mask & WRITE:
                self._settle(visitor)
            else:
                self._take_in(visitor)
        except OSError:
            self._part_from(visitor)

    def _let_in(self) -> None:
        for _ in range(AT_ONCE):
            try:
                sock, (address, port, *_rest) = self._listening.accept()
            except BlockingIOError:
                return
            except OSError:  # Too many open files: those who are in come first.
                time.sleep(0.05)
                return
            if not self._budget.admit(address) and not self._make_room(address):
                sock.close()
                continue
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ON_THE_WAY)
            try:
                visitor = self._welcome(sock, address, port)
            except OSError:  # Gone before it could be greeted.
                sock.close()
                self._budget.release(address)
                continue
            self._visitors.add(visitor)
            visitor.quiet_since_s = time.monotonic()
            visitor.deadline_s = visitor.quiet_since_s + IDLE_S
            self._selector.register(visitor.socket, READ, visitor)

    def _make_room(self, address: str) -> bool:
        """Let those go who have been quiet for longest, until there is room for one more from an address."""
        late_s = time.monotonic() - QUIET_S
        quiet = [
            key.data
            for key in self._selector.get_map().values()
            if key.data is not None and key.events == READ and _is_quiet(key.data, late_s)
        ]
        for visitor in sorted(quiet, key=lambda each: each.quiet_since_s):
            if self._budget.makes_room(visitor.remote_addr, address):
                self._part_from(visitor)
                if self._budget.admit(address):
                    return True
        return False

    def _take_in(self, visitor: V) -> None:
        try:
            data = visitor.socket.recv(CHUNK)
        except BlockingIOError:  # Half a record of TLS.
            return
        if not data:
            self._part_from(visitor)
            return
        began, had_head = bool(len(visitor.rfile)), visitor.rfile.head is not None
        visitor.rfile.take_in(data)
        if visitor.rfile.is_whole():
            self._selector.unregister(visitor.socket)
            self._hand_on(visitor)
        elif visitor.rfile.head is not None:
            if not had_head:
                self._await_body(visitor, visitor.rfile.head)
        elif not began:
            visitor.deadline_s = time.monotonic() + HEAD_S

    def _await_body(self, visitor: V, head: Head) -> None:
        visitor.deadline_s = time.monotonic() + BODY_S
        if head.waits_for_continue:
            visitor.socket.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _settle(self, visitor: V) -> None:
        """Go on with a visitor to whom an answer is going."""
        try:
            if not visitor.wfile.send(visitor.socket):
                self._await_reading(visitor)
            elif self._keep(visitor):
                self._forget(visitor)
            elif visitor.last:
                self._see_out(visitor)
            elif visitor.rfile.is_whole():
                self._forget(visitor, stays=True)
                self._hand_on(visitor)
            else:
                visitor.quiet_since_s = time.monotonic()
                if visitor.rfile.head is not None:
                    self._await_body(visitor, visitor.rfile.head)
                else:
                    visitor.deadline_s = time.monotonic() + (HEAD_S if len(visitor.rfile) else IDLE_S)
                self._watch(visitor, READ)
        except OSError:
            self._part_from(visitor)

    def _await_reading(self, visitor: V) -> None:
        if self._is_watched(visitor) != WRITE:
            visitor.deadline_s = time.monotonic() + ANSWER_S
            self._watch(visitor, WRITE)

    def _see_out(self, visitor: V) -> None:
        """Hang up; one who was refused and still sends gets to read why."""
        if not visitor.refused:
            self._part_from(visitor)
            return
        visitor.socket.shutdown(socket.SHUT_WR)
        visitor.rfile.close()
        visitor.thrown_away = 0
        visitor.deadline_s = time.monotonic() + FAREWELL_S
        self._watch(visitor, READ)

    def _throw_away(self, visitor: V) -> None:
        data = visitor.socket.recv(CHUNK)
        visitor.thrown_away += len(data)
        if not data or visitor.thrown_away > FAREWELL_BYTES:
            self._part_from(visitor)

    def _send_away(self, now_s: float) -> None:
        late = [
            key.data
            for key in list(self._selector.get_map().values())
            if key.data is not None and key.data.deadline_s < now_s
        ]
        for visitor in late:
            self._part_from(visitor)

    def _tidy(self, now_s: float) -> None:
        if self._dropped_bytes >= GIVE_BACK_BYTES and now_s - self._gave_back_s >= GIVE_BACK_S:
            self._dropped_bytes, self._gave_back_s = 0, now_s
            self._give_back()

    def _is_watched(self, visitor: V) -> int:
        key = self._selector.get_map().get(visitor.socket)
        return key.events if key is not None else 0

    def _watch(self, visitor: V, events: int) -> None:
        if self._is_watched(visitor):
            self._selector.modify(visitor.socket, events, visitor)
        else:
            self._selector.register(visitor.socket, events, visitor)

    def _forget(self, visitor: V, *, stays: bool = False) -> None:
        if self._is_watched(visitor):
            self._selector.unregister(visitor.socket)
        if not stays:
            self._visitors.discard(visitor)

    def _part_from(self, visitor: V) -> None:
        self._dropped_bytes += len(visitor.rfile)
        self._forget(visitor)
        visitor.close()


def _is_quiet(visitor: Visitor, late_s: float) -> bool:
    """Tell whether a visitor has been waited for since before ``late_s``, and no request of it has begun to be read."""
    return visitor.rfile.head is None and visitor.thrown_away < 0 and visitor.quiet_since_s <= late_s
