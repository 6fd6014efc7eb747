"""A clash: its participants with their actions and throws, and its verdict (D26 to D32)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TypeAlias

from rules.cards import Card
from rules.demon_city.throw import Critical, FiredSpecial, Throw

Resist: TypeAlias = int | Mapping[str, int] | None
"""The numbers that resist where a target's own throw does not oppose the action: one for all, or one for each."""


class Resisted:
    """An action that its targets may resist."""

    resist: Resist

    def resist_of(self, target: str) -> int | None:
        """The number with which this target resists, if it is known."""
        return self.resist.get(target) if isinstance(self.resist, Mapping) else self.resist


@dataclass(frozen=True)
class Attack(Resisted):
    """An action against a foe: a punch, a shot, a grab, a disarm, a hostile spell (D29).

    With several targets it is judged for each by itself, and happens if it beats one (Ruling).
    """

    targets: tuple[str, ...]
    resist: Resist = None
    harmless: bool = False
    excludes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Defend:
    """A pure defence: dodging, blocking or running away (D18, D30), against the attacks of these foes on anybody or,
    without foes, against every attack on the defender."""

    against: frozenset[str] | None = None
    excludes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Other(Resisted):
    """Any other action: against an Intensity, against targets, or, for mere movement, against nothing (D30)."""

    intensity: int | None = None
    targets: tuple[str, ...] = ()
    excludes: frozenset[str] = frozenset()
    resist: Resist = None
    escape: bool = False
    """Whether the targets hold whoever acts: then their throws oppose it, whatever else they do."""


@dataclass(frozen=True)
class Idle:
    """No action and no throw: somebody whom the clash concerns, but who does nothing in it."""

    excludes: frozenset[str] = frozenset()


Action: TypeAlias = Attack | Defend | Other | Idle


def is_mere_movement(action: Action) -> bool:
    """Whether an action is neither against an Intensity nor against anybody (D24)."""
    return isinstance(action, Other) and action.intensity is None and not action.targets


PLAYERS_SIDE = "players"
"""The side whose choices the players make; the Host makes every other side's (D28)."""
HOST_SIDE = "host"


@dataclass(frozen=True)
class Participant:
    """One participant: the side, the action, and the throw."""

    side: str
    action: Action
    throw: Throw

    @property
    def id(self) -> str:
        """The participant's name in the clash."""
        return self.throw.id


@unique
class ClashOutcome(StrEnum):
    """How a clash ends (D27, D28)."""

    WIN = "win"
    UNDECIDED = "undecided"
    CHOICE = "choice"


@unique
class Why(StrEnum):
    """Why an action happens or does not: the first that applies (D28 to D30)."""

    UNDECIDED = "undecided"
    LOSING_SIDE = "losing-side"
    FUMBLE = "fumble"
    AWAITING_CHOICE = "awaiting-choice"
    NOT_CHOSEN = "not-chosen"
    OUTTHROWN_BY_ALLY = "outthrown-by-ally"
    DID_NOT_BEAT_TARGET = "did-not-beat-target"
    WON = "won"


@unique
class Next(StrEnum):
    """The steps of the table after the verdict (D28, D31, D32)."""

    THROW_DAMAGE = "throw-damage"
    HOST_MAY_ASK_FOR_CALM = "host-may-ask-for-calm"
    HOST_CHANGES_SITUATION = "host-changes-situation"
    PLAYERS_CHOOSE = "players-choose"
    HOST_CHOOSES = "host-chooses"
    HOST_DESCRIBES_FUMBLE = "host-describes-fumble"
    HOST_DESCRIBES_CRITICAL = "host-describes-critical"
    MAY_REPOSITION = "may-reposition"


@dataclass(frozen=True)
class Opposition:
    """A number that an action has to beat, and whose throw it is, if it is one."""

    value: int
    id: str | None = None


@dataclass(frozen=True)
class TargetResult:
    """The outcome of an attack for one of its targets: the number to beat, and whether it hits (D29)."""

    id: str
    value: int
    happens: bool | None


@dataclass(frozen=True)
class ActionResult:
    """The outcome of one participant's action; `happens` is None while a choice is open."""

    id: str
    side: str
    action: Action
    value: int | None
    card: Card | None
    happens: bool | None
    why: Why
    beats: Opposition | None
    critical: Critical | None
    fumble: bool
    targets: tuple[TargetResult, ...] = ()
    """For an attack: the outcome for each target."""

    @property
    def hit(self) -> tuple[str, ...]:
        """The ids of the targets that an attack hits: those that it beats, if it happens (D29)."""
        return tuple(target.id for target in self.targets if target.happens)


@dataclass(frozen=True)
class ClashResult:
    """A whole verdict (D32)."""

    outcome: ClashOutcome
    side: str | None
    """The winning side, None where the clash is undecided."""
    tied: tuple[str, ...]
    """The sides that tie for the highest throw, if several do."""
    actions: tuple[ActionResult, ...]
    choose: tuple[str, ...]
    """The ids between whose actions the winning side has to choose."""
    specials: tuple[FiredSpecial, ...]
    next: tuple[Next, ...]
    rule: tuple[str, ...]
    repositions: tuple[str, ...] = field(default=())
    """The ids of those who may stand anywhere within 60 feet next round (D31)."""
