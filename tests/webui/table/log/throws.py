"""Sessions of many throws, and what something costs in them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

from tests.benchmarks.recorded_session import CODES
from tests.webui.session import Session

POOL = {"kind": "pool", "dice": [7, 9, 2], "target": 7}


def play(session: Session, throws: int, chance: Random) -> None:
    """Throw, confirm, clear the table; Host and guests read the whole log each time."""
    for _ in range(throws):
        keys = session.clash(*chance.sample(CODES, 2))
        session.order("confirm")
        session.table.take(*keys)
        session.look(2.0)
        session.log()
        session.log("players")


def calls_of(work: Callable[[], object]) -> int:
    """Return how many calls of Python functions something takes."""
    count = 0

    def profile(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
