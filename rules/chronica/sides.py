"""Dice, pools and sides of a contest (C1, C7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.dice import LARGEST_DIE, MOST_DICE
from rules.limits import refuse_outside, refuse_taken, refuse_twice, refuse_unless

FEWEST_SIDES = 2


@dataclass(frozen=True)
class Die:
    """A die as it fell; a bare number in a document is a value of unknown size.

    `stand_in` marks a real die of the next size down, thrown because none of the right size was there (C7).
    """

    value: int
    size: int | None = None
    stand_in: bool = False

    def __post_init__(self) -> None:
        if self.size is not None:
            refuse_outside(self.size, 1, LARGEST_DIE, "size")
        refuse_outside(self.value, 1, self.size or LARGEST_DIE, "value")


@dataclass(frozen=True)
class Pool:
    """One co-operating character's dice."""

    id: str
    dice: tuple[int | Die, ...]


@dataclass(frozen=True)
class Side:
    """Everybody who shares a goal: one pool for each co-operating character (C1)."""

    id: str
    pools: tuple[Pool, ...]


@dataclass(frozen=True)
class PoolDie:
    """The value of a die, and its pool."""

    pool: str
    value: int


@dataclass(frozen=True)
class LyingDie:
    """A die on the table, and its place in its pool's list of dice."""

    place: int
    value: int
    size: int | None = None
    stand_in: bool = False


def as_die(die: int | Die, *path: str | int) -> Die:
    """Return a bare number as a die of unknown size.

    :raises LimitRefusal: if no die shows that number
    """
    if isinstance(die, Die):
        return die
    refuse_outside(die, 1, LARGEST_DIE, *path)
    return Die(die)


def check_sides(sides: Sequence[Side]) -> None:
    """Refuse fewer than two sides, a side without a pool, and names that stand twice (C1)."""
    refuse_unless(len(sides) >= FEWEST_SIDES, "at-least", "sides", lowest=FEWEST_SIDES)
    refuse_twice(tuple(side.id for side in sides), "sides", last=("id",))
    named: list[str] = []
    for index, side in enumerate(sides):
        refuse_unless(len(side.pools) >= 1, "at-least", "sides", index, "pools", lowest=1)
        for place, pool in enumerate(side.pools):
            path = ("sides", index, "pools", place)
            refuse_taken(pool.id, named, *path, "id")
            refuse_unless(
                len(pool.dice) <= MOST_DICE, "count-between", *path, "dice", lowest=0, highest=MOST_DICE
            )
            named.append(pool.id)


def dice_of(sides: Sequence[Side]) -> Iterator[tuple[Side, Pool, tuple[LyingDie, ...]]]:
    """Yield every pool with its side and its dice, the highest first; among equals a stand-in first."""
    for index, side in enumerate(sides):
        for place, pool in enumerate(side.pools):
            path = ("sides", index, "pools", place, "dice")
            given = [as_die(die, *path, spot) for spot, die in enumerate(pool.dice)]
            dice = [LyingDie(spot, die.value, die.size, die.stand_in) for spot, die in enumerate(given)]
            yield side, pool, tuple(sorted(dice, key=lambda die: (-die.value, not die.stand_in)))
