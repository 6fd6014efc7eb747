"""Verdicts of the rules as answers, in the shapes of the contracts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from rules.cards import Card
from rules.demon_city import (
    C100,
    ActionResult,
    ClashResult,
    Damage,
    FiredSpecial,
    OpposedResult,
    PlainCards,
    StaticResult,
    ThrowResult,
)
from rules.demon_city.clash import TargetResult
from rules.demon_city.harm import Origin
from rules.demon_city.throw_count import ThrowCount
from webui.documents.demon_city.shapes import (
    ActionPart,
    C10Answer,
    C100Answer,
    ClashAnswer,
    CountPart,
    DamageAnswer,
    KeepName,
    Miscount,
    OpposedAnswer,
    OppositionPart,
    SpecialPart,
    StaticAnswer,
    TargetPart,
    ThrowPart,
)
from webui.i18n.counts import render_count, render_reason
from webui.i18n.narrator import Narrator


def static_answer(result: StaticResult, narrator: Narrator, *, degrees: bool) -> StaticAnswer:
    """The answer to a `test`; with `degrees`, the Intensities that were beaten."""
    return StaticAnswer(
        outcome=result.outcome,
        winner=result.throw.id if result.beaten else None,
        beaten=result.beaten if degrees else None,
        throws=(_throw(result.throw),),
        specials=_specials(result.specials),
        rule=result.rule,
        say=narrator.static(result),
    )


def opposed_answer(result: OpposedResult, narrator: Narrator) -> OpposedAnswer:
    """The answer to an `opposed`."""
    return OpposedAnswer(
        outcome=result.outcome,
        winner=result.winner,
        throws=tuple(map(_throw, result.throws)),
        specials=_specials(result.specials),
        rule=result.rule,
        say=narrator.opposed(result),
    )


def clash_answer(result: ClashResult, narrator: Narrator) -> ClashAnswer:
    """The answer to a `clash` (D32)."""
    return ClashAnswer(
        outcome=result.outcome,
        side=result.side,
        actions=tuple(map(_action, result.actions)),
        choose=result.choose or None,
        specials=_specials(result.specials),
        next=tuple(map(str, result.next)),
        rule=result.rule,
        say=narrator.clash(result),
    )


def c10_answer(drawn: PlainCards, narrator: Narrator) -> C10Answer:
    """The answer to a `c10`; the value is the highest, as in every throw (D5, D6)."""
    return C10Answer(
        value=max(drawn.values) if not drawn.need else None,
        values=drawn.values,
        ignored=_codes(drawn.ignored),
        need=drawn.need or None,
        miscounted=_surplus(drawn),
        rule=drawn.rule,
        say=narrator.c10(drawn),
    )


def c100_answer(result: C100, narrator: Narrator) -> C100Answer:
    """The answer to a `c100`."""
    return C100Answer(
        value=result.value,
        ignored=_codes(result.drawn.ignored),
        need=result.drawn.need or None,
        miscounted=_surplus(result.drawn),
        rule=result.rule,
        say=narrator.c100(result),
    )


def damage_answer(damage: Damage, narrator: Narrator) -> DamageAnswer:
    """The answer to a `damage`, marked with its origin (D33)."""
    return DamageAnswer(
        damage=damage.amount,
        value=damage.amount,
        card=_code(damage.card),
        no_throw=damage.without_throw,
        injures=damage.without_throw,
        ignored=_codes(damage.drawn.ignored),
        need=damage.drawn.need or None,
        miscounted=_surplus(damage.drawn),
        origin=str(Origin.EARLIER_EDITION),
        rule=damage.rule,
        say=narrator.damage(damage),
    )


def count_answer(count: ThrowCount, narrator: Narrator) -> CountPart:
    """A number of cards with its reasons (D13 to D22)."""
    return CountPart(
        cards=count.cards,
        keep=cast(KeepName, str(count.keep)),
        to_opponent=count.to_opponent,
        reasons=tuple(render_reason(reason, narrator.language) for reason in count.reasons),
        say=render_count(count, narrator.language),
    )


def targets_part(targets: Sequence[TargetResult]) -> tuple[TargetPart, ...] | None:
    """The targets of an attack on several; None where there is only one."""
    if len(targets) < 2:
        return None
    return tuple(TargetPart(id=each.id, value=each.value, happens=each.happens) for each in targets)


def _code(card: Card | None) -> str | None:
    return card.code if card else None


def _codes(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.code for card in cards)


def _surplus(drawn: PlainCards) -> tuple[Miscount, ...] | None:
    """Cards beyond the number asked for, if there are any (D23a)."""
    counted, more = len(drawn.cards), len(drawn.surplus)
    return (Miscount(counted=counted, thrown=counted + more),) if more else None


def _throw(throw: ThrowResult) -> ThrowPart:
    return ThrowPart(
        id=throw.id,
        value=throw.value,
        card=_code(throw.card),
        critical=throw.critical is not None,
        fumble=throw.fumble,
    )


def _action(action: ActionResult) -> ActionPart:
    beats = action.beats
    return ActionPart(
        id=action.id,
        value=action.value,
        card=_code(action.card),
        happens=action.happens,
        why=action.why,
        beats=None if beats is None else OppositionPart(id=beats.id, value=beats.value),
        targets=targets_part(action.targets),
        critical=action.critical is not None,
        fumble=action.fumble,
    )


def _specials(specials: Iterable[FiredSpecial]) -> tuple[SpecialPart, ...]:
    return tuple(SpecialPart(id=each.id, card=each.card.code, text=each.text) for each in specials)
