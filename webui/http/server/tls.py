"""A TLS connection that never waits: it raises BlockingIOError like any other non-blocking socket."""

from __future__ import annotations

import ssl
from typing import Any


class PatientSocket(ssl.SSLSocket):
    """Shakes hands while it is read from, and returns whole records, so that no data waits inside."""

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        """Return received bytes.

        :raise BlockingIOError: nothing has, or not enough of it
        """
        try:
            return super().recv(buflen, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def send(self, data: Any, flags: int = 0) -> int:
        """Send as much as is taken at once.

        :raise BlockingIOError: nothing is
        """
        try:
            return super().send(data, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None
