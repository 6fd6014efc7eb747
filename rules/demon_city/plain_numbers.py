"""Plain numbers from cards: C10, C100 (D6, D7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.cards import STANDARD, Card, Valuation
from rules.refusal import Refusal


class CountRefusal(Refusal):
    """A number of cards that cannot be thrown."""


@dataclass(frozen=True)
class PlainCards:
    """The cards worth 1 to 10 of a draw, up to the number asked for, and those ignored on the way."""

    cards: tuple[Card, ...]
    values: tuple[int, ...]
    ignored: tuple[Card, ...]
    need: int
    """How many more cards have to be drawn."""
    surplus: tuple[Card, ...] = ()
    """Cards beyond the number asked for: the first count (D23a)."""
    rule: tuple[str, ...] = ("D6",)


@dataclass(frozen=True)
class C100:
    """A number from 1 to 100, None while cards are missing (D7)."""

    value: int | None
    drawn: PlainCards
    rule: tuple[str, ...] = ("D7",)


def draw_c10(cards: Iterable[Card], count: int = 1, valuation: Valuation = STANDARD) -> PlainCards:
    """The first `count` cards worth 1 to 10; every other one before the last of them is ignored (D6).

    Cards after the last of them are surplus: they are reported, but do not count (D23a).

    >>> drawn = draw_c10([Card.parse("m00"), Card.parse("w03"), Card.parse("c07")])
    >>> drawn.values, [card.code for card in drawn.ignored], drawn.need
    ((3,), ['m00'], 0)
    """
    if count < 1:
        raise CountRefusal("below-one", ("count",), value=count)
    kept: list[Card] = []
    ignored: list[Card] = []
    surplus: list[Card] = []
    for card in cards:
        if len(kept) == count:
            surplus.append(card)
        else:
            (kept if 1 <= valuation.value(card) <= 10 else ignored).append(card)
    values = tuple(valuation.value(card) for card in kept)
    return PlainCards(tuple(kept), values, tuple(ignored), count - len(kept), tuple(surplus))


def judge_c100(cards: Sequence[Card], valuation: Valuation = STANDARD) -> C100:
    """Two cards: the ones, then the tens; a ten reads as 0, both tens as 100 (D7).

    Cards outside 1 to 10 are ignored, and another drawn (Ruling).

    >>> judge_c100([Card.parse("w03"), Card.parse("c07")]).value
    73
    """
    drawn = draw_c10(cards, 2, valuation)
    if drawn.need:
        return C100(None, drawn)
    ones, tens = (value % 10 for value in drawn.values)
    return C100(10 * tens + ones or 100, drawn)
