"""Damage (D33), as far as the sources go: the throw of it comes from the discussion of an earlier edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.plain_numbers import PlainCards, draw_c10
from rules.refusal import Refusal


@unique
class Origin(StrEnum):
    """The source of a rule, from which the page shows how firm the rule is."""

    SOURCE = "source"
    EARLIER_EDITION = "earlier-edition"


class DamageRefusal(Refusal):
    """Damage that cannot be thrown."""


@dataclass(frozen=True)
class Damage:
    """How much a hit hurts: None while cards are missing, and at base Toughness 0, where there is no throw."""

    amount: int | None
    card: Card | None
    without_throw: bool
    """Base Toughness 0: the hit injures, and no cards are thrown (D33)."""
    drawn: PlainCards
    rule: tuple[str, ...] = ("D33",)


def judge_damage(toughness: int, cards: Sequence[Card], valuation: Valuation = STANDARD) -> Damage:
    """As many cards, C10, as the target's base Toughness; the lowest is the damage (D33).

    That the lowest counts is inferred from the averages that the source gives (Ruling).

    >>> judge_damage(2, [Card.parse("w07"), Card.parse("c04")]).amount
    4
    """
    if toughness < 0:
        raise DamageRefusal("negative", ("toughness",), value=toughness)
    if toughness == 0:
        return Damage(None, None, True, PlainCards((), (), (), 0, tuple(cards)))
    drawn = draw_c10(cards, toughness, valuation)
    if drawn.need:
        return Damage(None, None, False, drawn)
    card = min(drawn.cards, key=valuation.value)
    return Damage(valuation.value(card), card, False, drawn)
