"""One SQLite file: opened durably, inspected without changes, and recognised by its stamp."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import sqlalchemy as sa

BUSY_S: Final = 1.0
"""How long another program may hold the database before a command is refused: people wait for it."""

PRAGMAS: Final = (
    # One file, without a log beside it: what is committed can be read back from the file itself.
    "journal_mode=TRUNCATE",
    "synchronous=FULL",
    "fullfsync=ON",
    "foreign_keys=ON",
    "secure_delete=ON",
    # KiB for each connection: a session is read seldom, and the system keeps the file's pages anyway.
    "cache_size=-256",
)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open an existing file; ``mode`` is ``ro`` or ``rw``."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,  # BEGIN is ours, so that reads and writes never mix.
        check_same_thread=False,
    )
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def make_engine(path: Path, *, writing: bool) -> sa.Engine:
    """Return an engine on a file; the caller disposes of it."""

    def opened() -> sqlite3.Connection:
        connection = connect(path, "rw" if writing else "ro")
        for pragma in PRAGMAS if writing else ():
            connection.execute(f"PRAGMA {pragma}")
        return connection

    engine = sa.create_engine("sqlite://", creator=opened, poolclass=sa.QueuePool)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _begin(connection: sa.Connection) -> None:
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def is_sound(path: Path) -> bool:
    """Return whether every page of a database can be read.

    :raise sqlite3.OperationalError: it cannot be looked at: another program holds it, or it is gone
    """
    try:
        with closing(connect(path, "ro")) as connection:
            return connection.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False


@dataclass(frozen=True, slots=True)
class Stamp:
    """The identity of a file, and the time of its last change."""

    file: tuple[int, int]
    changed: tuple[int, int, int]


def stamp_of(path: Path) -> Stamp | None:
    """Return a file's stamp; None where there is none.

    The file is never opened for it: closing it would let go of SQLite's own locks.
    """
    try:
        seen = os.stat(path)
    except OSError:
        return None
    return Stamp((seen.st_dev, seen.st_ino), (seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns))
