"""A turn of Dragon as a state machine (G1 to G4, G9): ten rounds of three sub-rounds.

Every step returns a new `Turn`; undoing a step is keeping the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.dragon.phases import Action, Attack, Hand, PhaseCost, Why, bar_to_defence, price
from rules.dragon.speed import ROUNDS, check_rounds
from rules.limits import LimitRefusal, refuse_twice, refuse_unless


class Side(StrEnum):
    """The two sides of a fight."""

    GOOD = "good"
    BAD = "bad"


class SubRound(StrEnum):
    """Good guys, bad guys, and the good guys who did not go at the beginning (G4)."""

    GOOD = "good"
    BAD = "bad"
    LATE = "late"

    @property
    def side(self) -> Side:
        """The sub-round."""
        return Side.BAD if self is SubRound.BAD else Side.GOOD


AFTER: dict[SubRound, SubRound] = {SubRound.GOOD: SubRound.BAD, SubRound.BAD: SubRound.LATE}
"""Which sub-round of the same round follows."""


class Progress(StrEnum):
    """How far a character is in this round: a diceless action comes before the diced one (G4)."""

    READY = "ready"
    MOVED = "moved"
    DONE = "done"


@dataclass(frozen=True)
class Fighter:
    """One character's phases: to come, in hand now, and held."""

    id: str
    side: Side
    later: tuple[int, ...]
    current: int | None = None
    held: int | None = None
    held_for: str | None = None
    bonus: bool = False
    offered: bool = False
    reacting: bool = False
    """Has broken in by a held condition, and may finish what that phase allows (G3, G4)."""
    progress: Progress = Progress.READY

    @property
    def hand(self) -> Hand:
        """The phases that the fighter pays with: one already begun, an own one, a bonus, a held one, later ones."""
        if self.progress is not Progress.READY:
            return Hand(self.later, (), Why.STARTED_PHASE, acted=self.progress is Progress.DONE)
        if self.current is not None:
            return Hand(self.later, (self.current,))
        if self.bonus:
            return Hand(self.later, (), Why.BONUS_PHASE)
        return Hand(self.later) if self.held is None else Hand(self.later, (self.held,), Why.HELD_PHASE)

    def pay(self, cost: PhaseCost, action: Action) -> Fighter:
        """Return the fighter after an action: what it spent is gone."""
        rest = replace(self, later=tuple(phase for phase in self.later if phase not in cost.spends))
        if cost.why is Why.HELD_PHASE:
            rest = replace(rest, held=None, held_for=None, reacting=self.held_for is not None)
        progress = Progress.MOVED if action is Action.DICELESS else Progress.DONE
        return replace(
            rest,
            current=None if cost.why is Why.OWN_PHASE else rest.current,
            bonus=rest.bonus and cost.why is not Why.BONUS_PHASE,
            progress=progress,
        )

    def enter_sub_round(self) -> Fighter:
        """Close what must be done at once: a begun action, a bonus phase not taken (G9)."""
        progress = Progress.DONE if self.progress is Progress.MOVED else self.progress
        return replace(self, bonus=self.offered, offered=False, reacting=False, progress=progress)

    def enter_round(self, number: int) -> Fighter:
        """Hold the unused phases; lose a held phase if a new one comes (G3)."""
        held, held_for = (self.held, self.held_for) if self.current is None else (self.current, None)
        comes = number in self.later
        return replace(
            self,
            later=tuple(phase for phase in self.later if phase != number),
            current=number if comes else None,
            held=None if comes else held,
            held_for=None if comes else held_for,
            bonus=False,
            offered=False,
            reacting=False,
            progress=Progress.READY,
        )


@dataclass(frozen=True)
class Turn:
    """Where a turn stands."""

    fighters: tuple[Fighter, ...]
    round: int = 1
    sub_round: SubRound = SubRound.GOOD
    over: bool = False
    last: PhaseCost | None = None

    def fighter(self, name: str, field: str = "id") -> Fighter:
        """Return the fighter of that name.

        :raises LimitRefusal: if nobody bears it
        """
        found = {one.id: one for one in self.fighters}
        refuse_unless(name in found, "one-of", field, names=tuple(found))
        return found[name]

    def cost(
        self,
        name: str,
        action: Action,
        *,
        in_category: bool = True,
        reaction: bool = False,
        spends: Sequence[int] | None = None,
    ) -> PhaseCost:
        """Return the price of an action now, in the phases that the player chose, if any.

        :raises LimitRefusal: if it is not the fighter's sub-round (G4) and the action is neither a defence
            nor a reaction that a hold was planned for
        """
        refuse_unless(not self.over, "turn-is-over", "do")
        fighter = self.fighter(name)
        turn_to_act = fighter.side is self.sub_round.side or action.is_defence
        breaks_in = fighter.held is not None and fighter.held_for is not None
        planned = reaction and (breaks_in or fighter.reacting)
        refuse_unless(turn_to_act or planned or not reaction, "no-hold-to-react-with", "reaction")
        refuse_unless(turn_to_act or planned, "not-its-sub-round", "id", sub_round=self.sub_round)
        if action is Action.DICELESS and fighter.progress is Progress.MOVED:
            raise LimitRefusal(Why.ALREADY_ACTED, ("action",))
        return price(fighter.hand, action, in_category=in_category, spends=spends)

    def act(
        self,
        name: str,
        action: Action,
        *,
        in_category: bool = True,
        reaction: bool = False,
        attack: Attack | None = None,
        skilled: bool = True,
        spends: Sequence[int] | None = None,
    ) -> Turn:
        """Take an action and pay for it (G2 to G4).

        :raises LimitRefusal: with the reason as its code, if it is not legal
        """
        cost = self.cost(name, action, in_category=in_category, reaction=reaction, spends=spends)
        bar = bar_to_defence(action, attack, skilled=skilled) or (None if cost.legal else cost.why)
        if bar is not None:
            raise LimitRefusal(bar, ("action",))
        return replace(self._with(self.fighter(name).pay(cost, action)), last=cost)

    def may_act(self) -> tuple[str, ...]:
        """Return those whose sub-round it is and who have a phase to act with, not yet all done."""
        return tuple(
            one.id
            for one in self.fighters
            if not self.over
            and one.side is self.sub_round.side
            and one.hand.ready is not None
            and not one.hand.acted
        )

    def hold(self, name: str, condition: str | None = None) -> Turn:
        """Hold the phase in hand for a later round, with the condition that may break in (G3)."""
        fighter = self.fighter(name)
        phase = fighter.held if fighter.current is None else fighter.current
        able = phase is not None and fighter.progress is Progress.READY and not self.over
        refuse_unless(able, "no-phase-to-hold", "id")
        return self._with(replace(fighter, current=None, held=phase, held_for=condition))

    def offer(self, by: str, to: Sequence[str]) -> Turn:
        """Offer the other side a bonus phase in the next sub-round (G9)."""
        giver = self.fighter(by)
        acting = giver.side is self.sub_round.side and giver.hand.ready is not None
        refuse_unless(acting and not self.over, "offers-while-acting", "id")
        refuse_unless(self.sub_round in AFTER, "no-later-sub-round", "do")
        turn = self
        for place, name in enumerate(to):
            taker = turn.fighter(name, "to")
            refuse_unless(taker.side is not giver.side, "other-side", "to", place)
            idle = taker.current is None and taker.progress is Progress.READY
            refuse_unless(idle, "acts-anyway", "to", place)
            turn = turn._with(replace(taker, offered=True))
        return turn

    def go_on(self) -> Turn:
        """Enter the next sub-round, the next round, or the end of the turn."""
        refuse_unless(not self.over, "turn-is-over", "do")
        entered = tuple(one.enter_sub_round() for one in self.fighters)
        if self.sub_round in AFTER:
            return Turn(entered, self.round, AFTER[self.sub_round])
        if self.round == ROUNDS:
            return Turn(entered, self.round, self.sub_round, over=True)
        return _enter_round(entered, self.round + 1)

    def _with(self, fighter: Fighter) -> Turn:
        fighters = tuple(fighter if one.id == fighter.id else one for one in self.fighters)
        return replace(self, fighters=fighters)


def _enter_round(fighters: Sequence[Fighter], number: int) -> Turn:
    return Turn(tuple(one.enter_round(number) for one in fighters), number)


def begin_turn(fighters: Sequence[Fighter]) -> Turn:
    """Begin a turn with everybody's phases (G1)."""
    refuse_unless(len(fighters) >= 1, "at-least", "characters", lowest=1)
    refuse_twice(tuple(one.id for one in fighters), "characters", last=("id",))
    for index, one in enumerate(fighters):
        check_rounds(one.later, "characters", index, "phases")
    return _enter_round([replace(one, later=tuple(sorted(set(one.later)))) for one in fighters], 1)
