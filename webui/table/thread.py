"""The table thread: the only place where a table is touched.

Frames, commands and questions come through one queue, in order, to the table's reactor; snapshots go out, one for each
role, newest only.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any, Final, TypeVar

from webui.camera.quality import in_words
from webui.camera.reports import SeenFrame, SourceStatus
from webui.storage.store import StoredEvent
from webui.table.commands.command import Command
from webui.table.contract import HOST, ROLES, Aid, NetworkState, Source
from webui.table.inbox import (
    Anew,
    DeckSeen,
    DecksStatus,
    End,
    Item,
    NetworkStatus,
    Order,
    Question,
    RecordingStatus,
    TableBusyError,
)
from webui.table.journal import Unwritten
from webui.table.keeping import keep
from webui.table.newest import Newest
from webui.table.news import News
from webui.table.reactor import Reactor
from webui.table.snapshot import Snapshot, SnapshotBuilder, Status
from webui.table.state import TableState
from webui.table.tabletop import Tabletop

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S: Final = 30.0
"""Whoever asks the table waits so long for their turn, and as long again for the end of what has begun."""

WAITING_LOOKS: Final = 4
"""Observations that may wait; then the pipeline waits too, so that a recording is judged frame by frame."""


class TableThread:
    """Runs one table in its own thread."""

    def __init__(
        self,
        make_table: Callable[[], TableState],
        clock_s: Callable[[], float],
        after_turn: Callable[[Item, TableState], None] = lambda item, table: None,
    ) -> None:
        """``make_table`` is called in the table thread, and so is ``after_turn`` after every item but a question;
        ``clock_s`` is monotonic, in seconds.
        """
        self._make_table = make_table
        self._clock_s = clock_s
        self._after_turn = after_turn
        self._inbox: queue.Queue[Item | Anew] = queue.Queue()
        self._room = threading.BoundedSemaphore(WAITING_LOOKS)
        self.patience_s = PATIENCE_S
        self._status = SourceStatus({"kind": "none", "name": "", "state": "starting", "message": None})
        self._network = NetworkStatus({"allowed": False, "urls": [], "codes": {}})
        self._recording = RecordingStatus(None)
        self._deck_seen: str | None = None
        self._news = {role: News() for role in ROLES}
        self.snapshots: dict[str, Newest[Snapshot]] = {role: Newest({"version": 0}) for role in ROLES}
        self.cards: tuple[dict[str, Any], ...] = ()
        """The cards of the newest snapshot, for painting."""
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

    def tell(self, status: SourceStatus | NetworkStatus | DecksStatus | RecordingStatus | DeckSeen) -> None:
        """Hand over how the camera or the network is, which decks can be read or lie there."""
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

    def ask(self, question: Callable[[Tabletop], T]) -> T:
        """Run something short on the table in the table thread and return its answer.

        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        asked = Question(question)
        answer: T = self._answer_to(asked)
        return answer

    def begin_anew(self, before: Callable[[int], None]) -> None:
        """Read the table anew from its log, as after a restart; ``before`` is called first, with the version so far.

        :raise OSError: the log cannot be read; also what ``before`` raises. The table goes on as it was.
        """
        anew = Anew(before)
        self._inbox.put(anew)
        anew.done.result(self.patience_s)

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
            reactor = Reactor(self._make_table(), keep, self._begin_to_write, self)
            self.publish(reactor.table, 0.0, False)
        except BaseException as fault:
            self._ready.set_exception(fault)
            return
        self._after_turn(None, reactor.table)
        self._ready.set_result(None)
        ending, anew = False, list[Anew]()
        while not ending or reactor.is_writing:
            item = self._inbox.get()
            ending = ending or item is None
            if isinstance(item, Anew):
                anew.append(item)
            else:
                self._take(reactor, item)
            while anew and not reactor.is_writing:
                reactor = self._read_anew(reactor, anew.pop(0))

    def _take(self, reactor: Reactor, item: Item) -> None:
        waiting = reactor.held_frames + isinstance(item, SeenFrame)
        try:
            reactor.take(item)
            if not isinstance(item, Question):
                self._after_turn(item, reactor.table)
        except Exception:  # Whatever it was, the evening goes on.
            log.exception("the table thread stumbled")
        for _ in range(waiting - reactor.held_frames):
            self._room.release()

    def _read_anew(self, reactor: Reactor, anew: Anew) -> Reactor:
        old = reactor.table
        try:
            anew.before(old.version)
            table = self._make_table()
        except Exception as fault:
            anew.done.set_exception(fault)
            return reactor
        table.go_on_from(old.chosen, old.version, paused=old.paused)
        reactor = Reactor(table, keep, self._begin_to_write, self)
        reactor.publish_if_possible(anyway=True)
        self._after_turn(None, table)
        anew.done.set_result(None)
        return reactor

    def _begin_to_write(self, unwritten: Unwritten) -> None:
        threading.Thread(target=_write, args=(unwritten, self._inbox), name="writer", daemon=True).start()

    def take_status(self, status: SourceStatus | NetworkStatus | RecordingStatus | DeckSeen) -> None:
        """Remember how the camera or the network is."""
        if isinstance(status, SourceStatus):
            self._status = status
        elif isinstance(status, DeckSeen):
            self._deck_seen = status.deck
        elif isinstance(status, NetworkStatus):
            self._network = status
        else:
            self._recording = status

    def publish(self, table: Tabletop, seen_s: float, anyway: bool) -> None:
        """Put out a snapshot for each role that has anything new to see, or ``anyway``."""
        now_s = self._clock_s()
        builder = SnapshotBuilder(table, self.around(table))
        seen = {role: builder.write(role) for role in ROLES}
        host = seen[HOST]
        self.cards = tuple(card for seat in host["seats"] for card in seat["cards"]) + tuple(host["loose"])
        news = {role: self._news[role].after(seen[role], now_s) for role in ROLES}
        if not table.readings.holds("news", lambda: anyway or any(news.values())):
            return
        table.versions.raise_for(None)
        for role in (each for each in ROLES if anyway or news[each]):
            self.snapshots[role].put(seen[role] | {"version": table.version, "seen_s": seen_s})
            self._news[role] = news[role] or self._news[role]

    def around(self, table: Tabletop) -> Status:
        """Return how the camera and the network are, in the table's language."""
        grades = self._status.aid
        aid = Aid(**in_words(grades, table.settings.language)) if grades else None
        source, network = Source(**self._status.source), NetworkState(**self._network.network)
        return Status(source, aid, network, self._recording.kind, self._deck_seen)


def _write(unwritten: Unwritten, inbox: queue.Queue[Item | Anew]) -> None:
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
