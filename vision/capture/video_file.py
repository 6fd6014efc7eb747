"""Length of a video file from its container: bytes and seconds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

EBML: Final = b"\x1a\x45\xdf\xa3"
"""The first bytes of MKV and WebM (RFC 8794)."""

SEGMENT: Final = b"\x18\x53\x80\x67"
"""The element that contains everything else in MKV and WebM (RFC 9559)."""

MOVIE_LIMIT: Final = 64 << 20
"""Bytes of an MP4's index; an hour of 30 frames a second takes one or two million."""


def is_cut_short(path: Path) -> bool:
    """Return whether an MP4, MOV, MKV or WebM announces more bytes than the file has; False for all others."""
    end = path.stat().st_size
    with path.open("rb") as file:
        if file.read(4) == EBML:
            return _segment_end(file) > end
        # Some files have trailers that are no boxes: only the pictures' own box counts.
        return any(kind == b"mdat" and at + size > end for kind, at, size in _file_boxes(file, end))


def counted_length_s(path: Path, count: int, fps: float) -> float:
    """Return the duration of a file's pictures by its own count, in seconds; 0 where it has no count.

    AVI counts its frames, and so does MP4 unless it is written in fragments; parts that an MP4's edit list leaves out
    are not shown. Elsewhere ``count`` is only an estimate from the length of the file, sound included.
    """
    with path.open("rb") as file:
        head = file.read(12)
        if head[:4] == b"RIFF":
            return count / fps
        for kind, at, size in _file_boxes(file, path.stat().st_size):
            if kind == b"moov" and size <= MOVIE_LIMIT:
                file.seek(at)
                return _movie_length_s(file.read(size), count / fps)
    return 0.0


def _segment_end(file: BinaryIO) -> int:
    """Return where the segment of an MKV ends; 0 if unknown, as in one that was written while it was sent."""
    file.seek(4)
    file.seek(_length(file), 1)
    if file.read(4) != SEGMENT:
        return 0
    return file.tell() + _length(file)


def _length(file: BinaryIO) -> int:
    """Return a variable-length number of EBML; 0 for an unknown length."""
    first = file.read(1)
    if not first or not first[0]:
        return 0
    extra = 8 - first[0].bit_length()
    bits = 7 * (extra + 1)
    value = int.from_bytes(first + file.read(extra), "big") & ((1 << bits) - 1)
    return 0 if value == (1 << bits) - 1 else value


def _file_boxes(file: BinaryIO, end: int) -> Iterator[tuple[bytes, int, int]]:
    """Yield kind, begin and length of the content of each outermost box of an MP4 (ISO/IEC 14496-12)."""
    at = 0
    while at + 8 <= end:
        file.seek(at)
        head = file.read(16)
        kind, size, length = _box(head, end - at)
        if length < size:
            return
        yield kind, at + size, length - size
        at += length


def _box(head: bytes, rest: int) -> tuple[bytes, int, int]:
    """Return a box's kind, header length and whole length; ``rest`` bytes are left."""
    length = int.from_bytes(head[:4], "big")
    if length == 1:
        return head[4:8], 16, int.from_bytes(head[8:16], "big")
    return head[4:8], 8, length or rest


def _boxes(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    while at + 8 <= len(data):
        kind, size, length = _box(data[at : at + 16], len(data) - at)
        if length < size:
            return
        yield kind, data[at + size : at + length]
        at += length


def _movie_length_s(movie: bytes, counted_s: float) -> float:
    boxes = dict(_boxes(movie))
    if b"mvex" in boxes:  # Frames in fragments are not counted.
        return 0.0
    ticks = _movie_ticks(boxes.get(b"mvhd", b""))
    for kind, track in _boxes(movie):
        inside = dict(_boxes(track)) if kind == b"trak" else {}
        edits = dict(_boxes(inside.get(b"edts", b""))).get(b"elst", b"")
        if b"vide" in dict(_boxes(inside.get(b"mdia", b""))).get(b"hdlr", b"") and edits and ticks:
            return min(counted_s, _shown_ticks(edits) / ticks)
    return counted_s


def _movie_ticks(header: bytes) -> int:
    """Return the ticks per second of a movie's header."""
    at = 20 if header[:1] == b"\x01" else 12
    return int.from_bytes(header[at : at + 4], "big")


def _shown_ticks(edits: bytes) -> int:
    """Return the duration of an edit list in ticks; entries of the media time -1 are pauses."""
    wide = 8 if edits[:1] == b"\x01" else 4
    shown = 0
    for at in range(8, len(edits) - 2 * wide - 3, 2 * wide + 4):
        media_time = int.from_bytes(edits[at + wide : at + 2 * wide], "big", signed=True)
        shown += int.from_bytes(edits[at : at + wide], "big") if media_time >= 0 else 0
    return shown
