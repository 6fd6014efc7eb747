"""One throw: some cards, of which one counts (D5, D10 to D12, D22)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique

from rules.cards import FOOL, STANDARD, Card, Valuation

HIGHEST_ORDINARY_VALUE = 10
"""The value above which a card is a critical success, and supernatural in the sense of D8."""


@unique
class Keep(StrEnum):
    """The rule that picks the card that counts (D5, D22)."""

    HIGHEST = "highest"
    LOWEST = "lowest"


@unique
class CriticalBy(StrEnum):
    """The cause of a critical success (D11)."""

    HIGH_CARD = "high-card"
    SIGNIFICATOR = "significator"


@dataclass(frozen=True)
class Special:
    """A horror's special card and what happens when it counts (D12)."""

    card: Card
    text: str = ""


@dataclass(frozen=True)
class FiredSpecial:
    """A special card that counted in an action that happened (D12)."""

    id: str
    card: Card
    text: str


@dataclass(frozen=True)
class Throw:
    """The thrower and the cards, in the order in which they were thrown."""

    id: str
    cards: tuple[Card, ...] = ()
    significators: frozenset[Card] = frozenset()
    keep: Keep = Keep.HIGHEST
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True)
class Counted:
    """The card that counts, and its value for the thrower."""

    card: Card
    value: int
    own_significator: bool = False

    @property
    def fumbles(self) -> bool:
        """Whether The Fool counts, and is not the thrower's Significator (D4, D10)."""
        return self.card == FOOL and not self.own_significator


@dataclass(frozen=True)
class Critical:
    """Why a success is critical: the clause of D11, and the card."""

    by: CriticalBy
    card: Card


@dataclass(frozen=True)
class ThrowResult:
    """The result of one throw; value and card are None where no card was thrown."""

    id: str
    value: int | None
    card: Card | None
    critical: Critical | None = None
    fumble: bool = False


def count_throw(throw: Throw, valuation: Valuation = STANDARD) -> Counted | None:
    """The card of a throw that counts; None where no card was thrown (D5, D22).

    Of equal cards the one counts that serves its thrower best: a Significator, then a special card, then
    any but The Fool, then the first thrown (Ruling).

    >>> hand = Throw("marty", (Card.parse("w06"), Card.parse("c08")))
    >>> count_throw(hand).value
    8
    """
    if not throw.cards:
        return None
    sign = 1 if throw.keep is Keep.HIGHEST else -1
    specials = {special.card for special in throw.specials}

    def merit(card: Card) -> tuple[int, bool, bool, bool]:
        value = valuation.value_to(throw.significators, card)
        return sign * value, card in throw.significators, card in specials, card != FOOL

    best = max(throw.cards, key=merit)
    return Counted(best, valuation.value_to(throw.significators, best), best in throw.significators)


def working_significators(throw: Throw, valuation: Valuation = STANDARD) -> Iterator[Counted]:
    """The thrower's own Significators among the cards that may make a success critical (D11 b).

    Where the lowest card counts, a Significator works only as that card (D22, Ruling).
    """
    if throw.keep is Keep.LOWEST:
        counted = count_throw(throw, valuation)
        if counted and counted.own_significator:
            yield counted
        return
    for card in throw.cards:
        if card in throw.significators:
            yield Counted(card, valuation.value_to(throw.significators, card), True)


def fired_specials(throw: Throw, counted: Counted | None) -> tuple[FiredSpecial, ...]:
    """The specials of an action that happened whose card is the one that counts (D12)."""
    return tuple(
        FiredSpecial(throw.id, special.card, special.text)
        for special in throw.specials
        if counted and special.card == counted.card
    )


def in_rule_order(rules: Iterable[str]) -> tuple[str, ...]:
    """Rule numbers without repetition, in the order of the digest.

    >>> in_rule_order(["D11", "D8", "D11"])
    ('D8', 'D11')
    """
    return tuple(sorted(set(rules), key=lambda rule: int(rule[1:])))


def rules_of_throw(throw: Throw, result: ThrowResult) -> Iterator[str]:
    """The rules on single throws that shaped this one."""
    if throw.keep is Keep.LOWEST:
        yield "D22"
    if result.card == FOOL and result.card in throw.significators:
        yield "D4"
    if result.fumble:
        yield "D10"
    if result.critical:
        yield "D11"
