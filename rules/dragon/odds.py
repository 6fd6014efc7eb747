"""Exact chances of Dragon's dice: pools, splits, speeds and Death Checks."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, perm, prod

from rules.dragon.damage import POINTS_PER_SUCCESS
from rules.dragon.pool import PARTS, USUAL_TARGET, check_target
from rules.dragon.speed import DIE, ROUNDS, speed_dice
from rules.limits import refuse_outside, refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said

MOST_DICE = 50


@dataclass(frozen=True)
class PoolOdds:
    """Chances of each number of successes; `net` is what is left after the other pool's successes."""

    successes: dict[int, float]
    any: float
    mean: float
    net: dict[int, float] | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    hit: float | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    rule: tuple[str, ...] = ("G5",)

    @property
    def said(self) -> Said:
        """The chance of a success, or of a hit against the other pool."""
        chance = self.any if self.hit is None else self.hit
        code = "dragon.odds.pool" if self.hit is None else "dragon.odds.against"
        return Said(code, {"percent": round(100 * chance, 1), "mean": round(self.mean, 2)})


@dataclass(frozen=True)
class SplitOdds:
    """Chances of a split pool: each part's, that all have a success, and that none has."""

    parts: tuple[PoolOdds, ...]
    all: float
    none: float
    rule: tuple[str, ...] = ("G5",)

    @property
    def said(self) -> Said:
        """The chance that every part succeeds."""
        return Said("dragon.odds.split", {"percent": round(100 * self.all, 1)})


@dataclass(frozen=True)
class SpeedOdds:
    """Chances of a speed: how many phases, that all dice are alike, and a phase in any one round."""

    dice: int
    phases: dict[int, float]
    free: float
    each_round: float
    mean: float
    rule: tuple[str, ...] = ("G1",)

    @property
    def said(self) -> Said:
        """How many phases to expect."""
        return Said("dragon.odds.speed", {"dice": self.dice, "mean": round(self.mean, 2)})


@dataclass(frozen=True)
class DeathCheckOdds:
    """Chances of a Death Check."""

    unconscious: float
    dying: float
    rule: tuple[str, ...] = ("G8",)

    @property
    def said(self) -> Said:
        """The chance not to be dying."""
        return Said("dragon.odds.death-check", {"percent": round(100 * self.unconscious, 1)})


def success_chance(target: int) -> Fraction:
    """Return the chance that one die is at or above the target number."""
    return Fraction(min(max(DIE + 1 - target, 0), DIE), DIE)


def success_chances(dice: int, target: int) -> dict[int, Fraction]:
    """Return the chance of every number of successes of a pool (G5): a binomial distribution."""
    p = success_chance(target)
    return {n: comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)}


def _floats(chances: dict[int, Fraction]) -> dict[int, float]:
    return {n: float(chance) for n, chance in chances.items()}


def _mean(chances: dict[int, Fraction]) -> float:
    return float(sum(n * chance for n, chance in chances.items()))


def pool_odds(
    dice: int, target: int = USUAL_TARGET, against: int | None = None, against_target: int = USUAL_TARGET
) -> PoolOdds:
    """Return the exact chances of a pool, alone or against a dodging one (G5, G6)."""
    refuse_outside(dice, 0, MOST_DICE, "pool")
    check_target(target, "target")
    chances = success_chances(dice, target)
    alone = PoolOdds(_floats(chances), float(1 - chances[0]), _mean(chances))
    if against is None:
        return alone
    refuse_outside(against, 0, MOST_DICE, "against")
    check_target(against_target, "against_target")
    net: defaultdict[int, Fraction] = defaultdict(Fraction)
    for successes, chance in chances.items():
        for dodged, dodge_chance in success_chances(against, against_target).items():
            net[max(successes - dodged, 0)] += chance * dodge_chance
    ordered = {n: net[n] for n in sorted(net)}
    hit = float(1 - ordered[0])
    return PoolOdds(alone.successes, alone.any, alone.mean, _floats(ordered), hit, ("G5", "G6"))


def split_odds(parts: Sequence[int], target: int = USUAL_TARGET) -> SplitOdds:
    """Return the exact chances of a pool split two ways (G5); the parts fall independently."""
    refuse_unless(len(parts) == PARTS, "exact-count", "split", count=PARTS, given=len(parts))
    check_target(target, "target")
    for index, dice in enumerate(parts):
        refuse_outside(dice, 1, MOST_DICE, "split", index)
    misses = [(1 - success_chance(target)) ** dice for dice in parts]
    odds = tuple(pool_odds(dice, target) for dice in parts)
    return SplitOdds(odds, float(prod(1 - miss for miss in misses)), float(prod(misses)))


def _ways_to_partition(dice: int) -> dict[int, int]:
    """Count, for each number of groups, the ways to part the dice into groups that show alike."""
    ways = {0: 1}
    for _ in range(dice):
        grown: Counter[int] = Counter()
        for groups, count in ways.items():
            grown[groups] += count * groups
            grown[groups + 1] += count
        ways = dict(grown)
    return ways


def speed_odds(stat: int) -> SpeedOdds:
    """Return the exact chances of the number of phases (G1), before all-alike dice are chosen freely.

    Dice that show the same number form a group; with k groups there are 10 * 9 * ... ways to number them.
    """
    dice = speed_dice(stat)
    phases = {
        groups: Fraction(ways * perm(ROUNDS, groups), DIE**dice)
        for groups, ways in sorted(_ways_to_partition(dice).items())
        if 0 < groups <= ROUNDS
    }
    each_round = 1 - Fraction(DIE - 1, DIE) ** dice
    free = phases[1] if dice > 1 else Fraction(0)
    return SpeedOdds(dice, _floats(phases), float(free), float(each_round), _mean(phases))


def death_check_odds(health: int, past: int, target: int = USUAL_TARGET) -> DeathCheckOdds:
    """Return the exact chances of a Death Check (G8)."""
    refuse_outside(health, 0, MOST_DICE, "health")
    refuse_outside(past, 1, 10_000, "past")
    check_target(target, "target")
    chances = success_chances(health, target)
    saved = sum((chance for n, chance in chances.items() if POINTS_PER_SUCCESS * n >= past), Fraction(0))
    return DeathCheckOdds(float(saved), float(1 - saved))
