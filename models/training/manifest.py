"""The manifest of all weights files: models/manifest.json, one entry a file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

MANIFEST = Path(__file__).resolve().parents[1] / "manifest.json"


def sha256_of(path: Path) -> str:
    """Return the file's SHA-256 as hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def record(path: Path, entry: dict[str, Any], manifest: Path = MANIFEST) -> None:
    """Write the entry of one weights file, with its size and SHA-256; other files' entries are kept.

    ``entry`` has at least ``input`` (shape), ``command`` (that makes the file), ``data`` and ``scores``.
    """
    entries = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
    entries[path.name] = {"sha256": sha256_of(path), "bytes": path.stat().st_size, **entry}
    part = manifest.with_suffix(".part")
    part.write_text(json.dumps(entries, indent=2, sort_keys=True) + "\n", "utf-8")
    part.replace(manifest)


def record_scores(path: Path, scores: dict[str, Any], manifest: Path = MANIFEST) -> None:
    """Write a weights file's scores into its entry.

    :raise ValueError: if the entry is missing, or another file's.
    """
    entries = json.loads(manifest.read_text("utf-8"))
    entry = entries.get(path.name, {})
    if entry.get("sha256") != sha256_of(path):
        raise ValueError(f"{path}: {manifest.name} has no entry of this very file; export it again")
    record(path, {**entry, "scores": scores}, manifest)


def trained_so_far(path: Path, manifest: Path = MANIFEST) -> dict[str, float]:
    """Return the training time of the network at ``path`` from its manifest entry.

    :raise ValueError: if it has none, or one that is not that file's.
    """
    entries = json.loads(manifest.read_text("utf-8"))
    entry = next((e for e in entries.values() if e["sha256"] == sha256_of(path)), None)
    if entry is None or "trained" not in entry:
        raise ValueError(
            f"{path}: {manifest.name} does not say how long it was trained; train again without it"
        )
    return dict(entry["trained"])
