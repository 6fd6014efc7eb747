"""Weights and galleries: their paths and manifest entries.

``manifest.json`` has an entry for every file: SHA-256, size, input, the command that makes it, its data and its scores.
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
    """A file's manifest entry; ``more`` holds the rest (input, command, data, scores)."""

    file: str
    sha256: str
    size_bytes: int
    more: Mapping[str, Any]


def gallery_path(deck: str) -> Path:
    """Return the path of a built-in deck's gallery.

    :raise KeyError: if no such deck is built in.
    """
    if deck not in DECKS:
        raise KeyError(deck)
    return GALLERIES / f"{deck}.npz"


def remedy_for(deck: str) -> str:
    """Return the command that rebuilds an unusable built-in gallery."""
    return BUILD_GALLERIES.format(deck=deck)


def weights_path(file: str) -> Path:
    """Return the path of a weights file, such as ``detector.onnx``; it need not exist."""
    return FOLDER / file


@cache
def manifest(path: Path = MANIFEST) -> Mapping[str, Entry]:
    """Read the manifest: one entry a file; empty before the first file was made.

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
    """Compare a file with its manifest entry (whole, unchanged) and return its path.

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
