"""The Players' Deck and the Horror's Deck: built, checked, and where their cards lie (D34, D35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cached_property

from rules.cards import FOOL, STANDARD, Card, Suit, Valuation

COPIES_OF_EACH_VALUE = 3
VALUES = range(1, 11)
SUITS = (Suit.WANDS, Suit.CUPS, Suit.SWORDS)
"""The suits of the built deck; the source leaves them open."""


class DeckFault(StrEnum):
    """The faults of the two decks (D34)."""

    TOO_FEW_OF_VALUE = "too-few-of-value"
    TOO_MANY_OF_VALUE = "too-many-of-value"
    NOT_OF_PLAYERS_DECK = "not-of-players-deck"
    SIGNIFICATOR_MISSING = "significator-missing"
    SAME_CARD_TWICE = "same-card-twice"
    FOOL_IN_NEITHER = "fool-in-neither"
    FOOL_IN_BOTH = "fool-in-both"


@dataclass(frozen=True)
class Fault:
    """One fault of the decks, with the card or the value that it is about."""

    code: DeckFault
    card: Card | None = None
    value: int | None = None


def build_players_deck(significators: Iterable[Card] = (), *, fool: bool = True) -> tuple[Card, ...]:
    """Three of each value from 1 to 10, The Fool, and the Significators gained (D34).

    >>> len(build_players_deck())
    31
    """
    numbers = [Card(suit, value) for value in VALUES for suit in SUITS]
    extras = [FOOL] if fool else []
    return tuple(dict.fromkeys([*numbers, *extras, *significators]))


def check_players_deck(
    deck: Sequence[Card], significators: Iterable[Card] = (), valuation: Valuation = STANDARD
) -> tuple[Fault, ...]:
    """The faults of a Players' Deck: its pips are the deck's numbers, every other card is The Fool or a Significator
    gained (D34)."""
    gained = set(significators)
    faults = [Fault(DeckFault.SAME_CARD_TWICE, card) for card, times in Counter(deck).items() if times > 1]
    numbers = [card for card in dict.fromkeys(deck) if card.suit is not Suit.MAJOR and card.rank <= 10]
    of_value = Counter(valuation.value(card) for card in numbers if card not in gained)
    spare = Counter(valuation.value(card) for card in numbers if card in gained)
    for value in VALUES:
        if of_value[value] + spare[value] < COPIES_OF_EACH_VALUE:
            faults.append(Fault(DeckFault.TOO_FEW_OF_VALUE, value=value))
        if of_value[value] > COPIES_OF_EACH_VALUE:
            faults.append(Fault(DeckFault.TOO_MANY_OF_VALUE, value=value))
    allowed = {*numbers, FOOL, *gained}
    faults += [Fault(DeckFault.NOT_OF_PLAYERS_DECK, card) for card in deck if card not in allowed]
    faults += [Fault(DeckFault.SIGNIFICATOR_MISSING, card) for card in sorted_cards(gained - set(deck))]
    return tuple(faults)


def check_decks(players: Sequence[Card], horror: Sequence[Card]) -> tuple[Fault, ...]:
    """The faults of two decks together: The Fool is in exactly one of them, and with one tarot deck no other card is
    in both (D34, D35)."""
    faults = [
        Fault(DeckFault.SAME_CARD_TWICE, card) for card in players if card in set(horror) and card != FOOL
    ]
    holders = (FOOL in players) + (FOOL in horror)
    if holders != 1:
        code = DeckFault.FOOL_IN_BOTH if holders else DeckFault.FOOL_IN_NEITHER
        faults.append(Fault(code, FOOL))
    return tuple(faults)


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Cards in the order of their codes."""
    return sorted(cards, key=lambda card: card.code)


@unique
class Place(StrEnum):
    """Where a card of a deck can lie (D35)."""

    PILE = "pile"
    TABLE = "table"
    DISCARD = "discard"


@unique
class Impossible(StrEnum):
    """Why a card that was seen cannot be there (D35)."""

    NOT_IN_DECK = "not-in-deck"
    IN_DISCARD = "in-discard"


@dataclass(frozen=True)
class Piles:
    """A deck in play: the cards thrown since the last shuffle are the discard pile, the rest the draw pile (D35).

    The order of the draw pile is unknown. In a deck with ``any_suits``, whose suits are unknown, any pip
    of a value stands for another: its cards are those of :func:`build_players_deck`, and what is thrown takes an alike
    one away.
    """

    deck: tuple[Card, ...]
    discard: tuple[Card, ...] = ()
    unlisted: tuple[Card, ...] = ()
    """Cards that were thrown though the pile held none of them: the list of the deck's cards is wrong."""
    any_suits: bool = True

    @cached_property
    def pile(self) -> tuple[Card, ...]:
        """The cards that can still be drawn."""
        return tuple((Counter(self.deck) - Counter(self.discard)).elements())

    def throw(self, cards: Sequence[Card]) -> Piles:
        """The piles after a throw: its cards are discarded, and a pile that ran out was reshuffled.

        Where more cards were thrown than the draw pile had, or a discarded one, it had been reshuffled before.
        """
        piles = self.reshuffle() if self._had_been_shuffled(cards) else self
        for card in cards:
            piles = piles._without(card)
        return piles if piles.pile else piles.reshuffle()

    def reshuffle(self) -> Piles:
        """The piles after a reshuffle (D35); a card that is not on the deck's list stays unlisted."""
        strange = tuple(
            card for card in self.unlisted if not any(self._is(other, card) for other in self.deck)
        )
        return replace(self, discard=(), unlisted=strange)

    def impossible(self, cards: Iterable[Card]) -> tuple[Card, Impossible] | None:
        """The first card on the table that cannot have been drawn from the draw pile, and why."""
        for card in cards:
            if card not in self.deck:
                return card, Impossible.NOT_IN_DECK
            if card not in self.pile:
                return card, Impossible.IN_DISCARD
        return None

    def places(self, table: Iterable[Card]) -> list[tuple[Card, Place]]:
        """Every card of the deck, lowest first, and its place while these cards lie on the table."""
        left, found = Counter(self.pile), list[tuple[Card, Place]]()
        for card in sorted(self.deck, key=lambda each: (STANDARD.value(each), each.code)):
            found.append((card, Place.PILE if left[card] > 0 else Place.DISCARD))
            left[card] -= 1
        for card in table:
            index = self._index_of(card, found)
            if index is not None:
                found[index] = (found[index][0], Place.TABLE)
        return found

    def _had_been_shuffled(self, thrown: Sequence[Card]) -> bool:
        """Whether so many cards, or one of these, can only be thrown after a reshuffle; in a deck with any suits it is
        unknown which of alike cards is discarded."""
        back = () if self.any_suits else set(self.discard) - set(self.pile)
        return len(thrown) > len(self.pile) or any(card in back for card in thrown)

    def _without(self, card: Card) -> Piles:
        pile = self.pile
        gone = card if card in pile else next((other for other in pile if self._is(other, card)), None)
        if gone is None:
            return replace(self, unlisted=(*self.unlisted, card))
        return replace(self, discard=(*self.discard, gone))

    def _index_of(self, seen: Card, found: Sequence[tuple[Card, Place]]) -> int | None:
        """The place of a card; for one that the deck does not list, the place of an alike that is not taken yet."""
        off = [index for index, (_, place) in enumerate(found) if place is not Place.TABLE]
        itself = [index for index in off if found[index][0] == seen]
        alike = [] if seen in self.deck else [index for index in off if self._is(found[index][0], seen)]
        return next(iter([*itself, *alike]), None)

    def _is(self, held: Card, seen: Card) -> bool:
        """Whether a card of the deck may be the card that was seen."""
        return held == seen or (self.any_suits and are_alike(held, seen))


def are_alike(card: Card, other: Card) -> bool:
    """Return whether a card of a deck with any suits may stand for another: both pips of one value."""
    return card.rank == other.rank <= 10 and Suit.MAJOR not in (card.suit, other.suit)
