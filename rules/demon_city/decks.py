"""The Players' Deck and the Horror's Deck: built, checked, and where their cards lie (D34, D35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from random import Random

from rules.cards import FOOL, STANDARD, Card, Suit, Valuation
from rules.refusal import Refusal

COPIES_OF_EACH_VALUE = 3
VALUES = range(1, 11)
SUITS = (Suit.WANDS, Suit.CUPS, Suit.SWORDS)
"""The suits that we build with; the source leaves them open."""


class DeckRefusal(Refusal):
    """Something that cannot be done with a deck or a pile."""


@unique
class DeckFault(StrEnum):
    """What is wrong with the two decks (D34)."""

    TOO_FEW_OF_VALUE = "too-few-of-value"
    TOO_MANY_OF_VALUE = "too-many-of-value"
    NOT_OF_PLAYERS_DECK = "not-of-players-deck"
    SIGNIFICATOR_MISSING = "significator-missing"
    SAME_CARD_TWICE = "same-card-twice"
    FOOL_IN_NEITHER = "fool-in-neither"
    FOOL_IN_BOTH = "fool-in-both"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with the decks, with the card or the value that it is about."""

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
    """What keeps a deck from being a Players' Deck: a pip is one of its numbers, any other card must be The
    Fool or a Significator gained (D34)."""
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
    """What keeps two decks from being played with: The Fool is in exactly one, and of one tarot deck no other
    card can be in both (D34, D35)."""
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
    ON_TABLE = "on-table"
    IN_DISCARD = "in-discard"


@dataclass(frozen=True)
class Sighted:
    """A card that was seen where it cannot be: with whom, and why not."""

    card: Card
    thrower: str
    why: Impossible
    by: str | None = None
    """Before whom it lies already."""


@dataclass(frozen=True)
class Piles:
    """A deck in play, as the camera sees it: what lies before whom, and what lies discarded (D35).

    The order of the pile is nobody's knowledge; it is the cards that lie nowhere else.
    """

    deck: tuple[Card, ...]
    table: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    discard: tuple[Card, ...] = ()

    @property
    def pile(self) -> tuple[Card, ...]:
        """What can still be drawn."""
        gone = Counter([*self.discard, *(card for thrown in self.table.values() for card in thrown)])
        return tuple((Counter(self.deck) - gone).elements())

    def verify_throw(self, thrower: str, cards: Iterable[Card]) -> tuple[Sighted, ...]:
        """Which of the cards seen before somebody cannot have been drawn from the pile, and why."""
        left = Counter(self.pile)
        impossible = []
        for card in cards:
            if left[card]:
                left[card] -= 1
            else:
                impossible.append(self._explain(card, thrower))
        return tuple(impossible)

    def throw(self, thrower: str, cards: Iterable[Card]) -> Piles:
        """The piles after somebody has thrown cards beside those that lie before them.

        :raise DeckRefusal: for a card that cannot be there: in the discard pile, on the table, of no such deck
        """
        thrown = tuple(cards)
        for sighted in self.verify_throw(thrower, thrown):
            raise DeckRefusal(str(sighted.why), ("cards",), card=sighted.card, by=sighted.by)
        return replace(self, table={**self.table, thrower: (*self.table.get(thrower, ()), *thrown)})

    def clear_table(self) -> Piles:
        """The piles when the next throw begins: what lay on the table is discarded (D35)."""
        swept = [card for thrown in self.table.values() for card in thrown]
        return replace(self, table={}, discard=(*self.discard, *swept))

    def reshuffle(self) -> Piles:
        """The piles after the discards were shuffled back; what lies on the table stays (D35)."""
        return replace(self, discard=())

    def draw(self, thrower: str, count: int, random: Random) -> Piles:
        """The piles after the program has drawn cards for somebody; an empty pile is reshuffled first (D35).

        :raise DeckRefusal: if pile and discards together have too few cards
        """
        piles, drawn = self, list[Card]()
        while len(drawn) < count:
            if not set(piles.pile):
                if not piles.discard:
                    raise DeckRefusal("too-few-cards", ("count",), have=len(drawn), need=count)
                piles = piles.reshuffle()
            card = random.choice(piles.pile)
            drawn.append(card)
            piles = piles.throw(thrower, [card])
        return piles

    def thrown_by(self, thrower: str) -> int:
        """How many cards lie before somebody: "same again" starts from here (D35)."""
        return len(self.table.get(thrower, ()))

    def _explain(self, card: Card, thrower: str) -> Sighted:
        if card not in self.deck:
            return Sighted(card, thrower, Impossible.NOT_IN_DECK)
        holder = next((id_ for id_, thrown in self.table.items() if card in thrown), None)
        if holder is not None:
            return Sighted(card, thrower, Impossible.ON_TABLE, holder)
        if card in self.discard:
            return Sighted(card, thrower, Impossible.IN_DISCARD)
        return Sighted(card, thrower, Impossible.ON_TABLE, thrower)  # seen twice in this very throw
