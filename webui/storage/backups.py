"""Copies of the log beside it: one an evening, one before each change of its form."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from webui.storage.faults import StoreError, UnfitStoreError
from webui.storage.sqlite_file import connect, is_sound
from webui.storage.syncing import make_folder, put_in_place

FOLDER: Final = "backups"
KEPT: Final = 7
"""So many copies are kept, the newest: a damage may be noticed a week of evenings later."""


def backups(folder: Path) -> list[Path]:
    """Return the copies of a data folder, newest last."""
    return sorted((folder / FOLDER).glob("clashcam-*.sqlite3"))


def back_up(file: Path, name: str) -> Path:
    """Copy a database aside, whole and synced, in place of an older copy of that name.

    :raise StoreError: it is damaged, or the disk is full or gone; the older copies stay
    """
    target = file.parent / FOLDER / f"clashcam-{name}.sqlite3"
    try:
        make_folder(target.parent)
        put_in_place(target, lambda part: _copy(file, part))
    except (OSError, sqlite3.Error) as fault:
        raise UnfitStoreError("store-no-backup", folder=target.parent, why=fault) from None
    for old in backups(file.parent)[:-KEPT]:
        old.unlink(missing_ok=True)
    return target


def _copy(file: Path, part: Path) -> None:
    try:
        with closing(connect(file, "ro")) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        sound = is_sound(part)
    except sqlite3.Error as fault:
        part.unlink(missing_ok=True)
        raise OSError(str(fault)) from None
    if not sound:  # A damaged log must not take the place of a good copy.
        part.unlink(missing_ok=True)
        raise StoreError("the log is damaged")
