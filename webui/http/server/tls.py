"""A TLS connection that never waits: it raises BlockingIOError like any other non-blocking socket."""

from __future__ import annotations

import ssl
from typing import Any


class PatientSocket(ssl.SSLSocket):
    """Greets while it is read from; a whole record is handed over at once, so that none waits unseen in here."""

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        """Return what has come.

        :raise BlockingIOError: nothing has, or not enough of it
        """
        try:
            return super().recv(buflen, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def send(self, data: Any, flags: int = 0) -> int:
        """Send what is taken at once.

        :raise BlockingIOError: nothing is
        """
        try:
            return super().send(data, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None
