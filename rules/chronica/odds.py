"""Chances of a contest, exact by counting, beyond that sampled with their error.

Two pools are counted going down the values from the largest size. A die that has not been placed at a higher
value shows `v` or less; all such dice whose size is at least `v` are alike, whatever their sizes: each is at
`v` in one way and below it in `v - 1`. So a pool is described by how many of its dice are still unplaced, and
the ways of a throw are never listed one by one. What a tie at `v` leaves is decided by how often each side
has the value. With more pools a tie below the top takes dice away too (C3), so there the ways in which each
pool can fall are listed, equal ones once, and every meeting of them is judged.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb, prod, sqrt
from random import Random

from rules.chronica.contest import TIE_RANKS
from rules.chronica.sides import FEWEST_SIDES
from rules.dice import check_sizes, throw_dice
from rules.limits import refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said

EXACT_STEPS = 2 * 10**6
"""Two pools are counted if it takes no more steps than this."""
EXACT_MEETINGS = 10**5
"""More pools are counted if they can meet in no more ways than this."""
SAMPLES = 20_000
FEWEST_SAMPLES = 1_000
THROWN_DICE = 240_000
"""The most dice thrown to sample: a contest of twelve dice gets all samples, one of more dice fewer."""
MOST_POOLS = 12

Sizes = tuple[int, ...]
BROKEN = -1
"""The rank of pools that are no longer equal rank by rank, so that C4 cannot end the contest."""


@dataclass(frozen=True)
class StandardError:
    """The standard error of every sampled chance."""

    win: tuple[float, ...]
    tie: float


@dataclass(frozen=True)
class ContestOdds:
    """Chances of each side to win, in their order, and of a tie."""

    win: tuple[float, ...]
    tie: float
    exact: bool
    samples: int | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    seed: int | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    standard_error: StandardError | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    rule: tuple[str, ...] = ("C3", "C4")

    @property
    def said(self) -> Said:
        """Everybody's chance in per cent."""
        wins = tuple(_percent(chance) for chance in self.win)
        code = "chronica.odds.exact" if self.exact else "chronica.odds.sampled"
        return Said(code, {"wins": wins, "tie": _percent(self.tie), "samples": self.samples or 0})


@dataclass(frozen=True)
class Lineup:
    """The pools of a contest in a row, and the side of each."""

    pools: tuple[Sizes, ...]
    side_of: tuple[int, ...]

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return max(self.side_of) + 1

    @property
    def samples(self) -> int:
        """How often the contest is thrown where it cannot be counted."""
        return max(FEWEST_SAMPLES, min(SAMPLES, THROWN_DICE // sum(map(len, self.pools))))

    @property
    def combinations(self) -> int:
        """In how many ways all dice can fall."""
        return prod(size for pool in self.pools for size in pool)

    @property
    def steps(self) -> int:
        """At most how many steps counting takes."""
        top = max(size for pool in self.pools for size in pool)
        unplaced = ([sum(size >= v for size in pool) for pool in self.pools] for v in range(1, top + 1))
        return sum(prod((n + 1) * (n + 2) // 2 for n in counts) for counts in unplaced)

    def judge_value(self, rank: int, counts: Sequence[int]) -> tuple[int | None, int]:
        """Judge what happens at one value, given how many dice each of two pools has there.

        Both discard one die as long as both have the value, so the one with the longer run of it wins, and
        equal runs cancel (C3). Pools equal in their four highest tie (C4).

        :return: the winning side (`self.sides` for a tie, None to go on), and the rank reached
        """
        if rank != BROKEN and all(rank + count >= TIE_RANKS for count in counts):
            return self.sides, rank
        runs = [0] * self.sides
        for side, number in zip(self.side_of, counts, strict=True):
            runs[side] = max(runs[side], number)
        longest = max(runs)
        if longest and runs.count(longest) == 1:
            return runs.index(longest), rank
        alike = rank != BROKEN and len(set(counts)) == 1
        return None, rank + counts[0] if alike else BROKEN


State = tuple[tuple[int, ...], int]
"""How many dice of each pool are unplaced, and the rank up to which all pools are equal."""


Falls = Mapping[tuple[int, ...], int]
"""In how many ways a pool falls so, the highest first."""


def _falls(pool: Sizes) -> Falls:
    """Every way in which a pool can fall, equal ones together."""
    falls: Counter[tuple[int, ...]] = Counter({(): 1})
    for size in pool:
        longer: Counter[tuple[int, ...]] = Counter()
        for dice, ways in falls.items():
            for value in range(1, size + 1):
                longer[tuple(sorted((*dice, value), reverse=True))] += ways
        falls = longer
    return falls


def _decide(side_of: Sequence[int], hands: Sequence[Sequence[int]]) -> int | None:
    """The winning side of pools that fell so, the highest first; None for a tie (C3, C4)."""
    alike = len({tuple(hand[:TIE_RANKS]) for hand in hands}) == 1
    at, rank = [0] * len(hands), 1
    tops = _tops(hands, at)
    while tied := _tied(side_of, tops):
        if alike and rank == TIE_RANKS:
            return None
        at, rank = [place + (top in tied) for place, top in zip(at, tops, strict=True)], rank + 1
        tops = _tops(hands, at)
    best = max(tops)
    return side_of[tops.index(best)] if best else None


def _tops(hands: Sequence[Sequence[int]], at: Sequence[int]) -> list[int]:
    """The value that each pool shows at this rank; 0 where it has no more dice."""
    return [hand[place] if place < len(hand) else 0 for hand, place in zip(hands, at, strict=True)]


def _tied(side_of: Sequence[int], tops: Sequence[int]) -> set[int]:
    """The values that more than one side shows."""
    showing: defaultdict[int, set[int]] = defaultdict(set)
    for side, top in zip(side_of, tops, strict=True):
        showing[top].add(side)
    return {value for value, sides in showing.items() if value and len(sides) > 1}


def _count_meetings(lineup: Lineup) -> list[int]:
    """Count the outcomes of every meeting of more than two pools."""
    outcomes = [0] * (lineup.sides + 1)
    falls = [_falls(pool) for pool in lineup.pools]
    for meeting in product(*(each.items() for each in falls)):
        winner = _decide(lineup.side_of, [dice for dice, _ in meeting])
        outcomes[lineup.sides if winner is None else winner] += prod(ways for _, ways in meeting)
    return outcomes


def count_outcomes(lineup: Lineup) -> list[int]:
    """Count the ways to fall that each side wins, and last those that tie."""
    return _count_duel(lineup) if len(lineup.pools) == FEWEST_SIDES else _count_meetings(lineup)


def is_countable(lineup: Lineup) -> bool:
    """Whether counting is short enough."""
    if len(lineup.pools) == FEWEST_SIDES:
        return lineup.steps <= EXACT_STEPS
    meetings = (
        prod(comb(dice + size - 1, dice) for size, dice in Counter(pool).items()) for pool in lineup.pools
    )
    return prod(meetings) <= EXACT_MEETINGS


def _count_duel(lineup: Lineup) -> list[int]:
    """Count the outcomes of two pools, value by value."""
    outcomes = [0] * (lineup.sides + 1)
    states: dict[State, int] = {((0,) * len(lineup.pools), 0): 1}
    sizes = Counter(size for pool in lineup.pools for size in pool)
    smaller = lineup.combinations
    for value in range(max(sizes), 0, -1):
        smaller //= value ** sizes[value]
        came = [pool.count(value) for pool in lineup.pools]
        states = _place(lineup, value, _joined(states, came), smaller, outcomes)
    outcomes[-1] += sum(states.values())
    return outcomes


def _joined(states: dict[State, int], came: Sequence[int]) -> dict[State, int]:
    """Add the dice whose size is the value now reached to the unplaced ones."""
    return {
        (tuple(n + more for n, more in zip(unplaced, came, strict=True)), rank): ways
        for (unplaced, rank), ways in states.items()
    }


def _place(
    lineup: Lineup, value: int, states: dict[State, int], smaller: int, outcomes: list[int]
) -> dict[State, int]:
    """Place dice at one value in every possible number; add what is decided to the outcomes."""
    going_on: defaultdict[State, int] = defaultdict(int)
    for (unplaced, rank), ways in states.items():
        for counts in _counts(unplaced, value):
            placed = ways * prod(map(comb, unplaced, counts))
            winner, reached = lineup.judge_value(rank, counts)
            left = tuple(n - count for n, count in zip(unplaced, counts, strict=True))
            if winner is None:
                going_on[left, reached] += placed
            else:
                outcomes[winner] += placed * (value - 1) ** sum(left) * smaller
    return going_on


def _counts(unplaced: Sequence[int], value: int) -> Iterator[tuple[int, ...]]:
    """Yield every number of dice that each pool can have at a value; at one, all that are left."""
    if value == 1:
        return iter([tuple(unplaced)])
    return product(*(range(n + 1) for n in unplaced))


def sample_outcomes(lineup: Lineup, samples: int, chance: Random) -> list[int]:
    """Throw the dice many times and count the outcomes, in the same order as `count_outcomes`."""
    outcomes = [0] * (lineup.sides + 1)
    for _ in range(samples):
        outcomes[_throw(lineup, chance)] += 1
    return outcomes


def _throw(lineup: Lineup, chance: Random) -> int:
    hands = [sorted(throw_dice(pool, chance), reverse=True) for pool in lineup.pools]
    winner = _decide(lineup.side_of, hands)
    return lineup.sides if winner is None else winner


def line_up(sides: Sequence[Sizes | tuple[Sizes, ...]]) -> Lineup:
    """Return the pools of sides, each given as one pool's sizes or as a list of pools.

    :raises LimitRefusal: on fewer than two sides, too many pools, a side without dice, an absurd size
    """
    refuse_unless(len(sides) >= FEWEST_SIDES, "at-least", "sides", lowest=FEWEST_SIDES)
    pools: list[Sizes] = []
    side_of: list[int] = []
    for index, side in enumerate(sides):
        nested = tuple(pool for pool in side if isinstance(pool, tuple))
        single = tuple(size for size in side if isinstance(size, int))
        for place, pool in enumerate(nested or (single,)):
            check_sizes(pool, "sides", index, *((place,) if nested else ()))
            pools.append(pool)
            side_of.append(index)
    refuse_unless(len(pools) <= MOST_POOLS, "count-between", "sides", lowest=FEWEST_SIDES, highest=MOST_POOLS)
    return Lineup(tuple(pools), tuple(side_of))


def _standard_error(count: int, samples: int) -> float:
    """Return the standard error of a share; half a count is added so that a share of 0 or 1 has one too."""
    share = (count + 0.5) / (samples + 1)
    return sqrt(share * (1 - share) / samples)


def contest_odds(sides: Sequence[Sizes | tuple[Sizes, ...]], seed: int = 0) -> ContestOdds:
    """Return the chances of a contest (C3, C4); without dice that stand in for others (C7), which depend on the throw.

    >>> contest_odds([(2,), (2,)])
    ContestOdds(win=(0.25, 0.25), tie=0.5, exact=True, samples=None, seed=None, standard_error=None, rule=('C3', 'C4'))
    """
    lineup = line_up(sides)
    if is_countable(lineup):
        *wins, tie = (float(Fraction(ways, lineup.combinations)) for ways in count_outcomes(lineup))
        return ContestOdds(tuple(wins), tie, True)
    samples = lineup.samples
    counts = sample_outcomes(lineup, samples, Random(seed))
    *wins, tie = (count / samples for count in counts)
    *win_errors, tie_error = (_standard_error(count, samples) for count in counts)
    errors = StandardError(tuple(win_errors), tie_error)
    return ContestOdds(tuple(wins), tie, False, samples, seed, errors)


def _percent(chance: float) -> Said:
    return Said("chronica.percent", {"percent": round(100 * chance, 1)})
