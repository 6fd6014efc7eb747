"""Wrong codes, counted: who guesses is slowed down, from one address or from many together."""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from webui.http.server.budget import neighbourhood
from webui.i18n.refusals import RefusedError

MINUTE_S: Final = 60.0
HOUR_S: Final = 3600.0

WRONG_A_MINUTE: Final = 6
"""So many wrong codes a minute, from one address, and it must wait."""

WRONG_AN_HOUR: Final = 12
"""So many an hour: nobody mistypes more often, and two who guess all the time keep nobody else waiting for long."""

WRONG_OF_ALL: Final = 12
"""So many a minute from all addresses together, and those that have guessed must wait. A wrong code of any other is one
more: in eight hours 5,760 and eight for each address of the network, of a million and of a hundred million."""

MOST_REMEMBERED: Final = 2048
"""Wrong codes of the last hour; when there are more, addresses that have not guessed must wait like the others."""


class TooManyTriesError(RefusedError, ValueError):
    """Too many wrong codes, from one address or from all."""


class WrongCodeError(RefusedError, ValueError):
    """A code that opens nothing."""


class Guesses:
    """The wrong codes of the last hour; whoever uses it holds a lock."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MOST_REMEMBERED)

    def may_try(self, address: str, now_s: float) -> None:
        """Let an address try a code.

        :raise TooManyTriesError: wait a minute, or an hour
        """
        self._forget(now_s)
        caller = neighbourhood(address)
        minute = [each for at_s, each in self._wrong if now_s - at_s < MINUTE_S]
        of_caller = sum(each == caller for _, each in self._wrong)
        if of_caller >= WRONG_AN_HOUR:
            raise TooManyTriesError("too-many-tries-from-here")
        is_new = of_caller == 0 and len(self._wrong) < MOST_REMEMBERED
        if minute.count(caller) >= WRONG_A_MINUTE or (len(minute) >= WRONG_OF_ALL and not is_new):
            raise TooManyTriesError("too-many-tries")

    def was_wrong(self, address: str, now_s: float) -> WrongCodeError:
        """Count a wrong code; return what is to be raised of it."""
        self._wrong.append((now_s, neighbourhood(address)))
        return WrongCodeError("wrong-code")

    def guessers(self, now_s: float) -> list[str]:
        """Return the addresses that have to wait, or had to within the hour: nobody mistypes as often."""
        self._forget(now_s)
        wrong = Counter(each for _, each in self._wrong)
        return [each for each, count in wrong.items() if count >= WRONG_A_MINUTE]

    def _forget(self, now_s: float) -> None:
        while self._wrong and now_s - self._wrong[0][0] >= HOUR_S:
            self._wrong.popleft()
