"""Every session that the log holds, to be listed and read; each is read once for as long as it does not change.

Whole sessions are held for those alone who page through a few; of all others what the list and the figures say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from webui.i18n.seats import seat_name
from webui.storage.library import newest_events
from webui.storage.store import Session, Store
from webui.table.contract.figures import Figures
from webui.table.contract.sessions import SessionLine
from webui.table.log.figures import Count, count, figures_of
from webui.table.log.logged import Entry
from webui.table.log.projection import Projection
from webui.table.log.reading import read_events

WHOLE: Final = 4
"""So many sessions are held whole: tonight's, the one that is read, and those beside it."""

IN_SHORT: Final = 4096
"""How many sessions are cached in short, in each language that was asked for: about two kilobytes each."""


@dataclass(frozen=True, slots=True)
class _Short:
    """What list and figures say of a session."""

    throws: int
    who: list[str]
    picture: str | None
    count: Count


class Library:
    """The sessions of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # By the number of the newest event, too: what is held of a session that went on is never asked for again.
        self._whole = lru_cache(WHOLE)(self._read_whole)
        self._short = lru_cache(IN_SHORT)(self._read_short)

    def find(self, id_: str) -> Session | None:
        """Return the session with this id; None where there is none."""
        return next((session for session in self._store.sessions() if session.id == id_), None)

    def lines(self, tonight: str, language: str) -> list[SessionLine]:
        """Return every session in short, the newest first; ``tonight`` is the id of the one that is played.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = reversed(self._store.sessions())
        return [self.line(session, tonight, language, newest.get(session.id, 0)) for session in known]

    def line(self, session: Session, tonight: str, language: str, newest: int | None = None) -> SessionLine:
        """Return one session in short; ``newest`` is the number of its last event, where that is known."""
        short = self._short(session.id, self._newest(session) if newest is None else newest, language)
        return SessionLine(
            id=session.id,
            name=session.name,
            started=session.started,
            tonight=session.id == tonight,
            throws=short.throws,
            who=short.who,
            picture=short.picture,
        )

    def read(self, session: Session) -> Projection:
        """Return the projection of a session.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        return self._whole(session.id, self._newest(session))

    def _newest(self, session: Session) -> int:
        return newest_events(self._store).get(session.id, 0)

    def _read_whole(self, session: str, newest: int) -> Projection:
        return read_events(self._store.events(session))

    def _read_short(self, session: str, newest: int, language: str) -> _Short:
        log = self._whole(session, newest).entries.log
        standing = [entry.whole for entry in log if not entry.undone]
        picture = next((entry.picture for entry in standing if entry.picture), None)
        return _Short(len(standing), _throwers(standing, language), picture, count(log, language))

    def figures(self, language: str, only: str | None = None) -> Figures:
        """Return the figures of every session, or of one.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = [each for each in self._store.sessions() if only in (None, each.id)]
        return figures_of(self._short(each.id, newest.get(each.id, 0), language).count for each in known)


def _throwers(entries: list[Entry], language: str) -> list[str]:
    """Return the throwers, each once, in the order of their first throws."""
    return list(dict.fromkeys(seat_name(seat, language) for entry in entries for seat in entry.seats))
