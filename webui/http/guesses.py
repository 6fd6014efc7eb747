"""Wrong codes, counted: who guesses is slowed down, from one address or from many together."""

from __future__ import annotations

from collections import deque
from typing import Final

from webui.http.server.budget import neighbourhood
from webui.i18n.refusals import RefusedError

MINUTE_S: Final = 60.0
WRONG_A_MINUTE: Final = 6
"""So many wrong codes a minute, from one address, and it must wait."""

WRONG_OF_ALL: Final = 12
"""So many a minute from all addresses together: in eight hours 5,760 of a million, and of a hundred million."""


class TooManyTriesError(RefusedError, ValueError):
    """Too many wrong codes, from one address or from all."""


class WrongCodeError(RefusedError, ValueError):
    """A code that opens nothing."""


class Guesses:
    """The wrong codes of the last minute; whoever uses it holds a lock."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque(maxlen=WRONG_OF_ALL)

    def may_try(self, address: str, now_s: float) -> None:
        """Let an address try a code.

        :raise TooManyTriesError: wait a minute
        """
        caller = neighbourhood(address)
        recent = [each for at_s, each in self._wrong if now_s - at_s < MINUTE_S]
        if len(recent) >= WRONG_OF_ALL or recent.count(caller) >= WRONG_A_MINUTE:
            raise TooManyTriesError("too-many-tries")

    def was_wrong(self, address: str, now_s: float) -> WrongCodeError:
        """Count a wrong code; return what is to be raised of it."""
        self._wrong.append((now_s, neighbourhood(address)))
        return WrongCodeError("wrong-code")
