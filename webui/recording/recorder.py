"""Records a session as it comes to the table, turn by turn; the table goes on if that goes wrong."""

from __future__ import annotations

import logging
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from vision.recording.file import Record, RecordingError, RecordingWriter
from webui.recording.turns import TurnWriter, outcome_of, plain_event, plain_session
from webui.table.inbox import Item, RecordingStatus
from webui.table.readings import FreshReadings
from webui.table.state import TableState

log = logging.getLogger(__name__)


class Recorder:
    """Listens to every turn of one table, in its thread, and records it."""

    def __init__(self, readings: FreshReadings) -> None:
        """``readings`` are the table's readings of the outside world."""
        self.changed: Callable[[RecordingStatus], None] = lambda status: None
        """Called with the status of the recording when it changes."""
        self._readings = readings
        self._since: int | None = None
        self._file: RecordingWriter | None = None
        self._turns = TurnWriter(with_pictures=False)
        self._outcome: Record | None = None
        self._has_begun = False

    def begin(self, path: Path, *, with_pictures: bool, since: int | None = None) -> None:
        """Begin the recording, before the table has read anything; ``since`` is the version of a reloaded one.

        :raise RecordingError: the file is there already, or cannot be written
        """
        self.close()
        self._file, self._since = RecordingWriter(path), since
        self._turns = TurnWriter(with_pictures=with_pictures)
        self._outcome, self._has_begun = None, False
        self._readings.note()
        self.changed(RecordingStatus("pictures" if with_pictures else "sightings"))

    def after_turn(self, item: Item, table: TableState) -> None:
        """Record an item and the readings of the outside world of its turn; the first time, the table itself."""
        if self._file is None:
            return
        try:
            if self._has_begun:
                self._write_turn(item, table)
            else:
                self._write_beginning(self._file, table)
        except RecordingError as fault:
            log.warning("%s: nothing more is recorded", fault)
            self._stop()

    def _write_beginning(self, file: RecordingWriter, table: TableState) -> None:
        self._has_begun = True
        chosen, journal = table.chosen, table.journal
        file.write(
            {
                "form": "table",
                "program": version("clashcam"),
                "run": table.sight.run,
                "known_decks": chosen.known_decks,
                "decks": chosen.first_decks,
                "set_by": chosen.set_by,
                "since": self._since,
                "paused": table.paused,
                "session": plain_session(journal.session),
                "readings": self._readings.take(),
            }
        )
        for event in journal.events:
            file.write({"event": plain_event(event)})

    def _write_turn(self, item: Item, table: TableState) -> None:
        assert self._file is not None
        record = self._turns.write(item) | {"readings": self._readings.take()}
        outcome = outcome_of(table)
        if outcome != self._outcome:
            self._outcome = record["outcome"] = outcome
        self._file.write(record)

    def _stop(self) -> None:
        file, self._file = self._file, None
        self._readings.forget()
        if file is not None:
            self.changed(RecordingStatus(None))
            file.close()

    def close(self) -> None:
        """End the recording; items still in the queue are left out."""
        try:
            self._stop()
        except RecordingError as fault:
            log.warning("%s", fault)
