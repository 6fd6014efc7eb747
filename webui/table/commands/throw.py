"""Orders about the throw on the table: confirm, correct, assign, choose, begin, judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webui.table.commands import schemas
from webui.table.commands.log import judge_entry_again
from webui.table.commands.registry import carries_out
from webui.table.commands.schemas import AnyOrder, OrderError
from webui.table.judging import Hand, Judgement
from webui.table.odds import chances
from webui.table.pictures import keep_throw
from webui.table.projection import Entry

if TYPE_CHECKING:
    from webui.table.state import TableState


@carries_out("confirm")
def confirm(table: TableState, _: AnyOrder) -> None:
    """The verdict and its picture go into the log."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or table.confirmed is not None:
        raise OrderError("no-verdict")
    if judged.is_open:
        raise OrderError("choose-first")
    cards = table.throw_cards()
    kept = keep_throw(table.store, table.throw_frame, table.throw_tracks(), table.settings.view)
    entry: Entry = {
        "throw": table.projection.throw,
        "mode": table.settings.mode.kind,
        "document": judged.document,
        "result": judged.result,
        "seats": [_seat_record(hand) for hand in table.hands() if hand.cards],
        **kept,
    }
    counts = {hand.seat.id: len(hand.cards) for hand in table.hands()}
    entry["odds"] = chances(table.projection, counts)
    entry["by_human"] = any(card.by_human for card in cards)
    if judged.system is not None:
        entry["system"] = judged.system
    now = table.projection.round
    if now is not None:
        after = now.model_dump(mode="json") | {"document": judged.document}
        entry |= {"mode": "round", "round": now.number, "round_after": after}
    table.confirmed_as(lambda: table.write("confirmed", entry))
    table.invalidate("log")


@carries_out("correct")
def correct(table: TableState, order: schemas.Correct) -> None:
    """What lies there is this card, lies face down, or is no card."""
    seen = table.known_card(order.key)
    word = table.word(seen) | {"card": order.card}
    if table.confirmed is not None and seen.id in table.throwing.cards:
        _correct_confirmed(table, table.confirmed, word, order)
        return
    table.write("corrected", word)


def _correct_confirmed(table: TableState, entry: int, word: dict[str, Any], order: schemas.Correct) -> None:
    """A card of the throw that was confirmed already: its entry is corrected with it, in one act."""
    if order.card is None or order.card == "down":
        raise OrderError("in-the-log")
    for hand in table.hands():
        for index, card in enumerate(hand.cards):
            if card.key == word["key"]:
                fields = {"version": order.version, "name": "correct-entry", "entry": entry}
                place = {"seat": hand.seat.id, "index": index, "card": order.card}
                judge_entry_again(table, schemas.CorrectEntry.model_validate(fields | place), word=word)


@carries_out("assign")
def assign(table: TableState, order: schemas.Assign) -> None:
    """A card belongs to another seat, or to nobody."""
    seen = table.known_card(order.key)
    if order.seat is not None:
        table.settings.seat(order.seat)
    table.write("assigned", table.word(seen) | {"seat": order.seat})


@carries_out("count")
def count(table: TableState, _: AnyOrder) -> None:
    """What lies there since before is part of the throw; after a verdict that is in the log, of the next one."""
    tracks = table.uncounted()
    if not tracks:
        raise OrderError("nothing-to-count")
    if table.confirmed is not None:
        table.throwing.begin()
        table.new_throw_on_the_table()
    table.write("counted", {"cards": [table.word(table.known_card(f"t{track.id}")) for track in tracks]})


@carries_out("new-throw")
def new_throw(table: TableState, _: AnyOrder) -> None:
    """What lies on the table is old from now on."""
    table.write("thrown", {})
    table.throwing.begin()
    table.new_throw_on_the_table()


@carries_out("judge-now")
def judge_now(table: TableState, _: AnyOrder) -> None:
    """The throw is over now."""
    if not table.throw_tracks():
        raise OrderError("no-card-to-judge")
    table.throwing.close(table.now_s)


@carries_out("choose")
def choose(table: TableState, order: schemas.Choose) -> None:
    """A side chooses who acts (D28)."""
    judged = table.judgement
    if not isinstance(judged, Judgement) or order.seat not in judged.choices:
        raise OrderError("no-such-choice")
    table.write("chosen", {"side": order.side, "seat": order.seat})


@carries_out("reshuffle")
def reshuffle(table: TableState, order: schemas.Reshuffle) -> None:
    """A deck's discards were shuffled back into it (D35)."""
    table.write("reshuffled", {"deck": order.deck})


@carries_out("accept")
def accept(table: TableState, order: schemas.Accept) -> None:
    """A card that cannot be there stands all the same."""
    table.write("accepted", {"card": order.card})


def _seat_record(hand: Hand) -> dict[str, Any]:
    return {
        "id": hand.seat.id,
        "name": hand.seat.name,
        "side": hand.seat.side,
        "colour": hand.seat.colour,
        "significators": list(hand.seat.significators),
        "cards": [
            {"card": card.code, "reversed": card.reversed, "by": "human" if card.by_human else "camera"}
            for card in hand.cards
        ],
    }
