"""Orders about the evening: undo, notes, corrections of old entries, other systems, a new evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webui import judging, orders
from webui.acts.registry import carries_out
from webui.ledger import Entry
from webui.orders import AnyOrder, OrderError
from webui.systems import known_system, with_judged
from webui.systems import record as judge_and_record

if TYPE_CHECKING:
    from webui.referee import Referee


@carries_out("undo")
def undo(referee: Referee, _: AnyOrder) -> None:
    """The last thing that a person did is taken back."""
    if not referee.ledger.acts:
        raise OrderError("nothing-to-undo")
    last = referee.ledger.acts[-1]
    referee.write("undone", {"event": last.id}, remembered=last.evening is None)
    referee.refold()
    referee.put_back(last)
    referee.touch_all()


@carries_out("note")
def note(referee: Referee, order: orders.Note) -> None:
    """A note stands beneath an entry."""
    _entry(referee, order.entry)
    referee.write("noted", {"entry": order.entry, "text": order.text})


@carries_out("correct-entry")
def correct_entry(referee: Referee, order: orders.CorrectEntry) -> None:
    """An old entry is judged again with another card; later ones stand."""
    judge_entry_again(referee, order)


def judge_entry_again(referee: Referee, order: orders.CorrectEntry, **said: dict[str, Any]) -> None:
    """Judge an entry again; a ``word`` about the card that still lies there is part of the same act."""
    entry = _entry(referee, order.entry)
    referee.write("entry-corrected", judging.correct_entry(entry, order) | said)


def _entry(referee: Referee, wanted: int) -> Entry:
    entry = referee.ledger.entries.get(wanted)
    if entry is None:
        raise OrderError("no-such-entry", entry=wanted)
    return entry


@carries_out("record")
def record(referee: Referee, order: orders.RecordThrow) -> None:
    """Another system's document is judged and kept."""
    kept = judge_and_record(order.system, order.document, referee.settings.language)
    if order.desk is not None or order.place is not None:
        desk = order.desk if order.desk is not None else referee.ledger.desks.get(order.system, {})
        kept["desk"] = with_judged(desk, order.place, kept)
    referee.write("recorded", kept)


@carries_out("desk")
def desk(referee: Referee, order: orders.KeepDesk) -> None:
    """What another system's page is working on is kept."""
    known_system(order.system)
    referee.write("desk", {"system": order.system, "document": order.document})


@carries_out("session-new")
def session_new(referee: Referee, order: orders.NewSession) -> None:
    """A new evening begins."""
    referee.evening = referee.store.begin_evening(referee.clock(), order.session_name)
    referee.refold()
    referee.throwing.begin()
    referee.new_throw_on_the_table()
