"""The choice of source and decks: those of the program's start, until people choose others on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webui.camera.decks.readable import FIRST_DECKS
from webui.table.log.projection import Projection


@dataclass(frozen=True, slots=True)
class Chosen:
    """The choices with which this run of the program was started."""

    known_decks: tuple[str, ...]
    """The decks that can be read."""
    first_decks: tuple[str, ...]
    set_by: Mapping[str, int]
    """The event that last set each setting before the program's start."""
    first_copies: Mapping[str, int] = field(default_factory=dict)
    """The copies of each deck, until people choose others; empty: as they chose before."""

    def decks(self, now: Projection) -> tuple[str, ...]:
        """The decks that are switched on: those of the start, until people choose others."""
        if self._is_unchanged("decks", now):
            return self.first_decks
        return now.settings.decks or FIRST_DECKS

    def copies(self, now: Projection) -> dict[str, int]:
        """The number of copies of each deck that is switched on."""
        at_first = self.first_copies if self._is_unchanged("copies", now) else {}
        known = at_first or now.settings.copies
        return {deck: known.get(deck, 1) for deck in self.decks(now)}

    def source(self, now: Projection) -> str | None:
        """The source that people chose; None while the first one of this run is in use."""
        return None if self._is_unchanged("source", now) else now.settings.source

    def _is_unchanged(self, setting: str, now: Projection) -> bool:
        return now.set_by.get(setting) == self.set_by.get(setting)
