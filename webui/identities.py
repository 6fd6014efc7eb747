"""The mapping between labels of recognition and cards of the rules (decision 001).

Vision, the page and the store use labels, which are texts. A label becomes a :class:`rules.cards.Card` or a
:class:`rules.playing_cards.PlayingCard` here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rules.cards import ALL_CARDS, Card, CardRefusal, Courts, Order, Valuation
from rules.demon_city.decks import build_players_deck
from rules.playing_cards import PACK, PlayingCard
from rules.pulp.deal import DEAL_SIZE, EASIEST, HARDEST
from rules.pulp.deck import misfits, points

TAROT_CODES: Final = tuple(card.code for card in ALL_CARDS)
"""All identities of a tarot card (D1)."""

PLAYING_CODES: Final = tuple(card.code for card in PACK)
"""All identities of a playing card."""


def card_of(label: str) -> Card:
    """Return the card that a gallery's label names (D1).

    :raise rules.cards.CardRefusal: the label is no card's code
    """
    return Card.parse(label)


def cards_of(labels: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards of labels, in order.

    :raise rules.cards.CardRefusal: a label is no card's code
    """
    return tuple(card_of(label) for label in labels)


def misfits_among(labels: Iterable[str]) -> list[int]:
    """Return the positions of playing cards that one deck of Pulp cannot hold beside the earlier ones (P1)."""
    return misfits(PlayingCard.parse(label) for label in labels)


def virtual_decks() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the codes of the players' and the Host's deck at the virtual table: both are of one tarot deck.

    The Players' Deck is D34's, with every second high card gained as a Significator, so that either side may be
    critical; The Fool is in it. All other cards are the Host's.
    """
    gained = [card for card in ALL_CARDS if card.rank > 10 and card.rank % 2]
    players = build_players_deck(gained)
    horror = [card for card in ALL_CARDS if card not in players]
    return tuple(card.code for card in players), tuple(card.code for card in horror)


def value_of(
    label: str, *, order: str = "rws", own_significator: bool = False, courts: Courts | None = None
) -> int:
    """Return the value of a label's card (D2), for its own character if it is their Significator (D4)."""
    card = card_of(label)
    return Valuation(Order(order), courts or Courts()).value_to([card] if own_significator else [], card)


def shown_value(label: str, *, own_significator: bool = False) -> int | None:
    """Return the number that the table shows beside a card: D2's, or Pulp's points (P1); None for other labels.

    >>> shown_value("m21"), shown_value("4s"), shown_value("Kh"), shown_value("Xs")
    (21, 4, 0, None)
    """
    if label in PLAYING_CODES:
        return points(PlayingCard.parse(label))
    try:
        return value_of(label, own_significator=own_significator)
    except CardRefusal:
        return None


__all__ = [
    "DEAL_SIZE",
    "EASIEST",
    "HARDEST",
    "PLAYING_CODES",
    "TAROT_CODES",
    "card_of",
    "cards_of",
    "misfits_among",
    "shown_value",
    "value_of",
]
