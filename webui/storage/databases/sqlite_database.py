"""The store's database as one SQLite file in the data folder."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from webui.i18n.refusals import RefusedError
from webui.storage.databases.schema import StoredEvent, event_columns, events, stored_event
from webui.storage.databases.sqlite_file import Stamp, is_sound, make_engine, stamp_of
from webui.storage.faults import NotWrittenError
from webui.storage.lock import FolderLock
from webui.storage.pictures import PictureFiles
from webui.storage.upkeep.backups import FILE, back_up

log = logging.getLogger(__name__)

DAMAGED: Final = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""Errors that mean damage; the last is SQLite's for a missing table."""

HELD: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class SQLiteDatabase:
    """An open file; before each acknowledgement it checks that the file is still the one under its name."""

    def __init__(
        self,
        folder: Path,
        *,
        lock: FolderLock | None = None,
        closed: RefusedError | None = None,
        copy: TemporaryDirectory[str] | None = None,
    ) -> None:
        """``copy`` is the file to open instead of the one in ``folder``, where that can be read in no other way."""
        self.folder = folder
        self.path = (Path(copy.name) if copy else folder) / FILE
        self.closed = closed
        self.pictures = PictureFiles(folder / "pictures")
        self._lock, self._copy = lock, copy
        self._engine = make_engine(self.path, writing=closed is None)
        self._opened: Stamp | None = None
        self._left: Stamp | None = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection to read by; see :meth:`Database.reading`."""
        try:
            with self._engine.connect().execution_options(reading=True) as connection:
                yield connection
        except DBAPIError as fault:
            raise self._refused(fault) from fault

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a transaction; see :meth:`Database.writing`."""
        self._look()
        try:
            with self._engine.begin() as connection:
                yield connection
        except DBAPIError as fault:
            self._engine.dispose()  # What its connections still remember may be what was not written.
            raise self._refused(fault) from fault
        self._same_file()
        self._left = stamp_of(self.path)

    def make_sure(self, event: StoredEvent) -> None:
        """Check an event by a connection of its own, as the next start would read it."""
        fresh = make_engine(self.path, writing=False)
        try:
            with fresh.connect().execution_options(reading=True) as connection:
                row = connection.execute(sa.select(*event_columns()).where(events.c.id == event.id)).first()
                kept = stored_event(row) if row else None
        except DBAPIError as fault:
            raise self._refused(fault) from None
        finally:
            fresh.dispose()
        if kept != event:
            raise NotWrittenError("not-written-damaged", folder=self.folder)
        self._same_file()

    def _look(self) -> None:
        """Check that the file is the one that was opened, and unchanged.

        :raise NotWrittenError: it is not, or nothing may be written
        """
        if self.closed is not None:
            raise NotWrittenError(self.closed.code, **self.closed.named)
        self._same_file()
        seen = stamp_of(self.path)
        if self._left is None or seen == self._left:
            return
        log.warning("%s was changed by something else; looking whether it is sound", self.path)
        try:
            sound = is_sound(self.path)
        except sqlite3.Error as fault:
            raise NotWrittenError("not-written", folder=self.folder, why=fault) from None
        if not sound:
            raise NotWrittenError("not-written-damaged", folder=self.folder)
        self._engine.dispose()
        self._left = seen

    def _same_file(self) -> None:
        seen = stamp_of(self.path)
        self._opened = self._opened or seen
        if seen is None or self._opened is None or seen.file != self._opened.file:
            raise NotWrittenError("not-written-gone", folder=self.folder)
        if self._lock is not None and not self._lock.is_in_place():
            raise NotWrittenError("not-written-unlocked", folder=self.folder)

    def _refused(self, fault: DBAPIError) -> NotWrittenError:
        code = getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF
        if code in HELD:
            return NotWrittenError("not-written-held", folder=self.folder)
        if code in DAMAGED:
            return NotWrittenError("not-written-damaged", folder=self.folder)
        return NotWrittenError("not-written", folder=self.folder, why=fault.orig)

    def is_damage(self, fault: Exception) -> bool:
        """Return whether a fault says that the file is damaged; see :meth:`Database.is_damage`."""
        return isinstance(fault, NotWrittenError) and fault.code == "not-written-damaged"

    def back_up(self, name: str) -> Path | None:
        """Copy the file aside; see :meth:`Database.back_up`."""
        if self.closed is not None:
            return None
        self._look()
        return back_up(self.path, name)

    def tidy(self) -> None:
        """Rewrite the file without deleted data; see :meth:`Database.tidy`."""
        self._look()
        try:
            with self._engine.connect().execution_options(reading=True) as connection:
                connection.exec_driver_sql("COMMIT")  # The file cannot be rewritten in a transaction.
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("BEGIN")
        except DBAPIError as fault:
            raise self._refused(fault) from fault
        self._left = stamp_of(self.path)

    def close(self) -> None:
        """Close the file, and release the folder."""
        self._engine.dispose()
        if self._lock is not None:
            self._lock.release()
        if self._copy is not None:
            self._copy.cleanup()
