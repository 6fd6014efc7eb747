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

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """Two have thrown."""
        return len(thrown) > 1

    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document of all who have thrown."""
        return {"kind": "opposed", "throwers": [thrower_of(hand, guess) for hand in thrown]}

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
