"""Verdicts of the rules as documents, in the shapes of the contracts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from rules.cards import Card
from rules.demon_city import (
    C100,
    ActionResult,
    ClashResult,
    Damage,
    FiredSpecial,
    OpposedResult,
    Opposition,
    PlainCards,
    StaticResult,
    ThrowResult,
)
from rules.demon_city.harm import Origin
from rules.demon_city.throw_count import ThrowCount
from webui.i18n.counts import render_count, render_reason
from webui.i18n.narrator import Narrator


def static_answer(result: StaticResult, narrator: Narrator, *, degrees: bool) -> dict[str, Any]:
    """The answer to a `test`; with `degrees`, the Intensities that were beaten."""
    beaten = {"beaten": list(result.beaten)} if degrees else {}
    return {
        "outcome": str(result.outcome),
        "winner": result.throw.id if result.beaten else None,
        **beaten,
        "throws": [_throw(result.throw)],
        "specials": _specials(result.specials),
        "rule": list(result.rule),
        "say": narrator.static(result),
    }


def opposed_answer(result: OpposedResult, narrator: Narrator) -> dict[str, Any]:
    """The answer to an `opposed`."""
    return {
        "outcome": str(result.outcome),
        "winner": result.winner,
        "throws": [_throw(throw) for throw in result.throws],
        "specials": _specials(result.specials),
        "rule": list(result.rule),
        "say": narrator.opposed(result),
    }


def clash_answer(result: ClashResult, narrator: Narrator) -> dict[str, Any]:
    """The answer to a `clash` (D32)."""
    return {
        "outcome": str(result.outcome),
        "side": result.side,
        "actions": [_action(action) for action in result.actions],
        "choose": list(result.choose) or None,
        "specials": _specials(result.specials),
        "next": [str(code) for code in result.next],
        "rule": list(result.rule),
        "say": narrator.clash(result),
    }


def c10_answer(drawn: PlainCards, narrator: Narrator) -> dict[str, Any]:
    """The answer to a `c10`; the value is the highest, as in every throw (D5, D6)."""
    return {
        "value": max(drawn.values) if not drawn.need else None,
        "values": list(drawn.values),
        **_drawn(drawn),
        "rule": list(drawn.rule),
        "say": narrator.c10(drawn),
    }


def c100_answer(result: C100, narrator: Narrator) -> dict[str, Any]:
    """The answer to a `c100`."""
    return {
        "value": result.value,
        **_drawn(result.drawn),
        "rule": list(result.rule),
        "say": narrator.c100(result),
    }


def damage_answer(damage: Damage, narrator: Narrator) -> dict[str, Any]:
    """The answer to a `damage`, marked with its origin (D33)."""
    return {
        "damage": damage.amount,
        "value": damage.amount,
        "card": _code(damage.card),
        "no_throw": damage.without_throw,
        "injures": damage.without_throw,
        **_drawn(damage.drawn),
        "origin": str(Origin.EARLIER_EDITION),
        "rule": list(damage.rule),
        "say": narrator.damage(damage),
    }


def count_answer(count: ThrowCount, narrator: Narrator) -> dict[str, Any]:
    """A number of cards with its reasons (D13 to D22)."""
    return {
        "cards": count.cards,
        "keep": str(count.keep),
        "to_opponent": count.to_opponent,
        "reasons": [list(render_reason(reason, narrator.language)) for reason in count.reasons],
        "say": render_count(count, narrator.language),
    }


def _code(card: Card | None) -> str | None:
    return card.code if card else None


def _drawn(drawn: PlainCards) -> dict[str, Any]:
    """The ignored cards, and how many are missing or too many, if any are (D23a)."""
    need = {"need": drawn.need} if drawn.need else {}
    counted, more = len(drawn.cards), len(drawn.surplus)
    surplus = {"miscounted": [{"counted": counted, "thrown": counted + more}]} if more else {}
    return {"ignored": [card.code for card in drawn.ignored], **need, **surplus}


def _throw(throw: ThrowResult) -> dict[str, Any]:
    return {
        "id": throw.id,
        "value": throw.value,
        "card": _code(throw.card),
        "critical": throw.critical is not None,
        "fumble": throw.fumble,
    }


def _action(action: ActionResult) -> dict[str, Any]:
    several = {"targets": [asdict(target) for target in action.targets]} if len(action.targets) > 1 else {}
    return {
        "id": action.id,
        "value": action.value,
        "card": _code(action.card),
        "happens": action.happens,
        "why": str(action.why),
        "beats": _opposition(action.beats),
        **several,
        "critical": action.critical is not None,
        "fumble": action.fumble,
    }


def _opposition(opposition: Opposition | None) -> dict[str, Any] | None:
    if opposition is None:
        return None
    whose = {} if opposition.id is None else {"id": opposition.id}
    return {**whose, "value": opposition.value}


def _specials(specials: Iterable[FiredSpecial]) -> list[dict[str, Any]]:
    return [{"id": each.id, "card": each.card.code, "text": each.text} for each in specials]
