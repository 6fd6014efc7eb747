"""An opposed throw: everybody against everybody else (D9)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webui.documents.demon_city.shapes import OpposedAnswer
from webui.table.modes.chances import deck_of
from webui.table.modes.contests import ContestMode
from webui.table.modes.mode import thrower_of, with_cards_in
from webui.table.seen.cards import Document, Hand
from webui.table.settings import Seat


class OpposedMode(ContestMode):
    """An opposed throw of all seats."""

    title = kind = "opposed"
    shape = OpposedAnswer

    def throwers(self) -> set[str]:
        """Return those for whom something was tapped, if they are two or more; else everybody."""
        claimed = {seat.id for seat in self.counting.seats}
        return claimed if len(claimed) > 1 else super().throwers()

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """Two have thrown, or all for whom something was tapped."""
        claimed = {seat.id for seat in self.counting.seats}
        return len(thrown) > 1 and claimed <= {hand.seat.id for hand in thrown}

    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document of all who have thrown."""
        lowest = self.kept_lowest()
        return {"kind": "opposed", "throwers": [thrower_of(hand, guess, lowest) for hand in thrown]}

    def is_foe(self, seat: Seat, other: Seat) -> bool:
        """Everybody is against everybody."""
        return True

    def is_simple(self, seat: Seat, foes: list[Seat]) -> bool:
        """Two who throw from one deck take cards from one another."""
        return deck_of(seat.side) not in {deck_of(foe.side) for foe in foes}

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards of one thrower."""
        return with_cards_in(document, "throwers", seat, cards)
