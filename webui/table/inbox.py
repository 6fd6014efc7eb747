"""What comes to the table thread: frames, commands, questions, how camera, network and decks are, ends of writings."""

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
from webui.table.log.journal import End
from webui.table.tabletop import Tabletop

log = logging.getLogger(__name__)

REFUSALS: Final = (CommandError, StaleCommandError, StoreError)
"""Faults that are answered in their own words; any other is a fault of the program, and is logged."""


class TableBusyError(RefusedError, RuntimeError):
    """The table had no time: nothing was done, or it is not known yet what will come of it; one line says which."""


@dataclass(frozen=True, slots=True)
class NetworkStatus:
    """Whether other machines may come in, and how: the Host's alone to see (docs/state.md)."""

    network: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DecksStatus:
    """Which decks can be read from now on."""

    known: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeckSeen:
    """Cards of a deck lie there that is not switched on."""

    deck: str


@dataclass(frozen=True, slots=True)
class RecordingStatus:
    """What is recorded of the evening: sightings, pictures as well, or nothing; everybody at the table sees it."""

    kind: contract.Recording | None


@dataclass(frozen=True, slots=True)
class Question:
    """Something short that is asked of the table."""

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
class Order:
    """A command that waits for its turn; ``done`` gets the version that it came to."""

    wanted: Command
    done: Future[Any] = field(default_factory=Future)

    def refuse(self, fault: BaseException) -> None:
        """Tell whoever gave it why it was not carried out."""
        if not isinstance(fault, REFUSALS):
            log.error("the command %s could not be carried out", self.wanted.name, exc_info=fault)
            fault = CommandError("not-taken")
        self.done.set_exception(fault)


Around: TypeAlias = SourceStatus | NetworkStatus | RecordingStatus | DeckSeen
"""How the camera or the network is, what is recorded, or which deck lies there unasked."""

Report: TypeAlias = SeenFrame | End | DecksStatus | Around | None
"""Items that nobody waits for; None ends the thread."""

Item: TypeAlias = Report | Question | Order
"""What comes to the table."""
