"""Judge documents for clients, without any change of the table."""

from __future__ import annotations

from dataclasses import replace

from flask import Blueprint, Response, jsonify, request

from webui.documents import DocumentError
from webui.documents.demon_city.odds import answer_question, odds_answer, read_question
from webui.documents.plain_json import read_json
from webui.http.api.answers import Document, Fault, RenderedDocument
from webui.http.api.described import described
from webui.http.parts import current_parts, language, require_host
from webui.i18n.refusals import render_fault
from webui.table.deck_state import draw_piles
from webui.table.errors import CommandError
from webui.table.judging.systems import render_any, resolve_any
from webui.table.modes.chances import HOST, PLAYERS

judged = Blueprint("judged", __name__)

ODDS = {
    "throws": "how many cards are thrown",
    "against": "how many cards stand against them",
    "intensity": "the Intensity that stands against them",
    "table": "1: one row for each number of cards, with `intensity` for each Intensity",
    "replace": "1: cards are put back before the next is drawn",
    "reroll_ties": "1: ties are thrown again",
    "tonight": "1: from what is left of the table's two decks, if their cards are known; for the Host alone",
}


@judged.post("/api/resolve")
@described(Document, takes=Document, otherwise={422: "the document does not fit"})
def resolve() -> tuple[Response, int] | Response:
    """Judge any document of the contracts and answer it, without any change."""
    spoken = language()
    try:
        return jsonify(resolve_any(read_json(request.get_data()), spoken))
    except DocumentError as fault:
        return jsonify(_faults(fault)), 422


def _faults(fault: DocumentError) -> dict[str, object]:
    """Return the first fault of a document, and every one of them."""
    errors = [{"error": str(each), "field": each.field} for each in fault.each]
    return {**errors[0], "errors": errors}


@judged.post("/api/tell")
@described(
    RenderedDocument | Fault, takes=Document, otherwise={422: "it is no JSON that every browser reads"}
)
def render_document() -> Response:
    """Judge a system's document and answer its verdict (docs/state.md) or its fault, without any change."""
    document = read_json(request.get_data())
    try:
        return jsonify(verdict=render_any(document, language()).model_dump(mode="json", exclude_unset=True))
    except DocumentError as fault:
        return jsonify(error=fault.fault, field=fault.field, code=fault.code)


@judged.get("/api/odds")
@described(Document, asks=ODDS, otherwise={422: "the question does not fit"})
def odds() -> tuple[Response, int] | Response:
    """Return exact odds as ``clashcam odds`` gives them."""
    try:
        question = read_question(request.args)
        if request.args.get("tonight") == "1":
            require_host(" knows both decks of the table")
            piles = current_parts().table_thread.ask(draw_piles)
            question = replace(question, deck=piles[PLAYERS], other_deck=piles[HOST])
        return jsonify(odds_answer(answer_question(question)))
    except DocumentError as fault:
        return jsonify(error=fault.render(language()), field=fault.field), 422
    except CommandError as fault:
        return jsonify(error=render_fault(fault, language())), 422
