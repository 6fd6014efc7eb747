"""Every evening that the log holds, to be listed and read; each is read once for as long as it does not change.

Whole evenings are held for those alone who page through a few; of all others what the list and the figures say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from webui.i18n.seats import seat_name
from webui.storage.library import newest_events
from webui.storage.store import Evening, Store
from webui.table.contract.evenings import EveningLine
from webui.table.contract.figures import Figures
from webui.table.log.figures import Count, count, figures_of
from webui.table.log.logged import Entry
from webui.table.log.projection import Projection
from webui.table.log.reading import read_events

WHOLE: Final = 4
"""So many evenings are held whole: tonight's, the one that is read, and those beside it."""

IN_SHORT: Final = 4096
"""How many evenings are cached in short, in each language that was asked for: about two kilobytes each."""


@dataclass(frozen=True, slots=True)
class _Short:
    """What list and figures say of an evening."""

    throws: int
    who: list[str]
    picture: str | None
    count: Count


class Library:
    """The evenings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        # By the number of the newest event, too: what is held of an evening that went on is never asked for again.
        self._whole = lru_cache(WHOLE)(self._read_whole)
        self._short = lru_cache(IN_SHORT)(self._read_short)

    def find(self, id_: str) -> Evening | None:
        """Return the evening with this id; None where there is none."""
        return next((evening for evening in self._store.evenings() if evening.id == id_), None)

    def lines(self, tonight: str, language: str) -> list[EveningLine]:
        """Return every evening in short, the newest first; ``tonight`` is the id of the one that is played.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = reversed(self._store.evenings())
        return [self.line(evening, tonight, language, newest.get(evening.id, 0)) for evening in known]

    def line(self, evening: Evening, tonight: str, language: str, newest: int | None = None) -> EveningLine:
        """Return one evening in short; ``newest`` is the number of its last event, where that is known."""
        short = self._short(evening.id, self._newest(evening) if newest is None else newest, language)
        return EveningLine(
            id=evening.id,
            name=evening.name,
            started=evening.started,
            tonight=evening.id == tonight,
            throws=short.throws,
            who=short.who,
            picture=short.picture,
        )

    def read(self, evening: Evening) -> Projection:
        """Return the projection of an evening.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        return self._whole(evening.id, self._newest(evening))

    def _newest(self, evening: Evening) -> int:
        return newest_events(self._store).get(evening.id, 0)

    def _read_whole(self, evening: str, newest: int) -> Projection:
        return read_events(self._store.events(evening))

    def _read_short(self, evening: str, newest: int, language: str) -> _Short:
        log = self._whole(evening, newest).entries.log
        standing = [entry.whole for entry in log if not entry.undone]
        picture = next((entry["picture"] for entry in standing if entry["picture"]), None)
        return _Short(len(standing), _throwers(standing, language), picture, count(log, language))

    def figures(self, language: str, only: str | None = None) -> Figures:
        """Return the figures of every evening, or of one.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = [each for each in self._store.evenings() if only in (None, each.id)]
        return figures_of(self._short(each.id, newest.get(each.id, 0), language).count for each in known)


def _throwers(entries: list[Entry], language: str) -> list[str]:
    """Return the throwers, each once, in the order of their first throws."""
    seats: list[dict[str, Any]] = [seat for entry in entries for seat in entry["seats"]]
    return list(dict.fromkeys(seat_name(seat, language) for seat in seats))
