"""Orders about the evening: undo, notes, corrections of old entries, other systems, a new evening."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from webui.table import judging
from webui.table.commands import schemas
from webui.table.commands.registry import carries_out
from webui.table.commands.schemas import AnyOrder, OrderError
from webui.table.projection import Entry
from webui.table.systems import known_system, with_judged
from webui.table.systems import record as judge_and_record

if TYPE_CHECKING:
    from webui.table.state import TableState


@carries_out("undo")
def undo(table: TableState, _: AnyOrder) -> None:
    """The last thing that a person did is taken back."""
    if not table.projection.acts:
        raise OrderError("nothing-to-undo")
    last = table.projection.acts[-1]
    table.write("undone", {"event": last.id}, remembered=last.evening is None)
    table.refold()
    table.put_back(last)
    table.invalidate_all()


@carries_out("note")
def note(table: TableState, order: schemas.Note) -> None:
    """A note stands beneath an entry."""
    _entry(table, order.entry)
    table.write("noted", {"entry": order.entry, "text": order.text})


@carries_out("correct-entry")
def correct_entry(table: TableState, order: schemas.CorrectEntry) -> None:
    """An old entry is judged again with another card; later ones stand."""
    judge_entry_again(table, order)


def judge_entry_again(table: TableState, order: schemas.CorrectEntry, **said: dict[str, Any]) -> None:
    """Judge an entry again; a ``word`` about the card that still lies there is part of the same act."""
    entry = _entry(table, order.entry)
    table.write("entry-corrected", judging.correct_entry(entry, order) | said)


def _entry(table: TableState, wanted: int) -> Entry:
    entry = table.projection.entries.get(wanted)
    if entry is None:
        raise OrderError("no-such-entry", entry=wanted)
    return entry


@carries_out("record")
def record(table: TableState, order: schemas.RecordThrow) -> None:
    """Another system's document is judged and kept."""
    kept = judge_and_record(order.system, order.document, table.settings.language)
    if order.desk is not None or order.place is not None:
        desk = order.desk if order.desk is not None else table.projection.desks.get(order.system, {})
        kept["desk"] = with_judged(desk, order.place, kept)
    table.write("recorded", kept)


@carries_out("desk")
def desk(table: TableState, order: schemas.KeepDesk) -> None:
    """What another system's page is working on is kept."""
    known_system(order.system)
    table.write("desk", {"system": order.system, "document": order.document})


@carries_out("session-new")
def session_new(table: TableState, order: schemas.NewSession) -> None:
    """A new evening begins."""
    table.evening = table.store.begin_evening(table.clock(), order.session_name)
    table.refold()
    table.throwing.begin()
    table.new_throw_on_the_table()
