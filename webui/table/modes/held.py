"""A seat's own cards, and what a document says of the decks."""

from __future__ import annotations

from collections.abc import Iterable

from rules.demon_city import HOST_SIDE, PLAYERS_SIDE
from webui.documents.demon_city.shapes import Json
from webui.table.settings import Seat


def deck_options(throws: Iterable[Iterable[str]], held: Iterable[Iterable[str]] = ()) -> Json:
    """Return what a document says of the decks: what lies twice on the table came from two of them (D35).

    :param held: everybody's Significators; two who hold the same one have it from two decks
    """
    thrown = [code for cards in throws for code in cards]
    own = [code for cards in held for code in set(cards)]
    doubled = len(set(thrown)) < len(thrown) or len(set(own)) < len(own)
    return {"two_decks": True} if doubled else {}


def held_by(seat: Seat) -> Json:
    """Return a seat's own cards: Significators are the players', special cards the Host's (D12)."""
    significators = list(seat.significators) if seat.side != HOST_SIDE else []
    specials = (
        [special.model_dump() for special in dict.fromkeys(seat.specials)]
        if seat.side != PLAYERS_SIDE
        else []
    )
    held = {"significator": significators, "specials": specials}
    return {name: cards for name, cards in held.items() if cards}
