"""The question of the snapshot: its sentence, and the commands that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from webui.i18n import render
from webui.i18n.seats import possessive_card, whose
from webui.table.contract import snapshot as contract
from webui.table.seen.cards import Judgement, Question, TableCard
from webui.table.seen.labels import deck_title, title_of
from webui.table.settings import Seat, Settings
from webui.table.snapshot.cards import CardWriter

CommandDocument: TypeAlias = dict[str, object]

PILE_SHARE = 0.25
"""The margin of an ignored area around a card, as a share of the card's size: a pile is never quite straight."""


@dataclass(frozen=True, slots=True)
class Decks:
    """The decks that are switched on, and those that can be."""

    on: Sequence[str]
    known: Sequence[str]

    @property
    def off(self) -> list[str]:
        """The decks that can be read and are not switched on."""
        return [deck for deck in self.known if deck not in self.on]

    def offers(self, language: str) -> list[contract.Option]:
        """Return an answer for each of them, which switches it on."""
        return [
            contract.Option(
                text=render("option.switch-on", {"deck": deck_title(deck, language)}, language),
                command={"name": "decks", "names": [*self.on, deck]},
            )
            for deck in self.off
        ]


def build_question(
    asked: Judgement | Question | None, settings: Settings, cards: CardWriter, decks: Decks
) -> contract.Question | None:
    """Return the question of the table, None without one."""
    if not isinstance(asked, Question):
        return None
    seat = _seat_of(settings, asked)
    language = settings.language
    candidates = cards.candidates(asked.card) if asked.card else []
    strange = asked.kind == "unreadable" and not candidates
    return contract.Question(
        kind=asked.kind,
        key=f"t{asked.card.key}" if asked.card else None,
        seat=seat.id if seat else None,
        text=_sentence(asked, seat, "no-deck" if strange and decks.off else asked.kind, language),
        candidates=candidates,
        options=[
            contract.Option(text=render(code, None, language), command=command)
            for code, command in _options(asked, seat)
        ]
        + (decks.offers(language) if strange else []),
    )


def _seat_of(settings: Settings, asked: Question) -> Seat | None:
    id_ = asked.seat or (asked.card.seat if asked.card else None)
    return next((seat for seat in settings.seats if seat.id == id_), None)


def _sentence(asked: Question, seat: Seat | None, kind: str, language: str) -> str:
    params = {**asked.params, "whose": whose(seat, language)}
    if asked.card and asked.card.code:
        params["card"] = possessive_card(seat, title_of(asked.card.code, language), language)
    code = asked.params["why"] if kind == "impossible" else kind
    text = render(f"question.{code}", params, language)
    return text[:1].upper() + text[1:]


def _options(asked: Question, seat: Seat | None) -> list[tuple[str, CommandDocument]]:
    """Return the answers to offer: the code of each text, and its command."""
    if asked.kind == "impossible":
        return _options_for_impossible(asked, seat)
    card = asked.card
    if card is None:
        return []
    if asked.kind == "face-down":
        pile: CommandDocument = {"name": "ignore-add", "region": _around(card)}
        return [("option.pile", pile), _not_thrown(card)]
    if asked.kind == "other-game":
        mode = asked.params["mode"]
        return [(f"option.play-{mode}", {"name": "mode", "kind": mode}), _not_thrown(card)]
    return [("option.no-card", {"name": "correct", "key": f"t{card.key}", "card": None})]


def _options_for_impossible(asked: Question, seat: Seat | None) -> list[tuple[str, CommandDocument]]:
    stands = ("option.stands", {"name": "accept", "card": asked.params["card"]})
    if asked.params["why"] != "in-discard" or seat is None:
        return [stands]
    deck = "players" if seat.side == "players" else "host"
    return [("option.reshuffled", {"name": "reshuffle", "deck": deck}), stands]


def _not_thrown(card: TableCard) -> tuple[str, CommandDocument]:
    return "option.not-thrown", {"name": "assign", "key": f"t{card.key}", "seat": None}


def _around(card: TableCard) -> list[list[float]]:
    """Return a region a little larger than a card."""
    xs, ys = [x for x, _ in card.corners], [y for _, y in card.corners]
    dx, dy = (max(xs) - min(xs)) * PILE_SHARE, (max(ys) - min(ys)) * PILE_SHARE
    x0, x1 = max(0.0, min(xs) - dx), min(1.0, max(xs) + dx)
    y0, y1 = max(0.0, min(ys) - dy), min(1.0, max(ys) + dy)
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]
