"""A video file as a source: every frame, on the file's own clock."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.capture.codecs import DECODED, codec_of
from vision.capture.picture_watch import is_black
from vision.capture.reasons import Reason
from vision.capture.spec import SourceError, TimedFrame
from vision.capture.video_file import counted_length_s, is_cut_short
from vision.capture.waits import PAUSE_S

BLACK_S: Final = 30.0
"""Seconds of black at a file's beginning after which it is not read further."""


class Clip:
    """A video file, read to its end."""

    def __init__(self, path: str, usual_fps: float) -> None:
        """Prepare; ``usual_fps`` is assumed where the file has no rate."""
        self._path = path
        self._usual_fps = usual_fps
        self._video: cv2.VideoCapture | None = None
        self._count = 0
        self._last_s = -1.0
        self._is_black = True

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
            raise SourceError(self._why_not())
        self._fps = video.get(cv2.CAP_PROP_FPS) or self._usual_fps
        self._video = video

    def read(self) -> TimedFrame | None:
        """Return the next frame, None at the end.

        :raise SourceError: if nothing can be decoded, every picture is black, or the file ends too early
        """
        if self._video is None:
            return None
        done, frame = self._video.read()
        if not done:
            self._check_end(self._video)
            return None
        timed = TimedFrame(np.asarray(frame, np.uint8), self._moment_s(self._video))
        self._is_black = self._is_black and is_black(timed.frame)
        if self._is_black and timed.t_s > BLACK_S:
            raise SourceError(Reason("black-video", name=self._path))
        return timed

    def _check_end(self, video: cv2.VideoCapture) -> None:
        if self._count == 0:
            raise SourceError(_undecoded(self._path, codec_of(video)))
        if self._is_black:
            raise SourceError(Reason("black-video", name=self._path))
        if self._ends_early(video):
            minutes, seconds = divmod(int(max(0.0, self._last_s)), 60)
            where = f"{minutes}:{seconds:02d}"
            raise SourceError(Reason("breaks-off", name=self._path, where=where, count=self._count))

    def _ends_early(self, video: cv2.VideoCapture) -> bool:
        """Return whether bytes or pictures that the file announces are missing; some announce a few pictures more."""
        path, count = Path(self._path), int(video.get(cv2.CAP_PROP_FRAME_COUNT))
        missing_s = counted_length_s(path, count, self._fps) - self._last_s
        missing_count = count - self._count
        return is_cut_short(path) or (missing_s > PAUSE_S and missing_count > PAUSE_S * self._fps)

    def _why_not(self) -> Reason:
        """Return why the file cannot be opened; its codec is known where only the decoder is missing."""
        packets = cv2.VideoCapture(self._path, cv2.CAP_FFMPEG, [cv2.CAP_PROP_FORMAT, -1])
        if packets.isOpened() and packets.read()[0]:
            return _undecoded(self._path, codec_of(packets))
        return Reason("no-video-file", name=self._path)

    def close(self) -> None:
        """Close the file."""
        if self._video is not None:
            self._video.release()
            self._video = None

    def _moment_s(self, video: cv2.VideoCapture) -> float:
        """Return the file's time stamp, or the frame's number over the rate where stamps are missing or run back."""
        stamp_s = video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        counted_s = self._count / self._fps
        self._count += 1
        if stamp_s <= self._last_s:
            stamp_s = max(counted_s, self._last_s + 1 / self._fps)
        self._last_s = stamp_s
        return stamp_s


def _undecoded(path: str, codec: str) -> Reason:
    return Reason("broken-video" if codec in DECODED else "undecodable-video", name=path, codec=codec)
