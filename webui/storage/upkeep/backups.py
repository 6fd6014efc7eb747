"""Copies of the log beside it: one a session, one before each change of its form."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from webui.storage.databases.sqlite_file import connect, is_sound
from webui.storage.faults import StoreError, UnfitStoreError
from webui.storage.syncing import make_folder, put_in_place

FILE: Final = "clashcam.sqlite3"
FOLDER: Final = "backups"
KEPT: Final = 7
"""So many copies are kept, the newest: a damage may be noticed a week of sessions later."""


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


def restore(folder: Path, copy: Path) -> Path | None:
    """Restore a copy as the log; return the path at which the log was set aside, None where there was none.

    Hold the folder's lock meanwhile.

    :raise StoreError: the copy is damaged, or the disk is full or gone; the log is as it was
    """
    log = folder / FILE
    if not _is_whole(copy):
        raise UnfitStoreError("store-bad-copy", file=copy)
    try:
        aside = _set_aside(folder) if log.exists() else None
        put_in_place(log, lambda part: shutil.copyfile(copy, part))
    except OSError as fault:
        raise UnfitStoreError("store-no-folder", folder=folder, why=fault.strerror) from None
    return aside


def _is_whole(copy: Path) -> bool:
    try:
        return is_sound(copy)
    except sqlite3.Error:
        return False


def _set_aside(folder: Path) -> Path:
    """Rename the log with all files beside it: a journal would be replayed into the wrong file."""
    number = 1
    while (folder / f"set-aside-{number}.sqlite3").exists():
        number += 1
    aside = folder / f"set-aside-{number}.sqlite3"
    for file in folder.glob(f"{FILE}*"):
        file.replace(aside.with_name(aside.name + file.name.removeprefix(FILE)))
    return aside


def sessions_in(copy: Path) -> list[str]:
    """Return the names of the sessions in a copy, oldest first; empty where it cannot be read."""
    try:
        with closing(connect(copy, "ro")) as connection:
            return [str(row[0]) for row in connection.execute("SELECT name FROM evenings ORDER BY rowid")]
    except sqlite3.Error:
        return []
