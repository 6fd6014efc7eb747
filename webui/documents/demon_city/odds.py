"""The odds of a throw: asked in a document, on the command line, in an address; answered as JSON or text (D36)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from rules.cards import Card, Order, Valuation
from rules.demon_city import Keep
from rules.demon_city.odds import TABLE_INTENSITIES, Odds, OddsRefusal
from rules.demon_city.odds_question import OddsQuestion, OddsRow, OddsTable, ThrowOdds, judge_odds
from rules.limits import HIGHEST_NUMBER, MOST_CARDS
from rules.refusal import Refusal
from rules.system import Said
from webui.documents.errors import from_refusal, wrong
from webui.documents.fields import (
    FROM_TEXT,
    CardCount,
    Cards,
    DocumentForm,
    Intensity,
    OneOrMoreCards,
    as_list,
    read_card,
)
from webui.i18n import AnyOf
from webui.i18n.narrator import Narrator

DeckField = Cards | Literal["players"] | None
"""The cards left to draw; left out, or as `players`, the Players' Deck (D34)."""


CHANCES = ("win", "lose", "tie", "critical", "fumble")
CHANCES_BY_INTENSITY = ("win", "critical", "fumble")


class OddsForm(DocumentForm):
    """A question about odds: against as many cards, or against an Intensity, or a table of either."""

    throws: CardCount = 1
    against: Annotated[tuple[CardCount, ...], BeforeValidator(as_list)] = ()
    intensity: Intensity | None = None
    deck: DeckField = None
    other_deck: DeckField = None
    significator: OneOrMoreCards = ()
    keep: Annotated[Keep, FROM_TEXT] = Keep.HIGHEST
    order: Annotated[Order, FROM_TEXT] = Order.RWS
    table: Literal["cards", "intensity"] | None = None
    replace: bool = False
    reroll_ties: bool = False

    def faults(self) -> Iterator[Refusal]:
        """Faults: more than one question at once, and more cards than the limit."""
        asked = [name for name in ("against", "intensity", "table") if getattr(self, name) not in (None, ())]
        if len(asked) > 1:
            yield OddsRefusal("exactly-one-of", (asked[1],), names=AnyOf(asked))
        if (cards := sum(self.against)) > MOST_CARDS:
            yield OddsRefusal("too-many-cards", ("against",), given=cards, most=MOST_CARDS)

    def request(self) -> OddsQuestion:
        """The question that ``clashcam odds`` would ask."""
        return OddsQuestion(
            throws=self.throws,
            against=self.against or ((1,) if self.intensity is None else ()),
            intensity=self.intensity,
            deck=self.deck,
            other_deck=self.other_deck,
            significators=self.significator,
            keep=self.keep,
            table=self.table is not None,
            by_intensity=self.table == "intensity",
            valuation=Valuation(self.order),
            replace=self.replace,
            reroll_ties=self.reroll_ties,
        )

    def answer(self, record: ThrowOdds | OddsTable, narrator: Narrator) -> dict[str, Any]:
        """The odds, with the rule and the sentence."""
        return {**odds_answer(record), "rule": list(record.rule), "say": narrator.say(record)}


def answer_question(question: OddsQuestion) -> ThrowOdds | OddsTable:
    """Compute the odds of a question.

    :raise DocumentError: where a deck has too few cards
    """
    try:
        return judge_odds(question)
    except Refusal as refusal:
        raise from_refusal(refusal) from None


def read_question(asked: Mapping[str, str]) -> OddsQuestion:
    """The question of an address: `throws`, `against` or `intensity`, `replace`, `reroll_ties`, `table`; beside
    `table` the `intensity` needs no number.

    :raise DocumentError: naming the field that is no number, or one that no table has
    """
    table = asked.get("table") == "1"
    by_intensity = table and "intensity" in asked
    return OddsQuestion(
        throws=_number(asked, "throws", 1, 1, MOST_CARDS),
        against=(_number(asked, "against", 1, 1, MOST_CARDS),),
        intensity=_number(asked, "intensity", 0, 0, HIGHEST_NUMBER)
        if "intensity" in asked and not table
        else None,
        replace=asked.get("replace") == "1",
        reroll_ties=asked.get("reroll_ties") == "1",
        table=table,
        by_intensity=by_intensity,
    )


def _number(asked: Mapping[str, str], name: str, default: int, lowest: int, highest: int) -> int:
    text = asked.get(name, str(default)).strip()
    if not (text.removeprefix("-").isdecimal() and text.isascii()):
        raise wrong((name,), text, "integer")
    number = int(text[:9])
    for code, limit, beyond in (
        ("at-least", lowest, number < lowest),
        ("at-most", highest, number > highest),
    ):
        if beyond:
            raise wrong((name,), text, Said(f"expected.{code}", {"limit": limit}))
    return number


def read_significators(codes: Sequence[str]) -> tuple[Card, ...]:
    """The cards of these codes.

    :raise DocumentError: if one is no card
    """
    try:
        return tuple(read_card(code) for code in codes)
    except Refusal as refusal:
        raise from_refusal(refusal).within("significator") from None


def read_deck(document: object) -> tuple[Card, ...]:
    """A deck: a JSON list of codes.

    :raise DocumentError: naming the place of what is no card
    """
    if not isinstance(document, list):
        raise wrong((), document, "list")
    deck = []
    for place, code in enumerate(document):
        try:
            deck.append(read_card(code))
        except Refusal as refusal:
            raise from_refusal(refusal).within(place) from None
    return tuple(deck)


def odds_answer(record: ThrowOdds | OddsTable) -> dict[str, Any]:
    """The odds as JSON has them; a table has one row for each number of cards."""
    if isinstance(record, OddsTable):
        return {"table": [_row(row) for row in record.rows]}
    return _chances(record.odds, CHANCES)


def _row(row: OddsRow) -> dict[str, float]:
    if row.against is None:
        assert row.intensity is not None, "a row is against cards or against an Intensity"
        return {"throws": row.throws, "intensity": row.intensity, **_chances(row.odds, CHANCES_BY_INTENSITY)}
    return {"throws": row.throws, "against": row.against, **_chances(row.odds, CHANCES)}


def _chances(odds: Odds, names: Sequence[str]) -> dict[str, float]:
    return {name: float(getattr(odds, name)) for name in names}


def render_odds(record: ThrowOdds | OddsTable) -> str:
    """The odds for people to read on the command line, in per cent."""
    if isinstance(record, ThrowOdds):
        return _line(record.odds)
    if record.by_intensity:
        return "\n".join(_grid(record.rows))
    return "\n".join(f"{row.throws} : {row.against}   {_line(row.odds)}" for row in record.rows)


def _line(odds: Odds) -> str:
    return "   ".join(f"{name} {chance:.1%}" for name, chance in _chances(odds, CHANCES).items())


def _grid(rows: Sequence[OddsRow]) -> Iterator[str]:
    """The chances to beat each Intensity, one line for each number of cards."""
    yield f"{'':5}   chance to beat Intensity"
    yield "cards" + "".join(f"{intensity:>7}" for intensity in TABLE_INTENSITIES)
    for throws in dict.fromkeys(row.throws for row in rows):
        chances = (float(row.odds.win) for row in rows if row.throws == throws)
        yield f"{throws:>5}" + "".join(f"{chance:>7.1%}" for chance in chances)
