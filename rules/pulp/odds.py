"""Exact chances of a deal (P6), by counting how the fourteen cards can fall."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from rules.pulp.deal import DEAL_SIZE, DealVerdict, Outcome, judge_sums
from rules.pulp.deck import HOLDS, POINTS, Place
from rules.system import Said

DEALS = comb(sum(HOLDS.values()), DEAL_SIZE)
"""How many different hands of seven there are: 3432."""

_RED = frozenset({Place.RED_ACE, Place.RED_DEUCE})


@dataclass(frozen=True)
class DealOdds:
    """Chances of a deal at one difficulty; `degrees` maps each possible degree to its chance."""

    success: float
    critical: float
    fumble: float
    degrees: dict[int, float]
    difficulty: int
    rule: tuple[str, ...] = ("P6",)

    @property
    def said(self) -> Said:
        """The chance of success in per cent."""
        return Said("pulp.odds", {"difficulty": self.difficulty, "percent": round(100 * self.success, 1)})


@cache
def count_deals() -> dict[tuple[int, int], int]:
    """Count the hands of seven for each pair of black and red sums.

    Place by place, the hands so far are extended by every number of cards that the place can give.
    """
    hands = Counter({(0, 0, 0): 1})
    for place, holds in HOLDS.items():
        extended: Counter[tuple[int, int, int]] = Counter()
        for (size, black, red), ways in hands.items():
            for taken in range(min(holds, DEAL_SIZE - size) + 1):
                worth = taken * POINTS[place]
                sums = (black, red + worth) if place in _RED else (black + worth, red)
                extended[(size + taken, *sums)] += ways * comb(holds, taken)
        hands = extended
    return {(black, red): ways for (size, black, red), ways in hands.items() if size == DEAL_SIZE}


def _chance(deals: list[tuple[DealVerdict, int]]) -> float:
    return float(Fraction(sum(ways for _, ways in deals), DEALS))


def deal_odds(difficulty: int = 0) -> DealOdds:
    """Return the exact chance of every degree at one difficulty (P6).

    >>> deal_odds(0).success  # 1716 of the 3432 deals
    0.5
    """
    deals = [(judge_sums(black, red, difficulty), ways) for (black, red), ways in count_deals().items()]
    degrees: Counter[int] = Counter()
    for verdict, ways in deals:
        degrees[verdict.degree] += ways
    return DealOdds(
        success=_chance([deal for deal in deals if deal[0].outcome is Outcome.SUCCESS]),
        critical=_chance([deal for deal in deals if deal[0].critical]),
        fumble=_chance([deal for deal in deals if deal[0].fumble]),
        degrees={degree: float(Fraction(degrees[degree], DEALS)) for degree in sorted(degrees)},
        difficulty=difficulty,
    )
