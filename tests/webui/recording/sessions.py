"""Sessions played by lot at a recorded table: cards come, turn, and go, people confirm, correct and take back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from tests.webui.session import FAR_Y, FRAME, NEAR_Y
from tests.webui.tracks import ScriptedTable
from webui.camera.reports import SeenFrame, SourceStatus
from webui.recording.recorder import Recorder
from webui.storage.store import Store, StoreError
from webui.table.commands import parse_command
from webui.table.errors import CommandError, StaleCommandError
from webui.table.inbox import DecksStatus
from webui.table.readings import FreshReadings
from webui.table.state import TableState
from webui.table.thread import TableThread

CODES = ("w01", "w09", "c06", "s13", "p02", "m00", "m05", "c01", None)
REFUSED = (CommandError, StaleCommandError, StoreError)


class RecordedSession:
    """A table of its own thread over a scripted table, recorded from its beginning."""

    def __init__(self, folder: Path, path: Path, seed: int = 0, *, is_late: bool = False) -> None:
        """It is recorded from its beginning, or, if it ``is_late``, from :meth:`record` on."""
        # The table draws in its own thread.
        self.chance, self._world = Random(seed), Random(f"world of {seed}")
        self.now = datetime(2026, 11, 20, 21, 14, 7, tzinfo=UTC)
        self.store = Store(folder)
        self.table = ScriptedTable()
        self.pipeline = 1
        self.dealt: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        readings = FreshReadings(self._tick, lambda: self._world.randrange(2**32))
        self.recorder = Recorder(readings)
        self.path = path
        if not is_late:
            self.recorder.begin(path, with_pictures=False)

        def make() -> TableState:
            return TableState(self.store, readings, run=f"run-{seed}", known_decks=("house", "rws"))

        self.thread = TableThread(make, lambda: self.table.t_s, self.recorder.after_turn)
        self.recorder.changed = self.thread.on_status
        self.thread.start()
        self.look(2.0)

    def _tick(self) -> datetime:
        self.now += timedelta(milliseconds=self._world.randrange(1, 9000))
        return self.now

    def look(self, after_s: float = 1.0) -> None:
        look = SeenFrame(self.table.look(after_s), FRAME, self.table.t_s, self.pipeline, self.dealt)
        self.thread.see(look)

    def order(self, name: str, **arguments: Any) -> None:
        version = self.thread.ask(lambda table: table.version)
        document = {"version": version, "name": name, **arguments}
        try:
            self.thread.execute(parse_command(document))
        except REFUSED:
            return  # A refusal belongs to a session, too.

    def clash(self, players: str | None, host: str | None) -> None:
        keys = self.table.down(300, NEAR_Y), self.table.down(300, FAR_Y)
        self.look()
        for key, code in zip(keys, (players, host), strict=True):
            self.table.flip(key, code)
        self.look(0.5)
        self.look(1.5)

    def act(self) -> None:
        """Do something by lot."""
        card = f"t{self.chance.randrange(1, self.table.next_id + 1)}"
        code = self.chance.choice(CODES)
        acts: list[Any] = [
            lambda: self.clash(self.chance.choice(CODES), self.chance.choice(CODES)),
            lambda: self.order("confirm"),
            lambda: self.order("undo"),
            lambda: self.order("correct", key=card, card=code),
            lambda: self.order("new-throw"),
            lambda: self.order("mode", kind="test", intensities=[4], thrower="players"),
            lambda: self.order("mode", kind="clash"),
            lambda: self.order("round-open"),
            lambda: self.order("round-close"),
            lambda: self.order("record", system="dragon", document={"kind": "pool", "pool": 3, "target": 7}),
            lambda: self.order("session-new", session_name="Late"),
            lambda: self.order("note", entry=2, text="why?"),
            lambda: self.thread.on_status(SourceStatus({"kind": "demo", "name": "x", "state": "lost"})),
            lambda: self.thread.on_status(
                DecksStatus(self.chance.choice([("house",), ("house", "rws", "mine")]))
            ),
            self.clear,
            self.other_eyes,
            lambda: self.look(self.chance.uniform(0.01, 2.0)),
        ]
        self.chance.choice(acts)()

    def clear(self) -> None:
        self.table.take()
        self.look(1.5)

    def other_eyes(self) -> None:
        self.pipeline += 1
        codes = [code for code in CODES if code is not None]
        self.dealt = self.chance.choice([None, (tuple(codes[:4]), tuple(codes[4:]))])
        self.look()

    def record(self) -> None:
        """Begin to record in the middle of the session, with other eyes."""
        self.thread.reload(lambda version: self.recorder.begin(self.path, with_pictures=True, since=version))
        self.other_eyes()

    def stop_recording(self) -> None:
        """End the recording; the session goes on."""
        self.thread.ask(lambda _: self.recorder.close())

    def recorded(self) -> Any:
        """What everybody at the table is told of the recording."""
        self.thread.ask(lambda _: None)
        self.thread.ask(lambda _: None)
        return self.thread.snapshots["players"].get().get("recording")

    def kill(self) -> None:
        """Stop the table without ending its recording."""
        self.thread.stop()
        self.store.close()

    def close(self) -> None:
        self.kill()
        self.recorder.close()
