"""How a phone becomes the camera: a code that is good once, and the one sign-in that it allows."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from webui.http.auth import SIGN_IN_S, called, kept
from webui.http.guesses import Guesses

CODE_DIGITS: Final = 8
CODE_LIFE_S: Final = 5 * 60.0
"""How long a code is good: enough to find the phone, unlock it and point it at the screen."""


@dataclass(frozen=True, slots=True)
class Paired:
    """The phone that showed the code."""

    key: str
    name: str
    since: str
    heard_s: float


class Pairing:
    """The one-time code and the one sign-in that it allows. Safe to use from every request thread.

    A code is good for one phone and five minutes. Whoever shows it may send pictures and nothing else, until the
    next phone is paired, the Host ends it, or a day has passed without a word.
    """

    def __init__(self, clock_s: Callable[[], float], wall_clock: Callable[[], str]) -> None:
        """``wall_clock`` gives the time of day since which the phone is in."""
        self._clock_s = clock_s
        self._wall_clock = wall_clock
        self._lock = threading.Lock()
        self._guesses = Guesses()
        self._code = ""
        self._drawn_s = 0.0
        self._paired: Paired | None = None

    @property
    def code(self) -> str:
        """The valid code; empty while no phone may connect."""
        with self._lock:
            self._renew()
            return self._code

    @property
    def paired(self) -> Paired | None:
        """The phone that is paired."""
        return self._paired

    def open(self) -> None:
        """Open for a phone, with a new code."""
        with self._lock:
            self._draw()

    def close(self) -> None:
        """Let none come any more, and end the sign-in of the one that did."""
        with self._lock:
            self._code, self._paired = "", None
            self._guesses = Guesses()

    @property
    def guessers(self) -> list[str]:
        """The addresses with too many wrong codes in the last hour."""
        with self._lock:
            return self._guesses.guessers(self._clock_s())

    def end(self) -> None:
        """End the sign-in of the phone that is paired."""
        with self._lock:
            self._paired = None

    def enter(self, code: str, address: str, name: str = "") -> str:
        """Use the code up; return the secret that the phone shows from now on.

        :raise webui.http.guesses.TooManyTriesError: wait a minute, or an hour
        :raise webui.http.guesses.WrongCodeError: the code was used, is too old, or never was one
        """
        with self._lock:
            self._renew()
            now_s = self._clock_s()
            self._guesses.check_rate(address, now_s)
            if not self._code or not secrets.compare_digest(code.encode(), self._code.encode()):
                raise self._guesses.count_wrong(address, now_s)
            self._draw()
            secret = secrets.token_urlsafe(32)
            self._paired = Paired(kept(secret), called(name), self._wall_clock(), now_s)
            return secret

    def knows(self, cookie: str | None) -> bool:
        """Return whether a secret is that of the paired phone."""
        with self._lock:
            phone, now_s = self._paired, self._clock_s()
            if phone is None or not cookie or kept(cookie) != phone.key or now_s - phone.heard_s > SIGN_IN_S:
                return False
            self._paired = Paired(phone.key, phone.name, phone.since, now_s)
            return True

    def _draw(self) -> None:
        self._code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
        self._drawn_s = self._clock_s()

    def _renew(self) -> None:
        if self._code and self._clock_s() - self._drawn_s >= CODE_LIFE_S:
            self._draw()
