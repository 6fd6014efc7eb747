"""A combat of Pulp in the Cards as a state machine (P5): surprise, initiative, attacks in order, repeat.

Every step returns a new `Combat`; undoing a step is keeping the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.limits import refuse_outside, refuse_taken, refuse_twice, refuse_unless


class Stage(StrEnum):
    """The things that the combat waits for."""

    SURPRISE = "surprise"
    FREE_ATTACK = "free-attack"
    INITIATIVE = "initiative"
    ATTACK = "attack"
    CYCLE_END = "cycle-end"
    OVER = "over"


@dataclass(frozen=True)
class Combat:
    """Where a combat stands; `acted` are those who have made their attack in this cycle."""

    combatants: tuple[str, ...]
    stage: Stage = Stage.SURPRISE
    order: tuple[str, ...] = ()
    acted: frozenset[str] = frozenset()
    cycle: int = 0
    free_attackers: tuple[str, ...] = ()
    """Those who still have a free attack, in their order; several may lie in wait."""
    due: str | None = None
    """The attacker whose attack is due: moving somebody in the order does not take an attack away that has begun."""

    @property
    def attacker(self) -> str | None:
        """The attacker whose attack is due, if there is one."""
        if self.stage is Stage.FREE_ATTACK:
            return self.free_attackers[0]
        return self.due if self.stage is Stage.ATTACK else None

    def _require(self, *stages: Stage) -> None:
        refuse_unless(self.stage in stages, "not-now", "do", stage=self.stage)

    def _require_member(self, name: str) -> None:
        refuse_unless(name in self.combatants, "one-of", "id", names=self.combatants)

    def surprise(self, by: Sequence[str], *, success: bool) -> Combat:
        """Record the deal for surprise: success gives each of those who lay in wait one free attack without
        retaliation. Others who lay in wait deal next, until there is an order."""
        self._require(Stage.SURPRISE, Stage.FREE_ATTACK, Stage.INITIATIVE)
        refuse_unless(self.cycle == 0, "not-now", "do", stage=self.stage)
        refuse_unless(len(by) >= 1, "at-least", "ids", lowest=1)
        for place, name in enumerate(by):
            self._require_member(name)
            refuse_unless(name not in by[:place], "own-name", "ids", place, given=name)
        waiting = (*self.free_attackers, *by) if success else self.free_attackers
        return replace(self, stage=Stage.FREE_ATTACK if waiting else Stage.INITIATIVE, free_attackers=waiting)

    def join(self, name: str, place: int | None = None) -> Combat:
        """Add a combatant who comes late, at a place of the order or, without one, at its end."""
        refuse_unless(self.stage is not Stage.OVER, "not-now", "do", stage=self.stage)
        refuse_taken(name, self.combatants, "id")
        bigger = replace(self, combatants=(*self.combatants, name))
        if not self.order:
            refuse_unless(place is None, "no-order-yet", "place")
            return bigger
        at = len(self.order) + 1 if place is None else place
        refuse_outside(at, 1, len(self.order) + 1, "place")
        order = (*self.order[: at - 1], name, *self.order[at - 1 :])
        joined = replace(bigger, order=order)
        return joined._go_on() if joined.stage is Stage.CYCLE_END else joined

    def free_attack(self, by: str) -> Combat:
        """Interrupt an order with a free attack, as on somebody who tries to escape."""
        self._require(Stage.ATTACK, Stage.CYCLE_END)
        self._require_member(by)
        return replace(self, stage=Stage.FREE_ATTACK, free_attackers=(by,))

    def set_order(self, order: Sequence[str]) -> Combat:
        """Begin a cycle with an initiative order; with nobody to surprise it may be the first step."""
        self._require(Stage.SURPRISE, Stage.INITIATIVE)
        whole = sorted(order) == sorted(self.combatants)
        refuse_unless(whole, "each-once", "order", names=self.combatants)
        return replace(self, order=tuple(order))._new_cycle()

    def attacked(self) -> Combat:
        """Close the attack that was due; the next in the order follows, or the cycle ends."""
        self._require(Stage.FREE_ATTACK, Stage.ATTACK)
        if self.stage is Stage.FREE_ATTACK:
            rest = replace(self, free_attackers=self.free_attackers[1:])
            return rest if rest.free_attackers else rest._go_on()
        return replace(self, acted=self.acted | {self.due or ""}, due=None)._go_on()

    def next_cycle(self, *, keep: bool) -> Combat:
        """Begin again: with the same order, or with a new one to be dealt (the Game Master's choice)."""
        self._require(Stage.CYCLE_END)
        return self._new_cycle() if keep else replace(self, stage=Stage.INITIATIVE, order=())

    def move(self, name: str, place: int) -> Combat:
        """Advance or drop somebody in the order, as an attack's effect; nobody attacks twice for it."""
        self._require(Stage.ATTACK, Stage.CYCLE_END)
        self._require_member(name)
        refuse_outside(place, 1, len(self.order), "place")
        others = [one for one in self.order if one != name]
        return replace(self, order=(*others[: place - 1], name, *others[place - 1 :]))

    def leave(self, name: str) -> Combat:
        """Take out somebody who cannot fight on or has escaped; a combat of one is over."""
        refuse_unless(self.stage is not Stage.OVER, "not-now", "do", stage=self.stage)
        self._require_member(name)
        combatants = tuple(one for one in self.combatants if one != name)
        order = tuple(one for one in self.order if one != name)
        waiting = tuple(one for one in self.free_attackers if one != name)
        due = None if self.due == name else self.due
        rest = replace(self, combatants=combatants, order=order, free_attackers=waiting, due=due)
        if len(combatants) < 2:
            return replace(rest, stage=Stage.OVER, free_attackers=(), due=None)
        attack_gone = self.stage is Stage.FREE_ATTACK and not waiting
        return rest._go_on() if attack_gone or self.stage is Stage.ATTACK else rest

    def _new_cycle(self) -> Combat:
        return replace(self, acted=frozenset(), cycle=self.cycle + 1, due=None)._go_on()

    def _go_on(self) -> Combat:
        if not self.order:
            return replace(self, stage=Stage.INITIATIVE)
        left = [one for one in self.order if one not in self.acted]
        due = self.due or (left[0] if left else None)
        return replace(self, stage=Stage.ATTACK if left else Stage.CYCLE_END, due=due if left else None)


def begin(combatants: Sequence[str]) -> Combat:
    """Open a combat between two or more (P5)."""
    refuse_unless(len(combatants) >= 2, "at-least", "combatants", lowest=2)
    refuse_twice(tuple(combatants), "combatants")
    return Combat(tuple(combatants))
