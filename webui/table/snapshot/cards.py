"""Cards and seats of the snapshot."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final

from vision.types import TrackState
from webui.i18n import card_name
from webui.i18n.seats import seat_name
from webui.identities import shown_value
from webui.table.contract import cards as contract
from webui.table.contract.roles import HOST
from webui.table.contract.verdicts import Played
from webui.table.seen.cards import TableCard
from webui.table.seen.labels import title_of
from webui.table.seen.placement import region_of
from webui.table.settings import Seat, Settings

STATES: Final[dict[TrackState, contract.CardState]] = {
    TrackState.MOVING: "moving",
    TrackState.STILL: "reading",
    TrackState.SETTLED: "settled",
    TrackState.UNREADABLE: "unreadable",
}


WORTH_A_TAP: Final = 0.1
"""The least probability of a name that is offered: below it, hardly one of three buttons would be right."""


class CardWriter:
    """Builds the cards and seats of a table's snapshot, in the table's language."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._language = settings.language
        self._seats = {seat.id: seat for seat in settings.seats}

    def counting(self, cards: Iterable[TableCard], in_sight: Container[int]) -> list[contract.ShownCard]:
        """Return the cards of the throw; ``in_sight`` are the keys of the visible ones."""
        return [self._card(card, STATES[card.state], here=card.key in in_sight) for card in cards]

    def loose(self, cards: Iterable[tuple[TableCard, contract.CardState]]) -> list[contract.ShownCard]:
        """Return the cards that do not count, each with the reason as its state."""
        return [self._card(card, why) for card, why in cards]

    def seats(
        self,
        seats: Iterable[Seat],
        cards: Sequence[contract.ShownCard],
        played: Iterable[Played],
        last: Mapping[str, str],
    ) -> list[contract.Seat]:
        """Return the seats with their cards of the throw, the cards that count, and those that counted last."""
        before: dict[str | None, list[contract.ShownCard]] = {}
        for card in cards:
            before.setdefault(card.seat, []).append(card)
        counts = {each.seat: each for each in played}
        return [
            self._seat(seat, before.get(seat.id, []), counts.get(seat.id), last.get(seat.id))
            for seat in seats
        ]

    def name(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return seat_name(seat, self._language)

    def candidates(self, card: TableCard) -> list[contract.Candidate]:
        """Return the most likely identities of a card."""
        return [
            contract.Candidate(code=code, name=title_of(code, self._language), confidence=round(sure, 3))
            for code, sure in card.candidates[:3]
            if sure >= WORTH_A_TAP
        ]

    def _seat(
        self, seat: Seat, cards: list[contract.ShownCard], played: Played | None, last: str | None
    ) -> contract.Seat:
        down = sum(1 for card in cards if card.face == "down")
        region = region_of(seat, self._settings)
        kind = contract.Seat if seat.side == HOST else contract.OpenSeat
        return kind(
            id=seat.id,
            name=self.name(seat),
            side=seat.side,
            colour=seat.colour,
            region=[list(point) for point in region] if region else None,
            drawn=seat.region is not None,
            away=seat.away,
            significators=list(seat.significators),
            significator_names=[card_name(code, self._language) for code in seat.significators],
            awaited=seat.awaited,
            down=down,
            up=len(cards) - down,
            cards=cards,
            last=last,
            counts=_counted(played, cards) if played else None,
            stats=seat.stats,
            weapons={str(at): value for at, value in seat.weapons.items()},
            supernatural=seat.supernatural,
            conditions=list(seat.conditions),
            lost_toughness=seat.lost_toughness,
            specials=[contract.SpecialCard(card=each.card, text=each.text) for each in seat.specials],
        )

    def _card(self, card: TableCard, state: contract.CardState, *, here: bool = True) -> contract.ShownCard:
        seat = self._seats.get(card.seat or "")
        own = bool(seat and card.code in seat.significators)
        return contract.ShownCard(
            key=f"t{card.key}",
            seat=card.seat,
            face=card.face.value,
            card=card.code,
            name=title_of(card.code, self._language) if card.code else None,
            value=shown_value(card.code, own_significator=own) if card.code else None,
            reversed=card.reversed,
            state=state,
            corners=[list(point) for point in card.corners],
            here=here,
            confidence=round(card.confidence, 3),
            candidates=self.candidates(card),
            by="human" if card.by_human else "camera",
            significator=own,
        )


def _counted(played: Played, cards: Iterable[contract.ShownCard]) -> contract.Counted:
    key = next((card.key for card in cards if card.card == played.card), None)
    return contract.Counted(value=played.value, card=played.card, key=key, outcome=played.outcome)
