"""Pools (G5), their split, and how range makes them harder (G7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dragon.speed import DIE, check_rounds
from rules.limits import refuse_outside, refuse_twice, refuse_unless
from rules.system import Said

USUAL_TARGET = 7
HIGHEST_TARGET = 100
NEAR_HEXES = 8
FARTHEST_HEXES = 1_000_000
PARTS = 2


@dataclass(frozen=True)
class PoolResult:
    """The dice at or above the target number."""

    successes: int
    target: int
    rule: tuple[str, ...] = ("G5",)

    @property
    def said(self) -> Said:
        """How many successes."""
        return Said("dragon.pool", {"successes": self.successes, "target": self.target})


@dataclass(frozen=True)
class PartResult:
    """One action's share of a split pool."""

    at: str
    successes: int


@dataclass(frozen=True)
class SplitResult:
    """A split pool: its size, and each action's successes."""

    pool: int
    parts: tuple[PartResult, ...]
    rule: tuple[str, ...] = ("G5",)

    @property
    def said(self) -> Said:
        """The result of each part."""
        parts = tuple(f"{part.at} {part.successes}" for part in self.parts)
        return Said("dragon.split", {"pool": self.pool, "parts": parts})


@dataclass(frozen=True)
class RangeResult:
    """How much the distance adds to the target number, and what that makes it."""

    difficulty: int
    target: int
    rule: tuple[str, ...] = ("G7",)

    @property
    def said(self) -> Said:
        """The difficulty and the number to throw."""
        code = "dragon.range" if self.target <= DIE else "dragon.range.never"
        return Said(code, {"difficulty": self.difficulty, "target": self.target})


@dataclass(frozen=True)
class Part:
    """Dice thrown at one target."""

    at: str
    dice: tuple[int, ...]
    target: int = USUAL_TARGET


def check_target(target: int, *path: str | int) -> None:
    """Refuse a target number below one; above ten nothing succeeds, and that is no error."""
    refuse_outside(target, 1, HIGHEST_TARGET, *path)


def count_successes(dice: Sequence[int], target: int = USUAL_TARGET, *path: str | int) -> int:
    """Count the dice at or above the target number (G5, Ruling: ten-sided, 7 unless set otherwise).

    >>> count_successes([6, 7, 10])
    2
    """
    check_rounds(dice, *path, "dice")
    check_target(target, *path, "target")
    return sum(die >= target for die in dice)


def judge_split(substats: Sequence[int], parts: Sequence[Part]) -> SplitResult:
    """Count a pool that two actions share (G5): on the smaller substat, two ways, two targets."""
    refuse_unless(len(substats) == PARTS, "exact-count", "substats", count=PARTS, given=len(substats))
    refuse_unless(len(parts) == PARTS, "exact-count", "parts", count=PARTS, given=len(parts))
    refuse_twice(tuple(part.at for part in parts), "parts", last=("at",))
    pool = min(substats)
    thrown = sum(len(part.dice) for part in parts)
    refuse_unless(thrown == pool, "dice-of-the-smaller-substat", "parts", count=pool, given=thrown)
    results = [
        PartResult(part.at, count_successes(part.dice, part.target, "parts", index))
        for index, part in enumerate(parts)
    ]
    return SplitResult(pool, tuple(results))


def range_difficulty(hexes: int) -> int:
    """Return the addition of a distance to the target number (G7): none to 8 hexes, one more per doubling.

    >>> [range_difficulty(hexes) for hexes in (0, 8, 9, 16, 17, 33, 65)]
    [0, 0, 1, 1, 2, 3, 4]
    """
    refuse_outside(hexes, 0, FARTHEST_HEXES, "hexes")
    return (max(hexes - 1, 0) // NEAR_HEXES).bit_length()
