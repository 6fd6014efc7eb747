"""Demon City's kinds of document: the request of each, and its judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules.cards import STANDARD, Card, Valuation
from rules.demon_city.claims import Claims, ThrowKind
from rules.demon_city.clash import ClashResult, Next, Participant
from rules.demon_city.derived_throws import Deed, Fighter, derive_throws
from rules.demon_city.harm import Damage, judge_damage
from rules.demon_city.opposed import OpposedResult, judge_opposed
from rules.demon_city.plain_numbers import C100, PlainCards, draw_c10, judge_c100
from rules.demon_city.resolver import resolve_clash
from rules.demon_city.static import StaticResult, judge_static
from rules.demon_city.throw import Throw
from rules.demon_city.throw_count import ThrowCount, count_throws


@dataclass(frozen=True)
class StaticThrow:
    """A throw against one Intensity, or against several for degrees of success (D8)."""

    throw: Throw
    intensities: tuple[int, ...]
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class OpposedThrows:
    """Throws against each other (D9)."""

    throws: tuple[Throw, ...]
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class C10Cards:
    """The cards drawn for so many C10 (D6)."""

    cards: tuple[Card, ...]
    count: int = 1
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class C100Cards:
    """The cards drawn for a C100 (D7)."""

    cards: tuple[Card, ...]
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class DamageCards:
    """The cards thrown as damage against a base Toughness (D33)."""

    toughness: int
    cards: tuple[Card, ...] = ()
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class Clash:
    """All participants of one clash (D26), and the answers to its choices by side (D28)."""

    participants: tuple[Participant, ...]
    choose: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    damage: bool = True
    """Whether the table throws damage as D33 has it, or leaves it to the Host."""
    valuation: Valuation = STANDARD


@dataclass(frozen=True)
class CountedClaims:
    """Claims of one side and, if given, of the opponent (D13 to D22)."""

    kind: ThrowKind
    own: Claims
    opponent: Claims | None = None
    base: int = 1
    in_round: bool = False
    """Whether a static throw belongs to an Action Round, in which injury counts (D20, D25)."""


@dataclass(frozen=True)
class Deeds:
    """The deeds of a round, and the fighters who do nothing (D16 to D22)."""

    deeds: tuple[Deed, ...]
    idle: tuple[Fighter, ...] = ()


@dataclass(frozen=True)
class CountedThrows:
    """How many cards somebody throws, and the opponent."""

    own: ThrowCount
    opponent: ThrowCount | None = None

    @property
    def rule(self) -> tuple[str, ...]:
        """The rules of every reason."""
        return _rules_of([self.own, *([self.opponent] if self.opponent else [])])


@dataclass(frozen=True)
class DerivedThrows:
    """How many cards everybody throws, by id."""

    counts: Mapping[str, ThrowCount]

    @property
    def rule(self) -> tuple[str, ...]:
        """The rules of every reason."""
        return _rules_of(list(self.counts.values()))


def _rules_of(counts: Sequence[ThrowCount]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(reason.rule for count in counts for reason in count.reasons))


def judge_test(asked: StaticThrow) -> StaticResult:
    """Judge a static throw (D8)."""
    return judge_static(asked.throw, asked.intensities, asked.valuation)


def judge_against_each_other(asked: OpposedThrows) -> OpposedResult:
    """Judge an opposed throw (D9)."""
    return judge_opposed(asked.throws, asked.valuation)


def read_c10(asked: C10Cards) -> PlainCards:
    """Read the cards of a C10 (D6)."""
    return draw_c10(asked.cards, asked.count, asked.valuation)


def read_c100(asked: C100Cards) -> C100:
    """Read the cards of a C100 (D7)."""
    return judge_c100(asked.cards, asked.valuation)


def read_damage(asked: DamageCards) -> Damage:
    """Read the cards thrown as damage (D33)."""
    return judge_damage(asked.toughness, asked.cards, asked.valuation)


def judge_clash(asked: Clash) -> ClashResult:
    """Judge a clash (D26 to D32); what comes next leaves damage out where it is the Host's (D33)."""
    result = resolve_clash(asked.participants, asked.choose, asked.valuation)
    left = tuple(code for code in result.next if asked.damage or code is not Next.THROW_DAMAGE)
    return replace(result, next=left)


def judge_count(asked: CountedClaims) -> CountedThrows:
    """Count somebody's cards, and the opponent's with what is left over of one's own losses (D13 to D22)."""
    counted = count_throws(asked.kind, asked.own, asked.opponent, asked.base, in_round=asked.in_round)
    if asked.opponent is None:
        return CountedThrows(counted)
    other = count_throws(asked.kind, asked.opponent, from_opponent=counted.to_opponent)
    return CountedThrows(
        count_throws(asked.kind, asked.own, base=asked.base, from_opponent=other.to_opponent), other
    )


def judge_deeds(asked: Deeds) -> DerivedThrows:
    """Count everybody's cards from what they are and do (D16 to D22)."""
    return DerivedThrows(derive_throws(asked.deeds, asked.idle))
