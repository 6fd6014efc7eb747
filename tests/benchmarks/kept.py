"""A program that keeps verdicts as the table does and says which it confirmed; and who looks what is left."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from webui.storage.store import Store, StoreError

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
"""Every event bears this time: the order of the log is not that of a clock."""

FREE_AGAIN_S = 20.0


def picture(number: int) -> bytes:
    """The picture of a verdict: large enough to be written in several pieces."""
    return b"verdict %d " % number * 2000


def play(folder: Path, address: str | None, first: int, say: Callable[[int], object]) -> None:
    """Keep verdicts with their pictures until somebody ends it; ``say`` is told each that was confirmed."""
    store = opened(folder, address)
    session = store.begin_session(NOON)
    number = first
    while True:
        digest = store.keep_picture(picture(number))
        store.append(session.id, NOON, "confirmed", {"number": number, "picture": digest})
        say(number)
        number += 1


def opened(folder: Path, address: str | None, *, writing: bool = True) -> Store:
    """Open a log; a server learns a moment later that a program was killed, or is still waking."""
    deadline = time.monotonic() + FREE_AGAIN_S
    while True:
        try:
            return Store(folder, database=address, writing=writing)
        except StoreError:
            if address is None or time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def lost(
    folder: Path, address: str | None, confirmed: Iterable[int], sessions: int | None = None
) -> set[int]:
    """Return which of these verdicts are no longer there, or not with their picture; looked for in so many of the
    newest sessions, or in all.
    """
    store = opened(folder, address)
    with closing(store):
        kept = {
            event.payload["number"]
            for session in store.sessions()[-(sessions or 0) :]
            for event in store.events(session.id)
            if event.kind == "confirmed"
            and store.picture(event.payload["picture"]) == picture(event.payload["number"])
        }
        told = store.render_faults("en")
        if told:
            raise StoreError(told[0])
    return set(confirmed) - kept


def forked(work: Callable[[Callable[[int], object]], object]) -> tuple[int, int]:
    """Do something in a process of its own; return its number and the pipe on which it says numbers."""
    read, write = os.pipe()
    child = os.fork()
    if child:
        os.close(write)
        return child, read
    os.close(read)
    code = 1
    try:
        work(lambda number: os.write(write, b"%d\n" % number))
        code = 0
    except BaseException as fault:
        print(f"{type(fault).__name__}: {fault}", file=sys.stderr)
    finally:
        os._exit(code)


def heard(pipe: int) -> list[int]:
    """Return the whole numbers that were said until the process ended."""
    with os.fdopen(pipe, "rb") as told:
        return [int(line) for line in told.read().split(b"\n")[:-1]]
