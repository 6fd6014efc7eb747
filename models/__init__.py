"""Weights and galleries: where they lie and what they are.

``manifest.json`` holds the entry of every file: SHA-256, size, input, the command that makes it, from what,
and its scores.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

FOLDER: Final = Path(__file__).resolve().parent
GALLERIES: Final = FOLDER / "galleries"
MANIFEST: Final = FOLDER / "manifest.json"

DECKS: Final = ("rws", "house", "english")
"""The built-in decks, each with a gallery of its own, in the order in which they are listed."""

BUILD_GALLERIES: Final = "make it again: python -m models.training.build_galleries {deck}"


class ManifestError(ValueError):
    """A weights file or gallery that is missing, unknown, or other than its manifest says."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What the manifest says of one file; ``more`` holds the rest (input, command, data, scores)."""

    file: str
    sha256: str
    size_bytes: int
    more: Mapping[str, Any]


def gallery_path(deck: str) -> Path:
    """Where the gallery of a built-in deck lies.

    :raise KeyError: if no such deck is built in.
    """
    if deck not in DECKS:
        raise KeyError(deck)
    return GALLERIES / f"{deck}.npz"


def remedy_for(deck: str) -> str:
    """How a built-in gallery that cannot be used is made again."""
    return BUILD_GALLERIES.format(deck=deck)


def weights_path(file: str) -> Path:
    """Where a weights file lies, such as ``detector.onnx``; it need not be there."""
    return FOLDER / file


@cache
def manifest(path: Path = MANIFEST) -> Mapping[str, Entry]:
    """Read the manifest: one entry a file; none at all before the first file was made.

    :raise ManifestError: if the manifest is damaged.
    """
    if not path.exists():
        return MappingProxyType({})
    try:
        rows = json.loads(path.read_text("utf-8"))
        entries = {file: _entry(file, row) for file, row in rows.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ManifestError(f"{path}: is damaged ({error}); install the program again") from error
    return MappingProxyType(entries)


def _entry(file: str, row: Mapping[str, Any]) -> Entry:
    more = {key: value for key, value in row.items() if key not in ("sha256", "bytes")}
    return Entry(file, str(row["sha256"]), int(row["bytes"]), MappingProxyType(more))


def _path_of(file: str) -> Path:
    return gallery_path(Path(file).stem) if file.endswith(".npz") else weights_path(file)


def check(file: str, folder: Path = FOLDER) -> Path:
    """Return the path of a file after comparing it with its manifest (whole, unchanged).

    :raise ManifestError: if it is missing, unknown to the manifest, cut short or changed.
    """
    entries = manifest(folder / MANIFEST.name)
    if file not in entries:
        raise ManifestError(f"{file}: is not in {MANIFEST.name}; install the program again")
    entry = entries[file]
    path = _path_of(file) if folder == FOLDER else folder / _path_of(file).relative_to(FOLDER)
    if not path.is_file():
        raise ManifestError(f"{path}: is missing; install the program again")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ManifestError(
            f"{path}: cannot be read ({error.strerror}); install the program again"
        ) from error
    if len(data) != entry.size_bytes:
        raise ManifestError(
            f"{path}: has {len(data)} bytes, expected {entry.size_bytes}; install the program again"
        )
    if hashlib.sha256(data).hexdigest() != entry.sha256:
        raise ManifestError(
            f"{path}: was changed, or is not the file of the manifest; install the program again"
        )
    return path
