"""How the opposition's dice grow where a contest is for a die, or to be rid of one (C6), and rewards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.dice import LARGEST_DIE, check_sizes
from rules.limits import refuse_outside
from rules.system import Said

USUAL_DICE = 3
MOST_REPLACED = 3
REWARD_RANK = 3


@dataclass(frozen=True)
class GrownOpposition:
    """The opposition's sizes after the replacement, the largest first; what was replaced, how many added."""

    dice: tuple[int, ...]
    replaced: tuple[int, ...]
    added: int
    rule: tuple[str, ...] = ("C6",)

    @property
    def said(self) -> Said:
        """The sizes to throw, which of them were replaced, and how many were missing."""
        replaced = {"sizes": tuple(f"d{size}" for size in self.replaced)}
        return Said(
            "chronica.opposition",
            {
                "sizes": tuple(f"d{size}" for size in self.dice),
                "replaced": Said("chronica.opposition.replaced", replaced) if self.replaced else "",
                "added": Said("chronica.opposition.added", {"count": self.added}) if self.added else "",
            },
        )


def grow_opposition(sizes: Sequence[int], size: int, missing: int | None = None) -> GrownOpposition:
    """Replace up to three dice by the size that the contest is about (C6).

    Missing dice are filled first, for they cost the opposition nothing; then the smallest dice are
    replaced, as far as that helps. Without `missing`, dice are missing up to the usual three.

    >>> grow_opposition([8, 6, 4], 10).dice
    (10, 10, 10)
    """
    if sizes:
        check_sizes(sizes, "opposition")
    refuse_outside(size, 1, LARGEST_DIE, "size")
    lacking = max(USUAL_DICE - len(sizes), 0) if missing is None else missing
    refuse_outside(lacking, 0, 20, "missing")
    added = min(lacking, MOST_REPLACED)
    smaller = sorted(die for die in sizes if die < size)
    replaced = smaller[: MOST_REPLACED - added]
    kept = sorted(sizes)
    for die in replaced:
        kept.remove(die)
    grown = sorted([*kept, *[size] * (added + len(replaced))], reverse=True)
    return GrownOpposition(tuple(grown), tuple(replaced), added)


def reward_size(sizes: Sequence[int]) -> int:
    """Return the size of a reward die: the third largest of the opposition's (C6).

    Where the opposition has fewer than three, its smallest (Ruling).

    >>> reward_size([8, 6, 6, 4])
    6
    """
    check_sizes(sizes, "opposition")
    return sorted(sizes, reverse=True)[:REWARD_RANK][-1]
