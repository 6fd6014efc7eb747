"""Initiative (P5): two cards each, ties broken by further cards, then by birth dates and names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from rules.limits import refuse_outside, refuse_twice, refuse_unless
from rules.playing_cards import PlayingCard
from rules.pulp.deck import DECK_SIZE, points, refuse_misfits
from rules.refusal import Path
from rules.system import Said

CARDS_EACH = 2
LARGEST_ADVANTAGE = 4


@dataclass(frozen=True)
class Contender:
    """A combatant's cards in the order dealt: two, then one for each tie."""

    id: str
    cards: tuple[PlayingCard, ...]
    advantage: int = 0
    born: date | None = None
    name: str = ""

    @property
    def deals(self) -> tuple[int, ...]:
        """The first deal's points and each tie-breaker's; the advantage counts in every one (P5)."""
        first = sum(points(card) for card in self.cards[:CARDS_EACH])
        return tuple(p + self.advantage for p in (first, *map(points, self.cards[CARDS_EACH:])))


@dataclass(frozen=True)
class InitiativeOrder:
    """`order` holds those whose place is settled; each group of `draw_again` draws one more card."""

    order: tuple[str, ...]
    draw_again: tuple[tuple[str, ...], ...]
    by_birth: tuple[str, ...]
    rule: tuple[str, ...] = ("P5",)

    @property
    def said(self) -> Said:
        """The first attacker, or those who have to draw."""
        if self.draw_again:
            return Said("pulp.initiative.draw", {"names": sum(self.draw_again, ())})
        return Said("pulp.initiative.order", {"names": self.order})


class _Sorter:
    """Sorts contenders; remembers what the deck has left, who must draw and whom birth decided."""

    def __init__(self, contenders: Sequence[Contender]) -> None:
        self.paths: dict[str, Path] = {
            one.id: ("combatants", index, "cards") for index, one in enumerate(contenders)
        }
        self.cards_left = DECK_SIZE - sum(len(one.cards) for one in contenders)
        self.order: list[str] = []
        self.draw_again: list[tuple[str, ...]] = []
        self.by_birth: list[str] = []

    def settle(self, tied: Sequence[Contender], deal: int) -> None:
        """Place contenders who are equal in every deal before this one."""
        if len(tied) == 1:
            lone = tied[0]
            drawn = len(lone.deals)
            refuse_unless(drawn == deal, "no-card-without-a-tie", *self.paths[lone.id], id=lone.id)
            self.order.append(lone.id)
            return
        lacking = [one for one in tied if len(one.deals) <= deal]
        if not lacking:
            self.split(tied, deal)
        elif len(lacking) <= self.cards_left:
            self.cards_left -= len(lacking)
            self.draw_again.append(tuple(one.id for one in lacking))
        else:
            self.roll_back(tied)

    def split(self, tied: Iterable[Contender], deal: int) -> None:
        """Rank contenders by one deal and settle those who are equal in it further."""
        ranked = sorted(tied, key=lambda one: -one.deals[deal])
        for _, group in groupby(ranked, key=lambda one: one.deals[deal]):
            self.settle(list(group), deal + 1)

    def roll_back(self, tied: Iterable[Contender]) -> None:
        """Rank by birth date, then by name, where the deck has run out."""
        ranked = sorted(tied, key=lambda one: (one.born or date.max, one.name or one.id, one.id))
        names = [one.id for one in ranked]
        self.order += names
        self.by_birth += names if len(names) > 1 else []


def _check(contenders: Sequence[Contender]) -> None:
    refuse_twice(tuple(one.id for one in contenders), "combatants", last=("id",))
    cards: list[PlayingCard] = []
    paths: list[Path] = []
    for index, one in enumerate(contenders):
        refuse_outside(one.advantage, 0, LARGEST_ADVANTAGE, "combatants", index, "advantage")
        cards += one.cards
        paths += [("combatants", index, "cards", place) for place in range(len(one.cards))]
    refuse_misfits(cards, paths)
    for index, one in enumerate(contenders):
        short_deck = not one.cards and DECK_SIZE - len(cards) < CARDS_EACH
        enough = short_deck or len(one.cards) >= CARDS_EACH
        refuse_unless(enough, "at-least", "combatants", index, "cards", lowest=CARDS_EACH)


def settle_initiative(contenders: Sequence[Contender]) -> InitiativeOrder:
    """Order the combatants (P5).

    Only those who tie draw on, and their further cards decide between them alone. When the deck cannot give a
    card to each of a tie, the elder goes first, then the first name in the alphabet (Ruling: the source
    names birth dates and names, no direction). A combatant for whom the deck had no two cards
    comes last, by the same rule.
    """
    _check(contenders)
    sorter = _Sorter(contenders)
    sorter.split([one for one in contenders if one.cards], 0)
    sorter.roll_back(one for one in contenders if not one.cards)
    return InitiativeOrder(tuple(sorter.order), tuple(sorter.draw_again), tuple(sorter.by_birth))
