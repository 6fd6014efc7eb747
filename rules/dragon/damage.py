"""The effect of a hit (G6), and survival (G8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.dragon.pool import USUAL_TARGET, count_successes
from rules.limits import refuse_outside
from rules.system import Said

POINTS_PER_SUCCESS = 5
HIGHEST = 10_000


class Weapon(StrEnum):
    """The common weapons."""

    FIST = "fist"
    CLUB = "club"
    QUARTERSTAFF = "quarterstaff"
    BLADE = "blade"


MULTIPLES: dict[Weapon, int] = {
    Weapon.FIST: 1,
    Weapon.CLUB: 2,
    Weapon.QUARTERSTAFF: 2,
    Weapon.BLADE: 3,
}
"""The damage of a net success of each weapon (G6)."""


class State(StrEnum):
    """How somebody lies there after a Death Check."""

    UNCONSCIOUS = "unconscious"
    DYING = "dying"


@dataclass(frozen=True)
class Wound:
    """The effect of a hit. `falls` holds below zero; `death_check` asks for one, `past` is how far past zero."""

    damage: int
    hit_points: int
    falls: bool
    death_check: bool
    past: int
    rule: tuple[str, ...]

    @property
    def said(self) -> Said:
        """The points that are left, and whether the target falls."""
        down_already = self.hit_points + self.damage < 0
        check = "check-again" if down_already else "check"
        ending = check if self.death_check else "falls" if self.falls else "stands"
        params = {"damage": self.damage, "hit_points": self.hit_points, "past": self.past}
        return Said(f"dragon.damage.{ending}", params)


@dataclass(frozen=True)
class DeathCheck:
    """The total of a Death Check and what it leaves; the larger `gap`, the faster one dies."""

    total: int
    state: State
    gap: int
    rule: tuple[str, ...] = ("G8",)

    @property
    def said(self) -> Said:
        """Unconscious, or dying too."""
        return Said(f"dragon.death-check.{self.state}", {"total": self.total, "gap": self.gap})


@dataclass(frozen=True)
class Hit:
    """A thrown attack: successes, what the target takes off them, and what the weapon makes of the rest."""

    successes: int
    multiple: int
    defence: int = 0
    strength: int = 0
    melee: bool = False
    resistance: int = 0

    def __post_init__(self) -> None:
        for name in ("successes", "defence", "strength", "resistance"):
            refuse_outside(getattr(self, name), 0, HIGHEST, name)
        refuse_outside(self.multiple, 1, HIGHEST, "multiple")

    @property
    def damage(self) -> int:
        """Return net successes times multiple, plus Strength in melee, minus Resistance (G6).

        No net success is a miss, which adds no Strength, and damage is never below zero (Rulings).
        """
        net = max(self.successes - self.defence, 0)
        if net == 0:
            return 0
        return max(net * self.multiple + self.strength * self.melee - self.resistance, 0)


def wound(hit: Hit, hit_points: int) -> Wound:
    """Take a hit off hit points (G6); below zero one falls and checks at each further hit (G8).

    >>> wound(Hit(3, 3, defence=1, strength=4, melee=True, resistance=2), 10).hit_points
    2
    """
    refuse_outside(hit_points, -HIGHEST, HIGHEST, "hit_points")
    left = hit_points - hit.damage
    falls = left < 0
    rule = ("G6", "G8") if falls else ("G6",)
    return Wound(hit.damage, left, falls, falls and hit.damage > 0, max(-left, 0), rule)


def death_check(dice: Sequence[int], past: int, target: int = USUAL_TARGET) -> DeathCheck:
    """Judge a Death Check (G8): successes times five against the damage past zero; equal is unconscious.

    >>> death_check([7, 9, 2], 12)
    DeathCheck(total=10, state=<State.DYING: 'dying'>, gap=2, rule=('G8',))
    """
    refuse_outside(past, 1, 2 * HIGHEST, "past")
    total = POINTS_PER_SUCCESS * count_successes(dice, target)
    gap = max(past - total, 0)
    return DeathCheck(total, State.DYING if gap else State.UNCONSCIOUS, gap)
