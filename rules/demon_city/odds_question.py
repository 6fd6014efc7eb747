"""Questions about the odds of a throw, and their answers: one throw, or a table of them (D36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final, TypeAlias

from rules.cards import ALL_CARDS, FOOL, STANDARD, Card, Suit, Valuation
from rules.demon_city.decks import build_players_deck
from rules.demon_city.odds import (
    TABLE_INTENSITIES,
    TABLE_SIZE,
    Hand,
    Odds,
    OddsRefusal,
    odds_against,
    odds_against_intensity,
)
from rules.demon_city.throw import Keep
from rules.system import Said

PLAYERS: Final = "players"
"""The name of the deck of D34."""

Deck: TypeAlias = tuple[Card, ...] | str | None
"""The cards left to draw; None, or `PLAYERS`, for the Players' Deck."""

ONE_OF_EACH_VALUE = tuple(card for card in ALL_CARDS if card.suit is Suit.WANDS and card.rank <= 10)
"""The deck from which cards with replacement are drawn where none is named (D36)."""


@dataclass(frozen=True)
class OddsQuestion:
    """A question about odds: cards against cards, or against an Intensity, or a table of either."""

    throws: int = 1
    against: tuple[int, ...] = ()
    intensity: int | None = None
    deck: Deck = None
    other_deck: Deck = None
    significators: tuple[Card, ...] = ()
    keep: Keep = Keep.HIGHEST
    replace: bool = False
    reroll_ties: bool = False
    table: bool = False
    by_intensity: bool = False
    """With `table`, cards against Intensities instead of cards against cards."""
    valuation: Valuation = STANDARD

    def own_deck(self) -> tuple[Card, ...]:
        """The cards that the throw is drawn from; the Players' Deck has the Significators gained (D34)."""
        if isinstance(self.deck, tuple):
            return self.deck
        if self.replace and self.deck is None:
            return ONE_OF_EACH_VALUE
        return build_players_deck(self.significators)

    def foes_deck(self) -> tuple[Card, ...]:
        """The cards that the foes draw from; The Fool is in one deck only (D34)."""
        if isinstance(self.other_deck, tuple):
            return self.other_deck
        if self.replace and self.other_deck is None:
            return ONE_OF_EACH_VALUE
        return build_players_deck(fool=self.other_deck == PLAYERS and FOOL not in self.own_deck())

    def hand(self, cards: int) -> Hand:
        """The thrower's hand of so many cards.

        :raise OddsRefusal: if the deck has too few
        """
        own = frozenset(self.significators)
        return Hand(self.own_deck(), cards, self.keep, own, self.replace, self.valuation)

    def foes(self, cards: int) -> Hand:
        """All foes' hand of so many cards together.

        :raise OddsRefusal: if the deck has too few
        """
        try:
            return Hand(self.foes_deck(), cards, replace=self.replace, valuation=self.valuation)
        except OddsRefusal as refusal:
            raise OddsRefusal(refusal.code, ("other-deck",), **refusal.params) from None


@dataclass(frozen=True)
class ThrowOdds:
    """The odds of one throw."""

    odds: Odds
    rule: tuple[str, ...] = ("D36",)

    @property
    def said(self) -> Said:
        """The chance to win in per cent."""
        return Said("demon-city.odds", {"percent": round(100 * float(self.odds.win), 1)})


@dataclass(frozen=True)
class OddsRow:
    """The odds of so many cards against so many others, or against an Intensity."""

    throws: int
    odds: Odds
    against: int | None = None
    intensity: int | None = None


@dataclass(frozen=True)
class OddsTable:
    """A row for each number of cards; by Intensity, or by the foe's number of cards."""

    rows: tuple[OddsRow, ...]
    by_intensity: bool
    rule: tuple[str, ...] = ("D36",)

    @property
    def said(self) -> Said:
        """The name of the answer in documents: a table."""
        return Said("demon-city.odds.table")


def judge_odds(question: OddsQuestion) -> ThrowOdds | OddsTable:
    """Count the odds (D36).

    :raise OddsRefusal: where a deck has too few cards, or every throw is a tie
    """
    if question.table:
        rows = _rows_by_intensity if question.by_intensity else _rows
        return OddsTable(tuple(rows(question)), question.by_intensity)
    hand = question.hand(question.throws)
    if question.intensity is not None:
        return ThrowOdds(_decided(odds_against_intensity(hand, question.intensity), question))
    return ThrowOdds(_decided(odds_against(hand, question.foes(sum(question.against))), question))


def _decided(odds: Odds, question: OddsQuestion) -> Odds:
    return odds.with_ties_thrown_again() if question.reroll_ties else odds


def _rows(question: OddsQuestion) -> Iterator[OddsRow]:
    sizes = range(1, TABLE_SIZE + 1)
    most, most_foes = len(question.own_deck()), len(question.foes_deck())
    for throws, against in product(sizes, sizes):
        if question.replace or (throws <= most and against <= most_foes):
            odds = odds_against(question.hand(throws), question.foes(against))
            yield OddsRow(throws, _decided(odds, question), against=against)


def _rows_by_intensity(question: OddsQuestion) -> Iterator[OddsRow]:
    """One to eight cards against each Intensity: what to know before assigning one."""
    most = TABLE_SIZE if question.replace else min(TABLE_SIZE, len(question.own_deck()))
    for throws, intensity in product(range(1, most + 1), TABLE_INTENSITIES):
        odds = odds_against_intensity(question.hand(throws), intensity)
        yield OddsRow(throws, odds, intensity=intensity)
