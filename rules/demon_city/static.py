"""Static throws, which the source also calls tests and checks (D8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.cards import STANDARD, Valuation
from rules.demon_city.throw import (
    HIGHEST_ORDINARY_VALUE,
    Counted,
    Critical,
    CriticalBy,
    FiredSpecial,
    Throw,
    ThrowResult,
    count_throw,
    fired_specials,
    in_rule_order,
    rules_of_throw,
    working_significators,
)
from rules.refusal import Refusal, refuse


class StaticRefusal(Refusal):
    """A static throw that cannot be judged."""


@unique
class StaticOutcome(StrEnum):
    """How a static throw ends; a tie is a failure (D8)."""

    SUCCESS = "success"
    FAILURE = "failure"


@dataclass(frozen=True)
class StaticResult:
    """The outcome, and each Intensity that was beaten, in ascending order."""

    outcome: StaticOutcome
    throw: ThrowResult
    intensities: tuple[int, ...]
    beaten: tuple[int, ...]
    specials: tuple[FiredSpecial, ...]
    rule: tuple[str, ...]


def judge_static(throw: Throw, intensities: Sequence[int], valuation: Valuation = STANDARD) -> StaticResult:
    """Judge a throw against one Intensity, or several for degrees of success (D8).

    Where several are given, the action succeeds if it beats the lowest, and a card above 10 is critical only
    if it beats them all. Intensity 0 among them is beaten without cards: nobody fumbles then, and whether
    the throw is critical or special depends on the others (Ruling).

    :raise StaticRefusal: without an Intensity, with a negative one, or without cards against more than 0.
    """
    refuse(faults_of_static(throw, intensities))
    goals = tuple(sorted(set(intensities)))
    counted = count_throw(throw, valuation)
    beaten = tuple(goal for goal in goals if goal == 0 or (counted is not None and counted.value > goal))
    thrown_for = bool(beaten) and beaten[-1] > 0
    result = ThrowResult(
        id=throw.id,
        value=counted.value if counted else None,
        card=counted.card if counted else None,
        critical=_critical(throw, goals, counted, valuation) if counted and thrown_for else None,
        fumble=bool(counted and counted.fumbles and goals[0] > 0),
    )
    specials = fired_specials(throw, counted) if thrown_for else ()
    return StaticResult(
        StaticOutcome.SUCCESS if beaten else StaticOutcome.FAILURE,
        result,
        goals,
        beaten,
        specials,
        in_rule_order(["D8", *rules_of_throw(throw, result), *(["D12"] if specials else [])]),
    )


def faults_of_static(throw: Throw, intensities: Sequence[int]) -> Iterator[StaticRefusal]:
    """All faults that keep a throw from being judged against these Intensities."""
    if not intensities:
        yield StaticRefusal("no-intensity", ("intensities",))
    elif min(intensities) < 0:
        yield StaticRefusal("negative", ("intensity",), value=min(intensities))
    if max(intensities, default=0) > 0 and not throw.cards:
        yield StaticRefusal("no-cards", ("thrower", "cards"))


def _critical(
    throw: Throw, goals: tuple[int, ...], counted: Counted, valuation: Valuation
) -> Critical | None:
    """The clause of D11 that makes a success critical, if one does, for an Intensity above 0."""
    lowest = next(goal for goal in goals if goal > 0)
    for significator in working_significators(throw, valuation):
        if significator.value > lowest:
            return Critical(CriticalBy.SIGNIFICATOR, significator.card)
    if counted.value > max(goals[-1], HIGHEST_ORDINARY_VALUE):
        return Critical(CriticalBy.HIGH_CARD, counted.card)
    return None
