"""A recording's observations in place of a tracker's: a table runs on them without networks and camera."""

from __future__ import annotations

from pathlib import Path

from vision.recording.seen import joined
from vision.types import Frame, FrameResult


class RecordedTracker:
    """Returns the recorded observation of each time; see :class:`vision.capture.recorded.Recorded`."""

    def __init__(self, path: Path) -> None:
        self._seen = (result for result, _ in joined(path))

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Return the observation at this time of the recording.

        :raise RecordingError: if the file has changed since, or is damaged
        :raise ValueError: if it has no such time
        """
        for result in self._seen:
            if result.t_s >= t_s:
                return result
        raise ValueError(f"the recording has nothing at {t_s:.2f} s")
