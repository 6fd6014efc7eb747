"""Commands about the session: undo, notes, corrections of old entries, other systems, a new session."""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Final, Literal

from pydantic import AliasChoices, Field

from webui.documents import known_system
from webui.documents.demon_city.shapes import Json
from webui.documents.plain_json import write_json
from webui.storage.store import StoredEvent
from webui.table.commands.command import Command, Program, Refusals, command
from webui.table.errors import CommandError
from webui.table.judging.systems import is_example, with_judged
from webui.table.judging.systems import record as judge_and_record
from webui.table.log.entry_correction import correct
from webui.table.log.events import Override, Payload, Thrown, ThrownSeat, event, with_people
from webui.table.log.logged import CorrectionMade, Entry
from webui.table.log.projection import Projection
from webui.table.settings import AnyCardCode
from webui.table.state import TableState

NO_SUCH_ENTRY: Final[Refusals] = {
    "no-such-entry": {
        "en": "The log has no entry {entry}.",
        "de": "Im Protokoll gibt es keinen Eintrag {entry}.",
    }
}


class Undo(Command):
    """Undo the last thing that a person did."""

    name: Literal["undo"]
    keeps_settings: bool = False
    """Whether it is refused where that was a setting: another program changes none."""

    def follow_up(self, program: Program) -> None:
        """Apply the settings of source and decks, if one of them was undone."""
        program.apply_vision_settings(False)


@command(
    scope="log",
    refuses={
        "nothing-to-undo": {
            "en": "There is nothing to undo.",
            "de": "Es gibt nichts rückgängig zu machen.",
        },
        "setting-to-undo": {
            "en": "The last change was a setting: undo it on the Host's page.",
            "de": "Zuletzt wurde eine Einstellung geändert: Das macht die Seite des Hosts rückgängig.",
        },
    },
)
def undo(table: TableState, command: Undo) -> None:
    """Undo the newest event that can be undone."""
    if not table.projection.undoable:
        raise CommandError("nothing-to-undo")
    last = table.projection.undoable[-1]
    if command.keeps_settings and last.kind == "settings":
        raise CommandError("setting-to-undo")
    table.journal.undo(last)
    table.restore_throw(last)
    table.versions.raise_for_all()


class Note(Command):
    """Write a note beneath an entry of the log."""

    name: Literal["note"]
    entry: int
    text: Annotated[str, Field(max_length=2000)]


class Noted(Payload):
    """A note beneath an entry."""

    entry: int
    text: str


@event("noted", undo=None)
def noted(projection: Projection, event: StoredEvent, said: Noted) -> None:
    """Put a note beneath an entry."""
    projection.change_entry(said.entry, note=said.text)


@command(scope="log", refuses=NO_SUCH_ENTRY)
def note(table: TableState, command: Note) -> None:
    """Write a note beneath an entry."""
    _entry(table, command.entry)
    table.journal.write("noted", {"entry": command.entry, "text": command.text})


class ConfirmEntry(Command):
    """Confirm a verdict of an earlier throw."""

    name: Literal["confirm-entry"]
    entry: int


class EntryConfirmed(Payload):
    """A verdict confirmed later."""

    entry: int


@event("entry-confirmed", undo={"en": "Confirmation in the log", "de": "Bestätigung im Protokoll"})
def entry_confirmed(projection: Projection, event: StoredEvent, said: EntryConfirmed) -> None:
    """Confirm an entry."""
    projection.change_entry(said.entry, confirmed=True, stands=False)


@command(
    scope="log",
    refuses={
        **NO_SUCH_ENTRY,
        "confirmed-already": {
            "en": "This throw is confirmed already.",
            "de": "Dieser Wurf ist schon bestätigt.",
        },
    },
)
def confirm_entry(table: TableState, command: ConfirmEntry) -> None:
    """Confirm an entry; a round that has gone on is left as it is."""
    entry = _entry(table, command.entry)
    if entry.confirmed or entry.undone:
        raise CommandError("confirmed-already")
    table.journal.write("entry-confirmed", {"entry": command.entry})


class RemoveEntry(Command):
    """Delete an entry from the log; undo brings it back."""

    name: Literal["remove-entry"]
    entry: int


class Removed(Payload):
    """An entry deleted."""

    entry: int


@event("removed", undo={"en": "Deletion of an entry", "de": "Löschen eines Eintrags"})
def removed(projection: Projection, event: StoredEvent, said: Removed) -> None:
    """Delete an entry."""
    projection.change_entry(said.entry, removed=True)


@command(scope="log", refuses=NO_SUCH_ENTRY)
def remove_entry(table: TableState, command: RemoveEntry) -> None:
    """Remove an entry from log, figures and exports; its cards are preexisting, and a round goes on as it is."""
    entry = _entry(table, command.entry)
    table.journal.write("removed", {"entry": entry.id})
    if table.confirmed == entry.id:
        table.begin_throw()


class CorrectEntry(Command):
    """Correct a card of an earlier entry; that entry is judged again, later ones stay."""

    name: Literal["correct-entry"]
    entry: int
    seat: str
    index: Annotated[int, Field(ge=0)]
    card: AnyCardCode


class JudgedAgain(Payload):
    """An entry after its correction."""

    seats: list[ThrownSeat]
    document: Json
    result: Json
    said: dict[str, str] | None = None


class EntryCorrected(Payload):
    """An old entry judged again; ``word`` is the override of a card that still lies there."""

    entry: int
    seat: str
    index: int
    was: str | None = Field(serialization_alias="from", validation_alias=AliasChoices("from", "was"))
    to: str
    judged: JudgedAgain
    word: Override | None = None


@event("entry-corrected", undo={"en": "Correction in the log", "de": "Korrektur im Protokoll"})
def entry_corrected(projection: Projection, event: StoredEvent, said: EntryCorrected) -> None:
    """Put an entry that was judged again in place of what it was."""
    before, judged = projection.entries[said.entry].whole, said.judged
    made = CorrectionMade(seat=said.seat, index=said.index, was=said.was, to=said.to, at=event.at)
    projection.change_entry(
        said.entry,
        seats=judged.seats,
        document=judged.document,
        result=judged.result,
        said=before.said if judged.said is None else judged.said,
        corrected=[*before.corrected, made],
    )
    if said.word is not None:
        projection.corrections.append(said.word.of(event))


@command(scope="log", refuses=NO_SUCH_ENTRY)
def correct_entry(table: TableState, command: CorrectEntry) -> None:
    """Judge an entry again with another card; later entries stay."""
    entry = _entry(table, command.entry)
    table.journal.write("entry-corrected", correct(entry, command.seat, command.index, command.card))


def _entry(table: TableState, number: int) -> Entry:
    entry = next((each.whole for each in table.logged() if each.id == number), None)
    if entry is None:
        raise CommandError("no-such-entry", entry=number)
    return entry


class RecordThrow(Command):
    """Judge another system's document, and log it.

    With ``place`` the judged document also stays on the system's worksheet, under that name; ``desk`` is the new
    worksheet of the page. ``after`` is the newest event that the person saw (``snapshot.act``): the same document
    asked for twice after one event is one entry. During an example nothing goes into the log.
    """

    name: Literal["record"]
    system: Annotated[str, Field(max_length=40)]
    document: dict[str, object]
    desk: dict[str, object] | None = None
    place: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    after: Annotated[int, Field(ge=0)] | None = None

    def request(self) -> str | None:
        """Return what distinguishes a second tap from another throw; None if the sender does not say what they saw."""
        if self.after is None:
            return None
        asked = write_json([self.system, self.document, self.place])
        return f"{self.after}:{sha256(asked.encode()).hexdigest()}"


class Recorded(Thrown):
    """A judged document of another system, and the worksheet after it."""

    system: str
    desk: Json | None = None


@event("recorded", undo={"en": "Throw", "de": "Wurf"}, upcasters=(with_people,))
def recorded(projection: Projection, event: StoredEvent, said: Recorded) -> None:
    """Put a judged document into the log, and the worksheet after it in place of the last one."""
    projection.put_entry(Entry.of(event, said))
    if said.desk is not None:
        projection.keep_worksheet(said.system, said.desk)


@command(scope="log")
def record(table: TableState, command: RecordThrow) -> None:
    """Judge another system's document, and log it."""
    request = command.request()
    if table.projection.has_recorded(request):
        return
    kept = judge_and_record(command.system, command.document, table.settings.language, table.readings.seed)
    worksheet = (
        command.desk if command.desk is not None else table.projection.worksheets.get(command.system, {})
    )
    if is_example(worksheet):
        judged = with_judged(worksheet, command.place, kept)
        table.journal.write("desk", {"system": command.system, "document": judged, "request": request})
        return
    if command.desk is not None or command.place is not None:
        kept["desk"] = with_judged(worksheet, command.place, kept)
    table.journal.write("recorded", kept | {"request": request})


class KeepWorksheet(Command):
    """Keep the worksheet of another system; None clears it."""

    name: Literal["desk"]
    system: Annotated[str, Field(max_length=40)]
    document: dict[str, object] | None


class WorksheetKept(Payload):
    """A system's worksheet."""

    system: str
    document: Json | None
    request: str | None = None


@event("desk", undo={"en": "Last step", "de": "Letzter Schritt"})
def worksheet_kept(projection: Projection, event: StoredEvent, said: WorksheetKept) -> None:
    """Keep a worksheet, or clear it."""
    projection.note_worksheet_event(event)
    projection.keep_worksheet(said.system, said.document)


@command(scope="log")
def desk(table: TableState, command: KeepWorksheet) -> None:
    """Keep the worksheet of another system."""
    known_system(command.system)
    table.journal.write("desk", {"system": command.system, "document": command.document})


class NewSession(Command):
    """A new session begins."""

    name: Literal["session-new"]
    session_name: Annotated[str, Field(max_length=80)] = ""


@command()
def session_new(table: TableState, command: NewSession) -> None:
    """A new session begins."""
    table.journal.begin_session(command.session_name)
    table.begin_throw()
