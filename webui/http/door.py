"""The door of the server: what is too large is turned away before it is read.

The library under it takes headers and bodies of any size, reads the rest of a body that was refused, and believes
every Content-Length. Here each request has its limits by its path; what goes beyond them gets one line and no more
of it is kept.
"""

from __future__ import annotations

import contextlib
import socket
import time
from typing import Final

from cheroot import errors, wsgi
from cheroot.server import HTTPConnection, HTTPRequest

HEAD_LIMIT: Final = 16 << 10
"""Bytes of request line and headers together; a browser sends about one thousand."""

DOCUMENT_LIMIT: Final = 1 << 20
ORDER_LIMIT: Final = 256 << 10
"""Bytes of an order; the longest carry what a system's page is working on."""

BODY_LIMITS: Final = {
    "/api/command": ORDER_LIMIT,
    "/api/tell": ORDER_LIMIT,
    "/api/resolve": DOCUMENT_LIMIT,
}
"""How many bytes may be sent to an address; to every other one none."""

FAREWELL_S: Final = 1.0
FAREWELL_BYTES: Final = 4 << 20
"""So long, and so much, of a refused body is thrown away unread: a client that still sends would miss the answer."""


def body_limit(path: str) -> int:
    """Return how many bytes may be sent to an address.

    >>> body_limit("/api/command"), body_limit("/")
    (262144, 0)
    """
    return BODY_LIMITS.get(path, 0)


class Request(HTTPRequest):
    """One request, whose size is known to be allowed before anything of its body is read."""

    def read_request_headers(self) -> bool:
        """Read the headers; turn away what has too many or announces too much."""
        try:
            if not super().read_request_headers():  # type: ignore[no-untyped-call]
                return False
        except errors.MaxSizeExceeded:
            return self._refuse("431 Request Header Fields Too Large", "the headers are too long")
        if self.chunked_read:
            return self._refuse("411 Length Required", "a body needs its Content-Length")
        announced = self.inheaders.get(b"Content-Length", b"0")
        if not announced.isdigit():
            return self._refuse("400 Bad Request", "Content-Length is no number")
        limit = body_limit(self.path.decode("latin-1"))
        if int(announced) > limit:
            return self._refuse("413 Content Too Large", f"too long; expected at most {limit} bytes")
        return True

    def _refuse(self, status: str, why: str) -> bool:
        self.close_connection = True
        self.simple_response(status, why)
        return False

    def simple_response(self, status: str, msg: str = "") -> None:
        """Answer a request that nobody else gets to see."""
        super().simple_response(status, msg)
        self.conn.refused = True


class Connection(HTTPConnection):
    """A connection on which a client that still sends what was refused gets to read why."""

    RequestHandlerClass = Request
    refused = False

    def communicate(self) -> bool:
        """Answer requests; tell whether the connection stays open."""
        stays: bool = super().communicate()  # type: ignore[no-untyped-call]
        if self.refused and not stays:
            with contextlib.suppress(OSError):
                self._say_goodbye()
        return stays

    def _say_goodbye(self) -> None:
        self.socket.shutdown(socket.SHUT_WR)
        until_s, left = time.monotonic() + FAREWELL_S, FAREWELL_BYTES
        while left > 0 and (patience_s := until_s - time.monotonic()) > 0:
            self.socket.settimeout(patience_s)
            thrown_away = self.socket.recv(1 << 16)
            if not thrown_away:
                return
            left -= len(thrown_away)


class Server(wsgi.Server):
    """The server with limits at its door."""

    ConnectionClass = Connection
    max_request_header_size = HEAD_LIMIT
    max_request_body_size = max(BODY_LIMITS.values())
