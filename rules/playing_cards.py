"""Playing cards: thirteen ranks, four suits, two colours."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.refusal import Refusal


class Colour(StrEnum):
    """The two colours of a pack."""

    BLACK = "black"
    RED = "red"


class Suit(StrEnum):
    """The four suits by their letters."""

    SPADES = "s"
    HEARTS = "h"
    DIAMONDS = "d"
    CLUBS = "c"

    @property
    def colour(self) -> Colour:
        """Spades and clubs are black, hearts and diamonds red."""
        return Colour.BLACK if self in (Suit.SPADES, Suit.CLUBS) else Colour.RED


class Rank(StrEnum):
    """The thirteen ranks by their letters."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


PICTURES = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})


class PlayingCardRefusal(Refusal):
    """A text that names no playing card."""


@dataclass(frozen=True)
class PlayingCard:
    """One card of the pack.

    >>> PlayingCard.parse("10h").code
    'Th'
    """

    rank: Rank
    suit: Suit

    @classmethod
    def parse(cls, text: str, *path: str | int) -> PlayingCard:
        """Read rank and suit (`As`, `Th`, also `10h` and `th`).

        :raises PlayingCardRefusal: if it names no card; `path` is its place in the document
        """
        plain = text.strip().upper().replace("10", "T")
        try:
            return cls(Rank(plain[:1]), Suit(plain[1:].lower()))
        except ValueError:
            raise PlayingCardRefusal("playing-card", path, given=text) from None

    @property
    def code(self) -> str:
        """Rank and suit, as documents write them."""
        return f"{self.rank}{self.suit}"

    @property
    def colour(self) -> Colour:
        """The colour of its suit."""
        return self.suit.colour


PACK: tuple[PlayingCard, ...] = tuple(PlayingCard(rank, suit) for suit in Suit for rank in Rank)
"""All fifty-two."""
