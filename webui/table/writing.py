"""Between a table and its log: what is on its way to the disk and comes of it, and a table that is read anew."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from webui.storage.store import StoredEvent
from webui.table.inbox import PendingCommand
from webui.table.log.journal import End, Unwritten, Written
from webui.table.state import TableState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Anew:
    """The table is read anew from its log, as after a restart; ``before`` gets the version that it had."""

    before: Callable[[int], None]
    done: Future[None] = field(default_factory=Future)

    def read(self, old: TableState, make: Callable[[], TableState]) -> TableState | None:
        """Return the table that goes on from the old one; None, and the reason in ``done``, if it cannot be read."""
        try:
            self.before(old.version)
            table = make()
        except Exception as fault:
            self.done.set_exception(fault)
            return None
        table.go_on_from(old.chosen, old.version, paused=old.paused)
        return table


@dataclass(slots=True)
class Writing:
    """The table as it will be, of which version it is a copy, and who waits for it, if anybody does."""

    after: TableState
    since: int
    pending: PendingCommand | None = None
    event: StoredEvent | None = None
    """What is on its way to the disk."""

    def settled(self, table: TableState, written: Written | None) -> TableState:
        """Return the table as it is after what has come on disk; None: there was nothing to be written."""
        after = table if self.pending is None else self.after
        if written is not None:
            after.settle(written)
        if self.pending is not None:
            after.versions.overtake(table.versions, self.since)
        return after

    def take_unwritten(self) -> Unwritten | None:
        """Hand over what is to be written; None if nothing is."""
        unwritten = self.after.journal.take_unwritten()
        self.event = None if unwritten is None else unwritten.event
        return unwritten

    def fall_back(self, table: TableState, end: End) -> StoredEvent | None:
        """Let a table hold what lies in the store; where nobody can read that, all but what could not be written.
        Return that, if no command caused it."""
        left = [each for each in table.journal.events if each is not self.event]
        table.fall_back(left if end.stored is None else end.stored, end.evening)
        return self.event if self.pending is None else None

    def refuse(self, fault: BaseException) -> None:
        """Tell whoever waits for it, or the log, that it could not be kept."""
        if self.pending is not None:
            self.pending.refuse(fault)
        else:
            log.warning("the throw on the table could not be kept; it is tried again: %s", fault)
