"""The table thread: the only place where a table is touched.

Frames, commands and questions come through one queue, in order, to the table's reactor, which has no thread and no
clock of its own. Changes are made on a copy. A frame's copy becomes the table at once; a command's optimistic copy
when its event is on disk: until then frames go into both, and snapshots show the table without it (decision 031).
"""

from __future__ import annotations

import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from typing import Any, Final, TypeVar

from webui.camera.reports import SeenFrame
from webui.documents import DocumentError
from webui.documents.plain_json import write_json
from webui.table.commands.command import COMMANDS, Command
from webui.table.commands.phones import check_phone
from webui.table.contract import HOST
from webui.table.errors import misfit
from webui.table.inbox import Around, DecksStatus, Item, PendingCommand, Question, TableBusyError
from webui.table.keeping import keep, retry_later
from webui.table.log.journal import Acknowledgement, PendingWrite
from webui.table.modes.rounds import RoundError
from webui.table.settings import SettingError
from webui.table.snapshot.builder import SnapshotBuilder
from webui.table.snapshot.publisher import Publisher, SnapshotListener
from webui.table.state import TableState
from webui.table.tabletop import Tabletop
from webui.table.writing import Reload, Writing

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S: Final = 30.0
"""How long a caller waits for its turn, and as long again for the end of what has begun."""

WAITING_LOOKS: Final = 4
"""The most frames that may wait; then the vision thread waits too, so that a recording is judged frame by frame."""


class TableThread:
    """Runs one table in its own thread."""

    def __init__(
        self,
        make_table: Callable[[], TableState],
        clock_s: Callable[[], float],
        after_turn: Callable[[Item, TableState], None] = lambda item, table: None,
    ) -> None:
        """``make_table`` is called in the table thread, and so is ``after_turn`` after every item but a question.

        ``clock_s`` is monotonic, in seconds.
        """
        self._make_table = make_table
        self._after_turn = after_turn
        self._inbox: queue.Queue[Item | Reload] = queue.Queue()
        self._room = threading.BoundedSemaphore(WAITING_LOOKS)
        self.patience_s = PATIENCE_S
        self.publisher = Publisher(clock_s)
        self.snapshots = self.publisher.snapshots
        self._ready: Future[None] = Future()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Start the thread, and wait until the table is ready.

        :raise OSError: the store cannot be opened
        """
        self._thread.start()
        self._ready.result()

    def stop(self) -> None:
        """Handle all items in the queue, then stop."""
        self._inbox.put(None)
        self._thread.join(timeout=10)
        self.publisher.close()

    def see(self, look: SeenFrame) -> None:
        """Hand over a frame; blocks while too many wait already."""
        self._room.acquire()
        self._inbox.put(look)

    def on_status(self, status: Around | DecksStatus) -> None:
        """Hand over a new status: of the camera, the network or the recording, or of the decks."""
        self._inbox.put(status)

    def execute(self, command: Command) -> int:
        """Carry out a command and return the new version, once its event is on disk.

        :raise StaleCommandError: the table has moved on
        :raise CommandError: it cannot be carried out
        :raise StoreError: it could not be written; nothing was done
        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        return int(self._answer_to(PendingCommand(command)))

    def ask(self, question: Callable[[Tabletop], T]) -> T:
        """Call a short function with the table in the table thread, and return what it returns.

        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        answer: T = self._answer_to(Question(question))
        return answer

    def reload(self, before: Callable[[int], None]) -> None:
        """Read the table again from its log, as after a restart; ``before`` is called first, with the version so far.

        :raise OSError: the log cannot be read; also what ``before`` raises. The table goes on as it was.
        """
        reload = Reload(before)
        self._inbox.put(reload)
        reload.done.result(self.patience_s)

    def _answer_to(self, item: Question | PendingCommand) -> Any:
        self._inbox.put(item)
        if self._ended.is_set():
            self._turn_away()
        if not self._is_done(item) and item.done.cancel():
            raise TableBusyError("table-busy")
        if not self._is_done(item):
            raise TableBusyError("table-at-it")
        return item.done.result()

    def _is_done(self, item: Question | PendingCommand) -> bool:
        return bool(wait([item.done], timeout=self.patience_s).done)

    def _run(self) -> None:
        try:
            self._take_turns()
        finally:
            self._ended.set()
            self._turn_away()

    def _turn_away(self) -> None:
        """Refuse all items that came after the end, so that nobody waits for them."""
        with suppress(queue.Empty):
            while True:
                item = self._inbox.get_nowait()
                if isinstance(item, Question | PendingCommand) and item.done.set_running_or_notify_cancel():
                    item.done.set_exception(TableBusyError("table-busy"))

    def _take_turns(self) -> None:
        try:
            reactor = Reactor(self._make_table(), self._begin_to_write, self.publisher)
            self.publisher.publish(reactor.table, 0.0, False)
        except BaseException as fault:
            self._ready.set_exception(fault)
            return
        self._after_turn(None, reactor.table)
        self._ready.set_result(None)
        ending, reloads = False, list[Reload]()
        while not ending or reactor.is_writing:
            item = self._inbox.get()
            ending = ending or item is None
            if isinstance(item, Reload):
                reloads.append(item)
            else:
                self._take(reactor, item)
            while reloads and not reactor.is_writing:
                self._reload(reactor, reloads.pop(0))

    def _take(self, reactor: Reactor, item: Item) -> None:
        waiting = reactor.held_frames + isinstance(item, SeenFrame)
        try:
            reactor.take(item)
            if not isinstance(item, Question):
                self._after_turn(item, reactor.table)
        except Exception:  # Whatever it was, the table goes on.
            log.exception("an item could not be handled")
        for _ in range(waiting - reactor.held_frames):
            self._room.release()

    def _reload(self, reactor: Reactor, reload: Reload) -> None:
        table = reload.read(reactor.table, self._make_table)
        if table is not None:
            reactor.table = table
            reactor.publish_if_possible(anyway=True)
            self._after_turn(None, table)
            reload.done.set_result(None)

    def _begin_to_write(self, pending: PendingWrite) -> None:
        threading.Thread(
            target=lambda: self._inbox.put(pending.carry_out()), name="writer", daemon=True
        ).start()


class Reactor:
    """One table and the write in progress to its log."""

    def __init__(
        self, table: TableState, write: Callable[[PendingWrite], None], listener: SnapshotListener
    ) -> None:
        """``write`` starts a pending write; its :class:`Acknowledgement` comes back as an item."""
        self.table = table
        self._write, self._listener = write, listener
        self._seen_s = 0.0
        self._writing: Writing | None = None
        self._waiting: deque[PendingCommand] = deque()
        """Commands that wait for the disk; each is carried out on the table that the one before left."""
        self._held: deque[SeenFrame | Question] = deque()
        """A frame that would end a throw whose verdict is not written yet, and the items after it."""

    @property
    def is_writing(self) -> bool:
        """Whether a write is in progress."""
        return self._writing is not None

    @property
    def held_frames(self) -> int:
        """The number of frames that wait for the disk."""
        return sum(isinstance(item, SeenFrame) for item in self._held)

    def take(self, item: Item) -> None:
        """Handle the next item; a frame, and the questions behind it, may have to wait for the disk."""
        if isinstance(item, SeenFrame | Question):
            self._held.append(item)
        else:
            self._take_in(item)
            self._go_on()
            self.publish_if_possible()
        self._handle_held()

    def _handle_held(self) -> None:
        """Handle the frames and questions that need not wait."""
        while self._held:
            item = self._held.popleft()  # An item that raises is not handled again.
            if not self._is_done(item):
                self._held.appendleft(item)
                return

    def _take_in(self, item: Item) -> None:
        if isinstance(item, PendingCommand):
            self._waiting.append(item)
        elif isinstance(item, Acknowledgement):
            self._end_writing(item)
        elif isinstance(item, DecksStatus):
            self._put(self._changed(partial(TableState.know_decks, known=item.known)))
        elif isinstance(item, Around):
            self._listener.take_status(item)

    def _is_done(self, item: SeenFrame | Question) -> bool:
        """Handle a frame or a question, unless it has to wait; return whether it was handled."""
        if isinstance(item, Question):
            item.answer(self.table)
            return True
        changed = self._changed(lambda table: table.observe(item))
        if self._writing is not None and any(before.loses_verdict(after) for before, after in changed):
            return False
        self._seen_s, writing = item.at_s, self._writing
        self._put(changed)
        self.publish_if_possible()
        self._go_on()  # The outcome is written after it is published: nobody waits for the disk.
        if self._writing is not writing:
            self.publish_if_possible()
        return True

    def _changed(self, change: Callable[[TableState], None]) -> list[tuple[TableState, TableState]]:
        """Return the table, and the copy with the command that is being written, each before and after a change."""
        writing = self._writing
        tables = [self.table] if writing is None or writing.command is None else [self.table, writing.after]
        return [(table, table.after(change)) for table in tables]

    def _put(self, changed: list[tuple[TableState, TableState]]) -> None:
        (_, self.table), *copies = changed
        if self._writing is not None and copies:
            [(_, self._writing.after)] = copies

    def _go_on(self) -> None:
        """Begin the next write if none is in progress: the table's own first, then the next command's."""
        while self._writing is None:
            self.table = self.table.after(keep)
            self._begin_writing(Writing(self.table, self.table.version))
            if self._writing is None:
                if not self._waiting:
                    return
                self._carry_out(self._waiting.popleft())

    def _carry_out(self, pending: PendingCommand) -> None:
        # The caller may have given up.
        if not self.table.readings.holds("awaited", pending.done.set_running_or_notify_cancel):
            return
        try:
            after = carry_out(self.table, pending.command)
            # A command whose outcome cannot be published is not carried out.
            write_json(SnapshotBuilder(after, self._listener.around(after)).write(HOST))
        except Exception as fault:
            pending.refuse(fault)
            return
        self._begin_writing(Writing(after, self.table.version, pending))

    def _begin_writing(self, writing: Writing) -> None:
        pending = writing.take_pending()
        self._writing = writing
        if pending is not None:
            self._write(pending)
        else:
            self._end_writing(Acknowledgement())

    def _end_writing(self, end: Acknowledgement) -> None:
        writing, self._writing = self._writing, None
        assert writing is not None
        if end.fault is not None:
            retry_later(self.table, writing.roll_back(self.table, end))
            self.publish_if_possible()
            writing.refuse(end.fault)
            return
        self.table = writing.acknowledged(self.table, end.written)
        if writing.command is not None:
            # Pages must learn what it made stale, even if nothing else is new.
            self.publish_if_possible(anyway=True)
            writing.command.done.set_result(self.table.version)

    def publish_if_possible(self, *, anyway: bool = False) -> None:
        """Publish what is new; if that fails, the last snapshot stands until the next."""
        try:
            self._listener.publish(self.table, self._seen_s, anyway)
        except Exception:
            log.exception("the snapshot could not be made; the last one stands")


def carry_out(table: TableState, command: Command) -> TableState:
    """Carry out a command on a copy of a table and return that; the table itself stays as it is.

    :raise StaleCommandError: the part of the table that it is about has changed since
    :raise CommandError: it cannot be carried out, and why
    """
    spec = COMMANDS[command.name]
    table.versions.refuse_stale(spec.scope, command.version)
    after = table.copy()
    try:
        check_phone(after, command)
        spec.handler(after, command)
    except (SettingError, RoundError, DocumentError) as fault:
        raise misfit(fault, table.settings.language) from None
    after.end_command(spec.scope, table)
    return after
