"""What `clashcam odds` asks and answers: exact odds of a throw (D36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rules.cards import ALL_CARDS, FOOL, Card, Order, Suit, Valuation
from rules.demon_city import Keep
from rules.demon_city.decks import build_players_deck
from rules.demon_city.odds import (
    TABLE_INTENSITIES,
    TABLE_SIZE,
    Hand,
    Odds,
    odds_against,
    odds_against_intensity,
)
from rules.refusal import Refusal
from webui.documents.errors import DocumentError, document_error, from_refusal
from webui.documents.fields import read_card
from webui.documents.parse import shown
from webui.i18n import LANGUAGES, render

PLAYERS = "players"
"""The name of the deck of D34."""

MOST = 1000
"""How many cards odds are counted for: more are on no table, and take for ever."""

ONE_OF_EACH_VALUE = tuple(card for card in ALL_CARDS if card.suit is Suit.WANDS and card.rank <= 10)
"""What cards with replacement are drawn from where no deck is named (D36)."""


@dataclass(frozen=True)
class OddsQuestion:
    """Whose odds: the options of the command."""

    throws: int = 1
    against: tuple[int, ...] = ()
    intensity: int | None = None
    deck: tuple[Card, ...] | str | None = None
    other_deck: tuple[Card, ...] | str | None = None
    significators: tuple[str, ...] = ()
    keep: str = Keep.HIGHEST
    replace: bool = False
    reroll_ties: bool = False
    table: bool = False
    by_intensity: bool = False
    """With `table`, cards against Intensities instead of cards against cards."""
    order: str = Order.RWS

    def own_significators(self) -> tuple[Card, ...]:
        """The Significators as cards.

        :raise DocumentError: if one is no card
        """
        try:
            return tuple(read_card(code) for code in self.significators)
        except Refusal as refusal:
            raise from_refusal(refusal).within("significator") from None

    def own_deck(self) -> tuple[Card, ...]:
        """The cards that the throw is drawn from; the Players' Deck has the Significators gained (D34)."""
        if isinstance(self.deck, tuple):
            return self.deck
        if self.replace and self.deck is None:
            return ONE_OF_EACH_VALUE
        return build_players_deck(self.own_significators())

    def foes_deck(self) -> tuple[Card, ...]:
        """The cards that the foes draw from; The Fool is in one deck only (D34)."""
        if isinstance(self.other_deck, tuple):
            return self.other_deck
        if self.replace and self.other_deck is None:
            return ONE_OF_EACH_VALUE
        return build_players_deck(fool=self.other_deck == PLAYERS and FOOL not in self.own_deck())

    def hand(self, cards: int) -> Hand:
        """The thrower's hand of so many cards."""
        return Hand(
            deck=self.own_deck(),
            cards=cards,
            keep=Keep(self.keep),
            significators=frozenset(self.own_significators()),
            replace=self.replace,
            valuation=Valuation(Order(self.order)),
        )

    def foes(self, cards: int) -> Hand:
        """All foes' hand of so many cards together.

        :raise DocumentError: if the deck has too few
        """
        valuation = Valuation(Order(self.order))
        try:
            return Hand(self.foes_deck(), cards, replace=self.replace, valuation=valuation)
        except Refusal as refusal:
            error = from_refusal(refusal)
            raise DocumentError(("other-deck",), error.fault) from None


def read_question(asked: Mapping[str, str], language: str = LANGUAGES[0]) -> OddsQuestion:
    """The question of an address: `throws`, `against` or `intensity`, `replace`, `reroll_ties`, `table`; beside
    `table` the `intensity` needs no number.

    :raise DocumentError: naming the field that is no number, or one that no table has
    """
    table = asked.get("table") == "1"
    by_intensity = table and "intensity" in asked
    return OddsQuestion(
        throws=_number(asked, "throws", 1, 1, language),
        against=(_number(asked, "against", 1, 1, language),),
        intensity=_number(asked, "intensity", 0, 0, language) if "intensity" in asked and not table else None,
        replace=asked.get("replace") == "1",
        reroll_ties=asked.get("reroll_ties") == "1",
        table=table,
        by_intensity=by_intensity,
    )


def _number(asked: Mapping[str, str], name: str, default: int, lowest: int, language: str) -> int:
    text = asked.get(name, str(default)).strip()
    wrong = {"input": shown(text), "expected": render("expected.integer", language=language)}
    if not (text.removeprefix("-").isdecimal() and text.isascii()):
        raise document_error((name,), "wrong", wrong, language)
    number = int(text[:9])
    for code, limit, beyond in (("at-least", lowest, number < lowest), ("at-most", MOST, number > MOST)):
        if beyond:
            expected = render(f"expected.{code}", {"limit": limit}, language)
            raise document_error((name,), "wrong", wrong | {"expected": expected}, language)
    return number


def read_deck(document: object, language: str = LANGUAGES[0]) -> tuple[Card, ...]:
    """A deck: a JSON list of codes.

    :raise DocumentError: naming the place of what is no card
    """
    try:
        codes = TypeAdapter(list[Any]).validate_python(document, strict=True)
    except ValidationError:
        expected = render("expected.list", language=language)
        raise document_error(
            (), "wrong", {"input": shown(document), "expected": expected}, language
        ) from None
    deck = []
    for place, code in enumerate(codes):
        try:
            deck.append(read_card(code))
        except Refusal as refusal:
            raise from_refusal(refusal, language).within(place) from None
    return tuple(deck)


def odds_answer(question: OddsQuestion) -> dict[str, Any]:
    """The odds as a document; with `table`, one row for each number of cards.

    :raise DocumentError: where a deck has too few cards, or a Significator is no card
    """
    try:
        if question.table:
            rows = _rows_by_intensity if question.by_intensity else _rows
            return {"table": list(rows(question))}
        hand = question.hand(question.throws)
        if question.intensity is not None:
            return _answer(odds_against_intensity(hand, question.intensity), question)
        return _answer(odds_against(hand, question.foes(sum(question.against))), question)
    except Refusal as refusal:
        raise from_refusal(refusal) from None


def _rows(question: OddsQuestion) -> Any:
    sizes = range(1, TABLE_SIZE + 1)
    most, most_foes = len(question.own_deck()), len(question.foes_deck())
    for throws, against in product(sizes, sizes):
        if question.replace or (throws <= most and against <= most_foes):
            odds = odds_against(question.hand(throws), question.foes(against))
            yield {"throws": throws, "against": against, **_answer(odds, question)}


def _rows_by_intensity(question: OddsQuestion) -> Iterator[dict[str, float]]:
    """One to eight cards against each Intensity: what to know before assigning one."""
    most = TABLE_SIZE if question.replace else min(TABLE_SIZE, len(question.own_deck()))
    for throws, intensity in product(range(1, most + 1), TABLE_INTENSITIES):
        odds = odds_against_intensity(question.hand(throws), intensity)
        chances = {name: float(getattr(odds, name)) for name in ("win", "critical", "fumble")}
        yield {"throws": throws, "intensity": intensity, **chances}


def _answer(odds: Odds, question: OddsQuestion) -> dict[str, float]:
    odds = odds.with_ties_thrown_again() if question.reroll_ties else odds
    chances = ("win", "lose", "tie", "critical", "fumble")
    return {name: float(getattr(odds, name)) for name in chances}


def odds_in_words(answer: dict[str, Any]) -> str:
    """The odds for people to read, in per cent."""
    if "table" in answer and "intensity" in answer["table"][0]:
        return _grid_in_words(answer["table"])
    if "table" in answer:
        return "\n".join(
            f"{row['throws']} : {row['against']}   {odds_in_words({k: row[k] for k in list(row)[2:]})}"
            for row in answer["table"]
        )
    return "   ".join(f"{name} {chance:.1%}" for name, chance in answer.items())


def _grid_in_words(rows: Sequence[Mapping[str, float]]) -> str:
    """The chances to beat each Intensity, one line for each number of cards."""
    head = "cards" + "".join(f"{intensity:>7}" for intensity in TABLE_INTENSITIES)
    lines = [f"{'':5}   chance to beat Intensity", head]
    for throws in dict.fromkeys(int(row["throws"]) for row in rows):
        chances = (row["win"] for row in rows if row["throws"] == throws)
        lines.append(f"{throws:>5}" + "".join(f"{chance:>7.1%}" for chance in chances))
    return "\n".join(lines)
