"""The price of an action in phases (G2, G3): an own one, a held one, later ones traded or given up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.dragon.speed import ROUNDS, check_rounds
from rules.limits import refuse_outside, refuse_twice, refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said


class Action(StrEnum):
    """The kinds of action."""

    DICED = "diced"
    DICELESS = "diceless"
    DODGE = "dodge"
    PARRY = "parry"

    @property
    def is_defence(self) -> bool:
        """Whether the next phase may be given up for it."""
        return self in (Action.DODGE, Action.PARRY)


class Attack(StrEnum):
    """The kinds of attack that a defence meets."""

    MELEE = "melee"
    RANGED = "ranged"


class Why(StrEnum):
    """The phases that pay for an action, or the reason why none can."""

    OWN_PHASE = "own-phase"
    STARTED_PHASE = "started-phase"
    BONUS_PHASE = "bonus-phase"
    HELD_PHASE = "held-phase"
    NEXT_PHASE = "next-phase-given-up"
    TWO_LATER_PHASES = "two-later-phases"
    ALREADY_ACTED = "already-acted"
    TOO_FEW_PHASES = "too-few-phases"
    NO_SKILL = "no-skill"
    PARRY_STOPS_MELEE_ONLY = "parry-stops-melee-only"


@dataclass(frozen=True)
class PhaseCost:
    """Whether an action is legal now, and which phases it spends."""

    legal: bool
    spends: tuple[int, ...]
    why: Why
    rule: tuple[str, ...]
    outside: bool | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    """Whether one of them pays for dice from outside the speed's category."""

    @property
    def said(self) -> Said:
        """The price, or the reason why there is none."""
        outside: object = Said("dragon.phase.outside") if self.outside else ""
        return Said(f"dragon.phase.{self.why}", {"spends": self.spends, "outside": outside})


@dataclass(frozen=True)
class Hand:
    """The phases that a character can pay with. `ready` are those that acting now uses up, None if there are none."""

    later: tuple[int, ...]
    ready: tuple[int, ...] | None = None
    source: Why = Why.OWN_PHASE
    acted: bool = False


RULES_OF: dict[Why, tuple[str, ...]] = {
    Why.OWN_PHASE: ("G1",),
    Why.STARTED_PHASE: ("G4",),
    Why.BONUS_PHASE: ("G9",),
    Why.HELD_PHASE: ("G3",),
    Why.NO_SKILL: ("G4",),
    Why.PARRY_STOPS_MELEE_ONLY: ("G4",),
}


def _refused(why: Why) -> PhaseCost:
    return PhaseCost(False, (), why, RULES_OF.get(why, ("G2",)))


def bar_to_defence(action: Action, attack: Attack | None, *, skilled: bool) -> Why | None:
    """Return why a defence is impossible (G4): without its skill, or a parry against a ranged attack."""
    if not action.is_defence:
        return None
    if not skilled:
        return Why.NO_SKILL
    parries_a_shot = action is Action.PARRY and attack is Attack.RANGED
    return Why.PARRY_STOPS_MELEE_ONLY if parries_a_shot else None


def price(
    hand: Hand, action: Action, *, in_category: bool = True, spends: Sequence[int] | None = None
) -> PhaseCost:
    """Return the price of an action (G2), in the phases that the player chose or else the soonest possible.

    Without a phase of its own it costs two later ones, a dodge or parry only the next one. Dice from outside
    the speed's category cost one later phase more, a defence's too (Ruling); a diceless action throws none
    of its own. A character who has acted in this phase can buy nothing more. The phase given up for a defence is the
    next one, whichever later phase is chosen beside it.

    :raises LimitRefusal: if `spends` does not pay for it
    """
    if hand.acted:
        return _refused(Why.ALREADY_ACTED)
    if hand.ready is not None:
        later, why = 0, hand.source
    else:
        later, why = (1, Why.NEXT_PHASE) if action.is_defence else (2, Why.TWO_LATER_PHASES)
    outside = action is not Action.DICELESS and not in_category
    later += outside
    if later > len(hand.later):
        return _refused(Why.TOO_FEW_PHASES)
    numbers = {*RULES_OF.get(why, ("G2",)), *(("G2",) if outside else ())}
    ready = hand.ready or ()
    soonest = ready + hand.later[:later]
    if spends is not None:
        fixed = (*ready, *(hand.later[:1] if why is Why.NEXT_PHASE else ()))
        _check_spends(spends, fixed, (*ready, *hand.later), len(soonest), ready)
    paid = soonest if spends is None else tuple(sorted(spends))
    return PhaseCost(True, paid, why, tuple(sorted(numbers)), outside or None)


def _check_spends(
    spends: Sequence[int], fixed: Sequence[int], at_hand: Sequence[int], count: int, ready: Sequence[int]
) -> None:
    """Refuse phases that do not pay: too many, too few, twice one, none at hand, or without those that must go."""
    refuse_twice(tuple(map(str, spends)), "spends")
    for index, phase in enumerate(spends):
        refuse_unless(phase in at_hand, "one-of", "spends", index, names=tuple(at_hand))
    code = "phases-to-spend" if ready else "exact-count"
    refuse_unless(len(spends) == count, code, "spends", count=count, given=len(spends), ready=tuple(ready))
    for phase in fixed:
        refuse_unless(phase in spends, "spends-this-first", "spends", phase=phase)


def hand_at(now: int, phases: Sequence[int], used: Sequence[int], held: int | None = None) -> Hand:
    """Return the hand of a character with these phases in round `now` (G3).

    Without `held`, the phase in hand is the latest one that has come, if it is unused: it made every earlier one
    lapse.
    """
    _check(now, phases, used)
    left = sorted(set(phases) - set(used))
    later = tuple(phase for phase in left if phase > now)
    if now in left:
        return Hand(later, (now,))
    if held is None:
        last = max((phase for phase in phases if phase < now), default=None)
        held = last if last in left else None
    else:
        refuse_unless(held in left and held < now, "held-phase", "held", given=held)
        refuse_unless(not any(held < phase < now for phase in left), "held-is-lost", "held", given=held)
    return Hand(later) if held is None else Hand(later, (held,), Why.HELD_PHASE)


def _check(now: int, phases: Sequence[int], used: Sequence[int]) -> None:
    refuse_outside(now, 1, ROUNDS, "now")
    check_rounds(phases, "phases")
    refuse_twice(tuple(map(str, phases)), "phases")
    for index, phase in enumerate(used):
        refuse_unless(phase in phases, "one-of", "used", index, names=tuple(phases))
