"""Files that survive a power loss: written beside, synced, renamed, their folders synced too."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

PART: Final = ".part"
"""The ending of a file that is being written; remains of a kill are deleted at the next start."""


def private(path: str, flags: int) -> int:
    """Open a file, as the ``opener`` of :func:`open`; only its owner may read a new one."""
    return os.open(path, flags, 0o600)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner alone, with its parents; each new one is synced into the folder that holds it.

    :raise OSError: it cannot be made
    """
    missing = []
    step = folder
    while not step.exists():
        missing.append(step)
        step = step.parent
    for new in reversed(missing):
        new.mkdir(0o700 if new == folder else 0o777, exist_ok=True)
        sync_folder(new.parent)
    if not folder.is_dir():
        raise NotADirectoryError(20, "is no folder", str(folder))


def sync_folder(folder: Path) -> None:
    """Sync a folder's directory entries."""
    if os.name == "nt":  # Windows cannot open a folder; its rename is durable with the file's own sync.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sync_file(path: Path) -> None:
    """Sync a file's contents."""
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def put_in_place(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file by ``write`` beside ``path``, then put it there: private, complete, synced, or not at all.

    :raise OSError: the disk is full or gone; ``path`` is as it was
    """
    part = path.with_name(f"{path.name}.{os.getpid()}{PART}")
    try:
        part.unlink(missing_ok=True)
        os.close(private(str(part), os.O_WRONLY | os.O_CREAT | os.O_EXCL))  # Nobody else reads it meanwhile.
        write(part)
        sync_file(part)
        part.replace(path)
        sync_folder(path.parent)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def sweep(folder: Path) -> None:
    """Delete files that a kill left half written."""
    for part in folder.rglob(f"*{PART}"):
        if part.is_file():
            part.unlink(missing_ok=True)
