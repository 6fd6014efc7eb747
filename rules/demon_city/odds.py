"""Exact odds, by counting hands instead of drawing them (D36)."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from rules.cards import FOOL, STANDARD, Card, Valuation
from rules.demon_city.throw import HIGHEST_ORDINARY_VALUE, Keep
from rules.refusal import Refusal

TABLE_SIZE = 8
"""The largest hands of the product's table, as (own cards, foe's cards) (D36)."""
TABLE_INTENSITIES = range(11)
"""The Intensities of the table of cards against Intensities (D8, D36)."""


class OddsRefusal(Refusal):
    """Odds that cannot be counted."""


@dataclass(frozen=True)
class Hand:
    """A hand of several cards to be drawn from a deck; several foes who throw from one deck are one hand
    of all their cards, because the highest of them decides."""

    deck: tuple[Card, ...]
    cards: int
    keep: Keep = Keep.HIGHEST
    significators: frozenset[Card] = frozenset()
    replace: bool = False
    """Whether each card goes back before the next is drawn."""
    valuation: Valuation = STANDARD

    def __post_init__(self) -> None:
        if self.cards < 1:
            raise OddsRefusal("below-one", ("cards",), value=self.cards)
        if not self.deck or (self.cards > len(self.deck) and not self.replace):
            raise OddsRefusal("too-few-cards", ("deck",), have=len(self.deck), need=self.cards)

    @cached_property
    def worths(self) -> list[int]:
        """The values of the deck's cards for the drawer, in ascending order."""
        return sorted(self.valuation.value_to(self.significators, card) for card in self.deck)

    @cached_property
    def own_worths(self) -> list[int]:
        """The values of the own Significators in the deck, in ascending order."""
        own = (card for card in self.deck if card in self.significators)
        return sorted(self.valuation.value_to(self.significators, card) for card in own)

    @cached_property
    def fumbling(self) -> int:
        """The number of Fools in the deck that are no own Significator (D10)."""
        return 0 if FOOL in self.significators else self.deck.count(FOOL)

    def ways(self, choices: int | None = None) -> int:
        """The number of ways to draw the hand from this many cards; by default from the whole deck."""
        choices = len(self.deck) if choices is None else choices
        return int(choices**self.cards) if self.replace else comb(choices, self.cards)


@dataclass(frozen=True)
class Odds:
    """The chances of a throw; win, lose and tie add up to one."""

    win: Fraction
    lose: Fraction
    tie: Fraction
    critical: Fraction
    fumble: Fraction

    def with_ties_thrown_again(self) -> Odds:
        """The chances of the throw that is no tie at last (D36).

        :raise OddsRefusal: if every throw is a tie
        """
        decided = 1 - self.tie
        if not decided:
            raise OddsRefusal("always-a-tie")
        return Odds(
            self.win / decided,
            self.lose / decided,
            Fraction(0),
            self.critical / decided,
            (self.fumble - self._fumbled_tie) / decided,
        )

    _fumbled_tie: Fraction = Fraction(0)
    """The chance of a tie in which The Fool counts."""


def odds_against(hand: Hand, foe: Hand) -> Odds:
    """The chances of a throw against another (D9 to D11).

    >>> ten = tuple(Card.parse(f"w{value:02d}") for value in range(1, 11))
    >>> odds = odds_against(Hand(ten, 2, replace=True), Hand(ten, 1, replace=True))
    >>> round(float(odds.with_ties_thrown_again().win), 2)
    0.68
    """
    win = tie = critical = fumbled_tie = 0
    for number in sorted(set(foe.worths)):
        times = _ways_to_count(foe, number)
        win += times * _ways_above(hand, number)
        tie += times * _ways_to_count(hand, number)
        critical += times * _critical_ways(hand, number)
        fumbled_tie += times * (_fumble_ways(hand) if number == 0 else 0)
    both = hand.ways() * foe.ways()
    return Odds(
        win=Fraction(win, both),
        lose=Fraction(both - win - tie, both),
        tie=Fraction(tie, both),
        critical=Fraction(critical, both),
        fumble=Fraction(_fumble_ways(hand), hand.ways()),
        _fumbled_tie=Fraction(fumbled_tie, both),
    )


def odds_against_intensity(hand: Hand, intensity: int) -> Odds:
    """The chances of a static throw; equality is a loss, Intensity 0 is always beaten (D8).

    :raise OddsRefusal: if the Intensity is negative
    """
    if intensity < 0:
        raise OddsRefusal("negative", ("intensity",), value=intensity)
    if intensity == 0:
        return Odds(Fraction(1), Fraction(0), Fraction(0), Fraction(0), Fraction(0))
    win = Fraction(_ways_above(hand, intensity), hand.ways())
    return Odds(
        win=win,
        lose=1 - win,
        tie=Fraction(0),
        critical=Fraction(_critical_ways(hand, intensity), hand.ways()),
        fumble=Fraction(_fumble_ways(hand), hand.ways()),
    )


def _ways_above(hand: Hand, number: int) -> int:
    """The number of ways in which the hand counts more than a number."""
    at_most = bisect_right(hand.worths, number)
    if hand.keep is Keep.LOWEST:
        return hand.ways(len(hand.deck) - at_most)
    return hand.ways() - hand.ways(at_most)


def _ways_to_count(hand: Hand, number: int) -> int:
    """The number of ways in which the hand counts exactly a number."""
    return _ways_above(hand, number - 1) - _ways_above(hand, number)


def _critical_ways(hand: Hand, number: int) -> int:
    """The number of ways in which the hand beats a number critically (D11)."""
    high = max(number, HIGHEST_ORDINARY_VALUE)
    if hand.keep is Keep.LOWEST:
        low_significators = {worth for worth in hand.own_worths if number < worth <= high}
        return _ways_above(hand, high) + sum(_ways_with_lowest(hand, worth) for worth in low_significators)
    winning_significators = bisect_right(hand.own_worths, high) - bisect_right(hand.own_worths, number)
    ordinary = bisect_right(hand.worths, high) - winning_significators
    return hand.ways() - hand.ways(ordinary)


def _ways_with_lowest(hand: Hand, worth: int) -> int:
    """The number of ways in which an own Significator of this value is the lowest card (D22)."""
    at_least = len(hand.deck) - bisect_left(hand.worths, worth)
    return hand.ways(at_least) - hand.ways(at_least - hand.own_worths.count(worth))


def _fumble_ways(hand: Hand) -> int:
    """The number of ways in which The Fool counts; any other card worth 0 would count before it (D10)."""
    if hand.keep is Keep.HIGHEST:
        return hand.ways(hand.fumbling)
    above_0 = len(hand.deck) - bisect_right(hand.worths, 0)
    return hand.ways(above_0 + hand.fumbling) - hand.ways(above_0)
