"""The webhook: every event as a signed HTTP request, by the rules of https://www.standardwebhooks.com."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from collections.abc import Callable, Mapping
from typing import Final

from webui.connect.addresses import Target
from webui.connect.events import Published
from webui.connect.faults import UndeliverableError
from webui.connect.sending import send

PREFIX: Final = "whsec_"
SECRET_BYTES: Final = (16, 64)
"""The least and the most bytes of a signing secret."""


def new_secret() -> str:
    """Return a new signing secret."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def key_of(secret: str) -> bytes:
    """Return the key of a signing secret.

    :raise UndeliverableError: it is none
    """
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if not SECRET_BYTES[0] <= len(key) <= SECRET_BYTES[1]:
        raise UndeliverableError("connect-secret")
    return key


def signature(key: bytes, event_id: str, at_s: int, body: bytes) -> str:
    """Return the signature of a body, as the header ``webhook-signature`` bears it."""
    signed = f"{event_id}.{at_s}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


class Webhook:
    """Posts each event's envelope to an address."""

    kinds: frozenset[str] | None = None

    def __init__(self, target: Target, secret: str, *, anywhere: bool, program: str) -> None:
        """``program`` is what it calls itself.

        :raise UndeliverableError: the secret is none
        """
        self._target, self._key = target, key_of(secret)
        self._anywhere, self._program = anywhere, program

    def deliver(self, event: Published) -> str:
        """See :class:`~webui.connect.worker.Receiver`."""
        body = event.text.encode()
        reply = send(self._target, body, self._headers(event, body), anywhere=self._anywhere)
        return str(reply.status)

    def _headers(self, event: Published, body: bytes) -> Mapping[str, str]:
        at_s = int(time.time())
        return {
            "Content-Type": "application/json",
            "User-Agent": self._program,
            "webhook-id": event.id,
            "webhook-timestamp": str(at_s),
            "webhook-signature": signature(self._key, event.id, at_s, body),
        }

    def watch(self, on_lost: Callable[[], None]) -> None:
        """Nothing stands between two requests."""

    def keep_up(self) -> str:
        """Nothing stands between two requests."""
        return ""

    def close(self) -> None:
        """Nothing stands between two requests."""
