"""Buffers of a connection: bytes received and bytes to send; reading and writing them never blocks."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Final

from webui.http.server.head import HEAD_END, LINE_END, BadRequestError, Head, has_stray_line_end, read_head

SENT_AT_ONCE: Final = 1 << 18
"""The most bytes handed to the system at once."""


class Inbox:
    """Bytes received and not read yet: one request after another."""

    closed = False

    def __init__(self, head_limit: int, check: Callable[[Head], None]) -> None:
        """``check`` raises :class:`~webui.http.server.head.BadRequestError` for a head whose body is not taken."""
        self._data = bytearray()
        self._head_limit = head_limit
        self._check = check
        self._searched = 0
        self._begun_at = 0
        self.bytes_read = 0
        self.head: Head | None = None
        """The head of the request in the buffer, once it is complete and valid."""
        self.refusal: BadRequestError | None = None
        """The refusal of the request in the buffer, if it is refused."""

    def __len__(self) -> int:
        return len(self._data)

    def take_in(self, data: bytes) -> None:
        """Add received bytes."""
        self._data += data
        if self.head is None and self.refusal is None:
            self._look_for_head()

    def is_whole(self) -> bool:
        """Return whether a complete request is in the buffer, or one that is refused already."""
        if self.head is None:
            return self.refusal is not None
        return self.bytes_read - self._begun_at + len(self._data) >= self.head.size + self.head.body_bytes

    def next(self) -> None:
        """Go on to the next request: unread bytes of the answered one are discarded."""
        if self.head is not None:
            end = self._begun_at + self.head.size + self.head.body_bytes
            self._take(max(0, end - self.bytes_read))
        self._begun_at, self._searched, self.head = self.bytes_read, 0, None
        self._look_for_head()

    def _look_for_head(self) -> None:
        """Read the head once it is complete; refuse it as soon as a fault shows."""
        begin = len(LINE_END) if self._data.startswith(LINE_END) else 0
        known = max(begin, self._searched - len(HEAD_END))
        end = self._data.find(HEAD_END, known, self._head_limit)
        self._searched = len(self._data)
        try:
            if end >= 0:
                head = read_head(bytes(self._data[: end + len(HEAD_END)]))
                self._check(head)
                self.head = head
            elif len(self._data) >= self._head_limit:
                raise _too_long(LINE_END in self._data[begin:])
            elif has_stray_line_end(self._data, known):
                raise BadRequestError("400 Bad Request", "a line does not end in CR LF")
        except BadRequestError as refusal:
            self.refusal = refusal

    def read(self, size: int | None = None) -> bytes:
        """Return the available bytes, at most ``size``."""
        return self._take(len(self._data) if size is None or size < 0 else size)

    def readline(self, size: int | None = None) -> bytes:
        """Return a line, or its available part, at most ``size`` bytes."""
        end = self._data.find(b"\n") + 1 or len(self._data)
        return self._take(end if size is None or size < 0 else min(end, size))

    def close(self) -> None:
        """Discard unread bytes."""
        self._data.clear()

    def _take(self, size: int) -> bytes:
        taken = bytes(self._data[:size])
        del self._data[:size]
        self.bytes_read += len(taken)
        return taken


def _too_long(has_request_line: bool) -> BadRequestError:
    if has_request_line:
        return BadRequestError("431 Request Header Fields Too Large", "the headers are too long")
    return BadRequestError("414 URI Too Long", "the address is too long")


class Outbox:
    """Bytes to send, kept until the client takes them."""

    def __init__(self) -> None:
        self._data = bytearray()
        self.bytes_written = 0

    def __len__(self) -> int:
        return len(self._data)

    def write(self, data: bytes) -> int:
        """Add bytes, without blocking."""
        self._data += data
        self.bytes_written += len(data)
        return len(data)

    def send(self, sock: socket.socket) -> bool:
        """Send as much as the client takes; return whether that was all.

        :raise OSError: the client has gone
        """
        while self._data:
            try:
                sent = sock.send(self._data[:SENT_AT_ONCE])
            except (BlockingIOError, InterruptedError):
                return False
            del self._data[:sent]
        return True
