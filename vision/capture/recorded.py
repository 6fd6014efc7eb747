"""A recording as a source: its times and pictures; without any pictures the table is dark."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from vision.capture.spec import SourceError, TimedFrame
from vision.images import WORKING_PX
from vision.recording.file import RecordingError
from vision.recording.pictures import picture_of
from vision.recording.seen import joined
from vision.types import Frame, FrameResult


class Recorded:
    """The times of a recording, each with the newest picture kept by then."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._moments: Iterator[tuple[FrameResult, Any]] = iter(())
        self._frame: Frame | None = None

    def open(self) -> None:
        """Open the recording at its beginning.

        :raise SourceError: if there is no such file
        """
        if not Path(self._path).is_file():
            raise SourceError(f"{self._path}: no such recording; those are made with --record")
        self._moments = joined(Path(self._path))

    def read(self) -> TimedFrame | None:
        """Return the next time and picture, None at the end.

        :raise SourceError: if the file is no recording, or damaged
        """
        try:
            moment = next(self._moments, None)
        except RecordingError as fault:
            raise SourceError(str(fault)) from None
        if moment is None:
            return None
        seen, picture = moment
        return TimedFrame(self._shown(seen, picture), seen.t_s)

    def _shown(self, seen: FrameResult, picture: Any) -> Frame:
        """Return the picture of a time, in the size of the first one: another would be another camera's."""
        frame = picture_of(picture)
        if self._frame is None:
            width, height = seen.size_wh
            if width * height > WORKING_PX:
                raise SourceError(f"{self._path}: its pictures are larger than any camera's")
            self._frame = np.zeros((height, width, 3), np.uint8)
        if frame is not None and frame.shape == self._frame.shape:
            self._frame = frame
        return self._frame

    def close(self) -> None:
        """Close the file."""
        self._moments = iter(())
