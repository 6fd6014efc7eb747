"""Opposed throws: two throwers or more, the highest counted value wins (D9)."""

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
from rules.names import spelt_before
from rules.refusal import Refusal, refuse


class OpposedRefusal(Refusal):
    """An opposed throw that cannot be judged."""


@unique
class OpposedOutcome(StrEnum):
    """How an opposed throw ends; a tie for the highest is a complication (D9)."""

    WIN = "win"
    COMPLICATION = "complication"


@dataclass(frozen=True)
class OpposedResult:
    """The outcome, the winner, and the result of each throw, in the order given."""

    outcome: OpposedOutcome
    winner: str | None
    throws: tuple[ThrowResult, ...]
    specials: tuple[FiredSpecial, ...]
    rule: tuple[str, ...]


def judge_opposed(throws: Sequence[Throw], valuation: Valuation = STANDARD) -> OpposedResult:
    """Judge throws against each other (D9 to D12).

    :raise OpposedRefusal: with fewer than two throwers, one twice, or one without cards.
    """
    refuse(faults_of_opposed(throws))
    counted = [each for throw in throws if (each := count_throw(throw, valuation)) is not None]
    top = max(each.value for each in counted)
    leaders = [place for place, each in enumerate(counted) if each.value == top]
    winner = leaders[0] if len(leaders) == 1 else None
    results = tuple(
        ThrowResult(
            throw.id,
            each.value,
            each.card,
            _critical(throw, each, _best_other(counted, place), valuation) if place == winner else None,
            each.fumbles,
        )
        for place, (throw, each) in enumerate(zip(throws, counted, strict=True))
    )
    specials = () if winner is None else fired_specials(throws[winner], counted[winner])
    shaped_by = [rule for pair in zip(throws, results, strict=True) for rule in rules_of_throw(*pair)]
    return OpposedResult(
        OpposedOutcome.COMPLICATION if winner is None else OpposedOutcome.WIN,
        None if winner is None else throws[winner].id,
        results,
        specials,
        in_rule_order(["D9", *shaped_by, *(["D12"] if specials else [])]),
    )


def faults_of_opposed(throws: Sequence[Throw]) -> Iterator[OpposedRefusal]:
    """All faults that keep throws from being judged against each other."""
    if len(throws) < 2:
        yield OpposedRefusal("one-thrower", ("throwers",))
    for place, throw in enumerate(throws):
        if throw.id in {earlier.id for earlier in throws[:place]}:
            yield OpposedRefusal("twice", ("throwers", place, "id"), id=throw.id)
        other = spelt_before(throw.id, [earlier.id for earlier in throws[:place]])
        if other is not None:
            yield OpposedRefusal("spelt-twice", ("throwers", place, "id"), given=throw.id, other=other)
        if not throw.cards:
            yield OpposedRefusal("no-cards", ("throwers", place, "cards"))


def _best_other(counted: Sequence[Counted], place: int) -> int:
    return max(each.value for other, each in enumerate(counted) if other != place)


def _critical(throw: Throw, counted: Counted, to_beat: int, valuation: Valuation) -> Critical | None:
    """The clause of D11 that makes the winner's success critical, if one does."""
    for significator in working_significators(throw, valuation):
        if significator.value > to_beat:
            return Critical(CriticalBy.SIGNIFICATOR, significator.card)
    if counted.value > HIGHEST_ORDINARY_VALUE:
        return Critical(CriticalBy.HIGH_CARD, counted.card)
    return None
