"""The evening's events: what holds after them, and what is added to them until it is on disk.

An act writes one event at most, and the pictures that it speaks of. It holds at once in the journal that it was
written into, under the number that it will probably get; :class:`Unwritten` takes it to the store, in whatever thread
has the time, and :meth:`Journal.settle` gives it the store's own number.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any, Final, TypeAlias

from webui.documents.plain_json import read_json, write_json
from webui.storage.databases.packed import pack
from webui.storage.store import Evening, NotWrittenError, Store, StoredEvent, StoreError
from webui.table.copies import copied
from webui.table.log.projection import Projection
from webui.table.readings import Readings
from webui.table.settings import Settings

log = logging.getLogger(__name__)

Read: TypeAlias = Callable[[Iterable[StoredEvent], Projection | None, int], Projection]
"""Works out what holds after events: :func:`webui.table.log.reading.read_events`."""

FRESH: Final = 16
"""What held before each of so many of the newest events is kept: who takes one of them back has read anew what came
after it alone, who goes back further the whole evening.
"""


@dataclass(frozen=True, slots=True)
class Unwritten:
    """What an act left to be written: pictures, then one event, or the mark of a new evening. Any thread may do it."""

    store: Store
    tonight: str
    """The evening that was played until then."""
    event: StoredEvent
    pictures: tuple[bytes, ...] = ()
    begins: str | None = None
    """The name of the evening that the event begins."""

    def write(self) -> Written:
        """Write it; when this returns, it is on disk.

        :raise webui.storage.store.StoreError: the disk is full or gone; nothing was written that will stand
        """
        event, at = self.event, datetime.fromisoformat(self.event.at)
        for picture in self.pictures:
            self.store.keep_picture(picture)
        if self.begins is None:
            return Written(event.id, self.store.append(event.evening, at, event.kind, event.payload))
        evening = self.store.begin_evening(at, self.begins)
        (began,) = self.store.events(evening.id)
        return Written(event.id, began, evening)

    def end(self) -> End:
        """Write it, and return what came of it, whatever that is."""
        evening = None
        try:
            self.store.open_again()
            evening = self._other_evening()
            if evening is not None:
                raise NotWrittenError("not-written-again", folder=self.store.folder, evening=evening.name)
            written = self.write()
        except BaseException as fault:
            self.store.trouble = fault if isinstance(fault, NotWrittenError) else None
            return End(fault=fault, stored=self._stored(evening), evening=evening)
        self.store.trouble = None
        return End(written)

    def _other_evening(self) -> Evening | None:
        """Return the evening to be played now that the log can be written, if not the one that was shown until then."""
        if not self.store.opened_late or self.begins is not None:
            return None
        evening = self.store.continue_evening(datetime.fromisoformat(self.event.at))
        self.store.opened_late = False
        return None if evening.id == self.tonight else evening

    def _stored(self, evening: Evening | None) -> list[StoredEvent] | None:
        tonight = self.tonight if evening is None else evening.id
        try:
            return [*self.store.events(None), *self.store.events(tonight)]
        except StoreError as fault:
            log.warning("the log cannot be read: %s", fault)
            return None
        except Exception:
            log.exception("the store cannot be read")
            return None


@dataclass(frozen=True, slots=True)
class Written:
    """An event as it lies in the store, and the number that it went by before."""

    guessed: int
    event: StoredEvent
    evening: Evening | None = None
    """The evening that it began."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a writing: what lies in the store now, or why not."""

    written: Written | None = None
    fault: BaseException | None = None
    stored: list[StoredEvent] | None = None
    """All that lies in the store after a fault; None if nobody can tell."""
    evening: Evening | None = None
    """The evening to be played from now on, after a fault; None: the same as before."""


class Journal:
    """Tonight's events and those that outlive the evenings, oldest first, and what holds after them."""

    def __init__(self, store: Store, readings: Readings, read: Read) -> None:
        self._store = store
        self.readings = readings
        self._read = read
        self._past: dict[int, Projection] = {}
        """What held before each of the newest events, by its number. It is never changed, only replaced."""
        self._pictures: tuple[bytes, ...] = ()
        self._unwritten: Unwritten | None = None
        self._evening = store.continue_evening(readings.now())
        self.is_first_evening = len(store.evenings()) < 2
        """Whether nobody has played at this table before tonight."""
        self.events: list[StoredEvent] = [*store.events(None), *store.events(self.evening.id)]
        self.projection = read(self.events, None, 0)

    def copy(self) -> Journal:
        """Return the same, to be written into by itself."""
        other = copy(self)
        other.events, other.projection = list(self.events), copied(self.projection)
        return other

    @property
    def settings(self) -> Settings:
        """What the Host has set."""
        return self.projection.settings

    @property
    def evening(self) -> Evening:
        """The evening that is played, as it is called by now."""
        name = self._store.names.get(self._evening.id, self._evening.name)
        return replace(self._evening, name=name)

    def render_unread(self) -> list[str]:
        """Return, in one line each, what is wrong with the store and which events of it were left out."""
        language = self.settings.language
        return self._store.render_faults(language) + [
            each.render(language) for each in self.projection.unread
        ]

    def write(self, kind: str, payload: dict[str, Any], *, remembered: bool = False) -> int:
        """Add an event, which holds at once; return its number. ``remembered`` ones outlive the evening."""
        event = self._new_event(None if remembered else self.evening.id, kind, payload)
        self._past = dict([*self._past.items(), (event.id, copied(self.projection))][-FRESH:])
        self.projection.apply(event)
        self._add(event)
        return event.id

    def remember(self, **fields: Any) -> None:
        """Change settings, checked before they are written; they outlive the evening."""
        self.settings.changed(**fields)  # Refused here, before it is written.
        self.write("settings", {key: _plain(value) for key, value in fields.items()}, remembered=True)

    def keep_picture(self, jpeg: bytes) -> str:
        """Keep a picture with the event that is written next, and return its name."""
        self._pictures += (jpeg,)
        return self.readings.name(jpeg)

    def begin_evening(self, name: str) -> None:
        """Begin a new evening: what was done before it is not undone tonight."""
        began = self._new_event("", "began", {})
        self.events = [event for event in self.events if event.evening is None]
        self._add(began, begins=name)
        self._evening = Evening("", name, began.at)
        self.is_first_evening = False
        self.refold()

    def undo(self, act: StoredEvent) -> None:
        """Take an act back."""
        self._add(
            self._new_event(None if act.evening is None else self.evening.id, "undone", {"event": act.id})
        )
        self.refold(act.id)

    def take_unwritten(self) -> Unwritten | None:
        """Hand over what is to be written; None if nothing is."""
        unwritten, self._unwritten = self._unwritten, None
        return unwritten

    def settle(self, written: Written) -> None:
        """Take in what has been written, under the number that the store gave it."""
        event = written.event
        guesses = [each.id == written.guessed for each in self.events]
        place = guesses.index(True)
        as_guessed = self.events[place] == event
        self.events[place] = event
        self._evening = written.evening or self._evening
        if not as_guessed:
            numbers = {written.guessed: event.id}
            self._past = {numbers.get(number, number): past for number, past in self._past.items()}
            self.refold(event.payload["event"] if event.kind == "undone" else event.id)

    def refold(self, since: int = 0) -> None:
        """Work out anew what holds, from every event that was not undone; nothing changed before ``since``."""
        self.projection = self._read(self.events, self._past.get(since), since)
        self._past = {number: past for number, past in self._past.items() if number <= since}

    def replace(self, events: list[StoredEvent], evening: Evening | None = None) -> None:
        """Let these be the events, what lies in the store; ``evening`` is the one that they belong to, if another."""
        self.events = events
        self._evening = evening or self._evening
        self.refold()

    def _new_event(self, evening: str | None, kind: str, payload: dict[str, Any]) -> StoredEvent:
        number = 1 + max(map(attrgetter("id"), self.events), default=0)
        stamp = self.readings.now().isoformat(timespec="milliseconds")
        # As it will be read again: what no JSON can hold is refused here.
        return StoredEvent(number, evening, stamp, kind, pack(read_json(write_json(payload))))

    def _add(self, event: StoredEvent, begins: str | None = None) -> None:
        if self._unwritten is not None:
            raise AssertionError("an act writes one event")
        self.events.append(event)
        self._unwritten = Unwritten(self._store, self.evening.id, event, self._pictures, begins)
        self._pictures = ()


def _plain(value: Any) -> Any:
    """Return pydantic values, alone or in sequences, as what JSON can hold."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value.model_dump(mode="json") if hasattr(value, "model_dump") else value
