"""The parts of an Action Round: characters, announcements, and the steps that drive it (D23 to D25)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from typing import TypeAlias

from rules.cards import Card
from rules.demon_city.claims import Claims
from rules.demon_city.clash import Action, Idle
from rules.demon_city.derived_throws import Manner, PowerStats
from rules.demon_city.throw import Special
from rules.refusal import Refusal

RUN_FEET = 30
"""The most feet of a run beside an action (D24)."""
MOVE_FEET = 60
"""The most feet of a movement without an action, and of a move after D31."""


class RoundRefusal(Refusal):
    """A step that an Action Round cannot take."""


@unique
class Condition(StrEnum):
    """Conditions, which are carried from round to round (D20, D24, D31)."""

    OUT_OF_THE_FIGHT = "out-of-the-fight"
    PANIC = "panic"
    INJURED = "injured"
    MAY_REPOSITION = "may-reposition"


MUST_RECOVER = frozenset({Condition.OUT_OF_THE_FIGHT, Condition.PANIC})
"""The conditions that ask for a throw to recover before announcing (D24)."""


@dataclass(frozen=True)
class Character:
    """A character in the action."""

    id: str
    side: str
    agility: int | None
    """None where nobody has noted it: they announce first, and it is compared with nothing (D23, D30b)."""
    significators: frozenset[Card] = frozenset()
    specials: tuple[Special, ...] = ()
    stats: Mapping[str, int] = field(default_factory=dict)
    """Stats and skills by name; where they are known, throws are derived from them (D17)."""
    conditions: frozenset[Condition] = frozenset()
    lost_toughness: int = 0
    """The Toughness that damage has taken so far (D33)."""


def recovered(character: Character) -> Character:
    """Return the character after a throw to recover; who was out of the fight is hurt from then on (D20)."""
    hurt = {Condition.INJURED} if Condition.OUT_OF_THE_FIGHT in character.conditions else set()
    return replace(character, conditions=character.conditions - MUST_RECOVER | hurt)


@dataclass(frozen=True)
class Announcement:
    """An announcement; its action names the targets (D24)."""

    id: str
    action: Action = field(default_factory=Idle)
    claims: Claims = field(default_factory=Claims)
    contested: bool | None = None
    """The Host's decision: whether anybody can interfere; None leaves it to what is announced (D25)."""
    interferes: frozenset[str] = frozenset()
    """The ids of others with whom it can interfere (D26)."""
    driver: bool = False
    """Whether the character steers in a chase: competing drivers form a clash of their own (D26)."""
    run_feet: int = 0
    manner: Manner | PowerStats | None = None
    skill: str = ""
    """The manner of an attack, for the higher stat (D17)."""
    stat: str = ""
    """The stat in use against an Intensity (D14)."""
    weapon: int | None = None
    """How good the weapon is at the range of the round's beginning (D18); more is better."""
    parries: bool = False
    supernatural: bool = False
    over: frozenset[str] = frozenset()
    """Situational advantages over the target (D19)."""


@dataclass(frozen=True)
class Recover:
    """A throw to recover before announcing, and whether it succeeded (D24)."""

    id: str
    recovered: bool


@dataclass(frozen=True)
class Announce:
    """The next character from the slowest up announces (D24)."""

    announcement: Announcement


@dataclass(frozen=True)
class Contest:
    """The Host says whether anybody interferes with an announced action (D25)."""

    id: str
    contested: bool


@dataclass(frozen=True)
class Flip:
    """A character's cards, flipped (D27)."""

    id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Choose:
    """A side's answer to a choice (D28)."""

    side: str
    ids: tuple[str, ...]


@dataclass(frozen=True)
class Adjust:
    """The Host's plus or minus on a character's cards; the latest one holds (D23a)."""

    id: str
    by: int


@dataclass(frozen=True)
class Hurt:
    """The damage thrown for a character who was hit (D33)."""

    id: str
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Mark:
    """The Host notes for the next round that a condition begins or ends (D20, D24)."""

    id: str
    condition: Condition
    holds: bool = True


Step: TypeAlias = Recover | Announce | Contest | Flip | Choose | Adjust | Hurt | Mark


@unique
class Awaited(StrEnum):
    """The things that a round can wait for."""

    RECOVERY = "recovery"
    ANNOUNCEMENT = "announcement"
    CARDS = "cards"
    CHOICE = "choice"
    NUMBER = "number"
    """The number with which a target resists, which nobody has noted (D30b)."""
    DAMAGE = "damage"
    """The cards of a hit, named by its target (D33)."""


@dataclass(frozen=True)
class Waiting:
    """A character for whom a round waits, and for what."""

    id: str
    awaited: Awaited
    stat: str = ""
    """The stat whose number is awaited."""


@dataclass(frozen=True)
class Miscount:
    """A throw of another number of cards than was counted; the verdict stands (D23a)."""

    id: str
    counted: int
    thrown: int
