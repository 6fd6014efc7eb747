"""Corrects an entry of the log: judges it again with another card; later entries stay."""

from __future__ import annotations

from webui.documents import judge_document, known_system
from webui.documents.demon_city.shapes import Answer, DamageAnswer, FlipAnswer, HarmAnswer, Json
from webui.table.errors import CommandError
from webui.table.log.logged import Entry
from webui.table.modes.mode import answered, with_deck_options
from webui.table.modes.registry import THROWS
from webui.table.modes.round import after_flip
from webui.table.modes.rounds import OpenRound


def correct(entry: Entry, seat_id: str, index: int, card: str) -> Json:
    """Judge an entry of the log again with another card; return the event's payload.

    :raise CommandError: the entry has no such seat or card
    """
    seat = next((seat for seat in entry.seats if seat.id == seat_id), None)
    if seat is None or index >= len(seat.cards):
        raise CommandError("no-such-card-in-entry", entry=entry.id, place=index + 1, seat=seat_id)
    cards = list(seat.cards)
    cards[index] = cards[index].model_copy(update={"card": card, "by": "human"})
    changed = seat.model_copy(update={"cards": cards})
    seats = [changed if each is seat else each for each in entry.seats]
    if entry.system:
        document = entry.document | {"cards": [each.card for one in seats for each in one.cards]}
    else:
        codes = [each.card or "" for each in cards]
        document = THROWS[entry.kind].with_cards(entry.document, seat_id, codes)
    judged = {"seats": [each.model_dump() for each in seats], "document": document}
    return {
        "entry": entry.id,
        "seat": seat_id,
        "index": index,
        "from": seat.cards[index].card,
        "to": card,
        "judged": judged | _judged_again(entry, document),
    }


def _judged_again(entry: Entry, document: Json) -> Json:
    """Return the result; for another system's document, with its sentences."""
    if entry.system:
        judged = judge_document(known_system(entry.system), document)
        return {"result": judged.answer(), "said": judged.sentences()}
    thrown = with_deck_options(document)
    match entry.record:
        case FlipAnswer():
            flipped = {seat.id for seat in entry.seats}
            throws = {key: cards for key, cards in document["throws"].items() if key not in flipped}
            before = OpenRound(document=document | {"throws": throws})
            return {"result": after_flip(before, OpenRound(document=thrown)).serialize()}
        case HarmAnswer(hurt=hurt, by=by):
            harm = HarmAnswer(**dict(answered(thrown, DamageAnswer)), hurt=hurt, by=by)
            return {"result": harm.serialize()}
    return {"result": answered(thrown, Answer).serialize()}
