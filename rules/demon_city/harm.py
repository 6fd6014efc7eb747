"""Damage and Calm, as far as the sources go (D32, D33).

How damage is thrown comes from the discussion of an earlier edition; of Calm the sources say only that
something disturbing may ask for a check, which is a static throw (D8). A table may leave either out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.clash import Attack, ClashResult
from rules.demon_city.plain_numbers import PlainCards, draw_c10
from rules.refusal import Refusal


@unique
class Origin(StrEnum):
    """Where a rule comes from, so that the page can say how firm it is."""

    SOURCE = "source"
    EARLIER_EDITION = "earlier-edition"


@unique
class Harm(StrEnum):
    """What may be thrown for after a clash (D32)."""

    DAMAGE = "damage"
    CALM = "calm"


@dataclass(frozen=True)
class HarmSettings:
    """Which of these throws the table uses."""

    damage: bool = True
    calm: bool = True


@dataclass(frozen=True)
class HarmThrow:
    """A throw that follows from a verdict: for whom, and from where the rule comes."""

    harm: Harm
    ids: tuple[str, ...]
    """Who was hit; for Calm nobody is named: the Host says who is disturbed."""
    origin: Origin


def harm_of(result: ClashResult, settings: HarmSettings | None = None) -> tuple[HarmThrow, ...]:
    """What to throw after a verdict: damage for whom an attack hit that means harm, then, at the Host's
    word, Calm (D32, D33)."""
    settings = settings or HarmSettings()
    hit = tuple(
        target
        for action in result.actions
        if isinstance(action.action, Attack) and not action.action.harmless
        for target in action.hit
    )
    throws = []
    if hit and settings.damage:
        throws.append(HarmThrow(Harm.DAMAGE, hit, Origin.EARLIER_EDITION))
    if settings.calm:
        throws.append(HarmThrow(Harm.CALM, (), Origin.SOURCE))
    return tuple(throws)


class DamageRefusal(Refusal):
    """Damage that cannot be thrown."""


@dataclass(frozen=True)
class Damage:
    """How much a hit hurts: None while cards are missing, and at base Toughness 0, where it injures."""

    amount: int | None
    card: Card | None
    injures: bool
    drawn: PlainCards


def judge_damage(toughness: int, cards: Sequence[Card], valuation: Valuation = STANDARD) -> Damage:
    """As many cards, C10, as the target's base Toughness; the lowest is the damage (D33).

    That the lowest counts is inferred from the averages that the source gives (Ruling).

    >>> judge_damage(2, [Card.parse("w07"), Card.parse("c04")]).amount
    4
    """
    if toughness < 0:
        raise DamageRefusal("negative", ("toughness",), value=toughness)
    if toughness == 0:
        return Damage(None, None, True, PlainCards((), (), (), 0))
    drawn = draw_c10(cards, toughness, valuation)
    if drawn.need:
        return Damage(None, None, False, drawn)
    card = min(drawn.cards, key=valuation.value)
    return Damage(valuation.value(card), card, False, drawn)
