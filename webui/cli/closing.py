"""The end of a program that was started by a double click: when its last page has been closed."""

from __future__ import annotations

import json
import time
import urllib.request
from collections.abc import Callable
from http.client import HTTPException
from typing import Final

CLOSED_S: Final = 15.0
"""How long no page may be open before the program ends: a page that is loaded again, or left for another, is no end."""

UNOPENED_S: Final = 300.0
"""How long the first page may take; without a browser the program would otherwise run unseen."""

ANSWER_S: Final = 3.0
"""How long a program that holds the port may take to say whether it is ours."""


class Closing:
    """Whether the last page was closed; a waiting thread checks."""

    def __init__(self, listeners: Callable[[], int], clock: Callable[[], float] = time.monotonic) -> None:
        """``listeners`` returns how many pages and programs follow the table; ``clock`` the time in seconds."""
        self._listeners, self._clock = listeners, clock
        self._ends_s = clock() + UNOPENED_S

    def check(self) -> None:
        """Raise if no page has been open for :data:`CLOSED_S`, or none was opened for :data:`UNOPENED_S`.

        :raise KeyboardInterrupt: the program is to end
        """
        now_s = self._clock()
        if self._listeners():
            self._ends_s = now_s + CLOSED_S
        elif now_s >= self._ends_s:
            raise KeyboardInterrupt


def is_clashcam(url: str) -> bool:
    """Return whether Clashcam answers at an address of this machine, such as ``http://127.0.0.1:8765/``."""
    try:
        with urllib.request.urlopen(f"{url}api/support", timeout=ANSWER_S) as answer:
            found = json.load(answer)
        return isinstance(found, dict) and "clashcam" in found.get("versions", ())
    except (OSError, HTTPException, ValueError, TypeError):
        return False
