"""Limits of wrong codes: clients that guess must wait, from one address or from many together."""

from __future__ import annotations

from collections import Counter, deque
from typing import Final

from webui.http.server.budget import neighbourhood
from webui.i18n.refusals import RefusedError

MINUTE_S: Final = 60.0
HOUR_S: Final = 3600.0

WRONG_A_MINUTE: Final = 6
"""The most wrong codes of one address in a minute; then it must wait."""

WRONG_AN_HOUR: Final = 12
"""The most wrong codes of one address in an hour: nobody mistypes more often."""

WRONG_OF_ALL: Final = 12
"""The most wrong codes of all addresses in a minute; then those that have guessed before must wait. Other addresses may
still guess once: in eight hours that makes 5,760 guesses and eight for each address of the network, of a million codes
and of a hundred million."""

MOST_REMEMBERED: Final = 2048
"""The most wrong codes remembered for an hour; above that, addresses that have not guessed must wait, too."""


class TooManyTriesError(RefusedError, ValueError):
    """Too many wrong codes, from one address or from all."""


class WrongCodeError(RefusedError, ValueError):
    """A wrong code."""


class Guesses:
    """The wrong codes of the last hour. Not thread-safe: the caller holds a lock."""

    def __init__(self) -> None:
        self._wrong: deque[tuple[float, str]] = deque(maxlen=MOST_REMEMBERED)

    def check_rate(self, address: str, now_s: float) -> None:
        """Check that an address may try a code now.

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

    def count_wrong(self, address: str, now_s: float) -> WrongCodeError:
        """Count a wrong code; return the error to raise."""
        self._wrong.append((now_s, neighbourhood(address)))
        return WrongCodeError("wrong-code")

    def guessers(self, now_s: float) -> list[str]:
        """Return the addresses that have to wait, or had to within the hour."""
        self._forget(now_s)
        wrong = Counter(each for _, each in self._wrong)
        return [each for each, count in wrong.items() if count >= WRONG_A_MINUTE]

    def _forget(self, now_s: float) -> None:
        while self._wrong and now_s - self._wrong[0][0] >= HOUR_S:
            self._wrong.popleft()
