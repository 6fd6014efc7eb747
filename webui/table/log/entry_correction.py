"""Corrects an entry of the log: judges it again with another card; later entries stay."""

from __future__ import annotations

from typing import Any

from webui.documents import judge_document, known_system
from webui.table.errors import CommandError
from webui.table.judging.rounds import OpenRound, deck_options, new_results
from webui.table.judging.verdict import answered, held_in, throws_in
from webui.table.log.logged import Entry
from webui.table.seen.cards import Document


def correct(entry: Entry, seat_id: str, index: int, card: str) -> dict[str, Any]:
    """Judge an entry of the log again with another card; return the event's payload.

    :raise CommandError: the entry has no such seat or card
    """
    seats = [dict(seat) for seat in entry["seats"]]
    seat = next((seat for seat in seats if seat["id"] == seat_id), None)
    if seat is None or index >= len(seat["cards"]):
        raise CommandError("no-such-card-in-entry", entry=entry["id"], place=index + 1, seat=seat_id)
    cards = [dict(each) for each in seat["cards"]]
    was, cards[index] = (
        cards[index]["card"],
        cards[index] | {"card": card, "by": "human"},
    )
    seat["cards"] = cards
    if entry.get("system"):
        document = entry["document"] | {"cards": [each["card"] for one in seats for each in one["cards"]]}
    else:
        document = _with_cards(entry["document"], seat_id, [each["card"] for each in cards])
    judged = {"seats": seats, "document": document, **_judged_again(entry, document)}
    return {
        "entry": entry["id"],
        "seat": seat_id,
        "index": index,
        "from": was,
        "to": card,
        "judged": judged,
    }


def _judged_again(entry: Entry, document: Document) -> Document:
    """Return the result; for another system's document, with its sentences."""
    if entry.get("system"):
        judged = judge_document(known_system(entry["system"]), document)
        return {"result": judged.answer(), "said": judged.sentences()}
    if document["kind"] != "round":
        kept = {name: entry["result"][name] for name in ("hurt", "by") if name in entry["result"]}
        return {"result": answered(document | deck_options(throws_in(document), held_in(document))) | kept}
    flipped = {seat["id"] for seat in entry["seats"]}
    throws = {key: cards for key, cards in document["throws"].items() if key not in flipped}
    before = OpenRound(document=document | {"throws": throws}).answer
    after = OpenRound(document=document | deck_options(document["throws"].values(), held_in(document))).answer
    return {"result": after | {"new": new_results(before, after)}}


def _with_cards(document: Document, seat: str, cards: list[str]) -> Document:
    """Return a document with other cards of one thrower."""
    if document["kind"] in ("c10", "c100", "damage"):
        return document | {"cards": cards}
    if document["kind"] == "round":
        return document | {"throws": document["throws"] | {seat: cards}}
    if document["kind"] == "test":
        return document | {"thrower": document["thrower"] | {"cards": cards}}
    key = "throwers" if document["kind"] == "opposed" else "participants"
    changed = [each | {"cards": cards} if each["id"] == seat else each for each in document[key]]
    return document | {key: changed}
