"""Cards and seats of the snapshot, as they are now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from vision.types import TrackState
from webui.i18n import card_name
from webui.i18n.seats import seat_name
from webui.identities import shown_value
from webui.table import contract
from webui.table.cards import TableCard
from webui.table.judging import Judgement
from webui.table.labels import title_of
from webui.table.placement import region_of
from webui.table.settings import Seat
from webui.table.state import TableState

STATES: Final[dict[TrackState, contract.CardState]] = {
    TrackState.MOVING: "moving",
    TrackState.STILL: "reading",
    TrackState.SETTLED: "settled",
    TrackState.UNREADABLE: "unreadable",
}


class CardWriter:
    """Writes down the cards and the seats of a table, in its language."""

    def __init__(self, table: TableState) -> None:
        self._table = table
        self._language = table.settings.language
        self._seats = {seat.id: seat for seat in table.settings.seats}

    def counting(self) -> list[contract.ShownCard]:
        """Return the cards of the throw."""
        return [self._card(card, STATES[card.state]) for card in self._table.throw_cards()]

    def loose(self) -> list[contract.ShownCard]:
        """Return the cards that do not count, each with the reason as its state."""
        return [self._card(card, self._why_not(card)) for card in self._table.loose_cards()]

    def seats(self, cards: Sequence[contract.ShownCard]) -> list[contract.Seat]:
        """Return the seats with those of the throw's cards that lie before them."""
        before: dict[str | None, list[contract.ShownCard]] = {}
        for card in cards:
            before.setdefault(card.seat, []).append(card)
        return [self._seat(seat, before.get(seat.id, [])) for seat in self._table.seats()]

    def name(self, seat: Seat) -> str:
        """Return what a seat is called."""
        return seat_name({"id": seat.id, "name": seat.name}, self._language)

    def candidates(self, card: TableCard) -> list[contract.Candidate]:
        """Return the likeliest identities of a card."""
        return [
            contract.Candidate(code=code, name=title_of(code, self._language), confidence=round(sure, 3))
            for code, sure in card.candidates[:3]
        ]

    def _seat(self, seat: Seat, cards: list[contract.ShownCard]) -> contract.Seat:
        down = sum(1 for card in cards if card.face == "down")
        region = region_of(seat, self._table.settings)
        kind = contract.Seat if seat.side == contract.HOST else contract.OpenSeat
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
            wanted=seat.wanted,
            down=down,
            up=len(cards) - down,
            cards=cards,
            counts=self._counts(seat.id),
            stats=seat.stats,
            specials=[contract.SpecialCard(card=each.card, text=each.text) for each in seat.specials],
        )

    def _counts(self, seat: str) -> contract.Counted | None:
        judged = self._table.judgement
        if not isinstance(judged, Judgement):
            return None
        parts = judged.result.get("new", [judged.result])
        throws = [throw for part in parts for throw in part.get("actions") or part.get("throws") or ()]
        mine = next((throw for throw in throws if throw["id"] == seat and throw["value"] is not None), None)
        return contract.Counted(value=mine["value"], card=mine["card"]) if mine else None

    def _card(self, card: TableCard, state: contract.CardState) -> contract.ShownCard:
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
            confidence=round(card.confidence, 3),
            candidates=self.candidates(card),
            by="human" if card.by_human else "camera",
            significator=own,
        )

    def _why_not(self, card: TableCard) -> contract.CardState:
        """Why a card does not count."""
        if self._table.is_no_card(card):
            return "no-card"
        if self._table.is_ignored(card):
            return "ignored"
        return "known" if card.key in self._table.throwing.known else "old"
