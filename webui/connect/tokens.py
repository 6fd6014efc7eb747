"""The tokens for other programs: whoever shows one may listen, and give commands if the Host allows it."""

from __future__ import annotations

import hashlib
import secrets
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from webui.connect.commands import CommandName
from webui.connect.kept import MOST_TOKENS, NAME_LIMIT, KeptToken
from webui.i18n.refusals import RefusedError
from webui.one_line import CONTROL

PREFIX: Final = "ccs_"
"""By which a token is recognized where it should not stand."""


COMMANDS_A_MINUTE: Final = 40
"""The most commands of one token in a minute: no pedal is pressed more often, and each may be written to the log."""

MINUTE_S: Final = 60.0


class TooManyTokensError(RefusedError, ValueError):
    """More tokens than any table needs."""


class TokenRefusedError(RefusedError):
    """A token that gives no command now."""


class UnknownTokenError(TokenRefusedError):
    """A token that does not hold, or none."""


class ReadOnlyTokenError(TokenRefusedError):
    """A token that the Host does not let give commands."""


class TooManyTokenCommandsError(TokenRefusedError):
    """More commands of one token than anybody gives."""


@dataclass(frozen=True, slots=True)
class LastCommand:
    """The last command of a token that was carried out in this run."""

    at: datetime
    name: CommandName


class Tokens:
    """The tokens that hold. Safe to use from every request thread."""

    def __init__(self, now: Callable[[], datetime], clock_s: Callable[[], float] = time.monotonic) -> None:
        """``now`` is this machine's clock; ``clock_s`` is monotonic, in seconds."""
        self._now, self._clock_s = now, clock_s
        self._lock = threading.Lock()
        self._tokens: dict[str, KeptToken] = {}
        self._used: dict[str, datetime] = {}
        self._given_s: dict[str, tuple[float, ...]] = {}
        """When each token gave commands in the last minute."""
        self._commanded: dict[str, LastCommand] = {}

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

    def commanded(self, key: str) -> LastCommand | None:
        """Return the last command of a token in this run; None: it has given none."""
        return self._commanded.get(key)

    def make(self, name: str, *, commands: bool = False) -> str:
        """Make a token, with which ``commands`` may be given or not, and return it: it is never shown again.

        :raise TooManyTokensError: there are :data:`MOST_TOKENS` already
        """
        token = PREFIX + secrets.token_urlsafe(32)
        called = " ".join(CONTROL.sub(" ", name).split())[:NAME_LIMIT]
        with self._lock:
            if len(self._tokens) >= MOST_TOKENS:
                raise TooManyTokensError("connect-tokens", most=MOST_TOKENS)
            key = _key(token)
            made = self._now().date().isoformat()
            self._tokens[key] = KeptToken(
                id=secrets.token_hex(4), key=key, name=called, made=made, commands=commands
            )
        return token

    def withdraw(self, token_id: str) -> None:
        """Let a token hold no longer; whoever listens by it hears no more."""
        with self._lock:
            self._tokens = {key: each for key, each in self._tokens.items() if each.id != token_id}

    def let_command(self, token_id: str, allow: bool) -> None:
        """Let a token give commands, or no more."""
        with self._lock:
            self._tokens = {
                key: each.model_copy(update={"commands": allow}) if each.id == token_id else each
                for key, each in self._tokens.items()
            }

    def admit_command(self, token: str) -> str:
        """Count a command of a token, whatever comes of it; return the token's key.

        :raise UnknownTokenError: it does not hold
        :raise ReadOnlyTokenError: it may not give commands
        :raise TooManyTokenCommandsError: it has given :data:`COMMANDS_A_MINUTE` in the last minute
        """
        if not self.knows(token):
            raise UnknownTokenError("connect-token")
        key, now_s = _key(token), self._clock_s()
        with self._lock:
            kept = self._tokens.get(key)
            if kept is None or not kept.commands:
                raise ReadOnlyTokenError("connect-read-only")
            recent = tuple(at_s for at_s in self._given_s.get(key, ()) if now_s - at_s < MINUTE_S)
            if len(recent) >= COMMANDS_A_MINUTE:
                raise TooManyTokenCommandsError("connect-commands", most=COMMANDS_A_MINUTE)
            self._given_s[key] = (*recent, now_s)
        return key

    def note_command(self, key: str, name: CommandName) -> None:
        """Note a command that was carried out, for the Host to see."""
        self._commanded[key] = LastCommand(self._now(), name)

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
