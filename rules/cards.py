"""Tarot cards and what they are worth (D1 to D4)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.refusal import Refusal


class CardRefusal(Refusal):
    """A text that is the code of no card."""


class CourtsRefusal(Refusal):
    """Values that the court cards cannot have."""


@unique
class Suit(StrEnum):
    """The four suits and the Major Arcana, by the letter that begins a code (D1)."""

    WANDS = "w"
    CUPS = "c"
    SWORDS = "s"
    PENTACLES = "p"
    MAJOR = "m"


@unique
class Order(StrEnum):
    """How a deck numbers Strength and Justice (D2)."""

    RWS = "rws"
    MARSEILLE = "marseille"


RANKS = {suit: range(0, 22) if suit is Suit.MAJOR else range(1, 15) for suit in Suit}
"""The numbers that a code of each suit can bear (D1)."""


@dataclass(frozen=True)
class Card:
    """One figure of the tarot, whatever number a deck prints on it (D1).

    >>> Card.parse("m08")
    Card(suit=<Suit.MAJOR: 'm'>, rank=8)
    >>> str(Card(Suit.CUPS, 7))
    'c07'
    """

    suit: Suit
    rank: int

    def __post_init__(self) -> None:
        if self.rank not in RANKS[self.suit]:
            raise CardRefusal("unknown-card", code=f"{self.suit}{self.rank}")

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """The letter of the suit and two digits: `w01`, `m21`."""
        return f"{self.suit}{self.rank:02d}"

    @property
    def is_court(self) -> bool:
        """Whether it is a page, knight, queen or king."""
        return self.suit is not Suit.MAJOR and self.rank > 10

    @classmethod
    def parse(cls, code: str) -> Card:
        """The card of a code.

        :raise CardRefusal: if it is no card's code.
        """
        try:
            return BY_CODE[code]
        except KeyError:
            raise CardRefusal("unknown-card", code=code) from None


ALL_CARDS = tuple(Card(suit, rank) for suit in Suit for rank in RANKS[suit])
"""The 78 cards: wands, cups, swords, pentacles, Major Arcana."""

BY_CODE = {card.code: card for card in ALL_CARDS}
FOOL = BY_CODE["m00"]
STRENGTH = BY_CODE["m08"]
JUSTICE = BY_CODE["m11"]

FOOL_AS_SIGNIFICATOR = 22
"""The value of The Fool for the character whose Significator it is (D4)."""


@dataclass(frozen=True)
class Courts:
    """The values of the court cards: a setting of the campaign (D2, Ruling)."""

    page: int = 11
    knight: int = 12
    queen: int = 13
    king: int = 14

    def __post_init__(self) -> None:
        for rank in range(11, 15):
            if self.value(rank) < 0:
                raise CourtsRefusal("negative", (str(rank),), value=self.value(rank))

    def value(self, rank: int) -> int:
        """The value of the court card of a rank from 11 (page) to 14 (king)."""
        return (self.page, self.knight, self.queen, self.king)[rank - 11]


@dataclass(frozen=True)
class Valuation:
    """How a table reads its deck: the order of its majors and its court values (D2).

    >>> Valuation().value(JUSTICE), Valuation(Order.MARSEILLE).value(JUSTICE)
    (11, 8)
    """

    order: Order = Order.RWS
    courts: Courts = Courts()

    def value(self, card: Card) -> int:
        """The number printed on the card; for a court card, the table's setting (D2)."""
        if card.is_court:
            return self.courts.value(card.rank)
        if self.order is Order.MARSEILLE and card in (STRENGTH, JUSTICE):
            return STRENGTH.rank + JUSTICE.rank - card.rank
        return card.rank

    def value_to(self, owners_significators: Collection[Card], card: Card) -> int:
        """The value of the card for a holder of these Significators (D3, D4).

        >>> Valuation().value_to([FOOL], FOOL), Valuation().value_to([], FOOL)
        (22, 0)
        """
        if card == FOOL and card in owners_significators:
            return FOOL_AS_SIGNIFICATOR
        return self.value(card)


STANDARD = Valuation()
"""Rider-Waite-Smith order, court cards 11 to 14."""
