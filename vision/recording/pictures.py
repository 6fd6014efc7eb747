"""The pictures of a recording, on request: small, one at intervals."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any, Final

import cv2

from vision.images import PictureError, decode_picture
from vision.recording.file import Record
from vision.types import Frame

EVERY_S: Final = 0.5
"""Seconds between two kept pictures: enough to see who laid what."""

QUALITY: Final = 60
"""JPEG quality in percent: a picture of a table takes a hundred thousand bytes."""

LARGEST_PX: Final = 20_000_000


class PictureKeeper:
    """Keeps a picture of a run at intervals."""

    def __init__(self) -> None:
        self._kept_s: float | None = None

    def kept(self, frame: Frame, t_s: float) -> Record:
        """Return the picture to add to an observation's record, or nothing if the last one is recent."""
        if self._kept_s is not None and self._kept_s <= t_s < self._kept_s + EVERY_S:
            return {}
        self._kept_s = t_s
        _, coded = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        return {"picture": b64encode(coded.tobytes()).decode()}


def picture_of(plain: Any) -> Frame | None:
    """Return the picture of a record; None if it has none, or something else."""
    if not isinstance(plain, str):
        return None
    try:
        return decode_picture(b64decode(plain, validate=True), LARGEST_PX)
    except (PictureError, ValueError):
        return None
