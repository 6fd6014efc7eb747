"""What a gallery's label is called and worth: tarot cards by the rules, playing cards by rank and suit."""

from __future__ import annotations

import re

from rules.cards import CardRefusal
from webui.i18n import card_name, catalogue
from webui.identities import value_of


def title_of(label: str, language: str = "en") -> str:
    """Return a card's name in words; an unknown label is its own name.

    >>> title_of("m21"), title_of("As"), title_of("Th", "de")
    ('The World', 'Ace of Spades', 'Herz Zehn')
    """
    words = catalogue(language)
    if re.fullmatch(r"[A2-9TJQK][shdc]", label):
        rank, suit = words[f"playing.rank.{label[0]}"], words[f"playing.suit.{label[1]}"]
        return words["playing.card"].format(rank=rank, suit=suit)
    if re.fullmatch(r"JK.?|X[sh]", label):
        return words["playing.joker"]
    try:
        return card_name(label, language)
    except CardRefusal:
        return label


def deck_title(deck: str, language: str = "en") -> str:
    """Return what a deck is called; one that somebody enrolled is its own name.

    >>> deck_title("rws"), deck_title("grandmother's")
    ('Rider-Waite-Smith', "grandmother's")
    """
    return catalogue(language).get(f"ui.deck.{deck}", deck)


def worth_of(label: str, order: str = "rws") -> int | None:
    """Return a tarot card's printed number in a deck of this order (D2); None for any other label.

    >>> worth_of("m11"), worth_of("m11", "marseille"), worth_of("As")
    (11, 8, None)
    """
    try:
        return value_of(label, order=order)
    except CardRefusal:
        return None


def suit_of(label: str) -> str:
    """Return the letter of a card's suit (of a major, m): a tarot code begins with it, a playing card's ends with it.

    >>> suit_of("w07"), suit_of("m21"), suit_of("Ts")
    ('w', 'm', 's')
    """
    return label[0] if label[1:].isdigit() and label[0].islower() else label[-1]
