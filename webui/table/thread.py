"""The table thread: the only place where a table is touched.

Observations and orders come through one queue, in order; snapshots go out, one for each role, newest only.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from webui.camera.quality import in_words
from webui.camera.reports import SeenFrame, SourceStatus
from webui.documents.plain_json import write_json
from webui.i18n.refusals import RefusedError
from webui.storage.store import StoreError
from webui.table.commands import Command, execute
from webui.table.contract import HOST, ROLES, Aid, NetworkState, Source
from webui.table.errors import CommandError, StaleCommandError
from webui.table.newest import Newest
from webui.table.snapshot import Snapshot, SnapshotBuilder, Status
from webui.table.state import TableState

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE_S: Final = 30.0
"""Whoever asks the table waits so long for their turn, and as long again for the end of what has begun."""


class TableBusyError(RefusedError, RuntimeError):
    """The table had no time: nothing was done, or it is not known yet what will come of it; one line says which."""


WAITING_LOOKS: Final = 4
"""Observations that may wait; then the eyes wait too, so that a recording is judged frame by frame."""

CORNERS_EVERY_S: Final = 0.1
"""Cards that only tremble are published this often; anything else at once."""


@dataclass(frozen=True, slots=True)
class NetworkStatus:
    """Whether other machines may come in, and how: the Host's alone to see (docs/state.md)."""

    network: dict[str, Any]


@dataclass(slots=True)
class _Published:
    outline: str = ""
    full: str = ""
    at_s: float = -1.0


@dataclass(frozen=True, slots=True)
class _Job:
    run: Callable[[TableState], Any]
    done: Future[Any] = field(default_factory=Future)


class TableThread:
    """Runs one table in its own thread."""

    def __init__(self, make_table: Callable[[], TableState], clock_s: Callable[[], float]) -> None:
        """``make_table`` is called in the table thread; ``clock_s`` is a monotonic clock in seconds."""
        self._make_table = make_table
        self._clock_s = clock_s
        self._looks: queue.Queue[SeenFrame | _Job | SourceStatus | NetworkStatus | None] = queue.Queue()
        self._room = threading.BoundedSemaphore(WAITING_LOOKS)
        self._status = SourceStatus({"kind": "none", "name": "", "state": "starting", "message": None})
        self._network = NetworkStatus({"allowed": False, "urls": [], "codes": {}})
        self._seen_s = 0.0
        self.patience_s = PATIENCE_S
        self._published = {role: _Published() for role in ROLES}
        self.snapshots: dict[str, Newest[Snapshot]] = {role: Newest({"version": 0}) for role in ROLES}
        self.cards: tuple[dict[str, Any], ...] = ()
        """The cards of the newest snapshot, for painting."""
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin.

        :raise OSError: the store cannot be opened
        """
        ready: Future[None] = Future()
        self._ready = ready
        self._thread.start()
        ready.result()

    def stop(self) -> None:
        """Finish what has come and stop."""
        self._looks.put(None)
        self._thread.join(timeout=10)
        for newest in self.snapshots.values():
            newest.close()

    def see(self, look: SeenFrame) -> None:
        """Hand over an observation; waits while too many wait already."""
        self._room.acquire()
        self._looks.put(look)

    def tell(self, status: SourceStatus | NetworkStatus) -> None:
        """Hand over how the camera or the network is."""
        self._looks.put(status)

    def execute(self, wanted: Command) -> int:
        """Carry out a command in the table thread and return the new version; what it changed is on disk.

        :raise StaleCommandError: the table has moved on
        :raise CommandError: it cannot be carried out
        """
        return self.ask(lambda table: self._executed(table, wanted))

    def ask(self, question: Callable[[TableState], T]) -> T:
        """Run something short on the table in the table thread and return its answer.

        :raise TableBusyError: it did not come to its turn in time and never will; or it is not done yet, as it says
        """
        job = _Job(question)
        self._looks.put(job)
        if not self._is_done(job) and job.done.cancel():
            raise TableBusyError("table-busy")
        if not self._is_done(job):
            raise TableBusyError("table-at-it")
        answer: T = job.done.result()
        return answer

    def _is_done(self, job: _Job) -> bool:
        wait([job.done], timeout=self.patience_s)
        return job.done.done()

    def _executed(self, table: TableState, wanted: Command) -> int:
        """Carry out a command whole or not at all: what cannot be shown afterwards is taken back."""
        before = table.store.newest_event()
        try:
            execute(table, wanted)
            self._publish(table, anyway=True)
        except (CommandError, StaleCommandError, StoreError):
            self._take_back(table, before)
            raise
        except Exception:
            log.exception("the command %s could not be carried out and is taken back", wanted.name)
            self._take_back(table, before)
            raise CommandError("not-taken") from None
        return table.version

    def _take_back(self, table: TableState, before: int) -> None:
        if table.take_back(before):
            # What is told again bears a newer version, though it says the same: pages hold an older one.
            self._publish_if_possible(table, anyway=True)

    def _run(self) -> None:
        try:
            table = self._make_table()
            self._publish(table)
        except BaseException as fault:
            self._ready.set_exception(fault)
            return
        self._ready.set_result(None)
        while (item := self._looks.get()) is not None:
            self._take(table, item)

    def _take(self, table: TableState, item: SeenFrame | _Job | SourceStatus | NetworkStatus) -> None:
        if isinstance(item, _Job):
            if not item.done.set_running_or_notify_cancel():
                return  # Whoever asked has been told that it was not done.
            try:
                item.done.set_result(item.run(table))
            except BaseException as fault:
                item.done.set_exception(fault)
            return
        if isinstance(item, SourceStatus):
            self._status = item
        elif isinstance(item, NetworkStatus):
            self._network = item
        else:
            self._room.release()
            self._seen_s = item.at_s
            try:
                table.observe(item)
            except Exception:
                # One observation that cannot be judged must not end the evening; the next frame comes soon.
                log.exception("an observation could not be taken in")
        self._publish_if_possible(table)

    def _publish_if_possible(self, table: TableState, *, anyway: bool = False) -> None:
        """Put out what is new; if it cannot be told, the last snapshot stands, and the next may do better."""
        try:
            self._publish(table, anyway=anyway)
        except Exception:
            log.exception("the table could not be told; the last snapshot stands")

    def _publish(self, table: TableState, *, anyway: bool = False) -> None:
        """Put out a snapshot for each role that has anything new to see.

        After an order ``anyway``: it may have changed nothing that is seen, but what it made stale must be known.
        """
        builder = SnapshotBuilder(table, self._around(table))
        host, public = builder.write(HOST), builder.write(ROLES[-1])
        seen = {role: host if role == HOST else public | {"role": role} for role in ROLES}
        self.cards = tuple(card for seat in host["seats"] for card in seat["cards"]) + tuple(host["loose"])
        fresh = [role for role in ROLES if self._is_news(self._published[role], seen[role]) or anyway]
        if not fresh:
            return
        version = table.published()
        for role in fresh:
            self.snapshots[role].put(seen[role] | {"version": version, "seen_s": self._seen_s})

    def _around(self, table: TableState) -> Status:
        grades = self._status.aid
        aid = Aid(**in_words(grades, table.settings.language)) if grades else None
        return Status(Source(**self._status.source), aid, NetworkState(**self._network.network))

    def _is_news(self, last: _Published, snapshot: Snapshot) -> bool:
        full = write_json({key: value for key, value in snapshot.items() if key != "version"})
        if full == last.full:
            return False
        outline = repr(_without_tremble(snapshot))
        now_s = self._clock_s()
        if outline == last.outline and now_s - last.at_s < CORNERS_EVERY_S:
            return False
        last.full, last.outline, last.at_s = full, outline, now_s
        return True


def _without_tremble(snapshot: Snapshot) -> Any:
    """Return a snapshot without what changes a little with every frame."""
    restless = ("version", "corners", "confidence", "candidates", "fps", "aid", "since")

    def still(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: still(item) for key, item in value.items() if key not in restless}
        return [still(item) for item in value] if isinstance(value, list) else value

    return still(snapshot)
