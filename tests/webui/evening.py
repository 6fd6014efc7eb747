"""A table to play an evening at, without cameras: what lies there and what people say is scripted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np

from tests.webui.tracks import ScriptedTable
from webui.camera.reports import SeenFrame
from webui.storage.store import Store
from webui.table.commands import execute, parse_command
from webui.table.snapshot import SnapshotBuilder
from webui.table.state import TableState

NEAR_Y, FAR_Y = 600, 120
FRAME = np.full((720, 1280, 3), 90, np.uint8)


class Evening:
    """A table over a scripted table; orders carry the newest version."""

    def __init__(
        self,
        store: Store,
        run: str = "run-1",
        table: ScriptedTable | None = None,
        decks: tuple[str, ...] = (),
    ) -> None:
        self.table = table or ScriptedTable()
        self.eyes = 1
        self.table_state = TableState(
            store,
            lambda: datetime(2026, 11, 20, 21, 14, 7, tzinfo=UTC),
            run=run,
            known_decks=("house", "rws"),
            decks=decks,
        )
        self.look(2.0)

    def look(self, after_s: float = 1.0) -> None:
        self.table_state.observe(SeenFrame(self.table.look(after_s), FRAME, eyes=self.eyes))

    def order(self, name: str, **arguments: Any) -> None:
        document = {"version": self.table_state.version, "name": name, **arguments}
        execute(self.table_state, parse_command(document))

    def see(self, role: str = "host") -> dict[str, Any]:
        return SnapshotBuilder(self.table_state).write(role)

    def clash(self, players: str, host: str) -> tuple[int, int]:
        """Both throw one card, face down, then flip."""
        keys = self.table.down(300, NEAR_Y), self.table.down(300, FAR_Y)
        self.look()
        for key, code in zip(keys, (players, host), strict=True):
            self.table.flip(key, code)
        self.look()
        return keys
