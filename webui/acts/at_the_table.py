"""Orders about the throw on the table: confirm, correct, assign, choose, begin, judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webui import orders
from webui.acts.in_the_log import judge_entry_again
from webui.acts.registry import carries_out
from webui.chances import chances
from webui.judging import Hand, Judgement
from webui.ledger import Entry
from webui.orders import AnyOrder, OrderError
from webui.pictures import keep_throw

if TYPE_CHECKING:
    from webui.referee import Referee


@carries_out("confirm")
def confirm(referee: Referee, _: AnyOrder) -> None:
    """The verdict and its picture go into the log."""
    judged = referee.judgement
    if not isinstance(judged, Judgement) or referee.confirmed is not None:
        raise OrderError("no-verdict")
    if judged.is_open:
        raise OrderError("choose-first")
    cards = referee.throw_cards()
    kept = keep_throw(referee.store, referee.throw_frame, referee.throw_tracks(), referee.settings.view)
    entry: Entry = {
        "throw": referee.ledger.throw,
        "mode": referee.settings.mode.kind,
        "document": judged.document,
        "result": judged.result,
        "seats": [_seat_record(hand) for hand in referee.hands() if hand.cards],
        **kept,
    }
    counts = {hand.seat.id: len(hand.cards) for hand in referee.hands()}
    entry["odds"] = chances(referee.ledger, counts)
    entry["by_human"] = any(card.by_human for card in cards)
    if judged.system is not None:
        entry["system"] = judged.system
    now = referee.ledger.round
    if now is not None:
        after = now.model_dump(mode="json") | {"document": judged.document}
        entry |= {"mode": "round", "round": now.number, "round_after": after}
    referee.confirmed_as(lambda: referee.write("confirmed", entry))
    referee.touch("log")


@carries_out("correct")
def correct(referee: Referee, order: orders.Correct) -> None:
    """What lies there is this card, lies face down, or is no card."""
    seen = referee.known_card(order.key)
    word = referee.word(seen) | {"card": order.card}
    if referee.confirmed is not None and seen.id in referee.throwing.cards:
        _correct_confirmed(referee, referee.confirmed, word, order)
        return
    referee.write("corrected", word)


def _correct_confirmed(referee: Referee, entry: int, word: dict[str, Any], order: orders.Correct) -> None:
    """A card of the throw that was confirmed already: its entry is corrected with it, in one act."""
    if order.card is None or order.card == "down":
        raise OrderError("in-the-log")
    for hand in referee.hands():
        for index, card in enumerate(hand.cards):
            if card.key == word["key"]:
                fields = {"version": order.version, "name": "correct-entry", "entry": entry}
                place = {"seat": hand.seat.id, "index": index, "card": order.card}
                judge_entry_again(referee, orders.CorrectEntry.model_validate(fields | place), word=word)


@carries_out("assign")
def assign(referee: Referee, order: orders.Assign) -> None:
    """A card belongs to another seat, or to nobody."""
    seen = referee.known_card(order.key)
    if order.seat is not None:
        referee.settings.seat(order.seat)
    referee.write("assigned", referee.word(seen) | {"seat": order.seat})


@carries_out("count")
def count(referee: Referee, _: AnyOrder) -> None:
    """What lies there since before is part of the throw; after a verdict that is in the log, of the next one."""
    tracks = referee.uncounted()
    if not tracks:
        raise OrderError("nothing-to-count")
    if referee.confirmed is not None:
        referee.throwing.begin()
        referee.new_throw_on_the_table()
    referee.write(
        "counted", {"cards": [referee.word(referee.known_card(f"t{track.id}")) for track in tracks]}
    )


@carries_out("new-throw")
def new_throw(referee: Referee, _: AnyOrder) -> None:
    """What lies on the table is old from now on."""
    referee.write("thrown", {})
    referee.throwing.begin()
    referee.new_throw_on_the_table()


@carries_out("judge-now")
def judge_now(referee: Referee, _: AnyOrder) -> None:
    """The throw is over now."""
    if not referee.throw_tracks():
        raise OrderError("no-card-to-judge")
    referee.throwing.close(referee.now_s)


@carries_out("choose")
def choose(referee: Referee, order: orders.Choose) -> None:
    """A side chooses who acts (D28)."""
    judged = referee.judgement
    if not isinstance(judged, Judgement) or order.seat not in judged.choices:
        raise OrderError("no-such-choice")
    referee.write("chosen", {"side": order.side, "seat": order.seat})


@carries_out("reshuffle")
def reshuffle(referee: Referee, order: orders.Reshuffle) -> None:
    """A deck's discards were shuffled back into it (D35)."""
    referee.write("reshuffled", {"deck": order.deck})


@carries_out("accept")
def accept(referee: Referee, order: orders.Accept) -> None:
    """A card that cannot be there stands all the same."""
    referee.write("accepted", {"card": order.card})


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
