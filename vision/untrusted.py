"""Untrusted files: check kind and size before anything is unpacked."""

from __future__ import annotations

import os
import stat
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tokenize import TokenError
from typing import Any, BinaryIO, Final

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

ENTRIES_LIMIT: Final = 64
UNPACKED_LIMIT: Final = 256 << 20
"""Bytes of all arrays of an archive together; the largest deck, 78 cards in ten printings, takes 60 million."""


class UntrustedFileError(ValueError):
    """A file that is of the wrong kind or too large; the message says why."""


@contextmanager
def open_regular(path: Path) -> Iterator[BinaryIO]:
    """Open a regular file to read; do not wait for pipes or devices, which may never end.

    :raise OSError: if it cannot be opened
    :raise UntrustedFileError: if it is no regular file
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise UntrustedFileError("is no regular file")
        yield file


def read_arrays(file: BinaryIO, only: str | None = None) -> Mapping[str, NDArray[Any]]:
    """Read all arrays of an ``.npz`` archive, or ``only`` one, never a pickle; sizes are checked from the headers
    first.

    :raise UntrustedFileError: if there are too many, they are too large, or a header does not fit its data
    :raise zipfile.BadZipFile: if it is no archive, or damaged
    """
    with zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
        if len(entries) > ENTRIES_LIMIT:
            raise UntrustedFileError(f"holds {len(entries)} arrays, at most {ENTRIES_LIMIT} are read")
        total = sum(entry.file_size for entry in entries)
        if total > UNPACKED_LIMIT:
            raise UntrustedFileError(f"unpacks to {total} bytes, at most {UNPACKED_LIMIT} are read")
        named = {entry.filename.removesuffix(".npy"): entry for entry in entries}
        return {name: _array(archive, entry) for name, entry in named.items() if only in (None, name)}


def _array(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> NDArray[Any]:
    with archive.open(entry) as packed:
        version = npy.read_magic(packed)
        read_header = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}.get(version)
        if read_header is None:
            raise UntrustedFileError(f"{entry.filename}: is of an unknown form")
        shape, in_columns, kind = _header(read_header, packed, entry.filename)
        if kind.hasobject:
            raise UntrustedFileError(f"{entry.filename}: holds no numbers")
        count = _count(shape)
        left = entry.file_size - packed.tell()
        if count < 0 or count * kind.itemsize != left:
            raise UntrustedFileError(f"{entry.filename}: its header announces other data than there is")
        # Read one byte more than announced: an entry that is longer than its header is damaged.
        data = packed.read(left + 1)
    if len(data) != left:
        raise UntrustedFileError(f"{entry.filename}: its header announces other data than there is")
    return np.frombuffer(data, kind, count).reshape(shape, order="F" if in_columns else "C")


def _header(read: Any, packed: Any, name: str) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Return shape, order and type from a header: a literal, without the library's repairs of old ones."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            shape, in_columns, kind = read(packed)
    except (ValueError, SyntaxError, TokenError, TypeError, MemoryError, RecursionError, Warning):
        raise UntrustedFileError(f"{name}: its header cannot be read") from None
    return shape, in_columns, kind


def _count(shape: tuple[int, ...]) -> int:
    """Return the number of elements of a shape; -1 for an impossible one."""
    count = 1
    for length in shape:
        if length < 0 or len(shape) > 8:
            return -1
        count *= length
    return count
