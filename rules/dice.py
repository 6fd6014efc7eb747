"""Dice of any size: thrown by a generator that the caller brings, or typed in as they fell.

The generator is an argument, so that a throw can be repeated from its seed. `random.Random.randint` draws
by rejection, so no face of a die of any size is favoured (a plain remainder would favour the low ones).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from random import Random

from rules.limits import refuse_outside, refuse_unless

LARGEST_DIE = 1000
"""Any size is a die (C7) up to this one; beyond it a typing error is likelier than a die."""
MOST_DICE = 200


class Thrower(StrEnum):
    """The thrower of the dice. Both are equal in the rules; the log names which."""

    PROGRAM = "program"
    HAND = "hand"


def check_sizes(sizes: Sequence[int], *path: str | int) -> None:
    """Refuse too many dice, or dice of no or of absurd size."""
    refuse_unless(1 <= len(sizes) <= MOST_DICE, "count-between", *path, lowest=1, highest=MOST_DICE)
    for index, size in enumerate(sizes):
        refuse_outside(size, 1, LARGEST_DIE, *path, index)


def throw_dice(sizes: Sequence[int], chance: Random) -> tuple[int, ...]:
    """Throw one die of each size: every face of a die is as likely as any other.

    >>> throw_dice([10, 10, 4], Random(7))
    (6, 3, 4)
    """
    return tuple(chance.randint(1, size) for size in sizes)
