"""The deck of fourteen (P1): what belongs in it, what each card is worth, and whether one is complete."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.limits import LimitRefusal
from rules.playing_cards import PICTURES, Colour, PlayingCard, Rank
from rules.refusal import Path
from rules.system import Said


class Place(StrEnum):
    """The places of the deck; a place takes any card of its description."""

    BLACK_ACE = "black ace"
    BLACK_DEUCE = "black deuce"
    BLACK_FOUR = "black four"
    RED_ACE = "red ace"
    RED_DEUCE = "red deuce"
    PICTURE = "picture"


HOLDS: dict[Place, int] = {
    Place.BLACK_ACE: 1,
    Place.BLACK_DEUCE: 1,
    Place.BLACK_FOUR: 1,
    Place.RED_ACE: 2,
    Place.RED_DEUCE: 2,
    Place.PICTURE: 7,
}
"""How many cards each place holds."""

POINTS: dict[Place, int] = {
    Place.BLACK_ACE: 1,
    Place.BLACK_DEUCE: 2,
    Place.BLACK_FOUR: 4,
    Place.RED_ACE: 1,
    Place.RED_DEUCE: 2,
    Place.PICTURE: 0,
}
"""The value of a card at each place."""

DECK_SIZE = sum(HOLDS.values())

_BY_COLOUR_AND_RANK: dict[tuple[Colour, Rank], Place] = {
    (Colour.BLACK, Rank.ACE): Place.BLACK_ACE,
    (Colour.BLACK, Rank.TWO): Place.BLACK_DEUCE,
    (Colour.BLACK, Rank.FOUR): Place.BLACK_FOUR,
    (Colour.RED, Rank.ACE): Place.RED_ACE,
    (Colour.RED, Rank.TWO): Place.RED_DEUCE,
}


@dataclass(frozen=True)
class DeckCheck:
    """Which places are empty, one entry for each card that is missing, and which cards are too many."""

    complete: bool
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    rule: tuple[str, ...] = ("P1",)

    @property
    def said(self) -> Said:
        """Whether the deck can be played with."""
        if self.complete:
            return Said("pulp.deck.complete")
        ending = "wrong" if self.missing and self.extra else "missing" if self.missing else "extra"
        counted = Counter(Place(place) for place in self.missing)
        missing = tuple(
            Said("pulp.deck.several", {"place": place, "count": count}) if count > 1 else place
            for place, count in counted.items()
        )
        return Said(f"pulp.deck.{ending}", {"missing": missing, "extra": self.extra})


def place_of(card: PlayingCard) -> Place | None:
    """Return the place that a card takes, or None if it has none in this deck (P1)."""
    if card.rank in PICTURES:
        return Place.PICTURE
    return _BY_COLOUR_AND_RANK.get((card.colour, card.rank))


def points(card: PlayingCard) -> int:
    """Return what a card of the deck is worth (P1): aces 1, deuces 2, the four 4, pictures 0."""
    place = place_of(card)
    return 0 if place is None else POINTS[place]


def misfits(cards: Iterable[PlayingCard]) -> list[int]:
    """Return the positions of cards that one deck cannot hold beside those before them (P1)."""
    taken: Counter[Place] = Counter()
    seen: set[PlayingCard] = set()
    found: list[int] = []
    for position, card in enumerate(cards):
        place = place_of(card)
        if place is None or card in seen or taken[place] == HOLDS[place]:
            found.append(position)
            continue
        seen.add(card)
        taken[place] += 1
    return found


def check_deck(cards: Sequence[PlayingCard]) -> DeckCheck:
    """List the cards that a shown deck lacks, and those that it has too often (P1)."""
    wrong = set(misfits(cards))
    placed = Counter(place_of(card) for position, card in enumerate(cards) if position not in wrong)
    missing = tuple(str(place) for place, holds in HOLDS.items() for _ in range(holds - placed[place]))
    extra = tuple(cards[position].code for position in sorted(wrong))
    return DeckCheck(not missing and not extra, missing, extra)


def parse_cards(texts: Sequence[str], *path: str | int) -> tuple[PlayingCard, ...]:
    """Read cards from their codes.

    :raises PlayingCardRefusal: naming the first text that is no card
    """
    return tuple(PlayingCard.parse(text, *path, index) for index, text in enumerate(texts))


def refuse_misfits(cards: Sequence[PlayingCard], paths: Sequence[Path]) -> None:
    """Refuse cards that cannot lie on the table together out of one deck of fourteen.

    :raises LimitRefusal: naming the path of the first such card
    """
    for position in misfits(cards):
        card, place = cards[position], place_of(cards[position])
        if place is None or card in cards[:position]:
            raise LimitRefusal("card-of-the-fourteen", paths[position], given=card.code)
        raise LimitRefusal("one-too-many", paths[position], given=card.code, place=place, holds=HOLDS[place])
