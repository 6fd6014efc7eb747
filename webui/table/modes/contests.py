"""Throws against one another: opposed throws (D9), and clashes of sides (D26 to D32)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping

from webui.table.modes.chances import Chance, Counted
from webui.table.modes.mode import DocumentMode
from webui.table.settings import Seat


class ContestMode(DocumentMode):
    """Throws against one another."""

    def odds(self, counted: Counted) -> Mapping[str, Chance]:
        """Return the chances of each against all foes together."""
        return dict(self._odds(counted))

    def _odds(self, counted: Counted) -> Iterator[tuple[str, Chance]]:
        for seat in counted.seats:
            foes = [other for other in counted.seats if other.id != seat.id and self.is_foe(seat, other)]
            chance = counted.against(seat, foes) if self.is_simple(seat, foes) else None
            if chance is not None:
                yield seat.id, chance

    @abstractmethod
    def is_foe(self, seat: Seat, other: Seat) -> bool:
        """Return whether another seat is against one."""

    @abstractmethod
    def is_simple(self, seat: Seat, foes: list[Seat]) -> bool:
        """Return whether the odds against these have a simple count."""
