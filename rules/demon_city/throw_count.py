"""The number of cards of a throw, and the reasons (D13 to D22)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from rules.demon_city.claims import (
    VOLUNTARY,
    Advantage,
    Claims,
    Disadvantage,
    Extra,
    Lost,
    ThrowCountRefusal,
    ThrowKind,
)
from rules.demon_city.claims_check import verify_claims
from rules.demon_city.throw import Keep


@unique
class Floor(StrEnum):
    """The rules for losses that one throw cannot bear (D20 to D22), and the Host's adjustment (D23a)."""

    MINIMUM = "minimum"
    TO_OPPONENT = "to-opponent"
    FROM_OPPONENT = "from-opponent"
    LOWEST = "lowest"
    BY_HOST = "by-host"


@dataclass(frozen=True)
class Reason:
    """One change of the number of cards, and its rule."""

    amount: int
    code: Advantage | Disadvantage | Floor
    rule: str
    name: str = ""
    """The situation's or the skill's name; with `LOWEST`, which manoeuvre it was."""


@dataclass(frozen=True)
class ThrowCount:
    """The number of cards, the rule that picks the one that counts, and the opponent's gain."""

    cards: int
    keep: Keep
    to_opponent: int
    reasons: tuple[Reason, ...]
    """The reasons; with the base they add up to the number of cards."""


def count_throws(
    kind: ThrowKind,
    own: Claims,
    opponent: Claims | None = None,
    base: int = 1,
    from_opponent: int = 0,
    *,
    mutual: bool = False,
    in_round: bool = False,
) -> ThrowCount:
    """Count the cards of one throw (D13 to D22).

    Involuntary losses come first; those left over at one throw go to the opponent, if there is one.
    Voluntary ones follow: whoever has one throw left throws two, and the lowest counts (D22).

    :param opponent: what the opponent counts, to refuse what is counted on both sides (D21)
    :param mutual: whether each of the two acts upon the other, so that neither is distracted (D16)
    :param in_round: whether a static throw belongs to an Action Round, where injury counts (D20, D25)
    :param from_opponent: losses of the opponent's that were left over at one throw (D21)
    :raise ThrowCountRefusal: for what counts twice, or cannot count in this kind of throw

    >>> drunk = Claims((Extra(Advantage.HIGHER_STAT),), (Lost(Disadvantage.SITUATION, "drunk"),))
    >>> count_throws(ThrowKind.OPPOSED, drunk).cards
    1
    """
    if base < 1:
        raise ThrowCountRefusal("below-one", ("base",), value=base)
    verify_claims(kind, own, opponent or Claims(), mutual=mutual, in_round=in_round)
    reasons = [Reason(extra.times, extra.kind, _rule_of(kind, extra), extra.name) for extra in own.extra]
    involuntary = [lost for lost in own.lost if lost.kind not in VOLUNTARY]
    reasons += [Reason(-1, lost.kind, "D20", lost.name) for lost in involuntary]
    cards = base + sum(reason.amount for reason in reasons)
    left_over = max(0, 1 - cards)
    if left_over:
        reasons.append(_at_the_floor(kind, left_over))
    if from_opponent:
        reasons.append(Reason(from_opponent, Floor.FROM_OPPONENT, "D21"))
    chosen = [lost for lost in own.lost if lost.kind in VOLUNTARY]
    cards, keep, voluntary_reasons = _take_on(cards + left_over + from_opponent, chosen)
    to_opponent = 0 if kind is ThrowKind.STATIC else left_over
    return ThrowCount(cards, keep, to_opponent, (*reasons, *voluntary_reasons))


def adjust(count: ThrowCount, by: int) -> ThrowCount:
    """Apply the Host's plus or minus to a count; it never falls below one card (D20, D23a)."""
    cards = max(1, count.cards + by)
    if cards == count.cards:
        return count
    reason = Reason(cards - count.cards, Floor.BY_HOST, "D23a")
    return replace(count, cards=cards, reasons=(*count.reasons, reason))


def _rule_of(kind: ThrowKind, extra: Extra) -> str:
    match extra.kind:
        case Advantage.HIGHER_STAT:
            return "D17" if kind is ThrowKind.CLASH else "D14"
        case Advantage.SITUATION:
            return "D19" if kind is ThrowKind.CLASH else "D13"
        case Advantage.OVERLAP:
            return "D15"
        case Advantage.DISTRACTION:
            return "D16"
        case _:
            return "D18"


def _at_the_floor(kind: ThrowKind, left_over: int) -> Reason:
    """Keep the count at one card or more; the rest goes to an opponent, if there is one (D20, D21)."""
    if kind is ThrowKind.STATIC:
        return Reason(left_over, Floor.MINIMUM, "D20")
    return Reason(left_over, Floor.TO_OPPONENT, "D21")


def _take_on(cards: int, chosen: Sequence[Lost]) -> tuple[int, Keep, list[Reason]]:
    """Take a throw for each manoeuvre; at one throw, two are thrown and the lowest counts (D20, D22)."""
    keep, reasons = Keep.HIGHEST, []
    for lost in chosen:
        if keep is Keep.HIGHEST and cards > 1:
            cards -= 1
            reasons.append(Reason(-1, lost.kind, "D20"))
        else:
            reasons.append(Reason(2 - cards, Floor.LOWEST, "D22", lost.kind))
            cards, keep = 2, Keep.LOWEST
    return cards, keep, reasons
