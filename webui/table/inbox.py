"""The items of the table thread's queue: frames, commands, questions, statuses and the ends of writes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from webui.camera.reports import SeenFrame, SourceStatus
from webui.i18n.refusals import RefusedError
from webui.storage.store import StoreError
from webui.table import contract
from webui.table.commands.command import Command
from webui.table.errors import CommandError, StaleCommandError
from webui.table.log.journal import Acknowledgement
from webui.table.tabletop import Tabletop

log = logging.getLogger(__name__)

REFUSALS: Final = (CommandError, StaleCommandError, StoreError)
"""Faults that are answered in their own words; any other is a fault of the program, and is logged."""


class TableBusyError(RefusedError, RuntimeError):
    """The table had no time: nothing was done, or the outcome is not known yet; the message says which."""


@dataclass(frozen=True, slots=True)
class NetworkStatus:
    """Whether other machines may sign in, and how; only the Host gets it (docs/state.md)."""

    network: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DecksStatus:
    """The decks that can be read from now on."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """A deck that is not switched on, cards of which lie on the table."""

    deck: str


@dataclass(frozen=True, slots=True)
class RecordingStatus:
    """What is recorded of the session: readings, pictures as well, or nothing; all roles see it."""

    kind: contract.Recording | None


@dataclass(frozen=True, slots=True)
class Question:
    """A short function of the table; ``done`` gets what it returns."""

    run: Callable[[Tabletop], Any]
    done: Future[Any] = field(default_factory=Future)

    def answer(self, table: Tabletop) -> None:
        """Answer it, unless the caller was answered already that it was not done."""
        if self.done.set_running_or_notify_cancel():
            try:
                self.done.set_result(self.run(table))
            except BaseException as fault:
                self.done.set_exception(fault)


@dataclass(frozen=True, slots=True)
class PendingCommand:
    """A command that waits for its turn; ``done`` gets the version of the snapshot after it."""

    command: Command
    done: Future[Any] = field(default_factory=Future)

    def refuse(self, fault: BaseException) -> None:
        """Answer the caller why it was not carried out."""
        if not isinstance(fault, REFUSALS):
            log.error("the command %s could not be carried out", self.command.name, exc_info=fault)
            fault = CommandError("not-taken")
        self.done.set_exception(fault)


Around: TypeAlias = SourceStatus | NetworkStatus | RecordingStatus | DeckSeen
"""A status of the camera, the network, the recording or a deck that is not switched on."""

Report: TypeAlias = SeenFrame | Acknowledgement | DecksStatus | Around | None
"""Items that nobody waits for; None ends the thread."""

Item: TypeAlias = Report | Question | PendingCommand
"""Any item of the queue."""
