"""A video file as a source: every frame, on the file's own clock."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from vision.capture.spec import SourceError, TimedFrame
from vision.capture.waits import PAUSE_S


class Clip:
    """A video file, read to its end."""

    def __init__(self, path: str, usual_fps: float) -> None:
        """``usual_fps`` is assumed where the file does not say."""
        self._path = path
        self._usual_fps = usual_fps
        self._video: cv2.VideoCapture | None = None
        self._count = 0
        self._last_s = -1.0

    def open(self) -> None:
        """Open the file.

        :raise SourceError: if it is missing or holds no video that can be decoded.
        """
        if not Path(self._path).is_file():
            raise SourceError(
                f"{self._path}: no such file (a video, a folder of pictures, a URL, a camera index or demo)"
            )
        video = cv2.VideoCapture(self._path, cv2.CAP_FFMPEG)
        if not video.isOpened():
            raise SourceError(
                f"{self._path}: is no video that can be decoded; MP4, MKV, AVI and WebM usually can"
            )
        self._fps = video.get(cv2.CAP_PROP_FPS) or self._usual_fps
        self._video = video

    def read(self) -> TimedFrame | None:
        """Return the next frame, None at the end."""
        if self._video is None:
            return None
        done, frame = self._video.read()
        if not done:
            self._must_be_at_its_end(self._video)
            return None
        return TimedFrame(np.asarray(frame, np.uint8), self._moment_s(self._video))

    def _must_be_at_its_end(self, video: cv2.VideoCapture) -> None:
        """A file that says how many frames it has, and gives fewer, is broken: say where. Some announce a few more."""
        announced = int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        if 0 < self._count < announced - PAUSE_S * self._fps:
            minutes, seconds = divmod(int(max(0.0, self._last_s)), 60)
            raise SourceError(
                f"{self._path}: breaks off at {minutes}:{seconds:02d}, after frame {self._count} of {announced}; "
                "it is cut short or damaged: copy it anew"
            )

    def close(self) -> None:
        """Let the file go."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def _moment_s(self, video: cv2.VideoCapture) -> float:
        """The file's time stamp, or the frame's number over the rate where stamps are missing or run back."""
        stamp_s = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        counted_s = self._count / self._fps
        self._count += 1
        if stamp_s <= self._last_s:
            stamp_s = max(counted_s, self._last_s + 1 / self._fps)
        self._last_s = stamp_s
        return stamp_s
