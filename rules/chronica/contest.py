"""A contest (C3 to C5, C7): discard ties, find the winner, set success dice aside, take concessions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, combinations

from rules.chronica.sides import LyingDie, PoolDie, Side, check_sides, dice_of
from rules.system import Said

TIE_RANKS = 4
"""Pools that are equal in so many of their highest dice tie (C4)."""


class Outcome(StrEnum):
    """How a contest ends."""

    WIN = "win"
    TIE = "tie"


@dataclass(frozen=True)
class Concession:
    """Dice that a side takes against one opponent; they never buy the goal (C5)."""

    side: str
    against: str
    values: tuple[int, ...]


@dataclass(frozen=True)
class Spendable:
    """A die that its side may spend: a success die, or a concession die `against` one opponent (C6).

    `die` is its place in the pool's list of dice: listed against several opponents it is one die, and spent once (C5).
    """

    side: str
    against: str | None
    pool: str
    value: int
    size: int | None
    die: int


@dataclass(frozen=True)
class ContestVerdict:
    """A judged contest, with every die accounted for that decided something."""

    outcome: Outcome
    winner: str | None
    success: tuple[PoolDie, ...]
    concessions: tuple[Concession, ...]
    discarded: tuple[PoolDie, ...]
    spendable: tuple[Spendable, ...]
    by_stand_in: bool
    rule: tuple[str, ...]

    @property
    def said(self) -> Said:
        """The winner with the number of success dice and the price, or a tie."""
        if self.winner is None:
            return Said("chronica.contest.tie")
        conceded = tuple(
            Said(
                "chronica.contest.concession",
                {"side": one.side, "against": one.against, "values": one.values},
            )
            for one in self.concessions
        )
        return Said(
            "chronica.contest.win",
            {
                "name": self.winner,
                "count": len(self.success),
                "by": Said("chronica.contest.stand-in") if self.by_stand_in else "",
                "conceded": Said("chronica.contest.conceded", {"dice": conceded}) if conceded else "",
            },
        )


class _Table:
    """The dice still lying: for each pool, the highest first."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self.side_of: dict[str, str] = {}
        self.left: dict[str, list[LyingDie]] = {}
        self.discarded: list[PoolDie] = []
        for side, pool, dice in dice_of(sides):
            self.side_of[pool.id] = side.id
            self.left[pool.id] = list(dice)

    def highest(self, *sides: str) -> int:
        """Return the highest value left to these sides; zero if they are out of dice (C3)."""
        theirs = [dice for pool, dice in self.left.items() if self.side_of[pool] in sides]
        return max((dice[0].value for dice in theirs if dice), default=0)

    def leaders(self) -> list[str]:
        """Return the pools whose highest die is the highest of all."""
        top = self.highest(*self.side_of.values())
        return [pool for pool, dice in self.left.items() if dice and dice[0].value == top]

    def tied(self) -> list[str]:
        """Return the pools whose highest die equals the highest of a pool on another side (C3)."""
        tops = {pool: dice[0].value for pool, dice in self.left.items() if dice}
        showing = {
            value: {self.side_of[pool] for pool in tops if tops[pool] == value} for value in tops.values()
        }
        return [pool for pool, value in tops.items() if len(showing[value]) > 1]

    def all_alike(self) -> bool:
        """Return whether every opposing pair of pools is equal in its four highest dice (C4)."""
        return len({tuple(die.value for die in dice[:TIE_RANKS]) for dice in self.left.values()}) == 1

    def discard_tops(self, pools: Iterable[str]) -> None:
        """Discard these pools' highest dice, all at the same time."""
        self.discarded += [PoolDie(pool, self.left[pool].pop(0).value) for pool in pools]

    def spendable(self, pool: str, die: LyingDie, against: str | None = None) -> Spendable:
        """Return a die of a pool as its side may spend it."""
        return Spendable(self.side_of[pool], against, pool, die.value, die.size, die.place)

    def take_above(self, side: str, floor: int, against: str | None = None) -> list[Spendable]:
        """Return a side's dice above a value, the highest first."""
        dice = [
            self.spendable(pool, die, against)
            for pool, left in self.left.items()
            if self.side_of[pool] == side
            for die in left
            if die.value > floor
        ]
        return sorted(dice, key=lambda die: -die.value)

    def drop_tops(self, tops: Mapping[str, int]) -> None:
        """Drop the highest die of every pool that shows its side's."""
        for pool, dice in self.left.items():
            if dice and dice[0].value == tops.get(self.side_of[pool]):
                self.left[pool] = dice[1:]

    def drop_above(self, side: str, floor: int) -> None:
        """Set a side's dice above a value aside."""
        for pool in self.left:
            if self.side_of[pool] == side:
                self.left[pool] = [die for die in self.left[pool] if die.value <= floor]


def _stand_in_pool(table: _Table, leaders: Sequence[str]) -> str | None:
    """Return the pool whose stand-in ties for the highest, if only one side has such a die (C7)."""
    pools = [pool for pool in leaders if table.left[pool][0].stand_in]
    return pools[0] if len({table.side_of[pool] for pool in pools}) == 1 else None


@dataclass(frozen=True)
class _Comparison:
    """The winner, if any, and the pool whose stand-in die won, if one did."""

    winner: str | None
    stand_in: Spendable | None = None


def _compare(table: _Table) -> _Comparison:
    """Announce the highest dice and discard what ties, at the top or not, until nothing does (C3, C4, C7)."""
    alike, ranks = table.all_alike(), 0
    while tied := table.tied():
        lucky = _stand_in_pool(table, [pool for pool in table.leaders() if pool in tied])
        if lucky is not None:
            won = table.spendable(lucky, table.left[lucky].pop(0))
            table.discard_tops(pool for pool in tied if pool != lucky)
            return _Comparison(won.side, won)
        table.discard_tops(tied)
        ranks += 1
        if alike and ranks == TIE_RANKS:
            return _Comparison(None)
    leaders = table.leaders()
    return _Comparison(table.side_of[leaders[0]] if leaders else None)


def _concessions(table: _Table, sides: Sequence[str]) -> list[list[Spendable]]:
    """Compare the sides two by two (C5, Ruling): equal highest dice go first, once, all together, and end it
    between those two; of every other pair the higher takes its dice above the other's highest, once."""
    tops = {side: table.highest(side) for side in sides}
    ended = [pair for pair in combinations(sides, 2) if tops[pair[0]] == tops[pair[1]] > 0]
    tying = set(chain(*ended))
    table.drop_tops({side: top for side, top in tops.items() if side in tying})
    taken = []
    for one, other in combinations(sides, 2):
        high, low = table.highest(one), table.highest(other)
        if high != low and (one, other) not in ended:
            side, against = (one, other) if high > low else (other, one)
            taken.append(table.take_above(side, min(high, low), against))
    return taken


def _success(table: _Table, found: _Comparison, winner: str) -> list[Spendable]:
    """Set the winner's success dice aside: those above every loser's, or the stand-in alone (C3, C7)."""
    if found.stand_in is not None:
        return [found.stand_in]
    floor = table.highest(*(set(table.side_of.values()) - {winner}))
    success = table.take_above(winner, floor)
    table.drop_above(winner, floor)
    return success


def judge_contest(sides: Sequence[Side]) -> ContestVerdict:
    """Judge a contest between two sides or more (C1, C3 to C5, C7).

    A stand-in die that ties for the highest wins with itself as the one success die, before any tie is
    called; if two sides have one in the same tie it helps neither (Ruling). Nobody concedes in a tie.

    >>> from rules.chronica.sides import Pool
    >>> judge_contest([Side("a", (Pool("x", (8, 7, 3)),)), Side("b", (Pool("y", (8, 5)),))]).winner
    'a'
    """
    check_sides(sides)
    table = _Table(sides)
    found = _compare(table)
    if found.winner is None:
        return ContestVerdict(Outcome.TIE, None, (), (), tuple(table.discarded), (), False, ("C3", "C4"))
    success = _success(table, found, found.winner)
    conceded = _concessions(table, [side.id for side in sides])
    rules = {"C3": True, "C5": bool(conceded), "C7": found.stand_in is not None}
    return ContestVerdict(
        Outcome.WIN,
        found.winner,
        tuple(PoolDie(die.pool, die.value) for die in success),
        tuple(_concession(dice) for dice in conceded),
        tuple(table.discarded),
        tuple(chain(success, *conceded)),
        found.stand_in is not None,
        tuple(rule for rule, applied in rules.items() if applied),
    )


def _concession(dice: Sequence[Spendable]) -> Concession:
    return Concession(dice[0].side, dice[0].against or "", tuple(die.value for die in dice))
