"""The throw on the table as an entry of the log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from webui.documents.demon_city.shapes import Json
from webui.table.log.odds import chances, unlisted_cards
from webui.table.seen.cards import Hand, Judgement, Point
from webui.table.seen.pictures import keep_throw
from webui.table.tabletop import Tabletop


def entry_of(table: Tabletop, judged: Judgement) -> Json:
    """Return the throw on the table as an event for the log; its pictures are kept with the event written next."""
    counts = {hand.seat.id: len(hand.cards) for hand in table.hands()}
    cards = table.throw_cards()
    kept = keep_throw(
        table.journal.keep_picture,
        table.outcome.frame,
        table.throw_tracks(),
        table.settings.view,
        _places(table),
    )
    crops = dict(zip((card.key for card in cards), kept.crops, strict=False))
    entry: Json = {
        "throw": table.projection.entries.throw,
        "mode": table.mode_title,
        "document": judged.document,
        "result": judged.result,
        "people": [{"id": seat.id, "name": seat.name, "side": seat.side} for seat in table.settings.seats],
        "seats": [_seat_record(hand, crops) for hand in table.hands() if hand.cards],
        "picture": kept.picture,
        "crops": kept.crops,
        "odds": None
        if unlisted_cards(table.projection, table.dealt)
        else chances(table.projection, counts, table.dealt),
        "by_human": any(card.by_human for card in cards),
        "instead": table.outcome.kept,
    }
    if judged.system is not None:
        entry |= {"system": judged.system, "said": dict(judged.said)}
    if table.projection.round is not None:
        entry |= {"round": table.projection.round.number, "odds_of_actions": True}
    return entry


def _places(table: Tabletop) -> list[Sequence[Point]]:
    """Return where the throw's cards lie, and the seats that somebody drew."""
    cards: list[Sequence[Point]] = [card.corners for card in table.throw_cards()]
    return cards + [seat.region for seat in table.settings.seats if seat.region is not None and not seat.away]


def _seat_record(hand: Hand, crops: Mapping[int, str]) -> dict[str, object]:
    return {
        "id": hand.seat.id,
        "name": hand.seat.name,
        "side": hand.seat.side,
        "colour": hand.seat.colour,
        "significators": list(hand.seat.significators),
        "cards": [
            {
                "card": card.code,
                "reversed": card.reversed,
                "by": "human" if card.by_human else "camera",
                "crop": crops.get(card.key),
            }
            for card in hand.cards
        ],
    }
