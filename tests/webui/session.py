"""A table to play a session at, without cameras: what lies there and what people say is scripted."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import numpy as np

from tests.webui.tracks import ScriptedTable
from webui.camera.reports import SeenFrame
from webui.storage.store import Store
from webui.table.commands import parse_command
from webui.table.keeping import keep
from webui.table.log.entries import serialize_log
from webui.table.readings import FreshReadings
from webui.table.snapshot.builder import SnapshotBuilder
from webui.table.state import TableState
from webui.table.thread import carry_out

NEAR_Y, FAR_Y = 600, 120
FRAME = np.full((720, 1280, 3), 90, np.uint8)


def written(table: TableState) -> TableState:
    """Write at once what the table's thread leaves to its writer."""
    pending = table.journal.take_pending()
    if pending is not None:
        table.acknowledge(pending.write())
    return table


def after(table: TableState, name: str, **arguments: Any) -> TableState:
    """Return the table after a command of the newest version, all of it on disk."""
    document = {"version": table.version, "name": name, **arguments}
    return written(carry_out(table, parse_command(document)))


def after_looking(table: TableState, look: SeenFrame) -> TableState:
    """Return the table after a frame, what lies there written down."""
    seen = table.copy()
    seen.observe(look)
    for _ in range(2):  # The verdict, then what lies there: one event each.
        keep(seen)
        written(seen)
    return seen


class Session:
    """A table over a scripted table; orders carry the newest version."""

    def __init__(
        self,
        store: Store,
        run: str = "run-1",
        table: ScriptedTable | None = None,
        decks: tuple[str, ...] = (),
    ) -> None:
        self.table = table or ScriptedTable()
        self.pipeline = 1
        self.dealt: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        """The decks from which the source deals."""
        self.table_state = TableState(
            store,
            FreshReadings(lambda: datetime(2026, 11, 20, 21, 14, 7, tzinfo=UTC)),
            run=run,
            known_decks=("house", "rws"),
            decks=decks,
        )
        self.look(2.0)

    def look(self, after_s: float = 1.0) -> None:
        look = SeenFrame(self.table.look(after_s), FRAME, pipeline=self.pipeline, dealt=self.dealt)
        self.table_state = after_looking(self.table_state, look)

    def order(self, name: str, **arguments: Any) -> None:
        self.table_state = after(self.table_state, name, **arguments)

    def see(self, role: str = "host") -> dict[str, Any]:
        return SnapshotBuilder(self.table_state).write(role)

    def log(self, role: str = "host") -> list[dict[str, Any]]:
        state = self.table_state
        entries: list[dict[str, Any]] = json.loads(
            serialize_log(state.logged(), state.settings.language, role)
        )
        return entries

    def clash(self, players: str, host: str) -> tuple[int, int]:
        """Both throw one card, face down, then flip."""
        keys = self.table.down(300, NEAR_Y), self.table.down(300, FAR_Y)
        self.look()
        for key, code in zip(keys, (players, host), strict=True):
            self.table.flip(key, code)
        self.look()
        return keys
