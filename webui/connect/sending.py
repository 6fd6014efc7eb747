"""One HTTP request to a receiver, within limits: no redirect is followed, and nobody is waited for long."""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from webui.connect.addresses import Target, resolve
from webui.connect.faults import DeliveryError, UndeliverableError

CONNECT_S: Final = 5.0
"""How long a receiver may take to accept the connection, and to send each part of its answer."""

WHOLE_S: Final = 10.0
"""How long a whole request may take."""

ANSWER_LIMIT: Final = 64 << 10
"""The most bytes that are read of an answer."""

LONGEST_WAIT_S: Final = 300.0
"""The longest time for which a receiver may ask to be left alone."""


@dataclass(frozen=True, slots=True)
class Reply:
    """A receiver's answer."""

    status: int
    body: bytes


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was checked; its name is that of the request."""

    def __init__(self, target: Target, numeric: str) -> None:
        super().__init__(target.host, target.port, timeout=CONNECT_S)
        self._target, self._numeric = target, numeric
        self.is_cut = False
        """Whether it was ended because the answer took too long."""

    def connect(self) -> None:
        """Connect to the checked address, with TLS where the address says so."""
        self.sock = socket.create_connection((self._numeric, self._target.port), CONNECT_S)
        if self._target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)

    def cut(self) -> None:
        """End the connection from another thread, whatever it waits for."""
        self.is_cut, held = True, self.sock
        if held is not None:
            with contextlib.suppress(OSError):
                held.shutdown(socket.SHUT_RDWR)


def send(
    target: Target, body: bytes, headers: Mapping[str, str], *, anywhere: bool, method: str = "POST"
) -> Reply:
    """Send a body, and return the answer if it was taken (2xx).

    :raise DeliveryError: it may be tried again: nobody is there, too slow, 5xx, 408, 425, 429
    :raise UndeliverableError: it is refused, or the address may not be used
    """
    connection = _Connection(target, resolve(target, anywhere))
    deadline = threading.Timer(WHOLE_S, connection.cut)
    deadline.daemon = True
    deadline.start()
    try:
        connection.request(method, target.path, body, dict(headers))
        answer = connection.getresponse()
        reply = Reply(answer.status, answer.read(ANSWER_LIMIT))
        patience = answer.headers.get("Retry-After", "")
    except ssl.SSLError as fault:
        raise DeliveryError("connect-tls", why=fault.reason or type(fault).__name__) from None
    except TimeoutError:
        raise DeliveryError("connect-slow") from None
    except (OSError, http.client.HTTPException) as fault:
        if connection.is_cut:
            raise DeliveryError("connect-slow") from None
        raise DeliveryError("connect-unreached", why=_why(fault)) from None
    finally:
        deadline.cancel()
        connection.close()
    if connection.is_cut:
        raise DeliveryError("connect-slow")
    if 200 <= reply.status < 300:
        return reply
    if reply.status >= 500 or reply.status in (408, 425, 429):
        raise DeliveryError("connect-status", status=str(reply.status)).after(_seconds(patience))
    raise UndeliverableError("connect-refused", status=str(reply.status))


def _why(fault: Exception) -> str:
    """Return the system's words for a fault; never the library's, which may quote the address."""
    return (fault.strerror if isinstance(fault, OSError) else None) or type(fault).__name__


def _seconds(patience: str) -> float:
    """Return what a `Retry-After` header asks for, in seconds; dates are passed over."""
    try:
        seconds = float(patience)
    except ValueError:
        return 0.0
    return min(LONGEST_WAIT_S, max(0.0, seconds)) if seconds == seconds else 0.0
