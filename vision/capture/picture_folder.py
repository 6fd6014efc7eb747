"""A folder of pictures as a source: one frame each, in the order of their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from vision.capture.spec import SourceError, TimedFrame
from vision.images import SUFFIXES, PictureError, load_frame
from vision.types import Frame


def natural_key(path: Path) -> list[tuple[int, str]]:
    """Sort by numbers where names hold them: frame9 before frame10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.name)]


class PictureFolder:
    """Pictures of a folder as frames of a clip; unreadable ones are passed over."""

    def __init__(self, folder: str, fps: float) -> None:
        self._folder = Path(folder)
        self._fps = fps
        self._frames: Iterator[tuple[int, Frame]] = iter(())

    def open(self) -> None:
        """List the pictures.

        :raise SourceError: if there is none.
        """
        paths = [p for p in self._folder.iterdir() if p.suffix.lower() in SUFFIXES]
        if not paths:
            raise SourceError(f"{self._folder}: holds no pictures (JPEG, PNG, WebP, AVIF, BMP, TIFF or GIF)")
        self._frames = _readable(sorted(paths, key=natural_key))

    def read(self) -> TimedFrame | None:
        """Return the next readable picture; a missing one leaves its time empty."""
        for number, frame in self._frames:
            return TimedFrame(frame, number / self._fps)
        return None

    def close(self) -> None:
        """Forget the pictures."""
        self._frames = iter(())


def _readable(paths: list[Path]) -> Iterator[tuple[int, Frame]]:
    for number, path in enumerate(paths):
        try:
            yield number, load_frame(path)
        except PictureError:
            continue
