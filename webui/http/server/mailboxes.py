"""What has come from a client and what goes to it, in memory: whoever reads or writes here never waits."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable
from typing import Final

HEAD_END: Final = b"\r\n\r\n"
LENGTH: Final = re.compile(rb"^content-length:[ \t]*(\d{1,18})[ \t]*\r$", re.IGNORECASE | re.MULTILINE)
CONTINUE: Final = re.compile(rb"^expect:[ \t]*100-continue[ \t]*\r$", re.IGNORECASE | re.MULTILINE)

SENT_AT_ONCE: Final = 1 << 18
"""Bytes that are handed to the system in one go."""


class Inbox:
    """What a client has sent and nobody has read yet."""

    closed = False

    def __init__(self, head_limit: int, body_limit: Callable[[str], int]) -> None:
        """``body_limit`` gives how many bytes may be sent to an address."""
        self._data = bytearray()
        self._head_limit = head_limit
        self.body_limit = body_limit
        self.bytes_read = 0

    def __len__(self) -> int:
        return len(self._data)

    def take_in(self, data: bytes) -> None:
        """Add what has come."""
        self._data += data

    def head(self) -> bytes:
        """Return request line and headers of the next request; nothing while they are not all there."""
        end = self._data.find(HEAD_END, 0, self._head_limit + len(HEAD_END))
        return b"" if end < 0 else bytes(self._data[: end + len(HEAD_END)])

    def is_whole(self) -> bool:
        """Tell whether a whole request lies here, or one that is refused as it stands."""
        head = self.head()
        if not head:
            return len(self._data) > self._head_limit
        return len(self._data) >= len(head) + self._announced(head)

    def wants_encouragement(self) -> bool:
        """Tell whether the client waits to be told that it may send the body."""
        head = self.head()
        return bool(head) and CONTINUE.search(head) is not None and not self.is_whole()

    def path(self) -> str:
        """Return the address that the next request is for; nothing if there is none."""
        words = self._data[: self._data.find(b"\n") + 1].split(b" ", 2)
        return words[1].partition(b"?")[0].decode("latin-1") if len(words) > 2 else ""

    def _announced(self, head: bytes) -> int:
        """How many bytes of a body belong to a head; none if more are announced than may come."""
        lengths = LENGTH.findall(head)
        length = int(lengths[-1]) if lengths else 0
        return length if length <= self.body_limit(self.path()) else 0

    def read(self, size: int | None = None) -> bytes:
        """Return as much as is there, at most ``size`` bytes."""
        return self._take(len(self._data) if size is None or size < 0 else size)

    def readline(self, size: int | None = None) -> bytes:
        """Return a line, or as much of it as is there, at most ``size`` bytes."""
        end = self._data.find(b"\n") + 1 or len(self._data)
        return self._take(end if size is None or size < 0 else min(end, size))

    def close(self) -> None:
        """Forget what was not read."""
        self._data.clear()

    def _take(self, size: int) -> bytes:
        taken = bytes(self._data[:size])
        del self._data[:size]
        self.bytes_read += len(taken)
        return taken


class Outbox:
    """What is to go to a client; it goes when the client takes it."""

    def __init__(self) -> None:
        self._data = bytearray()
        self.bytes_written = 0

    def __len__(self) -> int:
        return len(self._data)

    def write(self, data: bytes) -> int:
        """Add something; it never waits."""
        self._data += data
        self.bytes_written += len(data)
        return len(data)

    def send(self, sock: socket.socket) -> bool:
        """Send what the client takes at once; tell whether that was all.

        :raise OSError: the client has gone
        """
        while self._data:
            try:
                sent = sock.send(self._data[:SENT_AT_ONCE])
            except (BlockingIOError, InterruptedError):
                return False
            del self._data[:sent]
        return True
