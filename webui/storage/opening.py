"""Opening a data folder in any state: to write, to read only, or refused with one line that says what to do."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from webui.i18n.refusals import RefusedError
from webui.storage.databases.schema import SCHEMA, events
from webui.storage.databases.sqlite_database import HELD, SQLiteDatabase
from webui.storage.databases.sqlite_file import connect, is_sound, make_engine
from webui.storage.faults import StoreError, UnfitStoreError
from webui.storage.folders import keep_private
from webui.storage.lock import FolderLock
from webui.storage.migrating import is_foreign, is_newer, upgrade, version_of
from webui.storage.syncing import make_folder, sweep, sync_folder
from webui.storage.upkeep.backups import FILE, back_up, backups


def open_writable(folder: Path) -> SQLiteDatabase:
    """Open a data folder as its one writer; where it cannot be written, read-only (``closed`` says why).

    :raise UnfitStoreError: another program holds it, or what lies there is no log that could be shown
    """
    try:
        make_folder(folder)
        keep_private(folder)
        make_folder(folder / "pictures")
        lock = FolderLock(folder)
    except UnfitStoreError:
        raise
    except OSError as fault:
        if not (folder / FILE).is_file():
            raise UnfitStoreError("store-no-folder", folder=folder, why=fault.strerror) from None
        return open_read_only(folder, RefusedError("store-read-only", folder=folder, why=fault.strerror))
    try:
        return _writer(folder, lock)
    except BaseException:
        lock.release()
        raise


def open_read_only(folder: Path, why: RefusedError | None = None) -> SQLiteDatabase:
    """Open a data folder to read it, beside a program that writes or on a disk that cannot be written.

    :raise UnfitStoreError: there is nothing, or nothing that could be read
    """
    path = folder / FILE
    _refuse_no_log(path)
    if not path.exists() or path.stat().st_size == 0:
        raise UnfitStoreError("store-none", folder=folder)
    closed = why or RefusedError("store-looked-at", folder=folder)
    version = _version_in_place(path)
    if version == SCHEMA:
        return SQLiteDatabase(folder, closed=closed)
    if is_newer(version):
        return _newer(folder, str(version))
    copy = TemporaryDirectory(prefix="clashcam-")
    try:
        _copied(folder, Path(copy.name))
    except BaseException:
        copy.cleanup()
        raise
    return SQLiteDatabase(folder, closed=closed, copy=copy)


def _writer(folder: Path, lock: FolderLock) -> SQLiteDatabase:
    path = folder / FILE
    _refuse_no_log(path)
    sweep(folder)
    is_new = not path.exists() or path.stat().st_size == 0
    if not is_new:
        closed = _why_not(folder)
        if closed is not None:
            lock.release()
            return (
                _newer(folder, closed.named["form"])
                if "form" in closed.named
                else open_read_only(folder, closed)
            )
    if is_new:
        path.touch(0o600)
        sync_folder(folder)
    database = SQLiteDatabase(folder, lock=lock)
    try:
        with database.writing() as connection:
            upgrade_if_needed(connection)
    except BaseException:
        database.close()
        raise
    return database


def upgrade_if_needed(connection: sa.Connection) -> None:
    """Upgrade a database, if it has an older revision."""
    if version_of(connection) != SCHEMA:
        upgrade(connection)


def _why_not(folder: Path) -> RefusedError | None:
    """Return the reason why a log cannot be written; one of an older revision is backed up here."""
    path = folder / FILE
    try:
        with closing(connect(path, "rw")) as connection:  # Takes back what a kill left half written.
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
    except sqlite3.Error as fault:
        if _is_held(fault):
            raise UnfitStoreError("store-locked", folder=folder) from None
        code = getattr(fault, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise UnfitStoreError("store-no-log", file=path, copies=_copies(folder)) from None
        if code == sqlite3.SQLITE_CORRUPT:
            return RefusedError("store-damaged", file=path, copies=_copies(folder))
        return RefusedError("store-read-only", folder=folder, why=fault)
    if not is_sound(path):
        return RefusedError("store-damaged", file=path, copies=_copies(folder))
    version = _version(path)
    if is_newer(version):
        return RefusedError("store-newer", folder=folder, form=version, known=SCHEMA)
    if version is None and _has_traces(folder):
        raise UnfitStoreError("store-lost", file=path, copies=_copies(folder))
    if version != SCHEMA:
        return _backed_up(folder, version)
    return None


def _backed_up(folder: Path, version: str | None) -> RefusedError | None:
    try:
        with closing(connect(folder / FILE, "ro")) as connection:
            known = connection.execute("SELECT count(*) FROM evenings").fetchone()[0] if version else 0
        back_up(folder / FILE, f"{known:06d}-before-{SCHEMA}")
    except UnfitStoreError as fault:
        return fault
    except sqlite3.Error:
        return RefusedError("store-damaged", file=folder / FILE, copies=_copies(folder))
    return None


def _is_held(fault: sqlite3.Error) -> bool:
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF in HELD


def _newer(folder: Path, form: object) -> SQLiteDatabase:
    """Show the log of a newer program, as far as this one understands it."""
    why = UnfitStoreError("store-newer", folder=folder, form=form, known=SCHEMA)
    database = SQLiteDatabase(folder, closed=why)
    try:
        with database.reading() as connection:
            connection.execute(sa.select(events).limit(1)).all()
    except StoreError:
        database.close()
        raise why from None
    return database


def _version_in_place(path: Path) -> str | None:
    """Return the revision of a file; None where it cannot be read without a change."""
    try:
        return _version(path)
    except UnfitStoreError:
        raise
    except DBAPIError as fault:
        code = getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise UnfitStoreError("store-no-log", file=path, copies=_copies(path.parent)) from None
        return SCHEMA if code == sqlite3.SQLITE_CORRUPT else None


def _version(path: Path) -> str | None:
    engine = make_engine(path, writing=False)
    try:
        with engine.connect().execution_options(reading=True) as connection:
            if is_foreign(connection):
                raise UnfitStoreError("store-foreign", file=path)
            return version_of(connection)
    finally:
        engine.dispose()


def _copied(folder: Path, to: Path) -> None:
    """Copy a log with the files that a kill left beside it, and upgrade the copy."""
    for file in folder.glob(f"{FILE}*"):
        if file.is_file() and not file.name.endswith("-shm"):
            shutil.copyfile(file, to / file.name)
    engine = make_engine(to / FILE, writing=True)
    try:
        with engine.begin() as connection:
            upgrade_if_needed(connection)
    except DBAPIError:
        raise UnfitStoreError("store-no-log", file=folder / FILE, copies=_copies(folder)) from None
    finally:
        engine.dispose()


def _refuse_no_log(path: Path) -> None:
    """Refuse anything but a file, and a new log where an old one has left its pictures or copies."""
    if path.exists() and not path.is_file():
        raise UnfitStoreError("store-foreign", file=path)
    is_empty = not path.exists() or path.stat().st_size == 0
    if is_empty and _has_traces(path.parent):
        raise UnfitStoreError("store-lost", file=path, copies=_copies(path.parent))


def _has_traces(folder: Path) -> bool:
    return bool(backups(folder)) or any((folder / "pictures").glob("??/*.jpg"))


def _copies(folder: Path) -> int:
    return len(backups(folder))
