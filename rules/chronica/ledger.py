"""Temporary dice kept for later contests (C6): conditions and rewards wear out, penalties last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.dice import LARGEST_DIE
from rules.limits import MOST_USES, needed, refuse_outside, refuse_taken, refuse_twice, refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said


class Held(StrEnum):
    """The kinds of temporary dice."""

    CONDITION = "condition"
    REWARD = "reward"
    PENALTY = "penalty"


@dataclass(frozen=True)
class HeldDie:
    """A temporary die that somebody holds; a penalty has no count of uses."""

    name: str
    kind: Held
    size: int
    holder: str
    uses: int | None = None

    def __post_init__(self) -> None:
        refuse_outside(self.size, 1, LARGEST_DIE, "size")
        if self.kind is Held.PENALTY:
            refuse_unless(self.uses is None, "penalty-has-no-uses", "uses")
        else:
            refuse_outside(needed(self.uses, "uses"), 1, MOST_USES, "uses")


class Do(StrEnum):
    """The steps of a temporary die."""

    GAIN = "gain"
    USE = "use"
    REMOVE = "remove"


@dataclass(frozen=True)
class LedgerStep:
    """One change of the ledger: a die gained, or one used or removed by name."""

    do: Do
    name: str | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    die: HeldDie | None = None


@dataclass(frozen=True)
class Ledger:
    """Every temporary die, each under a name of its own."""

    holds: tuple[HeldDie, ...]
    rule: tuple[str, ...] = ("C6",)

    def __post_init__(self) -> None:
        refuse_twice(tuple(die.name for die in self.holds), "holds", last=("name",))

    @property
    def said(self) -> Said:
        """The dice that are held."""
        if not self.holds:
            return Said("chronica.ledger.empty")
        return Said("chronica.ledger.holds", {"dice": tuple(f"{die.name} d{die.size}" for die in self.holds)})

    def _find(self, name: str) -> HeldDie:
        found = {die.name: die for die in self.holds}
        refuse_unless(name in found, "one-of", "name", names=tuple(found))
        return found[name]

    def use(self, name: str) -> Ledger:
        """Throw a die once: a condition or reward loses one use and goes with its last; a penalty stays."""
        die = self._find(name)
        if die.uses is None:
            return self
        worn = () if die.uses == 1 else (replace(die, uses=die.uses - 1),)
        return self._without(name, worn)

    def remove(self, name: str) -> Ledger:
        """Take a penalty away, after the contest that was for it."""
        kind = self._find(name).kind
        refuse_unless(kind is Held.PENALTY, "only-penalties-go", "name", kind=kind)
        return self._without(name)

    def gain(self, die: HeldDie) -> Ledger:
        """Add a die."""
        refuse_taken(die.name, [held.name for held in self.holds], "die", "name")
        return Ledger((*self.holds, die))

    def _without(self, name: str, instead: Sequence[HeldDie] = ()) -> Ledger:
        holds: list[HeldDie] = []
        for die in self.holds:
            holds += instead if die.name == name else (die,)
        return Ledger(tuple(holds))
