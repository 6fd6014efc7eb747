"""The poller: one thread reads what clients send, and dispatches only complete requests to the worker pools.

A client that sends slowly, or does not read the answer, holds no thread: headers, body and answer have deadlines, and
each address has a limited number of connections.
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

MAX_IDLE_S: Final = 20.0
"""How long a connection may be idle between two requests, and before the first."""

MIN_IDLE_S: Final = 3.0
"""How long a connection may be idle even when the server is full; then it is dropped for the next one."""

HEAD_S: Final = 10.0
"""How long the headers of a request may take from their first byte on."""

BODY_S: Final = 10.0
"""How long a body may take after the headers."""

ANSWER_S: Final = 30.0
"""How long a client may take to read an answer."""

LINGER_S: Final = 3.0
LINGER_BYTES: Final = 4 << 20
"""How long, and how many bytes of, a refused body are discarded: a client that still sends would miss the answer."""

GIVE_BACK_BYTES: Final = 8 << 20
GIVE_BACK_S: Final = 5.0
"""After this many bytes of unfinished requests, but no more often than this, free memory is given back."""

TICK_S: Final = 0.25
"""How often deadlines are checked."""

ACCEPTED_AT_ONCE: Final = 32
"""The most connections accepted before the open ones are handled again."""

SEND_BUFFER_BYTES: Final = 1 << 18
"""The system's send buffer of a connection: more would only hold pictures that are already old."""

CHUNK_BYTES: Final = 1 << 16
READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class PolledConnection(Protocol):
    """A connection, as the poller sees it."""

    socket: socket.socket
    rfile: Inbox
    wfile: Outbox
    remote_addr: str
    refused: bool
    last: bool
    """Whether it is closed once the answer has gone out."""
    deadline_s: float
    idle_since_s: float
    """When it began to wait for its next request."""
    discarded_bytes: int
    """Bytes discarded since it was refused; -1 while it does not linger."""

    def close(self) -> None:
        """Close the connection."""
        ...


C = TypeVar("C", bound=PolledConnection)


class ConnectionPoller(Generic[C]):
    """Reads and writes every connection while no worker answers it."""

    def __init__(
        self,
        listening: socket.socket,
        open_connection: Callable[[socket.socket, str, int], C],
        dispatch: Callable[[C], None],
        take_over: Callable[[C], bool],
        budget: Budget,
        give_back: Callable[[], None],
    ) -> None:
        """``open_connection`` wraps a new socket; ``dispatch`` gets a connection with a complete request.

        ``take_over`` may take a connection whose answer is a stream, and returns whether it did. ``give_back`` is
        called when much memory has become free; it must not take long.
        """
        self._listening = listening
        self._open = open_connection
        self._dispatch = dispatch
        self._take_over = take_over
        self._budget = budget
        self._give_back = give_back
        self._dropped_bytes, self._gave_back_s = 0, 0.0
        self._selector = selectors.DefaultSelector()
        self._connections: set[C] = set()
        self._answered: deque[C] = deque()
        self._wake_receiver, self._wake_sender = socket.socketpair()
        self._stopping = threading.Event()
        self._stopped = threading.Event()
        for each in (listening, self._wake_receiver, self._wake_sender):
            each.setblocking(False)
        self._selector.register(listening, READ)
        self._selector.register(self._wake_receiver, READ)

    can_add_keepalive_connection = True

    def put(self, connection: C) -> None:
        """Poll a connection again that was answered; from any thread."""
        self._answered.append(connection)
        self._wake()

    def run(self, _: float) -> None:
        """Poll all connections until :meth:`stop`."""
        next_tick_s = 0.0
        while not self._stopping.is_set():
            for key, mask in self._selector.select(TICK_S):
                self._handle(key, mask)
            while self._answered:
                self._go_on(self._answered.popleft())
            if (now_s := time.monotonic()) >= next_tick_s:
                next_tick_s = now_s + TICK_S
                self._close_overdue(now_s)
                self._free_memory(now_s)
        self._stopped.set()

    def stop(self) -> None:
        """End :meth:`run`."""
        self._stopping.set()
        self._wake()
        self._stopped.wait(2)

    def close(self) -> None:
        """Close all connections."""
        for connection in list(self._connections):
            connection.close()
        self._connections.clear()
        self._selector.close()
        self._wake_receiver.close()
        self._wake_sender.close()

    def _wake(self) -> None:
        try:
            self._wake_sender.send(b"!")
        except OSError:  # Full, so it wakes already; or closed.
            return

    def _handle(self, key: selectors.SelectorKey, mask: int) -> None:
        if key.fileobj is self._listening:
            self._accept()
        elif key.fileobj is self._wake_receiver:
            self._wake_receiver.recv(CHUNK_BYTES)
        else:
            self._handle_connection(key.data, mask)

    def _handle_connection(self, connection: C, mask: int) -> None:
        try:
            if connection.discarded_bytes >= 0:
                self._discard(connection)
            elif mask & WRITE:
                self._go_on(connection)
            else:
                self._receive(connection)
        except OSError:
            self._drop(connection)

    def _accept(self) -> None:
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                sock, (address, port, *_rest) = self._listening.accept()
            except BlockingIOError:
                return
            except OSError:  # Too many open files: the open connections come first.
                time.sleep(0.05)
                return
            if not self._budget.admit(address) and not self._make_room(address):
                sock.close()
                continue
            sock.setblocking(False)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
            try:
                connection = self._open(sock, address, port)
            except OSError:  # Closed by the client meanwhile.
                sock.close()
                self._budget.release(address)
                continue
            self._connections.add(connection)
            connection.idle_since_s = time.monotonic()
            connection.deadline_s = connection.idle_since_s + MAX_IDLE_S
            self._selector.register(connection.socket, READ, connection)

    def _make_room(self, address: str) -> bool:
        """Drop those that have been idle longest, until there is room for one more from an address."""
        late_s = time.monotonic() - MIN_IDLE_S
        idle = [
            key.data
            for key in self._selector.get_map().values()
            if key.data is not None and key.events == READ and _is_idle(key.data, late_s)
        ]
        for connection in sorted(idle, key=lambda each: each.idle_since_s):
            if self._budget.makes_room(connection.remote_addr, address):
                self._drop(connection)
                if self._budget.admit(address):
                    return True
        return False

    def _receive(self, connection: C) -> None:
        try:
            data = connection.socket.recv(CHUNK_BYTES)
        except BlockingIOError:  # Half a record of TLS.
            return
        if not data:
            self._drop(connection)
            return
        began, had_head = bool(len(connection.rfile)), connection.rfile.head is not None
        connection.rfile.take_in(data)
        if connection.rfile.is_whole():
            self._selector.unregister(connection.socket)
            self._dispatch(connection)
        elif connection.rfile.head is not None:
            if not had_head:
                self._await_body(connection, connection.rfile.head)
        elif not began:
            connection.deadline_s = time.monotonic() + HEAD_S

    def _await_body(self, connection: C, head: Head) -> None:
        connection.deadline_s = time.monotonic() + BODY_S
        if head.waits_for_continue:
            connection.socket.send(b"HTTP/1.1 100 Continue\r\n\r\n")

    def _go_on(self, connection: C) -> None:
        """Continue a connection whose answer is being sent."""
        try:
            if not connection.wfile.send(connection.socket):
                self._await_reading(connection)
            elif self._take_over(connection):
                self._unwatch(connection)
            elif connection.last:
                self._linger(connection)
            elif connection.rfile.is_whole():
                self._unwatch(connection, stays=True)
                self._dispatch(connection)
            else:
                connection.idle_since_s = time.monotonic()
                if connection.rfile.head is not None:
                    self._await_body(connection, connection.rfile.head)
                else:
                    connection.deadline_s = time.monotonic() + (
                        HEAD_S if len(connection.rfile) else MAX_IDLE_S
                    )
                self._watch(connection, READ)
        except OSError:
            self._drop(connection)

    def _await_reading(self, connection: C) -> None:
        if self._is_watched(connection) != WRITE:
            connection.deadline_s = time.monotonic() + ANSWER_S
            self._watch(connection, WRITE)

    def _linger(self, connection: C) -> None:
        """Close a connection; a refused client that still sends gets time to read why."""
        if not connection.refused:
            self._drop(connection)
            return
        connection.socket.shutdown(socket.SHUT_WR)
        connection.rfile.close()
        connection.discarded_bytes = 0
        connection.deadline_s = time.monotonic() + LINGER_S
        self._watch(connection, READ)

    def _discard(self, connection: C) -> None:
        data = connection.socket.recv(CHUNK_BYTES)
        connection.discarded_bytes += len(data)
        if not data or connection.discarded_bytes > LINGER_BYTES:
            self._drop(connection)

    def _close_overdue(self, now_s: float) -> None:
        late = [
            key.data
            for key in list(self._selector.get_map().values())
            if key.data is not None and key.data.deadline_s < now_s
        ]
        for connection in late:
            self._drop(connection)

    def _free_memory(self, now_s: float) -> None:
        if self._dropped_bytes >= GIVE_BACK_BYTES and now_s - self._gave_back_s >= GIVE_BACK_S:
            self._dropped_bytes, self._gave_back_s = 0, now_s
            self._give_back()

    def _is_watched(self, connection: C) -> int:
        key = self._selector.get_map().get(connection.socket)
        return key.events if key is not None else 0

    def _watch(self, connection: C, events: int) -> None:
        if self._is_watched(connection):
            self._selector.modify(connection.socket, events, connection)
        else:
            self._selector.register(connection.socket, events, connection)

    def _unwatch(self, connection: C, *, stays: bool = False) -> None:
        if self._is_watched(connection):
            self._selector.unregister(connection.socket)
        if not stays:
            self._connections.discard(connection)

    def _drop(self, connection: C) -> None:
        self._dropped_bytes += len(connection.rfile)
        self._unwatch(connection)
        connection.close()


def _is_idle(connection: PolledConnection, late_s: float) -> bool:
    """Return whether a connection has been idle since before ``late_s``: no request of it has begun."""
    return (
        connection.rfile.head is None and connection.discarded_bytes < 0 and connection.idle_since_s <= late_s
    )
