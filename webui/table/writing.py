"""Between a table and its log: the write in progress and its acknowledgement, and a reload of the table."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

from webui.storage.store import StoredEvent
from webui.table.inbox import PendingCommand
from webui.table.log.journal import Acknowledgement, PendingWrite, WrittenEvent
from webui.table.state import TableState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reload:
    """A request to read the table again from its log, as after a restart; ``before`` gets its version so far."""

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
        table.continue_from(old.chosen, old.version, paused=old.paused)
        return table


@dataclass(slots=True)
class Writing:
    """A write in progress: the optimistic copy of the table, the version it was copied at, and its command, if any."""

    after: TableState
    since: int
    command: PendingCommand | None = None
    event: StoredEvent | None = None
    """The event that is being written."""

    def acknowledged(self, table: TableState, written: WrittenEvent | None) -> TableState:
        """Return the table after the write; ``written`` is None if there was nothing to write."""
        after = table if self.command is None else self.after
        if written is not None:
            after.acknowledge(written)
        if self.command is not None:
            after.versions.merge(table.versions, self.since)
        return after

    def take_pending(self) -> PendingWrite | None:
        """Return the pending write and forget it; None if there is none."""
        pending = self.after.journal.take_pending()
        self.event = None if pending is None else pending.event
        return pending

    def roll_back(self, table: TableState, failed: Acknowledgement) -> StoredEvent | None:
        """Set a table back to the events in the store, or to its own without the failed one if the store is unreadable.

        Return the failed event if no command caused it, else None.
        """
        left = [each for each in table.journal.events if each is not self.event]
        table.roll_back(left if failed.stored is None else failed.stored, failed.session)
        return self.event if self.command is None else None

    def refuse(self, fault: BaseException) -> None:
        """Answer the command, or log, that it could not be written."""
        if self.command is not None:
            self.command.refuse(fault)
        else:
            log.warning("the throw on the table could not be kept; it is tried again: %s", fault)
