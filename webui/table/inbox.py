"""What comes to the table thread: frames, commands, questions, how camera, network and decks are, ends of writings."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from webui.camera.reports import SeenFrame, SourceStatus
from webui.i18n.refusals import RefusedError
from webui.storage.store import StoredEvent
from webui.table import contract
from webui.table.commands.command import Command
from webui.table.journal import Written
from webui.table.tabletop import Tabletop


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
class Anew:
    """The table is read anew from its log, as after a restart; ``before`` gets the version that it had."""

    before: Callable[[int], None]
    done: Future[None] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class Question:
    """Something short that is asked of the table."""

    run: Callable[[Tabletop], Any]
    done: Future[Any] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class Order:
    """A command that waits for its turn; ``done`` gets the version that it came to."""

    wanted: Command
    done: Future[Any] = field(default_factory=Future)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a writing: what lies in the store now, or why not."""

    written: Written | None = None
    fault: BaseException | None = None
    stored: list[StoredEvent] | None = None
    """All that lies in the store after a fault; None if nobody can tell."""


Report: TypeAlias = (
    SeenFrame | End | SourceStatus | NetworkStatus | DecksStatus | RecordingStatus | DeckSeen | None
)
"""What the table is told, and nobody waits for; None at the end."""

Item: TypeAlias = Report | Question | Order
"""What comes to the table."""
