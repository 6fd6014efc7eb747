"""The report for support: texts, and a recording whose pictures the sender has looked at."""

from __future__ import annotations

import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO, Final

import cv2

from vision.recording.file import Record, RecordingReader
from vision.recording.pictures import picture_of
from vision.recording.seen import Seen, observations

WIDE_PX: Final = 320
"""The size of a picture in the report's preview: large enough to recognise a face."""


@dataclass(frozen=True, slots=True)
class ClipPicture:
    """A picture of a recording: its number from 0, and its time on the source's clock, in seconds."""

    number: int
    at_s: float
    record: Record

    def small(self) -> bytes:
        """Return it as a small JPEG; empty bytes where it is no picture."""
        picture = picture_of(self.record["picture"])
        if picture is None:
            return b""
        height, width = picture.shape[:2]
        size_wh = (WIDE_PX, max(1, round(WIDE_PX * height / width)))
        _, coded = cv2.imencode(".jpg", cv2.resize(picture, size_wh, interpolation=cv2.INTER_AREA))
        return coded.tobytes()


def pictures_of(path: Path) -> Iterator[ClipPicture]:
    """Yield the pictures of a recording in order.

    :raise RecordingError: it cannot be read
    """
    numbers = count()
    for each in observations(RecordingReader(path)):
        if isinstance(each, Seen) and "picture" in each.record:
            yield ClipPicture(next(numbers), each.result.t_s, each.record)


def as_address(jpeg: bytes) -> str:
    """Return a picture as a data URL; empty for empty bytes."""
    return f"data:image/jpeg;base64,{b64encode(jpeg).decode()}" if jpeg else ""


def write_report(to: Path | BinaryIO, texts: Mapping[str, str], clip: Path | None) -> None:
    """Write a report as a ZIP file: each text under its name, and the recording, if there is one.

    :raise OSError: it cannot be written, or the recording cannot be read
    """
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in texts.items():
            archive.writestr(name, text)
        if clip is not None:
            archive.write(clip, "clip.recording")
