"""The tokens of the stream: whoever shows one may listen, and do nothing else."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from webui.connect.kept import MOST_TOKENS, NAME_LIMIT, KeptToken
from webui.i18n.refusals import RefusedError
from webui.one_line import CONTROL

PREFIX: Final = "ccs_"
"""By which a token is recognized where it should not stand."""


class TooManyTokensError(RefusedError, ValueError):
    """More tokens than any table needs."""


class Tokens:
    """The tokens that hold. Safe to use from every request thread."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        """``now`` is this machine's clock."""
        self._now = now
        self._lock = threading.Lock()
        self._tokens: dict[str, KeptToken] = {}
        self._used: dict[str, datetime] = {}

    def restore(self, kept: Iterable[KeptToken]) -> None:
        """Let the tokens of an earlier run hold."""
        with self._lock:
            self._tokens = {each.key: each for each in kept}

    def all(self) -> tuple[KeptToken, ...]:
        """Return the tokens, in the order in which they were made."""
        with self._lock:
            return tuple(self._tokens.values())

    def used(self, key: str) -> datetime | None:
        """Return when a token was last shown in this run; None: not yet."""
        return self._used.get(key)

    def make(self, name: str) -> str:
        """Make a token, and return it: it is never shown again.

        :raise TooManyTokensError: there are :data:`MOST_TOKENS` already
        """
        token = PREFIX + secrets.token_urlsafe(32)
        called = " ".join(CONTROL.sub(" ", name).split())[:NAME_LIMIT]
        with self._lock:
            if len(self._tokens) >= MOST_TOKENS:
                raise TooManyTokensError("connect-tokens", most=MOST_TOKENS)
            key = _key(token)
            made = self._now().date().isoformat()
            self._tokens[key] = KeptToken(id=secrets.token_hex(4), key=key, name=called, made=made)
        return token

    def withdraw(self, token_id: str) -> None:
        """Let a token hold no longer; whoever listens by it hears no more."""
        with self._lock:
            self._tokens = {key: each for key, each in self._tokens.items() if each.id != token_id}

    def knows(self, token: str) -> bool:
        """Return whether a token holds; its hash is looked up, which reveals nothing of it."""
        key = _key(token)
        with self._lock:
            if key not in self._tokens:
                return False
            self._used[key] = self._now()
            return True


def _key(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
