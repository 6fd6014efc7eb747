"""Speed (G1): a die for every two points; each distinct number is a phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.limits import refuse_outside, refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said

ROUNDS = 10
DIE = 10
HIGHEST_STAT = 100


@dataclass(frozen=True)
class Phases:
    """The rounds in which a character acts. `choose`: how many numbers dice that are all alike may choose."""

    phases: tuple[int, ...]
    free: bool
    choose: int | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    rule: tuple[str, ...] = ("G1",)

    @property
    def said(self) -> Said:
        """The phases, or that they may be chosen."""
        if self.choose is not None and len(self.phases) == 1:
            return Said("dragon.speed.free", {"phases": self.phases, "choose": self.choose})
        return Said("dragon.speed.phases", {"phases": self.phases})


def speed_dice(stat: int) -> int:
    """Return how many dice a speed throws: one for every two points, rounded up (G1).

    >>> [speed_dice(stat) for stat in (1, 2, 7, 8)]
    [1, 1, 4, 4]
    """
    refuse_outside(stat, 1, HIGHEST_STAT, "stat")
    return (stat + 1) // 2


def check_rounds(numbers: Sequence[int], *path: str | int) -> None:
    """Refuse numbers that are no faces of a ten-sided die, which are the rounds of a turn too."""
    for index, number in enumerate(numbers):
        refuse_outside(number, 1, DIE, *path, index)


def settle_phases(stat: int, dice: Sequence[int], chosen: Sequence[int] | None = None) -> Phases:
    """Turn speed dice into phases (G1).

    Two dice or more that are all alike are free: their owner may choose as many numbers as there are dice;
    until then the phase is the one thrown.

    >>> settle_phases(7, [2, 5, 5, 8]).phases
    (2, 5, 8)
    """
    count = speed_dice(stat)
    refuse_unless(len(dice) == count, "exact-count", "dice", count=count, given=len(dice))
    check_rounds(dice, "dice")
    free = count > 1 and len(set(dice)) == 1
    if chosen is None:
        return Phases(tuple(sorted(set(dice))), free, count if free else None)
    refuse_unless(free, "only-when-all-alike", "chosen")
    refuse_unless(1 <= len(chosen) <= count, "count-between", "chosen", lowest=1, highest=count)
    check_rounds(chosen, "chosen")
    return Phases(tuple(sorted(set(chosen))), free, count)
