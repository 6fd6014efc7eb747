"""The one seam between sight and rules: what lies on the table becomes what it means.

A gallery's label becomes a :class:`rules.cards.Card` here and nowhere else.
"""

from __future__ import annotations

from typing import Final

from rules.cards import ALL_CARDS, Card, CardRefusal, Courts, Order, Valuation
from rules.playing_cards import PACK, PlayingCard
from rules.pulp.deck import points

TAROT_CODES: Final = tuple(card.code for card in ALL_CARDS)
"""Every identity that a tarot card can have (D1)."""

PLAYING_CODES: Final = tuple(card.code for card in PACK)
"""Every identity that a playing card can have."""


def card_of(label: str) -> Card:
    """Return the card that a gallery's label names (D1).

    :raise rules.cards.CardRefusal: the label is no card's code
    """
    return Card.parse(label)


def value_of(
    label: str, *, order: str = "rws", own_significator: bool = False, courts: Courts | None = None
) -> int:
    """Return what a label's card is worth (D2), to its own character if it is their Significator (D4)."""
    card = card_of(label)
    return Valuation(Order(order), courts or Courts()).value_to([card] if own_significator else [], card)


def shown_value(label: str, *, own_significator: bool = False) -> int | None:
    """Return the number that the table shows beside a card: D2's, or Pulp's points (P1); None for any other label.

    >>> shown_value("m21"), shown_value("4s"), shown_value("Kh"), shown_value("Xs")
    (21, 4, 0, None)
    """
    if label in PLAYING_CODES:
        return points(PlayingCard.parse(label))
    try:
        return value_of(label, own_significator=own_significator)
    except CardRefusal:
        return None
