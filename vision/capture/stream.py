"""A camera on the network: MJPEG over HTTP, RTSP and any other URL that FFmpeg opens."""

from __future__ import annotations

import time

import cv2
import numpy as np

from vision.capture.codecs import DECODED, codec_of
from vision.capture.confined import confined
from vision.capture.motion_jpeg import MotionJPEG, NoMotionJPEGError
from vision.capture.passwords import masked
from vision.capture.reasons import Reason
from vision.capture.spec import SourceError, TimedFrame
from vision.capture.waits import OPENING_S


class Stream:
    """A live stream; its clock is this machine's."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._name = masked(url)
        self._found_at = url
        self._video: cv2.VideoCapture | None = None
        self._count = 0
        self._pictures: MotionJPEG | None = None

    def open(self) -> None:
        """Connect.

        :raise SourceError: if nothing answers there or it sends no video.
        """
        if self._url.lower().startswith("http") and self._opens_as_pictures():
            return
        options = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            round(1000 * OPENING_S),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            round(1000 * OPENING_S),  # Capture measures the rate of pictures, and ends this process.
        ]
        with confined():
            video = cv2.VideoCapture(self._found_at, cv2.CAP_FFMPEG, options)
        if not video.isOpened():
            raise SourceError(self._why_not())
        self._video, self._count = video, 0

    def read(self) -> TimedFrame | None:
        """Return the next frame.

        :raise SourceError: if the stream breaks off, or nothing of it can be decoded.
        """
        if self._pictures is not None:
            return self._pictures.read()
        if self._video is None:
            return None
        done, frame = self._video.read()
        if not done:
            codec = codec_of(self._video)
            never = not self._count and codec not in DECODED
            raise SourceError(Reason("undecodable" if never else "stopped", name=self._name, codec=codec))
        self._count += 1
        return TimedFrame(np.asarray(frame, np.uint8), time.monotonic())

    def close(self) -> None:
        """Close the connection."""
        if self._pictures is not None:
            self._pictures.close()
        if self._video is not None:
            self._video.release()
            self._video = None

    @property
    def may_repeat(self) -> bool:
        """Whether pictures may be the very same for a while: video is coded as differences, and a snapshot may be
        requested more often than the camera takes one."""
        return self._pictures is None or self._pictures.is_snapshot

    def _why_not(self) -> Reason:
        scheme = self._url.partition("://")[0].lower()
        if scheme.startswith("rtsp"):
            return Reason("no-rtsp", name=self._name, scheme=scheme)
        return Reason("no-video", name=self._name)

    def _opens_as_pictures(self) -> bool:
        pictures = self._pictures or MotionJPEG(self._url)
        try:
            pictures.open()
        except NoMotionJPEGError:
            self._found_at = pictures.found_at
            pictures.close()
            if self._pictures is not None:
                raise SourceError(Reason("no-pictures", name=self._name)) from None
            return False
        self._pictures = pictures
        return True
