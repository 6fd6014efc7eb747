"""A clash of sides without announcements: everybody goes for everybody on the other sides (D26 to D32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webui.documents.demon_city.shapes import ClashAnswer
from webui.table.modes.contests import ContestMode
from webui.table.modes.mode import thrower_of, with_cards_in
from webui.table.seen.cards import Document, Hand
from webui.table.settings import Seat


class ClashMode(ContestMode):
    """A clash of all seats, by their sides."""

    title = kind = "clash"
    shape = ClashAnswer

    def is_enough(self, thrown: Sequence[Hand]) -> bool:
        """Two sides have thrown."""
        return len({hand.seat.side for hand in thrown}) > 1

    def document(
        self, thrown: Sequence[Hand], choices: Mapping[str, str], guess: Mapping[int, str]
    ) -> Document:
        """Write the document; nothing is announced, so nothing is known of harm."""
        participants = []
        for hand in thrown:
            foes = [other.seat.id for other in thrown if other.seat.side != hand.seat.side]
            target = foes if len(foes) > 1 else foes[0]
            action = {"kind": "attack", "target": target, "harmless": True}
            participants.append({**thrower_of(hand, guess), "side": hand.seat.side, "action": action})
        document: Document = {"kind": "clash", "participants": participants}
        return document | ({"choose": dict(choices)} if choices else {})

    def is_foe(self, seat: Seat, other: Seat) -> bool:
        """Those of other sides are foes."""
        return other.side != seat.side

    def is_simple(self, seat: Seat, foes: list[Seat]) -> bool:
        """Allies may outthrow one another: the odds are against the foes."""
        return True

    @staticmethod
    def with_cards(document: Document, seat: str, cards: list[str]) -> Document:
        """Return a document with other cards of one participant."""
        return with_cards_in(document, "participants", seat, cards)
