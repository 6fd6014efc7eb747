"""The purchases of success and concession dice (C6): the goal, condition, reward and penalty dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from rules.chronica.ledger import Do, Held, HeldDie, LedgerStep
from rules.chronica.opposition import reward_size
from rules.chronica.sides import Die, as_die
from rules.dice import LARGEST_DIE
from rules.limits import LimitRefusal, needed, refuse_other_spelling, refuse_outside, refuse_unless
from rules.system import LEFT_OUT_IF_NONE, Said


class Buys(StrEnum):
    """The purposes on which a die may be spent."""

    GOAL = "goal"
    CONDITION = "condition"
    REWARD = "reward"
    PENALTY = "penalty"


class ContestFor(StrEnum):
    """The subject of a contest: a goal, or a condition die."""

    GOAL = "goal"
    CONDITION = "condition"


@dataclass(frozen=True)
class SpentDie(Die):
    """A die and its purchase: the holder, the name, and the size of a penalty.

    A contest names it by `pool` and `die`, so that nobody spends it twice (C5).
    """

    buys: Buys | None = None
    to: str | None = None
    name: str | None = None
    penalty: int | None = None
    pool: str | None = None
    die: int | None = None
    side: str | None = None
    against: str | None = None


@dataclass(frozen=True)
class Spending:
    """A winner's (or conceding side's) dice with the purchase of each.

    `opponents` are the co-operating characters of the other side, where penalties can go; `condition` is
    the size of the die that the contest was for; `opposition` the sizes that the other side threw.
    """

    success: tuple[int | SpentDie, ...] = ()
    concessions: tuple[int | SpentDie, ...] = ()
    contest_for: ContestFor = ContestFor.GOAL
    condition: int | None = None
    opposition: tuple[int, ...] = ()
    opponents: tuple[str, ...] | None = None
    assistants: tuple[str, ...] = ()
    goal_required: bool = False


@dataclass(frozen=True)
class Gain:
    """A temporary die that was bought: condition and reward dice have uses, penalties last."""

    kind: Buys
    size: int
    to: str | None
    name: str | None
    uses: int | None = field(default=None, metadata=LEFT_OUT_IF_NONE)

    @property
    def said(self) -> Said:
        """The die, with its name, its uses and for whom it is where these are given."""
        parts = {
            "name": Said("chronica.gain.name", {"name": self.name}) if self.name else "",
            "uses": Said("chronica.gain.uses", {"uses": self.uses}) if self.uses else "",
            "to": Said("chronica.gain.to", {"to": self.to}) if self.to else "",
        }
        return Said(
            "chronica.gain", {"kind": Said(f"ui.chronica.held.{self.kind}"), "size": self.size, **parts}
        )


@dataclass(frozen=True)
class Spent:
    """A purchase.

    `pyrrhic`: a victory whose goal was not paid for; `steps`: the ledger's steps for dice with a name and a holder;
    `required`: the goal had to be paid; `spared`: who assists and takes no penalty dice.
    """

    goal: bool
    pyrrhic: bool
    gains: tuple[Gain, ...]
    unspent: int
    steps: tuple[LedgerStep, ...] = ()
    rule: tuple[str, ...] = ("C6",)
    required: bool | None = field(default=None, metadata=LEFT_OUT_IF_NONE)
    spared: tuple[str, ...] | None = field(default=None, metadata=LEFT_OUT_IF_NONE)

    @property
    def said(self) -> Said:
        """Whether the goal is reached, as it had to be or not, which dice were gained, and who takes no penalty."""
        ending = "goal" if self.goal else "pyrrhic" if self.pyrrhic else "gains"
        gains = tuple(gain.said for gain in self.gains) or Said("chronica.gain.none")
        parts = {
            "required": Said("chronica.spend.required") if self.required else "",
            "spared": Said("chronica.spend.spared", {"names": self.spared}) if self.spared else "",
        }
        return Said(f"chronica.spend.{ending}", {"gains": gains, "unspent": self.unspent, **parts})


Located = tuple[SpentDie, tuple[str | int, ...]]


def _located(dice: Sequence[int | SpentDie], name: str) -> list[Located]:
    return [
        (die if isinstance(die, SpentDie) else SpentDie(as_die(die, name, index).value), (name, index))
        for index, die in enumerate(dice)
    ]


def _check_goal(spending: Spending, success: list[Located], conceded: list[Located]) -> bool:
    """Return whether the goal was paid: by one success die, in a contest that has a goal (C6)."""
    for die, path in conceded:
        barred = die.buys in (Buys.GOAL, Buys.CONDITION)
        refuse_unless(not barred, "concession-buys-no-goal", *path, "buys")
    paying = [path for die, path in success if die.buys is Buys.GOAL]
    if paying:
        is_goal = spending.contest_for is ContestFor.GOAL
        refuse_unless(is_goal, "condition-contest-has-no-goal", *paying[0], "buys")
    refuse_unless(len(paying) <= 1, "goal-costs-one", *(paying[1:] or [()])[0], "buys")
    owed = spending.goal_required and bool(success)
    refuse_unless(bool(paying) or not owed, "goal-required", "success")
    return bool(paying)


def _penalty(die: SpentDie, path: tuple[str | int, ...], spending: Spending) -> Gain:
    """Return a penalty die, no larger than the die that pays, for a co-operating opponent (C1, C6)."""
    to = needed(die.to, *path, "to")
    refuse_unless(to not in spending.assistants, "assistant-takes-no-penalty", *path, "to", given=to)
    if spending.opponents is not None:
        refuse_unless(to in spending.opponents, "one-of", *path, "to", names=spending.opponents)
    pays = needed(die.size, *path, "size")
    size = pays if die.penalty is None else die.penalty
    refuse_outside(size, 1, pays, *path, "penalty")
    return Gain(Buys.PENALTY, size, to, die.name)


def _bundles(located: list[Located], buys: Buys) -> Iterator[tuple[str | None, str | None, int]]:
    """Yield for whom, under which name and with how many uses dice of one kind were bought."""
    counted = Counter((die.to, die.name) for die, _ in located if die.buys is buys)
    yield from ((to, name, uses) for (to, name), uses in counted.items())


def _conditions(spending: Spending, located: list[Located]) -> list[Gain]:
    bundles = list(_bundles(located, Buys.CONDITION))
    if not bundles:
        return []
    first = next(path for die, path in located if die.buys is Buys.CONDITION)
    refuse_unless(
        spending.contest_for is ContestFor.CONDITION, "contest-was-for-no-condition", *first, "buys"
    )
    size = needed(spending.condition, "condition")
    refuse_outside(size, 1, LARGEST_DIE, "condition")
    return [Gain(Buys.CONDITION, size, to, name, uses) for to, name, uses in bundles]


def _rewards(spending: Spending, located: list[Located]) -> list[Gain]:
    bundles = list(_bundles(located, Buys.REWARD))
    if bundles and not spending.opposition:
        raise LimitRefusal("needed-here", ("opposition",))
    return [Gain(Buys.REWARD, reward_size(spending.opposition), to, name, uses) for to, name, uses in bundles]


def spend(spending: Spending) -> Spent:
    """Spend success and concession dice (C6).

    The goal costs one success die, and concession dice never buy it; a contest for a condition die pays no
    goal and gives one use for each success die; a reward die gives one for each die of either kind.
    """
    success, conceded = _located(spending.success, "success"), _located(spending.concessions, "concessions")
    located = success + conceded
    _check_spelling(spending, located)
    _check_spent_once(located)
    goal = _check_goal(spending, success, conceded)
    gains = [
        *_conditions(spending, located),
        *_rewards(spending, located),
        *(_penalty(die, path, spending) for die, path in located if die.buys is Buys.PENALTY),
    ]
    pyrrhic = bool(success) and not goal and spending.contest_for is ContestFor.GOAL
    spent = {_which(die, path) for die, path in located if die.buys is not None}
    unspent = {_which(die, path) for die, path in located} - spent
    return Spent(
        goal,
        pyrrhic,
        tuple(gains),
        len(unspent),
        tuple(_kept(gains)),
        required=(goal and spending.goal_required) or None,
        spared=spending.assistants or None,
    )


def _which(die: SpentDie, path: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Which die this is: listed against several opponents it is still one (C5)."""
    return path if die.pool is None or die.die is None else (die.pool, die.die)


def _check_spelling(spending: Spending, located: Sequence[Located]) -> None:
    """Refuse names that differ by capitals and blanks alone: of people, of dice, of pools, of sides."""
    people = [*(spending.opponents or ()), *spending.assistants]
    seen: dict[str, list[str]] = {"to": people, "name": [], "pool": [], "side": [], "against": []}
    for die, path in located:
        for place, names in seen.items():
            name = getattr(die, place)
            if name is not None:
                refuse_unless(bool(name.strip()), "nameless", *path, place)
                refuse_other_spelling(name, names, *path, place)
                names.append(name)


def _check_spent_once(located: Sequence[Located]) -> None:
    """Refuse a die that buys something twice (C5)."""
    spent = set()
    for die, path in located:
        if die.buys is not None:
            left = _which(die, path) not in spent
            refuse_unless(left, "spent-already", *path, "die", pool=die.pool, value=die.value)
            spent.add(_which(die, path))


def _kept(gains: Sequence[Gain]) -> Iterator[LedgerStep]:
    """The gains that the ledger can keep."""
    for gain in gains:
        if gain.name is not None and gain.to is not None:
            yield LedgerStep(Do.GAIN, die=HeldDie(gain.name, Held(gain.kind), gain.size, gain.to, gain.uses))
