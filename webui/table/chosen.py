"""Where and for which decks is looked: as the program was started, until people choose otherwise on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webui.camera.decks.readable import FIRST_DECKS
from webui.table.log.projection import Projection


@dataclass(frozen=True, slots=True)
class Chosen:
    """What this run of the program was started with."""

    known_decks: tuple[str, ...]
    """The decks that can be read."""
    first_decks: tuple[str, ...]
    set_by: Mapping[str, int]
    """The event that had last set each setting when the program was started."""
    first_copies: Mapping[str, int] = field(default_factory=dict)
    """How many copies of a deck lie on the table, until people choose otherwise; nothing: as they once chose."""

    def decks(self, now: Projection) -> tuple[str, ...]:
        """The decks that are looked for: those of this run's start, until people choose others."""
        if self._is_as_at_first("decks", now):
            return self.first_decks
        return now.settings.decks or FIRST_DECKS

    def copies(self, now: Projection) -> dict[str, int]:
        """How many copies lie there of each deck that is looked for."""
        at_first = self.first_copies if self._is_as_at_first("copies", now) else {}
        known = at_first or now.settings.copies
        return {deck: known.get(deck, 1) for deck in self.decks(now)}

    def source(self, now: Projection) -> str | None:
        """Where people chose to look; None while this run still looks where it began."""
        return None if self._is_as_at_first("source", now) else now.settings.source

    def _is_as_at_first(self, setting: str, now: Projection) -> bool:
        return now.set_by.get(setting) == self.set_by.get(setting)
