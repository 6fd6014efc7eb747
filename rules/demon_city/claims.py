"""Claims for and against a throw: advantages and disadvantages (D13 to D22)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from rules.names import normalized
from rules.refusal import Refusal


class ThrowCountRefusal(Refusal):
    """Advantages and disadvantages that cannot be counted together."""


@unique
class ThrowKind(StrEnum):
    """The kinds of throw: the rules differ in and outside Action Rounds."""

    STATIC = "test"
    OPPOSED = "opposed"
    CLASH = "clash"


@unique
class Advantage(StrEnum):
    """The advantages, each of which gives an extra throw (D14 to D19)."""

    HIGHER_STAT = "higher-stat"
    OVERLAP = "overlap"
    DISTRACTION = "distraction"
    DEFENSE = "defense"
    WEAPON = "weapon"
    SUPERNATURAL = "supernatural"
    SITUATION = "situation"


@unique
class Disadvantage(StrEnum):
    """The disadvantages, each of which loses a throw (D20); the first two are chosen freely."""

    CALLED_SHOT = "called-shot"
    TRICKY = "tricky"
    INJURY = "injury"
    SITUATION = "situation"


OPPOSITES = {"low ground": "high ground", "drunk": "sober"}
"""The source's own pairs: one asymmetry, whichever of the two is named (D21)."""

VOLUNTARY = (Disadvantage.CALLED_SHOT, Disadvantage.TRICKY)
"""Losses that a character takes on freely, which therefore never serve the opponent (D22)."""


@dataclass(frozen=True)
class Extra:
    """One distinct advantage; a situation or an overlapping skill has a name."""

    kind: Advantage
    name: str = ""
    times: int = 1
    """How often the kind counts: more than once only in a chain of foes (D19)."""
    general: str = ""
    """The general skill that an overlapping skill is a specialisation of (D15)."""

    @property
    def what(self) -> tuple[str, str]:
        """The key by which the same advantage is not counted twice."""
        return self.kind, normalized(self.name)

    @property
    def asymmetry(self) -> tuple[str, str]:
        """The key by which an advantage meets the opponent's matching disadvantage (D21)."""
        return _asymmetry(self.what)


@dataclass(frozen=True)
class Lost:
    """One distinct disadvantage; a situation has a name."""

    kind: Disadvantage
    name: str = ""

    @property
    def what(self) -> tuple[str, str]:
        """The key by which the same disadvantage is not counted twice."""
        return self.kind, normalized(self.name)

    @property
    def asymmetry(self) -> tuple[str, str]:
        """The key by which a disadvantage meets the opponent's matching advantage (D21)."""
        return _asymmetry(self.what)


def _asymmetry(what: tuple[str, str]) -> tuple[str, str]:
    kind, name = what
    return kind, OPPOSITES.get(name, name)


@dataclass(frozen=True)
class Claims:
    """All claims of one character."""

    extra: tuple[Extra, ...] = ()
    lost: tuple[Lost, ...] = ()
