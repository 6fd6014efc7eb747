"""Demon City's documents in one place: throws, clashes, rounds, numbers of cards, odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from rules.cards import Order
from rules.demon_city import Keep
from webui.documents.action_round import round_document
from webui.documents.chances import OddsQuestion, odds_answer
from webui.documents.counted import throws_document
from webui.documents.fields import FROM_TEXT, Cards, OneOrMoreCards, as_list
from webui.documents.judged import resolve_document
from webui.documents.parse import DocumentModel, parse_kind
from webui.i18n import render, sentence
from webui.i18n.verdicts import Speaker

DeckField = Cards | Literal["players"] | None
"""The cards left to draw; left out, or as `players`, the Players' Deck (D34)."""

Count = Annotated[int, Field(ge=1, le=40)]


class OddsDocument(DocumentModel):
    """The odds of a throw (D36): against as many cards, or against an Intensity, or a table of either."""

    kind: Literal["odds"]
    throws: Count = 1
    against: Annotated[tuple[Count, ...], BeforeValidator(as_list)] = ()
    intensity: Annotated[int, Field(ge=0)] | None = None
    deck: DeckField = None
    other_deck: DeckField = None
    significator: OneOrMoreCards = ()
    keep: Annotated[Keep, FROM_TEXT] = Keep.HIGHEST
    order: Annotated[Order, FROM_TEXT] = Order.RWS
    table: Literal["cards", "intensity"] | None = None
    replace: bool = False
    reroll_ties: bool = False

    def question(self) -> OddsQuestion:
        """The question that ``clashcam odds`` would ask."""
        return OddsQuestion(
            throws=self.throws,
            against=self.against or ((1,) if self.intensity is None else ()),
            intensity=self.intensity,
            deck=self.deck,
            other_deck=self.other_deck,
            significators=tuple(card.code for card in self.significator),
            keep=self.keep,
            table=self.table is not None,
            by_intensity=self.table == "intensity",
            order=self.order,
            replace=self.replace,
            reroll_ties=self.reroll_ties,
        )


def demon_city_document(document: Any, language: str) -> Any:
    """Judge a document of Demon City, of whichever kind; a list gives a list.

    :raise DocumentError: it does not fit; in a list, its path begins with the place
    """
    kind = str(document.get("kind", "")) if isinstance(document, Mapping) else ""
    if kind == "round":
        return round_document(document, Speaker(language))
    if kind.endswith("-throws"):
        return throws_document(document, language)
    if kind == "odds":
        return _odds(document, language)
    return resolve_document(document, Speaker(language))


def _odds(document: Any, language: str) -> dict[str, Any]:
    asked = parse_kind({"odds": OddsDocument}, document, language)
    assert isinstance(asked, OddsDocument)
    answer = odds_answer(asked.question())
    if "table" in answer:
        return {**answer, "rule": ["D36"], "say": sentence(render("demon-city.odds.table", None, language))}
    win = {"percent": round(100 * answer["win"], 1)}
    return {**answer, "rule": ["D36"], "say": sentence(render("demon-city.odds", win, language))}
