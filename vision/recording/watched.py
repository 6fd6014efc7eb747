"""A recording of observations alone, as ``clashcam watch`` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vision.recording.file import RecordingWriter
from vision.recording.observations import ObservationWriter
from vision.recording.pictures import PictureKeeper
from vision.types import Frame, FrameResult


class WatchRecording:
    """Records every observation of one run of ``clashcam watch``."""

    def __init__(self, path: Path, *, with_pictures: bool) -> None:
        """Create the file.

        :raise RecordingError: if there is a file of that name already, or it cannot be written
        """
        self._file = RecordingWriter(path)
        self._observations = ObservationWriter()
        self._pictures = PictureKeeper() if with_pictures else None
        self._file.write({"form": "sightings"})

    def see(self, seen: FrameResult, frame: Frame, number: int, dropped: int) -> None:
        """Record an observation; ``number`` counts the frames of the source, ``dropped`` those that nobody took.

        :raise RecordingError: if the disk is full or gone
        """
        record = {"seen": self._observations.write(seen), "number": number, "dropped": dropped}
        picture = {} if self._pictures is None else self._pictures.kept(frame, seen.t_s)
        self._file.write(record | picture)

    def write_status(self, line: Mapping[str, Any]) -> None:
        """Record the status of the source.

        :raise RecordingError: if the disk is full or gone
        """
        self._file.write({"told": dict(line)})

    def close(self) -> None:
        """End the file.

        :raise RecordingError: if the disk is full or gone
        """
        self._file.close()
