"""Dragon's kinds of document: the request of each, and its judge."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.dragon.damage import MULTIPLES, DeathCheck, Hit, Weapon, Wound, death_check, wound
from rules.dragon.odds import (
    DeathCheckOdds,
    PoolOdds,
    SpeedOdds,
    SplitOdds,
    death_check_odds,
    pool_odds,
    speed_odds,
    split_odds,
)
from rules.dragon.phases import Action, Attack, PhaseCost, Why, bar_to_defence, hand_at, price
from rules.dragon.pool import (
    USUAL_TARGET,
    Part,
    PoolResult,
    RangeResult,
    SplitResult,
    check_target,
    count_successes,
    judge_split,
    range_difficulty,
)
from rules.dragon.speed import Phases, settle_phases
from rules.dragon.turn import Fighter, Progress, Side, SubRound, Turn, begin_turn
from rules.limits import needed, refuse_unless, under
from rules.refusal import Refusal
from rules.system import LEFT_OUT_IF_NONE, Said


@dataclass(frozen=True)
class Speed:
    """Speed dice as thrown, and the numbers chosen if they are all alike (G1)."""

    stat: int
    dice: tuple[int, ...]
    chosen: tuple[int, ...] | None = None


@dataclass(frozen=True)
class PhaseQuestion:
    """May this be done now, and what does it cost (G2 to G4)?"""

    phases: tuple[int, ...]
    now: int
    action: Action
    used: tuple[int, ...] = ()
    held: int | None = None
    in_category: bool = True
    acted_now: bool = False
    attack: Attack | None = None
    skilled: bool = True
    spends: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Pool:
    """A pool as thrown (G5)."""

    dice: tuple[int, ...]
    target: int = USUAL_TARGET


@dataclass(frozen=True)
class Split:
    """A pool shared by two actions (G5)."""

    substats: tuple[int, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Distance:
    """How far a ranged attack goes, and the target number that it would have near by (G7)."""

    hexes: int
    target: int = USUAL_TARGET


@dataclass(frozen=True)
class Damage:
    """A hit (G6): a weapon's name or its multiple."""

    successes: int
    hit_points: int
    multiple: int | None = None
    weapon: Weapon | None = None
    defence: int = 0
    strength: int = 0
    melee: bool = False
    resistance: int = 0


@dataclass(frozen=True)
class DeathCheckThrow:
    """Health dice as thrown, against the damage past zero (G8)."""

    dice: tuple[int, ...]
    past: int
    target: int = USUAL_TARGET


@dataclass(frozen=True)
class Odds:
    """One of a pool (alone or against another), a split, a speed, or the Health dice of a Death Check."""

    pool: int | None = None
    against: int | None = None
    against_target: int = USUAL_TARGET
    split: tuple[int, ...] | None = None
    speed: int | None = None
    health: int | None = None
    past: int | None = None
    target: int = USUAL_TARGET


@dataclass(frozen=True)
class Character:
    """Somebody in a turn, and the phases that the speed dice gave."""

    id: str
    side: Side
    phases: tuple[int, ...]


class Do(StrEnum):
    """The steps of a turn."""

    ACT = "act"
    HOLD = "hold"
    OFFER = "offer"
    NEXT = "next"


@dataclass(frozen=True)
class TurnStep:
    """One step of a turn; `id` is who takes it."""

    do: Do
    id: str | None = None
    action: Action | None = None
    in_category: bool = True
    reaction: bool = False
    attack: Attack | None = None
    skilled: bool = True
    condition: str | None = None
    to: tuple[str, ...] | None = None
    spends: tuple[int, ...] | None = None


@dataclass(frozen=True)
class TurnSteps:
    """A turn from its beginning: the answer is where it stands after the last step."""

    characters: tuple[Character, ...]
    steps: tuple[TurnStep, ...] = ()


@dataclass(frozen=True)
class CharacterNow:
    """One character in a turn: phases to come, in hand, held, bonus, and how far it is in this round."""

    id: str
    side: Side
    phases: tuple[int, ...]
    current: int | None
    held: int | None
    held_for: str | None
    bonus: bool
    progress: Progress


@dataclass(frozen=True)
class Spent:
    """The price of the last action."""

    spends: tuple[int, ...]
    why: Why


@dataclass(frozen=True)
class TurnNow:
    """Where a turn stands, and who may act in this sub-round."""

    round: int
    sub_round: SubRound
    over: bool
    may_act: tuple[str, ...]
    characters: tuple[CharacterNow, ...]
    last: Spent | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    rule: tuple[str, ...] = ("G1", "G2", "G3", "G4", "G9")

    @property
    def said(self) -> Said:
        """The sub-round and its round."""
        if self.over:
            return Said("dragon.turn.over")
        ending = self.sub_round if self.may_act else f"{self.sub_round}.{self._why_nobody}"
        return Said(f"dragon.turn.{ending}", {"round": self.round, "names": self.may_act})

    @property
    def _why_nobody(self) -> str:
        """Why nobody may act in this sub-round: all who could have acted, or none had a phase."""
        own = (one for one in self.characters if one.side is self.sub_round.side)
        return "acted" if any(one.progress is Progress.DONE for one in own) else "nobody"


def judge_speed(speed: Speed) -> Phases:
    """Turn speed dice into phases (G1)."""
    return settle_phases(speed.stat, speed.dice, speed.chosen)


def judge_phase(question: PhaseQuestion) -> PhaseCost:
    """Judge whether an action is legal, and its price (G2 to G4)."""
    hand = hand_at(question.now, question.phases, question.used, question.held)
    bar = bar_to_defence(question.action, question.attack, skilled=question.skilled)
    if bar is not None:
        return PhaseCost(False, (), bar, ("G4",))
    return price(
        replace(hand, acted=question.acted_now),
        question.action,
        in_category=question.in_category,
        spends=question.spends,
    )


def judge_pool(pool: Pool) -> PoolResult:
    """Count a pool's successes (G5)."""
    return PoolResult(count_successes(pool.dice, pool.target), pool.target)


def judge_split_pool(split: Split) -> SplitResult:
    """Count a split pool (G5)."""
    return judge_split(split.substats, split.parts)


def judge_range(distance: Distance) -> RangeResult:
    """Raise the target number by the distance (G7)."""
    check_target(distance.target, "target")
    difficulty = range_difficulty(distance.hexes)
    return RangeResult(difficulty, distance.target + difficulty)


def judge_damage(damage: Damage) -> Wound:
    """Take a hit off hit points (G6, G8)."""
    one = (damage.weapon is None) is not (damage.multiple is None)
    named = "weapon" if damage.weapon is not None else "multiple"
    refuse_unless(one, "exactly-one-of", named, names=("multiple", "weapon"))
    in_melee = damage.melee or not damage.strength
    refuse_unless(in_melee, "strength-in-melee", "strength")
    multiple = damage.multiple if damage.weapon is None else MULTIPLES[damage.weapon]
    taken = (damage.defence, damage.strength, damage.melee, damage.resistance)
    return wound(Hit(damage.successes, needed(multiple, "multiple"), *taken), damage.hit_points)


def judge_death_check(check: DeathCheckThrow) -> DeathCheck:
    """Judge a Death Check (G8)."""
    return death_check(check.dice, check.past, check.target)


def judge_odds(odds: Odds) -> PoolOdds | SplitOdds | SpeedOdds | DeathCheckOdds:
    """Count the chances of a pool, a split, a speed or a Death Check."""
    asked = [odds.pool, odds.split, odds.speed, odds.health]
    one = len(asked) - asked.count(None) == 1
    refuse_unless(one, "exactly-one-of", names=("pool", "split", "speed", "health"))
    if odds.pool is not None:
        return pool_odds(odds.pool, odds.target, odds.against, odds.against_target)
    if odds.split is not None:
        return split_odds(odds.split, odds.target)
    if odds.speed is not None:
        return speed_odds(odds.speed)
    return death_check_odds(needed(odds.health, "health"), needed(odds.past, "past"), odds.target)


def take_step(turn: Turn, step: TurnStep) -> Turn:
    """Take one step of a turn."""
    if step.do is Do.NEXT:
        return turn.go_on()
    name = needed(step.id, "id")
    if step.do is Do.HOLD:
        return turn.hold(name, step.condition)
    if step.do is Do.OFFER:
        return turn.offer(name, needed(step.to, "to"))
    return turn.act(
        name,
        needed(step.action, "action"),
        in_category=step.in_category,
        reaction=step.reaction,
        attack=step.attack,
        skilled=step.skilled,
        spends=step.spends,
    )


def judge_turn(turn: TurnSteps) -> TurnNow:
    """Replay a turn's steps (G1 to G4, G9)."""
    state = begin_turn([Fighter(one.id, one.side, one.phases) for one in turn.characters])
    for index, step in enumerate(turn.steps):
        try:
            state = take_step(state, step)
        except Refusal as refusal:
            raise under(refusal, "steps", index) from None
    return TurnNow(
        state.round,
        state.sub_round,
        state.over,
        state.may_act(),
        tuple(_shown(one) for one in state.fighters),
        None if state.last is None else Spent(state.last.spends, state.last.why),
    )


def _shown(one: Fighter) -> CharacterNow:
    return CharacterNow(
        one.id, one.side, one.later, one.current, one.held, one.held_for, one.bonus, one.progress
    )
