"""Announces this table to the others of a shared log: verdict, picture and state, as everybody may see them."""

from __future__ import annotations

import logging
import threading
from typing import Final

from pydantic import BaseModel

from webui.storage.announcements import Announcements
from webui.storage.faults import StoreError
from webui.table.snapshot.builder import Snapshot
from webui.table.snapshot.newest import Newest

log = logging.getLogger(__name__)

AT_MOST_EVERY_S: Final = 0.5
"""The shortest time between two announcements: people read them, on a page that may list forty tables."""

AT_LEAST_EVERY_S: Final = 5.0
"""The longest time between two announcements: a table without one for longer is gone or cut off."""


class Announcer:
    """Announces what is new of one table in a thread of its own, so that the table never waits."""

    def __init__(self, address: str, table: str, newest: Newest[Snapshot]) -> None:
        """``newest`` holds the snapshot of a role without secrets."""
        self._address, self._table, self._newest = address, table, newest
        self._is_news, self._ending = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="announcer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._newest.subscribe(self._is_news.set)
        self._thread.start()

    def stop(self) -> None:
        """Announce that the session is over, and stop the thread."""
        self._ending.set()
        self._is_news.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)

    def _run(self) -> None:
        announcements: Announcements | None = None
        is_reached, is_over = True, False
        while not is_over:
            self._is_news.wait(AT_LEAST_EVERY_S)
            self._is_news.clear()
            is_over = self._ending.is_set()  # The last state is announced in any case.
            try:
                announcements = announcements or Announcements(self._address)
                announcements.put(self._table, announced(self._newest.get(), over=is_over))
                is_reached = True
            except StoreError as fault:
                if is_reached:
                    log.warning("this table cannot be announced to the others: %s", fault)
                is_reached = False
            self._ending.wait(AT_MOST_EVERY_S)
        if announcements is not None:
            announcements.close()


class _Session(BaseModel):
    name: str


class _Source(BaseModel):
    state: str


class _Verdict(BaseModel):
    title: str
    line: str
    tone: str


class _Entry(BaseModel):
    undone: bool
    verdict: _Verdict
    at: str
    picture: str | None


class _Log(BaseModel):
    count: int
    last: list[_Entry]


class _Shown(BaseModel):
    """What is announced of a snapshot, as a role without secrets sees it."""

    session: _Session
    phase: str
    paused: bool
    source: _Source
    verdict: _Verdict | None
    log: _Log


def announced(snapshot: Snapshot, *, over: bool = False) -> dict[str, object]:
    """Return the state of one table, as the page of all tables shows it."""
    shown = _Shown.model_validate(snapshot)
    last = next((entry for entry in reversed(shown.log.last) if not entry.undone), None)
    verdict = shown.verdict or (last and last.verdict)
    return {
        "session": shown.session.name,
        "phase": "over" if over else shown.phase,
        "paused": shown.paused,
        "source": shown.source.state,
        "verdict": verdict and verdict.model_dump(),
        "at": last and last.at,
        "picture": last and last.picture,
        "entries": shown.log.count,
    }
