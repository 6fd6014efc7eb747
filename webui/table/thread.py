"""The table thread: the only place where a table is touched.

Frames, commands and questions come through one queue, in order; snapshots go out, one for each role, newest only.
Whatever changes the table is done to a copy. A frame's copy becomes the table at once; a command's when what it wrote
is on disk: until then frames go into both, and what is shown is the table without it (decision 031).
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from typing import Any, Final, TypeVar

from webui.camera.quality import in_words
from webui.camera.reports import SeenFrame, SourceStatus
from webui.documents import DocumentError
from webui.documents.plain_json import write_json
from webui.i18n.refusals import told
from webui.storage.store import StoredEvent, StoreError
from webui.table.commands.command import COMMANDS, Command
from webui.table.contract import HOST, ROLES, Aid, NetworkState, Source
from webui.table.errors import CommandError, StaleCommandError
from webui.table.inbox import (
    DecksStatus,
    End,
    Item,
    NetworkStatus,
    Order,
    Question,
    TableBusyError,
    Writing,
)
from webui.table.journal import Unwritten, Written
from webui.table.keeping import keep
from webui.table.newest import Newest
from webui.table.news import News
from webui.table.rounds import RoundError
from webui.table.settings import SettingError
from webui.table.snapshot import Snapshot, SnapshotBuilder, Status
from webui.table.state import TableState

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S: Final = 30.0
"""Whoever asks the table waits so long for their turn, and as long again for the end of what has begun."""

WAITING_LOOKS: Final = 4
"""Observations that may wait; then the pipeline waits too, so that a recording is judged frame by frame."""

REFUSALS: Final = (CommandError, StaleCommandError, StoreError)
"""What somebody is told in its own words; anything else is a fault of ours, told as such and logged."""


class TableThread:
    """Runs one table in its own thread."""

    def __init__(self, make_table: Callable[[], TableState], clock_s: Callable[[], float]) -> None:
        """``make_table`` is called in the table thread; ``clock_s`` is monotonic, in seconds."""
        self._make_table = make_table
        self._clock_s = clock_s
        self._inbox: queue.Queue[Item] = queue.Queue()
        self._room = threading.BoundedSemaphore(WAITING_LOOKS)
        self.patience_s = PATIENCE_S
        self._status = SourceStatus({"kind": "none", "name": "", "state": "starting", "message": None})
        self._network = NetworkStatus({"allowed": False, "urls": [], "codes": {}})
        self._seen_s = 0.0
        self._news = {role: News() for role in ROLES}
        self.snapshots: dict[str, Newest[Snapshot]] = {role: Newest({"version": 0}) for role in ROLES}
        self.cards: tuple[dict[str, Any], ...] = ()
        """The cards of the newest snapshot, for painting."""
        self._writing: Writing | None = None
        self._waiting: deque[Order] = deque()
        """Commands that wait for the disk: one after the other, each sees what the last one came to."""
        self._ready: Future[None] = Future()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin.

        :raise OSError: the store cannot be opened
        """
        self._thread.start()
        self._ready.result()

    def stop(self) -> None:
        """Finish what has come and stop."""
        self._inbox.put(None)
        self._thread.join(timeout=10)
        for newest in self.snapshots.values():
            newest.close()

    def see(self, look: SeenFrame) -> None:
        """Hand over an observation; waits while too many wait already."""
        self._room.acquire()
        self._inbox.put(look)

    def tell(self, status: SourceStatus | NetworkStatus | DecksStatus) -> None:
        """Hand over how the camera or the network is, or which decks can be read."""
        self._inbox.put(status)

    def execute(self, wanted: Command) -> int:
        """Carry out a command and return the new version; what it changed is on disk.

        :raise StaleCommandError: the table has moved on
        :raise CommandError: it cannot be carried out
        :raise StoreError: it could not be written; nothing was done
        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        order = Order(wanted)
        version: int = self._answer_to(order)
        return version

    def ask(self, question: Callable[[TableState], T]) -> T:
        """Run something short on the table in the table thread and return its answer.

        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        asked = Question(question)
        answer: T = self._answer_to(asked)
        return answer

    def _answer_to(self, item: Question | Order) -> Any:
        self._inbox.put(item)
        if not self._is_done(item) and item.done.cancel():
            raise TableBusyError("table-busy")
        if not self._is_done(item):
            raise TableBusyError("table-at-it")
        return item.done.result()

    def _is_done(self, item: Question | Order) -> bool:
        wait([item.done], timeout=self.patience_s)
        return item.done.done()

    # --- in the table thread ---

    def _run(self) -> None:
        try:
            self._table = self._make_table()
            self._publish()
        except BaseException as fault:
            self._ready.set_exception(fault)
            return
        self._ready.set_result(None)
        ending = False
        while not ending or self._writing is not None:
            item = self._inbox.get()
            ending = ending or item is None
            try:
                self._take(item)
            except Exception:  # Whatever it was, the evening goes on.
                log.exception("the table thread stumbled")

    def _take(self, item: Item) -> None:
        if isinstance(item, Question):
            _answer(item, self._table)
            return
        if isinstance(item, Order):
            self._waiting.append(item)
        elif isinstance(item, End):
            self._end_writing(item)
        elif isinstance(item, SourceStatus):
            self._status = item
        elif isinstance(item, NetworkStatus):
            self._network = item
        elif isinstance(item, DecksStatus):
            self._change(partial(TableState.know_decks, known=item.known))
        elif item is not None:
            self._room.release()
            self._see(item)
        self._go_on()
        self._publish_if_possible()

    def _see(self, look: SeenFrame) -> None:
        self._seen_s = look.at_s
        self._change(lambda table: table.observe(look))

    def _change(self, change: Callable[[TableState], None]) -> None:
        """Change the table, and what it is about to become."""
        self._table = _changed(self._table, change)
        if self._writing is not None:
            self._writing.after = _changed(self._writing.after, change)

    def _go_on(self) -> None:
        """Take up the next thing that is to be written, if nothing is on its way."""
        while self._writing is None and self._waiting:
            self._carry_out(self._waiting.popleft())
        if self._writing is None:
            self._table = _changed(self._table, keep)
            self._begin_writing(Writing(self._table, self._table.version, None))

    def _carry_out(self, order: Order) -> None:
        if not order.done.set_running_or_notify_cancel():
            return
        try:
            after = carried_out(self._table, order.wanted)
            # What cannot be told is not done.
            write_json(SnapshotBuilder(after, self._around(after)).write(HOST))
        except Exception as fault:
            _refuse(order, fault)
            return
        self._begin_writing(Writing(after, self._table.version, order))

    def _begin_writing(self, writing: Writing) -> None:
        unwritten = writing.after.journal.take_unwritten()
        self._writing = writing
        if unwritten is not None:
            threading.Thread(target=_write, args=(unwritten, self._inbox), name="writer", daemon=True).start()
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
                self._table.settle(written)
            return
        after = writing.after
        if written is not None:
            after.settle(written)
        after.versions.overtake(self._table.versions, writing.since)
        self._table = after
        self._publish_if_possible(
            anyway=True
        )  # What it made stale must be known, even if nothing else is new.
        writing.order.done.set_result(after.version)

    def _fall_back(self, writing: Writing, end: End) -> None:
        """Let the table be as it was, and hold what lies in the store."""
        if end.stored is not None:
            self._table.fall_back(end.stored)
        if writing.order is not None and end.fault is not None:
            _refuse(writing.order, end.fault)
        else:
            log.warning("the throw on the table could not be kept: after a restart it is not known")

    def _publish_if_possible(self, *, anyway: bool = False) -> None:
        """Put out what is new; if it cannot be told, the last snapshot stands, and the next may do better."""
        try:
            self._publish(anyway=anyway)
        except Exception:
            log.exception("the table could not be told; the last snapshot stands")

    def _publish(self, *, anyway: bool = False) -> None:
        """Put out a snapshot for each role that has anything new to see, or ``anyway``."""
        table, now_s = self._table, self._clock_s()
        builder = SnapshotBuilder(table, self._around(table))
        host, public = builder.write(HOST), builder.write(ROLES[-1])
        seen = {role: host if role == HOST else public | {"role": role} for role in ROLES}
        self.cards = tuple(card for seat in host["seats"] for card in seat["cards"]) + tuple(host["loose"])
        news = {role: self._news[role].after(seen[role], now_s) for role in ROLES}
        if not anyway and not any(news.values()):
            return
        table.versions.raise_for(None)
        for role in (each for each in ROLES if anyway or news[each]):
            self.snapshots[role].put(seen[role] | {"version": table.version, "seen_s": self._seen_s})
            self._news[role] = news[role] or self._news[role]

    def _around(self, table: TableState) -> Status:
        grades = self._status.aid
        aid = Aid(**in_words(grades, table.settings.language)) if grades else None
        return Status(Source(**self._status.source), aid, NetworkState(**self._network.network))


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
    after = table.copy()
    try:
        change(after)
        return after
    except Exception:
        log.exception("an observation could not be taken in")
        return table


def _answer(asked: Question, table: TableState) -> None:
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


def _write(unwritten: Unwritten, inbox: queue.Queue[Item]) -> None:
    try:
        end = End(unwritten.write())
    except BaseException as fault:
        end = End(fault=fault, stored=_stored(unwritten))
    inbox.put(end)


def _stored(unwritten: Unwritten) -> list[StoredEvent] | None:
    """Return what lies in the store after a fault; None if nobody can tell."""
    try:
        return unwritten.stored()
    except Exception:
        log.exception("the store cannot be read")
        return None
