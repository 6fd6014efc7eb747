"""Every evening that the log holds, to be listed and read; each is read once for as long as it does not change."""

from __future__ import annotations

from itertools import chain
from typing import Any

from webui.i18n.seats import seat_name
from webui.storage.library import newest_events
from webui.storage.store import Evening, Store
from webui.table.contract.evenings import EveningLine
from webui.table.contract.figures import Figures
from webui.table.log.figures import figures_of
from webui.table.log.logged import Entry
from webui.table.log.projection import Projection
from webui.table.log.reading import read_events


class Library:
    """The evenings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._read: dict[str, tuple[int, Projection]] = {}

    def find(self, wanted: str) -> Evening | None:
        """Return the evening with this id; None where there is none."""
        return next((evening for evening in self._store.evenings() if evening.id == wanted), None)

    def lines(self, tonight: str, language: str) -> list[EveningLine]:
        """Return every evening in short, the newest first; ``tonight`` is the id of the one that is played.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = reversed(self._store.evenings())
        return [self.line(evening, tonight, language, newest.get(evening.id, 0)) for evening in known]

    def line(self, evening: Evening, tonight: str, language: str, newest: int | None = None) -> EveningLine:
        """Return one evening in short."""
        log = self.read(evening, newest).entries.log
        standing = [entry.whole for entry in log if not entry.undone]
        return EveningLine(
            id=evening.id,
            name=evening.name,
            started=evening.started,
            tonight=evening.id == tonight,
            throws=len(standing),
            who=_who(standing, language),
            picture=next((entry["picture"] for entry in standing if entry["picture"]), None),
        )

    def read(self, evening: Evening, newest: int | None = None) -> Projection:
        """Return what an evening came to; ``newest`` is the number of its last event, where that is known.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        last = newest_events(self._store).get(evening.id, 0) if newest is None else newest
        known = self._read.get(evening.id)
        if known is None or known[0] != last:
            known = self._read[evening.id] = last, read_events(self._store.events(evening.id))
        return known[1]

    def figures(self, language: str, only: str | None = None) -> Figures:
        """Return the figures of every evening, or of one.

        :raise webui.storage.store.StoreError: the log cannot be read
        """
        newest = newest_events(self._store)
        known = [each for each in self._store.evenings() if only in (None, each.id)]
        logs = [self.read(evening, newest.get(evening.id, 0)).entries.log for evening in known]
        return figures_of(chain.from_iterable(logs), language)


def _who(entries: list[Entry], language: str) -> list[str]:
    """Return who threw, each once, in the order in which they first did."""
    seats: list[dict[str, Any]] = [seat for entry in entries for seat in entry["seats"]]
    return list(dict.fromkeys(seat_name(seat, language) for seat in seats))
