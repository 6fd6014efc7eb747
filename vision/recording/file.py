"""The file of a recording: records of JSON, one after the other, each on disk as soon as it is written.

After a line with the format version come the records. Each is eight bytes (its packed length, and a checksum of that)
and its piece of one deflated stream, so that a table at rest takes next to nothing. A program that is killed leaves at
most one record half written: that is left out, and reported. Sizes are checked before unpacking, and only JSON is read.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path
from struct import Struct
from typing import Any, BinaryIO, Final, TypeAlias

from vision.untrusted import UntrustedFileError, open_regular

MAGIC: Final = b"clashcam recording "
FORM: Final = 1
"""Format version, raised whenever an older program could no longer read the file."""

FIRST_LINE_LIMIT: Final = 64
PREFIX: Final = Struct("<II")
"""The length of the packed record, and the checksum of its bytes."""

PACKED_LIMIT: Final = 4 << 20
RECORD_LIMIT: Final = 8 << 20
"""Bytes of one record: a session's longest event takes some thousand, a picture some hundred thousand."""

Record: TypeAlias = dict[str, Any]


class RecordingError(ValueError):
    """A recording that cannot be read or written; one line names the file, the reason and the remedy."""


def new_recording(folder: Path, now: datetime) -> Path:
    """Return a free name in a data folder, and create the folder of recordings.

    :raise RecordingError: if it cannot be created
    """
    recordings = folder / "recordings"
    with _reported_as(recordings, "made"):
        recordings.mkdir(0o700, parents=True, exist_ok=True)
    stem = now.strftime("%Y-%m-%d-%H%M%S")
    names = (f"{stem}{f'-{number}' if number else ''}.recording" for number in count())
    return next(path for name in names if not (path := recordings / name).exists())


class RecordingWriter:
    """A new recording. Records that :meth:`write` has returned from survive any end of the program."""

    def __init__(self, path: Path) -> None:
        """Create the file.

        :raise RecordingError: if there is a file of that name already, or it cannot be written
        """
        self.path = path
        self._packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
        with _reported_as(path, "written"):
            self._file = os.open(path, flags, 0o600)
            self._put(MAGIC + b"%d\n" % FORM)

    def write(self, record: Record) -> None:
        """Append a record.

        :raise RecordingError: if the disk is full or gone; earlier records are kept
        """
        plain = json.dumps(record, separators=(",", ":"), allow_nan=False).encode()
        packed = self._packer.compress(plain) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        if len(plain) > RECORD_LIMIT or len(packed) > PACKED_LIMIT:
            raise RecordingError(f"{self.path}: a record of {len(plain)} bytes is too long to be read again")
        with _reported_as(self.path, "written"):
            self._put(PREFIX.pack(len(packed), zlib.crc32(packed)) + packed)

    def _put(self, data: bytes) -> None:
        written = os.write(self._file, data)
        while written < len(data):
            written += os.write(self._file, data[written:])

    def close(self) -> None:
        """Sync the file, so that it outlasts a power cut, too.

        :raise RecordingError: if the disk is full or gone
        """
        with _reported_as(self.path, "written"):
            try:
                os.fsync(self._file)
            finally:
                os.close(self._file)


class RecordingReader:
    """The records of a recording, in order; ``left_out`` says afterwards if a cut end was left out."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_out = ""

    def records(self) -> Iterator[Record]:
        """Yield the records.

        :raise RecordingError: if it is no recording, made by a newer program, or damaged
        """
        with _reported_as(self.path, "read"), open_regular(self.path) as file:
            _refuse_other_files(self.path, file)
            unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
            number, place = 0, file.tell()
            while packed := self._packed(file, number):
                number += 1
                yield self._unpacked(unpacker, packed, number)
                place = file.tell()
            size = os.fstat(file.fileno()).st_size
            if size > place:
                self.left_out = f"{self.path}: the last {size - place} bytes are cut short and left out"

    def _packed(self, file: BinaryIO, number: int) -> bytes:
        """Return the next record as stored; empty at the end, and where that is cut short."""
        prefix = file.read(PREFIX.size)
        if len(prefix) < PREFIX.size:
            return b""
        length, checksum = PREFIX.unpack(prefix)
        if not 0 < length <= PACKED_LIMIT:
            raise self._damaged(number)
        packed = file.read(length)
        if len(packed) == length and zlib.crc32(packed) != checksum:
            raise self._damaged(number)
        return packed if len(packed) == length else b""

    def _unpacked(self, unpacker: Any, packed: bytes, number: int) -> Record:
        try:
            plain = unpacker.decompress(packed, RECORD_LIMIT)
            record = None if unpacker.unconsumed_tail else json.loads(plain)
        except (zlib.error, ValueError, RecursionError):
            record = None
        if not isinstance(record, dict):
            raise self._damaged(number - 1)
        return record

    def _damaged(self, number: int) -> RecordingError:
        return RecordingError(f"{self.path}: is damaged after record {number}; copy it again")


def _refuse_other_files(path: Path, file: BinaryIO) -> None:
    line = file.readline(FIRST_LINE_LIMIT)
    form = line.removeprefix(MAGIC).removesuffix(b"\n")
    if not line.startswith(MAGIC) or not form.isdigit() or not line.endswith(b"\n"):
        raise RecordingError(f"{path}: is no recording; those are made with --record")
    if int(form) != FORM:
        raise RecordingError(
            f"{path}: was made by another Clashcam (form {int(form)}, this one reads {FORM}); use that one"
        )


@contextmanager
def _reported_as(path: Path, what: str) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise RecordingError(f"{path}: is there already; choose another name") from None
    except UntrustedFileError as fault:
        raise RecordingError(f"{path}: {fault}; copy it to one") from None
    except OSError as fault:
        raise RecordingError(f"{path}: cannot be {what} ({fault.strerror or fault})") from None
