"""JPEG pictures from elsewhere: split from a camera's bytes, and checked by their header before decoding."""

from __future__ import annotations

import io
import re
from typing import Final

import cv2
import numpy as np
from PIL import Image, UnidentifiedImageError

from vision.images import JPEG_BEGIN, JPEG_END, WORKING_PX, with_end_mark
from vision.types import Frame

PICTURE_LIMIT: Final = 16 << 20
"""Bytes of one picture; 4K in the best quality has four million."""

FIRST_BYTES: Final = JPEG_BEGIN + b"\xff"
"""First bytes of a picture: its start marker and the first byte of the next marker."""

MARK_IN_SCAN: Final = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""End of coded pixels: a marker other than a stuffed byte, a fill byte and a restart."""

NEXT_HEAD: Final = re.compile(rb"[\r\n]+--[^\r\n]*[\r\n][\t\r\n\x20-\x7e]*\Z")
"""A boundary and its header, at the end of a picture that lacks its end mark."""

HEAD_BYTES: Final = 4096
"""Longest header: a picture full of possible headers would be searched again for each of them."""

SCAN, BEGIN, END = 0xDA, 0xD8, 0xD9
ALONE: Final = frozenset({0x01, *range(0xD0, 0xD8)})
"""Markers without a length (ISO/IEC 10918-1, table B.1)."""

FIRST_MARKER: Final = 0xC0
"""Lower ones are reserved."""


class JpegSplitter:
    """Splits a stream of bytes into pictures by their own markers; bytes between them are passed over.

    Segments are skipped by their lengths: a thumbnail in one of them is no picture. A picture without an end mark ends
    where the next begins.
    """

    def __init__(self) -> None:
        self.passed = 0
        """Bytes outside pictures."""
        self._held = bytearray()
        self._at = 0  # position up to which the current picture was searched; 0: none has begun
        self._in_scan = False
        self._scans = 0

    @property
    def has_begun(self) -> bool:
        """Whether a picture has begun and not yet ended."""
        return self._at > 0

    @property
    def held(self) -> int:
        """Number of bytes kept."""
        return len(self._held)

    def feed(self, data: bytes) -> None:
        """Add received bytes."""
        self._held += data
        if not self._at:
            self._find_begin()

    def take(self) -> bytes | None:
        """Return the next picture, None until it is complete."""
        while self._at or self._find_begin():
            found = self._step()
            if found is None:
                return None
            if found:
                return found
        return None

    def take_rest(self) -> bytes | None:
        """Return a picture that the end of the stream ended, None if there is none."""
        return self._cut(len(self._held)) if self._at and self._scans else None

    def _find_begin(self) -> bool:
        begin = self._held.find(FIRST_BYTES)
        self._drop(begin if begin >= 0 else max(0, len(self._held) - len(FIRST_BYTES) + 1))
        if begin >= 0:
            self._at, self._in_scan, self._scans = len(JPEG_BEGIN), False, 0
        return begin >= 0

    def _step(self) -> bytes | None:
        """Advance by one segment or scan; return a picture, b"" to continue, None to wait for bytes."""
        if self._in_scan:
            mark = MARK_IN_SCAN.search(self._held, self._at)
            self._at = mark.start() if mark else max(self._at, len(self._held) - 1)
            self._in_scan = mark is None
            return b"" if mark else None
        if self._at + 4 > len(self._held) and self._held[self._at : self._at + 2] != JPEG_END:
            return None
        filling, marker = self._held[self._at : self._at + 2]
        length = int.from_bytes(self._held[self._at + 2 : self._at + 4], "big")
        if filling != 0xFF:
            return self._begin_again()
        match marker:
            case 0xFF:
                self._at += 1
            case _ if marker == END:
                return self._cut(self._at + 2)
            case _ if marker == BEGIN:
                return self._cut(self._at) if self._scans else self._begin_again()
            case _ if marker in ALONE:
                self._at += 2
            case _ if marker < FIRST_MARKER or length < 2:
                return self._begin_again()
            case _:
                self._at += 2 + length
                self._in_scan = marker == SCAN
                self._scans += self._in_scan
        return b""

    def _begin_again(self) -> bytes:
        """Discard what has begun: it was no picture."""
        self._drop(len(JPEG_BEGIN))
        self._at = 0
        return b""

    def _cut(self, end: int) -> bytes:
        picture = bytes(self._held[:end])
        del self._held[:end]
        self._at = 0
        if picture.endswith(JPEG_END):
            return picture
        body = max(0, len(picture) - HEAD_BYTES)
        return picture[:body] + NEXT_HEAD.sub(b"", picture[body:])

    def _drop(self, count: int) -> None:
        del self._held[:count]
        self.passed += count


def jpeg_size(jpeg: bytes) -> tuple[int, int]:
    """Return width and height in pixels of a whole JPEG.

    :raise ValueError: if it is no JPEG, cut short, or larger than any camera's
    """
    return _size(_whole(jpeg))


def decoded(jpeg: bytes) -> Frame:
    """Decode a whole JPEG.

    :raise ValueError: if it is no JPEG, cut short, damaged, or larger than any camera's
    """
    whole = _whole(jpeg)
    _size(whole)
    frame = cv2.imdecode(np.frombuffer(whole, np.uint8), cv2.IMREAD_COLOR)
    if frame is None:
        raise ValueError("damaged")
    return np.asarray(frame, np.uint8)


def _whole(jpeg: bytes) -> bytes:
    """Return a JPEG without surrounding bytes, and with its end mark if that alone is missing."""
    body = jpeg.strip(b"\r\n\0")
    if not body.startswith(JPEG_BEGIN):
        raise ValueError("no JPEG")
    if body.endswith(JPEG_END):
        return body
    _size(body)
    ended = with_end_mark(body)
    if ended is None:
        raise ValueError("cut short")
    return ended


def _size(jpeg: bytes) -> tuple[int, int]:
    try:
        with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as header:
            width, height = header.size
    except (UnidentifiedImageError, OSError, SyntaxError, Image.DecompressionBombError):
        raise ValueError("damaged") from None
    if width * height > WORKING_PX:
        raise ValueError(f"{width} x {height} pixels")
    return width, height
