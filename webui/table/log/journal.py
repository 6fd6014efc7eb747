"""The journal: the events of a session, their projection, and the event that is not on disk yet.

A command writes one event at most, and the pictures that it names. The event holds at once in the journal that it was
written into, under the number that it will probably get; :class:`PendingWrite` takes it to the store, in any thread,
and :meth:`Journal.acknowledge` gives it the store's number.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Final, TypeAlias

from pydantic import ConfigDict

from webui.documents.demon_city.shapes import Json
from webui.documents.plain_json import read_json, write_json
from webui.storage.databases.packed import pack
from webui.storage.store import NotWrittenError, Session, Store, StoredEvent, StoreError
from webui.table.copies import copied
from webui.table.log.events import Fight, Nothing, Payload, event
from webui.table.log.projection import Projection
from webui.table.readings import Readings
from webui.table.settings import Settings

log = logging.getLogger(__name__)

Read: TypeAlias = Callable[[Iterable[StoredEvent], Projection | None, int], Projection]
"""Projects events: :func:`webui.table.log.reading.read_events`."""

KEPT_PROJECTIONS: Final = 16
"""How many of the newest events keep the projection from before them: undoing one of these projects only the events
after it, undoing an older one the whole session.
"""


@event("began", undo=None)
def began(projection: Projection, event: StoredEvent, said: Nothing) -> None:
    """The first event of a session: earlier events cannot be undone in it."""
    projection.begin_session()


class SettingsChanged(Payload):
    """Settings that were set; :class:`webui.table.settings.Settings` checks them."""

    model_config = ConfigDict(extra="allow")
    fight: Fight | None = None
    """What it does to the open round: what is noted of the seats holds there, somebody joins it, or it is over."""
    joins: str | None = None
    """The seat that joins the round."""

    @property
    def fields(self) -> Json:
        """The settings by their names."""
        return dict(self.model_extra or {})


@event("settings", undo={"en": "Last setting", "de": "Letzte Einstellung"})
def settings_changed(projection: Projection, event: StoredEvent, said: SettingsChanged) -> None:
    """Set settings; an open round takes over what is noted of the seats."""
    projection.set_settings(said.fields, event.id)
    if said.fight is not None:
        projection.follow_seats(ends=said.fight == "ended", joins=said.joins)


class Undone(Payload):
    """An undo."""

    event: int


@event("undone", undo=None)
def undone(projection: Projection, event: StoredEvent, said: Undone) -> None:
    """Left to :func:`webui.table.log.projection.project`, which leaves out the undone event."""


@dataclass(frozen=True, slots=True)
class PendingWrite:
    """A pending write: pictures, then one event, or the beginning of a session. Any thread may carry it out."""

    store: Store
    tonight: str
    """The id of the session that was played until then."""
    event: StoredEvent
    pictures: tuple[bytes, ...] = ()
    begins: str | None = None
    """The name of the session that the event begins."""

    def write(self) -> WrittenEvent:
        """Write to the store; when this returns, it is on disk.

        :raise webui.storage.store.StoreError: the disk is full or gone; nothing was written that will stand
        """
        event, at = self.event, datetime.fromisoformat(self.event.at)
        for picture in self.pictures:
            self.store.keep_picture(picture)
        if self.begins is None:
            return WrittenEvent(event.id, self.store.append(event.session, at, event.kind, event.payload))
        session = self.store.begin_session(at, self.begins)
        (began,) = self.store.events(session.id)
        return WrittenEvent(event.id, began, session)

    def carry_out(self) -> Acknowledgement:
        """Write to the store, and return the acknowledgement; a fault is returned in it, not raised."""
        session = None
        try:
            self.store.open_again()
            session = self._other_session()
            if session is not None:
                raise NotWrittenError("not-written-again", folder=self.store.folder, session=session.name)
            written = self.write()
        except BaseException as fault:
            self.store.note_trouble(fault if isinstance(fault, NotWrittenError) else None)
            return Acknowledgement(fault=fault, stored=self._stored(session), session=session)
        self.store.note_trouble(None)
        return Acknowledgement(written)

    def _other_session(self) -> Session | None:
        """Return the session to play now that the log can be written, if not the one that was shown until then."""
        if not self.store.opened_late or self.begins is not None:
            return None
        session = self.store.continue_late_session(datetime.fromisoformat(self.event.at))
        return None if session.id == self.tonight else session

    def _stored(self, session: Session | None) -> list[StoredEvent] | None:
        tonight = self.tonight if session is None else session.id
        try:
            return [*self.store.events(None), *self.store.events(tonight)]
        except StoreError as fault:
            log.warning("the log cannot be read: %s", fault)
            return None
        except Exception:
            log.exception("the store cannot be read")
            return None


@dataclass(frozen=True, slots=True)
class WrittenEvent:
    """An event as it is in the store, and the number that it had before."""

    guessed: int
    event: StoredEvent
    session: Session | None = None
    """The session that it began."""


@dataclass(frozen=True, slots=True)
class Acknowledgement:
    """The end of a write: the event as it is in the store, or the fault."""

    written: WrittenEvent | None = None
    fault: BaseException | None = None
    stored: list[StoredEvent] | None = None
    """All events in the store after a fault; None if it is unreadable."""
    session: Session | None = None
    """The session to play from now on, after a fault; None: the same as before."""


class Journal:
    """The events of the session and those that outlive sessions, oldest first, and their projection."""

    def __init__(self, store: Store, readings: Readings, read: Read) -> None:
        self._store = store
        self.readings = readings
        self._read = read
        self._past: dict[int, Projection] = {}
        """The projection before each of the newest events, by its number; replaced, never changed."""
        self._pictures: tuple[bytes, ...] = ()
        self._pending: PendingWrite | None = None
        self._session = store.continue_session(readings.now())
        self.is_first_session = len(store.sessions()) < 2
        """Whether this table has no earlier session."""
        self.events: list[StoredEvent] = [*store.events(None), *store.events(self.session.id)]
        self.projection = read(self.events, None, 0)

    def copy(self) -> Journal:
        """Return an independent copy."""
        other = copy(self)
        other._part_from_original()
        return other

    def _part_from_original(self) -> None:
        self.events, self.projection = list(self.events), copied(self.projection)

    @property
    def settings(self) -> Settings:
        """The Host's settings."""
        return self.projection.settings

    @property
    def session(self) -> Session:
        """The session that is played, with its newest name."""
        name = self._store.names.get(self._session.id, self._session.name)
        return replace(self._session, name=name)

    def render_unread(self) -> list[str]:
        """Return, in one line each, what is wrong with the store and which events of it were left out."""
        language = self.settings.language
        return self._store.render_faults(language) + [
            each.render(language) for each in self.projection.unread
        ]

    def write(self, kind: str, payload: dict[str, object], *, remembered: bool = False) -> int:
        """Add an event, which holds at once; return its number. A ``remembered`` one outlives the session."""
        event = self._new_event(None if remembered else self.session.id, kind, payload)
        self._past = dict([*self._past.items(), (event.id, copied(self.projection))][-KEPT_PROJECTIONS:])
        self.projection.apply(event)
        self._add(event)
        return event.id

    def remember(self, **fields: object) -> None:
        """Change settings, which outlive the session.

        :raise webui.table.settings.SettingError: one does not fit; nothing was written
        """
        self._remember(fields, {})

    def remember_seats(
        self, seats: Sequence[object], fight: Fight | None = None, joins: str | None = None
    ) -> None:
        """Change the seats; an open round takes over what is noted of them.

        :param fight: what else it does to that round
        :param joins: the seat that joins it
        :raise webui.table.settings.SettingError: they do not fit; also RoundError: the round cannot take it
        """
        what = fight or ("joined" if joins else "noted")
        in_round = {"fight": what} | ({"joins": joins} if joins else {})
        self._remember({"seats": seats}, in_round if self.projection.round is not None else {})

    def _remember(self, fields: dict[str, object], in_round: Mapping[str, str]) -> None:
        self.settings.changed(**fields)  # Refused here, before it is written.
        changes = {key: _plain(value) for key, value in fields.items()}
        self.write("settings", changes | dict(in_round), remembered=True)

    def keep_picture(self, jpeg: bytes) -> str:
        """Attach a picture to the event that is written next, and return its name."""
        self._pictures += (jpeg,)
        return self.readings.name(jpeg)

    def begin_session(self, name: str) -> None:
        """Begin a new session; earlier events cannot be undone in it."""
        began = self._new_event("", "began", {})
        self.events = [event for event in self.events if event.session is None]
        self._add(began, begins=name)
        self._session = Session("", name, began.at)
        self.is_first_session = False
        self.reproject()

    def undo(self, event: StoredEvent) -> None:
        """Undo an event."""
        self._add(
            self._new_event(None if event.session is None else self.session.id, "undone", {"event": event.id})
        )
        self.reproject(event.id)

    def take_pending(self) -> PendingWrite | None:
        """Return the pending write and forget it; None if there is none."""
        pending, self._pending = self._pending, None
        return pending

    def acknowledge(self, written: WrittenEvent) -> None:
        """Take over an event as the store has it, with its number there."""
        event = written.event
        guesses = [each.id == written.guessed for each in self.events]
        place = guesses.index(True)
        as_guessed = self.events[place] == event
        self.events[place] = event
        self._session = written.session or self._session
        if not as_guessed:
            numbers = {written.guessed: event.id}
            self._past = {numbers.get(number, number): past for number, past in self._past.items()}
            self.reproject(event.payload["event"] if event.kind == "undone" else event.id)

    def reproject(self, since: int = 0) -> None:
        """Project the events again; those before the number ``since`` have not changed."""
        self.projection = self._read(self.events, self._past.get(since), since)
        self._past = {number: past for number, past in self._past.items() if number <= since}

    def replace(self, events: list[StoredEvent], session: Session | None = None) -> None:
        """Replace the events by those of the store; ``session`` is their session, if it is another."""
        self.events = events
        self._session = session or self._session
        self.reproject()

    def _new_event(self, session: str | None, kind: str, payload: dict[str, object]) -> StoredEvent:
        number = 1 + max(map(attrgetter("id"), self.events), default=0)
        stamp = self.readings.now().isoformat(timespec="milliseconds")
        # In the form in which it will be read: values that JSON cannot hold are refused here.
        return StoredEvent(number, session, stamp, kind, pack(read_json(write_json(payload))))

    def _add(self, event: StoredEvent, begins: str | None = None) -> None:
        if self._pending is not None:
            raise AssertionError("a command writes one event")
        self.events.append(event)
        self._pending = PendingWrite(self._store, self.session.id, event, self._pictures, begins)
        self._pictures = ()


def _plain(value: object) -> object:
    """Return pydantic values, alone or in sequences, as plain JSON values."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value
