"""What a recording saw, in the place of a tracker: a table lives from it without networks and without a camera."""

from __future__ import annotations

from pathlib import Path

from vision.recording.seen import joined
from vision.types import Frame, FrameResult


class RecordedTracker:
    """Tells for each moment of a recording what was seen then; see :class:`vision.capture.recorded.Recorded`."""

    def __init__(self, path: Path) -> None:
        self._seen = (result for result, _ in joined(path))

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Return what was seen at this moment of the recording.

        :raise RecordingError: the file has changed since, or is damaged
        :raise ValueError: it holds no such moment
        """
        for result in self._seen:
            if result.t_s >= t_s:
                return result
        raise ValueError(f"the recording has nothing at {t_s:.2f} s")
