"""What a table does with each thing that comes to it, one after the other, without a thread or a clock of its own.

Whatever changes the table is done to a copy. A frame's copy becomes the table at once; a command's when what it wrote
is on disk: until then frames go into both, and what is shown is the table without it (decision 031). Only a frame that
begins the next throw waits, until the verdict on the last one is on its way to the disk.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from webui.camera.reports import SeenFrame, SourceStatus
from webui.documents import DocumentError
from webui.documents.plain_json import write_json
from webui.i18n.refusals import told
from webui.storage.store import StoreError
from webui.table.commands.command import COMMANDS, Command
from webui.table.contract import HOST
from webui.table.errors import CommandError, StaleCommandError
from webui.table.inbox import (
    DeckSeen,
    DecksStatus,
    End,
    Item,
    NetworkStatus,
    Order,
    Question,
    RecordingStatus,
)
from webui.table.journal import Unwritten, Written
from webui.table.rounds import RoundError
from webui.table.settings import SettingError
from webui.table.snapshot import SnapshotBuilder, Status
from webui.table.state import TableState
from webui.table.tabletop import Tabletop

log = logging.getLogger(__name__)

REFUSALS: Final = (CommandError, StaleCommandError, StoreError)
"""What somebody is told in its own words; anything else is a fault of ours, told as such and logged."""


class Told(Protocol):
    """Who is told how the table is: :class:`webui.table.thread.TableThread`."""

    def take_status(self, status: SourceStatus | NetworkStatus | RecordingStatus | DeckSeen, /) -> None:
        """Take in how the camera or the network is, what is recorded, or which deck lies there unasked."""

    def around(self, table: Tabletop, /) -> Status:
        """Return what lies around the table."""

    def publish(self, table: Tabletop, seen_s: float, anyway: bool, /) -> None:
        """Put out what is new, or all of it ``anyway``; raises the table's version if there is any."""


@dataclass(slots=True)
class Writing:
    """What is on its way to the disk: the table as it will be, of which version it is a copy, and who waits for it."""

    after: TableState
    since: int
    order: Order | None


class Reactor:
    """One table and what is on its way to its log."""

    def __init__(
        self,
        table: TableState,
        keep: Callable[[TableState], None],
        write: Callable[[Unwritten], None],
        told: Told,
    ) -> None:
        """``keep`` writes into the journal what came without an order; ``write`` takes that to the store, in its own
        time, and its :class:`End` comes back as an item.
        """
        self.table = table
        self._keep, self._write = keep, write
        self._told = told
        self._seen_s = 0.0
        self._writing: Writing | None = None
        self._waiting: deque[Order] = deque()
        """Commands that wait for the disk: one after the other, each sees what the last one came to."""
        self._held: deque[SeenFrame | Question] = deque()
        """A frame that would end a throw whose verdict is not written down yet, and what came after it."""

    @property
    def is_writing(self) -> bool:
        """Whether something is on its way to the disk."""
        return self._writing is not None

    @property
    def held_frames(self) -> int:
        """How many frames wait for the disk."""
        return sum(isinstance(item, SeenFrame) for item in self._held)

    def take(self, item: Item) -> None:
        """Take in the next thing; a frame, and the questions behind it, may have to wait for the disk."""
        if isinstance(item, SeenFrame | Question):
            self._held.append(item)
        else:
            self._take_in(item)
            self._go_on()
        self._look_on()
        if not isinstance(item, Question):
            self.publish_if_possible()

    def _look_on(self) -> None:
        """Take in the frames, and answer the questions, that need not wait."""
        while self._held:
            item = self._held.popleft()  # One that breaks the table down does not come back.
            if not self._is_done(item):
                self._held.appendleft(item)
                return

    def _take_in(self, item: Item) -> None:
        if isinstance(item, Order):
            self._waiting.append(item)
        elif isinstance(item, End):
            self._end_writing(item)
        elif isinstance(item, DecksStatus):
            self._put(*self._changed(partial(TableState.know_decks, known=item.known)))
        elif isinstance(item, SourceStatus | NetworkStatus | RecordingStatus | DeckSeen):
            self._told.take_status(item)

    def _is_done(self, item: SeenFrame | Question) -> bool:
        """Take in a frame or answer a question, unless it has to wait."""
        if isinstance(item, Question):
            _answer(item, self.table)
            return True
        table, after = self._changed(lambda table: table.observe(item))
        if self._writing is not None and _is_lost(self.table, table):
            return False
        self._seen_s = item.at_s
        self._put(table, after)
        self._go_on()
        return True

    def _changed(self, change: Callable[[TableState], None]) -> tuple[TableState, TableState | None]:
        """Return the table after a change, and after it what an order is about to make of it."""
        writing = self._writing
        ordered = writing is not None and writing.order is not None
        return _changed(self.table, change), _changed(writing.after, change) if writing and ordered else None

    def _put(self, table: TableState, after: TableState | None) -> None:
        self.table = table
        if self._writing is not None and after is not None:
            self._writing.after = after

    def _go_on(self) -> None:
        """Take up the next thing that is to be written, if nothing is on its way: a verdict before any order."""
        while self._writing is None:
            self.table = _changed(self.table, self._keep)
            self._begin_writing(Writing(self.table, self.table.version, None))
            if self._writing is None:
                if not self._waiting:
                    return
                self._carry_out(self._waiting.popleft())

    def _carry_out(self, order: Order) -> None:
        # Whoever gave it may have gone.
        if not self.table.readings.holds("awaited", order.done.set_running_or_notify_cancel):
            return
        try:
            after = carried_out(self.table, order.wanted)
            # What cannot be told is not done.
            write_json(SnapshotBuilder(after, self._told.around(after)).write(HOST))
        except Exception as fault:
            _refuse(order, fault)
            return
        self._begin_writing(Writing(after, self.table.version, order))

    def _begin_writing(self, writing: Writing) -> None:
        unwritten = writing.after.journal.take_unwritten()
        self._writing = writing
        if unwritten is not None:
            self._write(unwritten)
        else:
            self._end_writing(End())

    def _end_writing(self, end: End) -> None:
        writing, self._writing = self._writing, None
        assert writing is not None
        if end.fault is None:
            self._adopt(writing, end.written)
        else:
            self._fall_back(writing, end)

    def _adopt(self, writing: Writing, written: Written | None) -> None:
        """Let the table be as it is after what has come on disk."""
        if writing.order is None:
            if written is not None:
                self.table.settle(written)
            return
        after = writing.after
        if written is not None:
            after.settle(written)
        after.versions.overtake(self.table.versions, writing.since)
        self.table = after
        # What it made stale must be known, even if nothing else is new.
        self.publish_if_possible(anyway=True)
        writing.order.done.set_result(after.version)

    def _fall_back(self, writing: Writing, end: End) -> None:
        """Let the table be as it was, and hold what lies in the store."""
        if end.stored is not None:
            self.table.fall_back(end.stored)
        if writing.order is not None and end.fault is not None:
            _refuse(writing.order, end.fault)
        else:
            log.warning("the throw on the table could not be kept: after a restart it is not known")

    def publish_if_possible(self, *, anyway: bool = False) -> None:
        """Put out what is new; if it cannot be told, the last snapshot stands, and the next may do better."""
        try:
            self._told.publish(self.table, self._seen_s, anyway)
        except Exception:
            log.exception("the table could not be told; the last snapshot stands")


def carried_out(table: TableState, wanted: Command) -> TableState:
    """Carry out a command on a copy of a table and return that; the table itself stays as it is.

    :raise StaleCommandError: the part of the table that it is about has changed since
    :raise CommandError: it cannot be carried out, and why
    """
    spec = COMMANDS[wanted.name]
    table.versions.refuse_stale(spec.scope, wanted.version)
    after = table.copy()
    try:
        spec.handler(after, wanted)
    except (SettingError, RoundError, DocumentError) as fault:
        raise CommandError("misfit", what=told(fault, table.settings.language)) from None
    after.end_act(spec.scope, table)
    return after


def _changed(table: TableState, change: Callable[[TableState], None]) -> TableState:
    """Return the table after a change that nobody ordered; one that goes wrong changes nothing."""
    try:
        after = table.copy()
        change(after)
        return after
    except Exception:
        log.exception("an observation could not be taken in")
        return table


def _is_lost(before: TableState, after: TableState) -> bool:
    """Tell whether a verdict would be forgotten before it is written down."""
    return before.unkept is not None and after.throw.began_s != before.throw.began_s


def _answer(asked: Question, table: Tabletop) -> None:
    if asked.done.set_running_or_notify_cancel():  # Else whoever asked has been told that it was not done.
        try:
            asked.done.set_result(asked.run(table))
        except BaseException as fault:
            asked.done.set_exception(fault)


def _refuse(order: Order, fault: BaseException) -> None:
    if not isinstance(fault, REFUSALS):
        log.error("the command %s could not be carried out", order.wanted.name, exc_info=fault)
        fault = CommandError("not-taken")
    order.done.set_exception(fault)
