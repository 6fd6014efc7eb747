"""Corrects an entry of the log: judges it again with another card; later entries stay."""

from __future__ import annotations

from typing import Any

from webui.documents import judge_document, known_system
from webui.documents.demon_city.shapes import Answer, DamageAnswer, FlipAnswer, HarmAnswer
from webui.table.errors import CommandError
from webui.table.log.logged import Entry, record_of
from webui.table.modes.mode import answered, with_deck_options
from webui.table.modes.registry import WITH_CARDS
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import OpenRound
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
        change = WITH_CARDS[entry["document"]["kind"]]
        document = change(entry["document"], seat_id, [each["card"] for each in cards])
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
    thrown = with_deck_options(document)
    match record_of(entry):
        case FlipAnswer():
            flipped = {seat["id"] for seat in entry["seats"]}
            throws = {key: cards for key, cards in document["throws"].items() if key not in flipped}
            before = OpenRound(document=document | {"throws": throws})
            return {"result": after_flip(before, OpenRound(document=thrown)).serialize()}
        case HarmAnswer(hurt=hurt, by=by):
            harm = HarmAnswer(**dict(answered(thrown, DamageAnswer)), hurt=hurt, by=by)
            return {"result": harm.serialize()}
    return {"result": answered(thrown, Answer).serialize()}
