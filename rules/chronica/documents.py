"""Chronica's kinds of document: the request of each, and its judge."""

from __future__ import annotations

from dataclasses import dataclass

from rules.chronica.assets import Asset, BuiltPool, build_pool
from rules.chronica.contest import ContestVerdict, judge_contest
from rules.chronica.ledger import Do, HeldDie, Ledger, LedgerStep
from rules.chronica.odds import ContestOdds, contest_odds
from rules.chronica.opposition import GrownOpposition, grow_opposition
from rules.chronica.sides import Pool, Side
from rules.chronica.spending import Spending, Spent, spend
from rules.limits import needed, refuse_unless, under
from rules.refusal import Refusal

PUSHED_DICE = 5


@dataclass(frozen=True)
class Contest:
    """All pools of a contest as thrown (C1, C3 to C5, C7)."""

    sides: tuple[Side, ...]


@dataclass(frozen=True)
class PushedSide:
    """A side that threw again: its pools, and the five more dice that one of them got (C4)."""

    id: str
    pools: tuple[Pool, ...]
    added: Pool


@dataclass(frozen=True)
class Push:
    """A tie in which everybody pushed their luck (C4)."""

    sides: tuple[PushedSide, ...]


@dataclass(frozen=True)
class Assets:
    """The assets of a character for a contest, in the order of choice (C2)."""

    assets: tuple[Asset, ...]


@dataclass(frozen=True)
class Opposition:
    """The opposition's sizes where a contest is for a die of a size, or to be rid of one (C6)."""

    opposition: tuple[int, ...]
    size: int
    missing: int | None = None


@dataclass(frozen=True)
class LedgerSteps:
    """Temporary dice and what happens to them; the answer is what is left (C6)."""

    holds: tuple[HeldDie, ...] = ()
    steps: tuple[LedgerStep, ...] = ()


@dataclass(frozen=True)
class Odds:
    """The sizes of each side's dice: one pool's as a list, several pools' as a list of lists."""

    sides: tuple[tuple[int, ...] | tuple[tuple[int, ...], ...], ...]
    seed: int = 0


def judge_thrown(contest: Contest) -> ContestVerdict:
    """Judge a contest (C1, C3 to C5, C7)."""
    return judge_contest(contest.sides)


def judge_push(push: Push) -> ContestVerdict:
    """Judge a contest thrown again with five more dice on every side (C4)."""
    sides = []
    for index, side in enumerate(push.sides):
        path = ("sides", index, "added")
        names = tuple(pool.id for pool in side.pools)
        refuse_unless(side.added.id in names, "one-of", *path, "id", names=names)
        given = len(side.added.dice)
        refuse_unless(given == PUSHED_DICE, "exact-count", *path, "dice", count=PUSHED_DICE, given=given)
        more = {side.added.id: side.added.dice}
        pools = tuple(Pool(pool.id, (*pool.dice, *more.get(pool.id, ()))) for pool in side.pools)
        sides.append(Side(side.id, pools))
    return judge_contest(sides)


def judge_assets(assets: Assets) -> BuiltPool:
    """Build a pool (C2)."""
    return build_pool(assets.assets)


def judge_opposition(opposition: Opposition) -> GrownOpposition:
    """Replace up to three of the opposition's dice (C6)."""
    return grow_opposition(opposition.opposition, opposition.size, opposition.missing)


def judge_spending(spending: Spending) -> Spent:
    """Spend success and concession dice (C6)."""
    return spend(spending)


def take_step(ledger: Ledger, step: LedgerStep) -> Ledger:
    """Change the ledger by one step (C6)."""
    if step.do is Do.GAIN:
        return ledger.gain(needed(step.die, "die"))
    name = needed(step.name, "name")
    return ledger.use(name) if step.do is Do.USE else ledger.remove(name)


def judge_ledger(steps: LedgerSteps) -> Ledger:
    """Keep the temporary dice (C6)."""
    ledger = Ledger(steps.holds)
    for index, step in enumerate(steps.steps):
        try:
            ledger = take_step(ledger, step)
        except Refusal as refusal:
            raise under(refusal, "steps", index) from None
    return ledger


def judge_odds(odds: Odds) -> ContestOdds:
    """Count or sample the chances of a contest."""
    return contest_odds(odds.sides, odds.seed)
