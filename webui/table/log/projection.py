"""The projection: the state that the store's events add up to.

No event is ever taken out of the store: an undo is one more event, and the projection leaves out the event it names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from webui.i18n.refusals import RefusedError
from webui.storage.store import StoredEvent
from webui.table.copies import copied
from webui.table.log import events
from webui.table.log.damage import DamagedError, Unread
from webui.table.log.events import read_event
from webui.table.log.logged import CorrectionMade, Entries, Entry
from webui.table.modes.rounds import OpenRound
from webui.table.seen.carry_over import LyingCard
from webui.table.seen.overrides import CardOverride, Overrides, is_same_object
from webui.table.settings import Settings


@dataclass(slots=True)
class Projection(Overrides):
    """The state after every event that was not undone."""

    settings: Settings = field(default_factory=Settings)
    set_by: dict[str, int] = field(default_factory=dict)
    """The event that last set each setting."""
    entries: Entries = field(default_factory=Entries)
    lying: list[LyingCard] = field(default_factory=list)
    """The cards of the throw on the table, as the camera last saw them."""
    choices: dict[str, str] = field(default_factory=dict)
    round: OpenRound | None = None
    worksheets: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The worksheets of other systems, by system."""
    worksheet_event: StoredEvent | None = None
    """The newest event of this session that changed a worksheet."""
    reshuffled: dict[str, int] = field(default_factory=dict)
    """The event of each deck's last reshuffle, by deck."""
    accepted: set[str] = field(default_factory=set)
    """Impossible cards of the throw on the table that the Host accepted."""
    accepted_counts: set[str] = field(default_factory=set)
    """Seats whose number of cards in the throw on the table the Host accepted."""
    undoable: list[StoredEvent] = field(default_factory=list)
    """The events that can be undone, oldest first."""
    unread: list[Unread] = field(default_factory=list)
    """Events of the store that were left out, because they are damaged."""

    def apply(self, event: StoredEvent) -> None:
        """Apply one event.

        :raise DamagedError: no event of its kind is known
        """
        taken_in = getattr(self, "_on_" + event.kind.replace("-", "_"), None)
        if taken_in is None:
            raise DamagedError("event-unknown")
        taken_in(event, read_event(event))
        if event.kind == "began":
            self.undoable.clear()
            self.worksheet_event = None
        elif event.kind not in ("noted", "undone", "lying", "judged"):
            self.undoable.append(event)

    def _on_began(self, event: StoredEvent, said: events.Nothing) -> None:
        """The first event of a session: earlier events cannot be undone in it."""

    def _on_settings(self, event: StoredEvent, said: events.SettingsChanged) -> None:
        self.settings = self.settings.changed(**said.fields)
        self.set_by |= dict.fromkeys(said.fields, event.id)

    def _on_judged(self, event: StoredEvent, said: events.Judged) -> None:
        """Put a verdict into the log, in place of an earlier one on the same throw."""
        self.entries = self.entries.without(said.instead)
        self._end_standing(self.entries.standing)
        self.entries = self.entries.put(event.id, _entry(event, said).with_(confirmed=False, stands=True))

    def _end_standing(self, entry: int | None) -> None:
        """Keep the verdict on the last throw in the log, not confirmed, because another throw has begun."""
        if entry is not None and entry in self.entries:
            self.entries = self.entries.changed(entry, stands=False)

    def _on_entry_confirmed(self, event: StoredEvent, said: events.EntryConfirmed) -> None:
        self.entries = self.entries.changed(said.entry, confirmed=True, stands=False)

    def _on_confirmed(self, event: StoredEvent, said: events.Confirmed) -> None:
        kept = self.entries.get(said.instead or 0)
        others = self.entries.without(kept.id) if kept else self.entries
        entry = _entry(event, said)
        self.entries = others.put(event.id, entry.with_(note=kept.whole.note) if kept else entry)
        if said.round_after is not None:
            self.round = OpenRound(**said.round_after)
        self._forget_throw(said.throw)

    def _on_recorded(self, event: StoredEvent, said: events.Recorded) -> None:
        self.entries = self.entries.put(event.id, _entry(event, said))
        if said.desk is not None:
            self.worksheets[said.system] = said.desk

    def _on_desk(self, event: StoredEvent, said: events.WorksheetKept) -> None:
        self.worksheet_event = event
        if said.document is None:
            self.worksheets.pop(said.system, None)
        else:
            self.worksheets[said.system] = said.document

    def _on_round(self, event: StoredEvent, said: events.RoundChanged) -> None:
        self.round = OpenRound(**said.round) if said.round is not None else None
        self.choices = {}

    def _on_reshuffled(self, event: StoredEvent, said: events.Reshuffled) -> None:
        self.reshuffled[said.deck] = event.id

    def _on_accepted(self, event: StoredEvent, said: events.Accepted) -> None:
        self.accepted.add(said.card)

    def _on_count_accepted(self, event: StoredEvent, said: events.CountAccepted) -> None:
        self.accepted_counts.add(said.seat)

    def _on_corrected(self, event: StoredEvent, said: events.Override) -> None:
        override = _override(event.id, said)
        self._drop_no_card(override)
        (self.no_cards if override.card is None else self.corrections).append(override)

    def _on_assigned(self, event: StoredEvent, said: events.Override) -> None:
        override = _override(event.id, said)
        if override.seat is not None:
            self._drop_no_card(override)
        self.assignments.append(override)

    def _drop_no_card(self, override: CardOverride) -> None:
        """Forget that an object is no card, because an override names it as one."""
        self.no_cards = [said for said in self.no_cards if not is_same_object(said, override)]

    def _on_counted(self, event: StoredEvent, said: events.Counted) -> None:
        self.counted += [_override(event.id, each) for each in said.cards]

    def _on_lying(self, event: StoredEvent, said: events.Lying) -> None:
        passed = self.entries.get(said.after or 0)
        if passed is not None:
            self._end_standing(passed.id)
            self._forget_throw(passed.whole.throw)
        self.lying = said.cards

    def _on_chosen(self, event: StoredEvent, said: events.Chosen) -> None:
        self.choices[said.side] = said.seat

    def _on_thrown(self, event: StoredEvent, said: events.Nothing) -> None:
        """Begin a throw by hand: overrides of the last one no longer hold."""
        self._end_standing(self.entries.standing)
        self._forget_throw()

    def _on_entry_corrected(self, event: StoredEvent, said: events.EntryCorrected) -> None:
        before, judged = self.entries[said.entry].whole, said.judged
        made = CorrectionMade(seat=said.seat, index=said.index, was=said.was, to=said.to, at=event.at)
        self.entries = self.entries.changed(
            said.entry,
            seats=judged.seats,
            document=judged.document,
            result=judged.result,
            said=before.said if judged.said is None else judged.said,
            corrected=[*before.corrected, made],
        )
        if said.word is not None:
            self.corrections.append(_override(event.id, said.word))

    def _on_removed(self, event: StoredEvent, said: events.Removed) -> None:
        self.entries = self.entries.changed(said.entry, removed=True)

    def _on_noted(self, event: StoredEvent, said: events.Noted) -> None:
        self.entries = self.entries.changed(said.entry, note=said.text)

    def _on_undone(self, event: StoredEvent, said: events.Undone) -> None:
        """Left to :func:`project`, which leaves out the undone event."""

    def has_recorded(self, request: str | None) -> bool:
        """Tell whether this request was carried out already: into the log, or on the worksheet of an example."""
        if request is None:
            return False
        on_worksheet = self.worksheet_event.payload.get("request") if self.worksheet_event else None
        known = {entry.request for entry in self.entries.values() if not entry.undone}
        return request in known | {on_worksheet}

    def undo_entry(self, event: StoredEvent) -> None:
        """Keep an undone entry in the log, marked; the verdict that it had replaced stands on the table again."""
        said = read_event(event)
        assert isinstance(said, events.Thrown), "an entry was written by a throw"
        kept = self.entries.get(said.instead or 0)
        if kept is not None:
            self.entries = self.entries.changed(kept.id, taken_back=True)
        self.entries = self.entries.put(event.id, _entry(event, said).with_(undone=True))

    def _forget_throw(self, confirmed: int | None = None) -> None:
        """Forget overrides and choices, except for the cards of the throw just confirmed, which still lie there."""
        self.corrections = [override for override in self.corrections if override.throw == confirmed]
        self.assignments = [override for override in self.assignments if override.throw == confirmed]
        self.counted = [override for override in self.counted if override.throw == confirmed]
        self.choices, self.accepted, self.accepted_counts, self.lying = {}, set(), set(), []


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
        elif event.kind in ("confirmed", "recorded"):
            projection.undo_entry(event)
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


def _entry(event: StoredEvent, said: events.Thrown) -> Entry:
    """Return the entry that an event became, without the round and the worksheet that it left."""
    fields = {name: getattr(said, name) for name in events.Thrown.model_fields}
    return Entry(**fields, id=event.id, at=event.at)


def _override(event: int, said: events.Override) -> CardOverride:
    x, y = said.place
    named = (said.throw, said.run, said.key, (x, y), said.seen)
    return CardOverride(event, *named, said.card, said.seat, said.face)
