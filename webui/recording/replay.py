"""Plays a recorded session again, turn by turn, in a data folder of its own, and compares what comes of it.

The table is the very one of the program; what came to it, and what it read of the world, comes from the recording. What
it writes goes into the folder under the numbers that it had. Two things are compared: every event that is written, and
what the throw on the table comes to after every turn.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Final, TypeAlias

from pydantic import BaseModel, ConfigDict

from vision.recording.file import Record, RecordingError, RecordingReader
from vision.recording.seen import Seen, observations
from vision.types import FrameResult
from webui.before_sessions import session_in
from webui.camera.watch import event_record
from webui.recording.turns import (
    as_json,
    command_in,
    command_of,
    end_of,
    event_of,
    look_of,
    outcome_of,
    plain_event,
    session_of,
)
from webui.storage.store import Store, StoredEvent
from webui.storage.upkeep.taking_over import take_over, take_over_session
from webui.table.chosen import Chosen
from webui.table.inbox import Around, DecksStatus, Item, NetworkStatus
from webui.table.log.journal import Acknowledgement, PendingWrite, WrittenEvent
from webui.table.readings import KeptReadings, OtherReadingError, Reading
from webui.table.snapshot.builder import Status
from webui.table.state import TableState
from webui.table.tabletop import Tabletop
from webui.table.thread import Reactor

EventListener: TypeAlias = Callable[[Record], None]

MOST_LISTED: Final = 20
"""The most differences that are reported."""

NOT_COMPARED: Final = frozenset({"say", "crop"})
"""The sentences of results, and which picture is which card's: earlier releases did not say."""

UNFIT: Final = (KeyError, TypeError, ValueError, AttributeError, OverflowError)
"""The exceptions of a record that holds something else."""


class Head(BaseModel):
    """The first record of a table's recording: how the table was when it began."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    run: str
    known_decks: tuple[str, ...]
    decks: tuple[str, ...]
    set_by: dict[str, int]
    since: int | None
    paused: bool


@dataclass(slots=True)
class Replayed:
    """The result of a replay."""

    frames: int = 0
    events: int = 0
    verdicts: int = 0
    written: int = 0
    differences: list[str] = field(default_factory=list)
    """The differences, a line each: place, recorded value, and value now."""
    left_out: str = ""
    """A message if the end of the recording is missing."""

    def differ(self, line: str) -> None:
        """Note a difference, up to the limit."""
        if len(self.differences) < MOST_LISTED:
            self.differences.append(line)


class _Nobody:
    """Publishes to nobody, and raises the table's version as often as the recorded program did."""

    def take_status(self, status: Around, /) -> None:
        """Ignore the status."""

    def around(self, table: Tabletop, /) -> Status:
        """Return an empty status."""
        return Status()

    def publish(self, table: Tabletop, seen_s: float, anyway: bool, /) -> None:
        """Raise the version if the recorded program published something."""
        if table.readings.holds("news", lambda: True):
            table.versions.raise_for(None)


class Replay:
    """One table, played from its recording."""

    def __init__(self, path: Path, folder: Path, on_event: EventListener) -> None:
        """``folder`` is empty and becomes the data folder; ``on_event`` gets every event, verdict and question."""
        self._reader = RecordingReader(path)
        self._folder = folder
        self._on_event = on_event
        self._readings = KeptReadings()
        self._pending: PendingWrite | None = None
        self._outcome: Record | None = None
        self._then: Record | None = None
        self._t_s = 0.0
        self._turn = 0
        self.result = Replayed()

    def run(self) -> Replayed:
        """Replay the recording to its end.

        :raise RecordingError: it cannot be read, or holds no table; one line says which record
        :raise webui.storage.store.StoreError: the folder cannot be used
        """
        records = observations(self._reader)
        head = next(records, None)
        if isinstance(head, Seen) or head is None or head.get("form") != "table":
            raise RecordingError(f"{self._reader.path}: holds no table's session, only what was seen")
        first = self._begin(head, records)
        store = Store(self._folder)
        try:
            reactor = self._reactor(head, store)
            for record in chain(first, records):
                self._play(reactor, store, record)
        except OtherReadingError:
            self._compare_readings()  # It is another session by now: nothing is learnt from the rest.
        finally:
            store.close()
        self.result.left_out = self._reader.left_out
        return self.result

    def _reactor(self, head: Record, store: Store) -> Reactor:
        with self._fits(0):
            self._readings.give(_readings_of(head))
            begun = Head.model_validate(head)
        known, decks = begun.known_decks, begun.decks
        table = TableState(store, self._readings, run=begun.run, known_decks=known, decks=decks)
        table.chosen = Chosen(known, decks, begun.set_by)
        if begun.since is not None:  # It was reloaded in the middle of a session.
            table.continue_from(table.chosen, begun.since, paused=begun.paused)
        reactor = Reactor(table, self._write, _Nobody())
        reactor.publish_if_possible()
        return reactor

    def _write(self, pending: PendingWrite) -> None:
        self._pending = pending

    def _begin(self, head: Record, records: Iterator[Seen | Record]) -> list[Seen | Record]:
        """Fill the folder with the log's events of the beginning; return the record that was read one too far."""
        store = Store(self._folder)
        try:
            with self._fits(0):
                take_over_session(store, session_of(session_in(head)))
                for record in records:
                    if isinstance(record, Seen) or (event := record.get("event")) is None:
                        return [record]
                    take_over(store, event_of(event))
            return []
        finally:
            store.close()

    def _play(self, reactor: Reactor, store: Store, record: Seen | Record) -> None:
        self._turn += 1
        if isinstance(record, Seen):
            self.result.frames += 1
            self._t_s = record.result.t_s
            self._report_events(record.result)
        plain = record.record if isinstance(record, Seen) else record
        if "end" in plain and self._pending is None:
            self._differ("nothing is written this time")
            return
        with self._fits(self._turn):
            item = self._item(store, record)
            self._readings.give(_readings_of(plain))
        reactor.take(item)
        self._compare_readings()
        self._compare_outcome(plain, outcome_of(reactor.table))

    def _item(self, store: Store, record: Seen | Record) -> Item:
        if isinstance(record, Seen):
            return look_of(record.record, record.result)
        if command_in(record) is not None:
            return command_of(record)
        match record:
            case {"end": end}:
                return self._ended(store, end_of(end))
            case {"decks": decks}:
                return DecksStatus(tuple(map(str, decks)))
        return NetworkStatus({})

    def _report_events(self, seen: FrameResult) -> None:
        for event in seen.events:
            self.result.events += 1
            self._on_event(event_record(event))

    def _ended(self, store: Store, then: Acknowledgement) -> Acknowledgement:
        """Write the event of this replay, under the number in the recording, and compare the two."""
        pending, self._pending = self._pending, None
        if pending is None or then.written is None:
            return then
        now, kept = pending.event, then.written.event
        session = then.written.session
        written = StoredEvent(kept.id, kept.session, now.at, now.kind, now.packed)
        self._compare_event(kept, written)
        if session is not None:
            take_over_session(store, session)
        take_over(store, written)
        self.result.written += 1
        return Acknowledgement(WrittenEvent(now.id, written, session))

    def _compare_event(self, then: StoredEvent, now: StoredEvent) -> None:
        before, after = (_unworded(as_json({"event": plain_event(each)})) for each in (then, now))
        if before != after:
            self._differ(f"wrote {_first_difference(before, after)}")

    def _compare_readings(self) -> None:
        if self._readings.fault:
            self._differ(self._readings.fault)
        elif self._readings.left:
            self._differ(f"asks the world {self._readings.left} questions fewer")

    def _compare_outcome(self, record: Record, now: Record | None) -> None:
        if now != self._outcome and now is not None:
            self.result.verdicts += now["event"] == "verdict"
            self._on_event({"t": round(self._t_s, 3)} | now)
        then = record.get("outcome", self._then)
        before, after = _unworded(then), _unworded(now)
        if before != after:
            self._differ(f"comes to {_first_difference(before, after)}")
        self._outcome, self._then = now, then

    def _differ(self, what: str) -> None:
        self.result.differ(f"turn {self._turn}, at {self._t_s:.2f} s: {what}")

    @contextmanager
    def _fits(self, turn: int) -> Iterator[None]:
        """Report a record whose parts do not fit."""
        try:
            yield
        except UNFIT as fault:
            if isinstance(fault, RecordingError):
                raise
            where = f"turn {turn}" if turn else "its beginning"
            raise RecordingError(
                f"{self._reader.path}: {where} holds nothing that could be played ({_line(fault)})"
            ) from None


def _readings_of(record: Record) -> list[Reading]:
    if (readings := record.get("readings")) is None:
        raise KeyError("readings")
    return [(str(what), value) for what, value in readings]


def _line(fault: BaseException) -> str:
    return " ".join(str(fault).split())[:120] or type(fault).__name__


def _unworded(value: object) -> object:
    """Return JSON without what another release may say otherwise of the same verdict."""
    if isinstance(value, dict):
        return {key: _unworded(each) for key, each in value.items() if key not in NOT_COMPARED}
    return [_unworded(each) for each in value] if isinstance(value, list) else value


def _first_difference(then: object, now: object, path: str = "") -> str:
    """Return in one line the first difference of two JSON values."""
    if isinstance(then, dict) and isinstance(now, dict):
        key = next((key for key in [*then, *now] if then.get(key, _line) != now.get(key, _line)), "")
        return _first_difference(then.get(key), now.get(key), f"{path}.{key}")
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        place = next((place for place in range(len(then)) if then[place] != now[place]), 0)
        return _first_difference(then[place], now[place], f"{path}.{place}") if then else path
    difference = f"{json.dumps(now)[:80]} instead of {json.dumps(then)[:80]}"
    return f"{path.lstrip('.')}: {difference}" if path else difference
