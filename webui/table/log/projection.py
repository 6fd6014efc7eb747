"""The projection: the state that the store's events add up to.

No event is ever taken out of the store: an undo is one more event, and the projection leaves out the event it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from webui.documents.demon_city.shapes import Json
from webui.i18n.refusals import RefusedError
from webui.storage.store import StoredEvent
from webui.table.copies import copied
from webui.table.log.damage import DamagedError, Unread
from webui.table.log.events import Thrown, declared_events
from webui.table.log.logged import Entries, Entry
from webui.table.modes.counting import Claim, Counting
from webui.table.modes.rounds import OpenRound
from webui.table.seen.carry_over import LyingCard
from webui.table.seen.overrides import CardOverride, Overrides, is_same_object
from webui.table.settings import Settings

OF_THE_THROW: Final[Mapping[str, bool]] = {"of the throw": True}
"""Marks the fields about the throw on the table: they are empty again once another throw begins."""


@dataclass(slots=True)
class Projection(Overrides):
    """The state after every event that was not undone.

    What an event does to it is declared with the event (:func:`webui.table.log.events.event`).
    """

    settings: Settings = field(default_factory=Settings)
    set_by: dict[str, int] = field(default_factory=dict)
    """The event that last set each setting."""
    entries: Entries = field(default_factory=Entries)
    lying: list[LyingCard] = field(default_factory=list, metadata=OF_THE_THROW)
    """The cards of the throw on the table, as the camera last saw them."""
    choices: dict[str, str] = field(default_factory=dict, metadata=OF_THE_THROW)
    claims: dict[str, Claim] = field(default_factory=dict, metadata=OF_THE_THROW)
    """What was tapped for the throw on the table, or the next one, by seat."""
    round: OpenRound | None = None
    worksheets: dict[str, Json] = field(default_factory=dict)
    """The worksheets of other systems, by system."""
    worksheet_event: StoredEvent | None = None
    """The newest event of this session that changed a worksheet."""
    reshuffled: dict[str, int] = field(default_factory=dict)
    """The event of each deck's last reshuffle, by deck."""
    accepted: set[str] = field(default_factory=set, metadata=OF_THE_THROW)
    """Impossible cards of the throw on the table that the Host accepted."""
    accepted_counts: set[str] = field(default_factory=set, metadata=OF_THE_THROW)
    """Seats whose number of cards in the throw on the table the Host accepted."""
    undoable: list[StoredEvent] = field(default_factory=list)
    """The events that can be undone, oldest first."""
    unread: list[Unread] = field(default_factory=list)
    """Events of the store that were left out, because they are damaged."""

    @property
    def counting(self) -> Counting:
        """What counts for the cards of a test or an opposed throw."""
        return Counting(self.settings, self.claims)

    def apply(self, event: StoredEvent) -> None:
        """Apply one event.

        :raise DamagedError: no event of its kind is known
        """
        spec = declared_events().get(event.kind)
        if spec is None:
            raise DamagedError("event-unknown")
        spec.apply(self, event, spec.read(event.payload))
        if spec.is_undoable:
            self.undoable.append(event)

    def has_recorded(self, request: str | None) -> bool:
        """Return whether this request was carried out already: into the log, or on the worksheet of an example."""
        if request is None:
            return False
        on_worksheet = self.worksheet_event.payload.get("request") if self.worksheet_event else None
        known = {entry.request for entry in self.entries.values() if not entry.undone}
        return request in known | {on_worksheet}

    # --- what the events do to it ---

    def set_settings(self, fields: Json, event: int) -> None:
        """Set settings by an event."""
        self.settings = self.settings.changed(**fields)
        self.set_by |= dict.fromkeys(fields, event)

    def set_claim(self, seat: str, claim: Claim | None) -> None:
        """Count what was tapped for a seat's throw; None: nothing any more."""
        others = {each: held for each, held in self.claims.items() if each != seat}
        self.claims = others if claim is None else others | {seat: claim}

    def follow_seats(self, *, ends: bool, joins: str | None) -> None:
        """Let the open round take over what is noted of the seats, let one of them join it, or end it."""
        if self.round is None:
            return
        if ends:
            self.round, self.choices = None, {}
            return
        self.round = self.round.noted(self.settings.seats)
        if joins is not None:
            self.round = self.round.joined(self.settings.seat(joins))

    def begin_session(self) -> None:
        """Begin a session: earlier events cannot be undone in it."""
        self.undoable.clear()
        self.worksheet_event = None

    def put_entry(self, entry: Entry) -> None:
        """Add an entry to the log, or replace the one with its number."""
        self.entries = self.entries.put(entry.id, entry)

    def change_entry(self, number: int, **changes: object) -> None:
        """Change some fields of an entry."""
        self.entries = self.entries.changed(number, **changes)

    def drop_entry(self, number: int | None) -> Entry | None:
        """Take an entry out of the log, and return it; None if it is not there."""
        dropped = self.entries.get(number or 0)
        self.entries = self.entries.without(number)
        return dropped.whole if dropped is not None else None

    def end_standing(self, entry: int | None) -> None:
        """Keep the verdict on the last throw in the log, not confirmed, because another throw has begun."""
        if entry is not None and entry in self.entries:
            self.change_entry(entry, stands=False)

    def undo_entry(self, event: StoredEvent, said: Thrown) -> None:
        """Keep an undone entry in the log, marked; the verdict that it had replaced stands on the table again."""
        kept = self.entries.get(said.instead or 0)
        if kept is not None:
            self.change_entry(kept.id, taken_back=True)
        self.put_entry(Entry.of(event, said).with_(undone=True))

    def set_round(self, now: OpenRound | None) -> None:
        """Set the Action Round as it is now; None: nobody acts any more."""
        self.round = now

    def keep_worksheet(self, system: str, document: Json | None) -> None:
        """Keep a system's worksheet; None clears it."""
        if document is None:
            self.worksheets.pop(system, None)
        else:
            self.worksheets[system] = document

    def note_worksheet_event(self, event: StoredEvent) -> None:
        """Note the newest event that changed a worksheet."""
        self.worksheet_event = event

    def lay(self, cards: list[LyingCard]) -> None:
        """Set the cards of the throw on the table."""
        self.lying = cards

    def drop_no_card(self, override: CardOverride) -> None:
        """Forget that an object is no card, because an override names it as one."""
        self.no_cards = [said for said in self.no_cards if not is_same_object(said, override)]

    def forget_throw(self, confirmed: int | None = None) -> None:
        """Forget overrides and choices, except for the cards of the throw just confirmed, which still lie there."""
        self.corrections = [override for override in self.corrections if override.throw == confirmed]
        self.assignments = [override for override in self.assignments if override.throw == confirmed]
        self.counted = [override for override in self.counted if override.throw == confirmed]
        for each in fields(self):
            if each.metadata == OF_THE_THROW:
                setattr(self, each.name, type(getattr(self, each.name))())


def project(stored: Iterable[StoredEvent], before: Projection | None = None) -> Projection:
    """Return the state after these events, in order, without those that were undone; ``before`` is the state before
    them, if there is one.

    An undone confirmation stays in the log as an entry marked undone.

    :raise MisfitEventError: one of them does not fit what came before it
    """
    known = list(stored)
    undone = _undone(known)
    projection = Projection() if before is None else copied(before)
    for event in known:
        if event.id not in undone and event.kind != "undone":
            _take_in(projection, event)
        elif (spec := declared_events().get(event.kind)) is not None and spec.is_undoable:
            said = spec.read(event.payload)
            if isinstance(said, Thrown):
                projection.undo_entry(event, said)
    return projection


class MisfitEventError(ValueError):
    """An event that does not fit the events before it; ``why`` is the refusal, if there is one."""

    def __init__(self, event: int, why: RefusedError | None) -> None:
        super().__init__(f"event {event} does not fit what came before it")
        self.event = event
        self.why = why


def _take_in(projection: Projection, event: StoredEvent) -> None:
    try:
        projection.apply(event)
    except RefusedError as why:
        raise MisfitEventError(event.id, why) from None
    except Exception as fault:  # Whatever a damaged event causes: it is named, and all others still hold.
        raise MisfitEventError(event.id, None) from fault


def _undone(stored: Iterable[StoredEvent]) -> set[int]:
    """Return the numbers of the undone events; an undo may itself be undone."""
    undone: set[int] = set()
    for event in reversed(list(stored)):
        if event.kind == "undone" and event.id not in undone:
            undone.add(event.payload["event"])
    return undone
