"""What can happen to a data folder: to the log, its pictures and what lies beside it, before and while it is open."""

from __future__ import annotations

import contextlib
import os
import resource
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Final

from webui.storage.lock import FolderLock

NOBODY: Final = 65534
LOG: Final = "clashcam.sqlite3"

Harm = Callable[[Path], object]


def write_at(place: int, data: bytes, folder: Path) -> None:
    """Overwrite a part of the log; a negative place counts from the end."""
    with (folder / LOG).open("r+b") as file:
        file.seek(place, os.SEEK_SET if place >= 0 else os.SEEK_END)
        file.write(data)


def cut_to(share: float, folder: Path) -> None:
    """Cut the log short."""
    os.truncate(folder / LOG, int((folder / LOG).stat().st_size * share))


def lie_there(content: bytes, folder: Path) -> None:
    """Something else lies where the log was."""
    (folder / LOG).unlink()
    (folder / LOG).write_bytes(content)


def say(statement: str, folder: Path) -> None:
    """Another program changes the log."""
    with closing(sqlite3.connect(folder / LOG, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(statement)


def foreign(folder: Path) -> None:
    """Another program's database lies there."""
    (folder / LOG).unlink()
    say("CREATE TABLE moods (id INTEGER)", folder)


def emptied_database(folder: Path) -> None:
    """A database without a table lies there."""
    (folder / LOG).unlink()
    say("CREATE TABLE t (id INTEGER)", folder)
    say("DROP TABLE t", folder)


def replaced_by(name: str, make: Callable[[Path], object], folder: Path) -> None:
    """A file or folder gives way to something of another kind."""
    path = folder / name
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
    make(path)


def pictures(folder: Path) -> list[Path]:
    """Every picture that lies there."""
    return sorted((folder / "pictures").glob("??/*.jpg"))


def each_picture(do: Callable[[Path], object], folder: Path) -> None:
    """Do something to each picture."""
    for path in pictures(folder):
        do(path)


def newest_copy(folder: Path) -> None:
    """Somebody puts yesterday's copy in the log's place."""
    copy = max((folder / "backups").iterdir())
    shutil.copy(copy, folder / "copy")
    (folder / "copy").replace(folder / LOG)


def forbid(folder: Path) -> None:
    """Nothing may be written any more: as on a disk that the system has made read-only."""
    for path in [*folder.rglob("*"), folder]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    if os.geteuid() == 0:
        os.seteuid(NOBODY)


def fill(folder: Path) -> None:
    """The disk is full: no file may grow."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))


def hold(how: str, folder: Path) -> object:
    """Another program keeps the log locked."""
    other = sqlite3.connect(folder / LOG, isolation_level=None)
    other.execute(how)
    return other


def leave_journal(folder: Path) -> None:
    """A journal of garbage lies beside the log."""
    (folder / f"{LOG}-journal").write_bytes(os.urandom(9000))


def kill_in_mid_write(folder: Path) -> None:
    """A program was killed while it wrote: its journal must be played back."""
    child = os.fork()
    if child == 0:
        other = sqlite3.connect(folder / LOG, isolation_level=None)
        other.execute("PRAGMA journal_mode=TRUNCATE")
        other.execute("PRAGMA cache_size=1")
        other.execute("PRAGMA cache_spill=ON")
        other.execute("BEGIN IMMEDIATE")
        with contextlib.suppress(sqlite3.Error):
            other.execute("UPDATE events SET payload = payload || printf('%20000s', '')")
        os._exit(9)
    os.waitpid(child, 0)


def write_ahead(folder: Path) -> None:
    """An earlier program left its write-ahead log beside it."""
    child = os.fork()
    if child == 0:
        other = sqlite3.connect(folder / LOG, isolation_level=None)
        other.execute("PRAGMA journal_mode=WAL")
        other.execute(
            "INSERT INTO events (at, kind, payload, at_table) VALUES ('x', 'view', '{\"turn\": 90}', '')"
        )
        os._exit(9)
    os.waitpid(child, 0)


DAMAGE: Final[dict[str, Harm]] = {
    "damaged: first bytes": partial(write_at, 0, b"\xa5" * 16),
    "damaged: whole first page": partial(write_at, 0, b"\xa5" * 4096),
    "damaged: size of a page": partial(write_at, 16, b"\x03\x07"),
    "damaged: second page": partial(write_at, 4096, b"\xa5" * 4096),
    "damaged: a page in the middle": partial(write_at, 5 * 4096, b"\x00" * 4096),
    "damaged: last page": partial(write_at, -4096, b"\xff" * 4096),
    "damaged: everything but the head": partial(write_at, 4096, b"\xa5" * 40960),
    "damaged: cut to half": partial(cut_to, 0.5),
    "damaged: cut to a tenth": partial(cut_to, 0.1),
    "damaged: cut to nothing": partial(cut_to, 0.0),
    "deleted: the log": lambda folder: (folder / LOG).unlink(),
    "deleted: the pictures": lambda folder: shutil.rmtree(folder / "pictures"),
    "deleted: each picture": partial(each_picture, Path.unlink),
    "deleted: the whole folder": shutil.rmtree,
    "replaced: by yesterday's copy": newest_copy,
    "replaced: by another program's database": foreign,
    "replaced: by a database without tables": emptied_database,
    "replaced: by a text": partial(lie_there, b"no database, but long enough to be looked at" * 99),
    "replaced: by an empty file": partial(lie_there, b""),
    "replaced: by a folder": partial(replaced_by, LOG, Path.mkdir),
    "replaced: the pictures by a file": partial(replaced_by, "pictures", Path.touch),
    "foreign: a table of ours is gone": partial(say, "DROP TABLE events"),
    "foreign: an index points nowhere": partial(say, "DELETE FROM sqlite_master WHERE type = 'index'"),
    "foreign: no statement can be read": partial(say, "UPDATE sqlite_master SET sql = 'CREATE TABLE'"),
    "newer: form 0999": partial(say, "UPDATE alembic_version SET version_num = '0999'"),
    "read-only: nothing may be written": forbid,
    "full: no file may grow": fill,
    "locked: by a writer": partial(hold, "BEGIN IMMEDIATE"),
    "locked: by one who lets nobody read": partial(hold, "BEGIN EXCLUSIVE"),
}
"""What can happen before the program starts and while it runs."""

AT_START: Final[dict[str, Harm]] = DAMAGE | {
    "locked: by another Clashcam": FolderLock,
    "damaged: pictures are garbage": partial(each_picture, lambda path: path.write_bytes(b"<script>")),
    "damaged: payloads are no JSON": partial(say, "UPDATE events SET payload = '{'"),
    "damaged: payloads are no text": partial(say, "UPDATE events SET payload = x'ff00fe'"),
    "damaged: times are none": partial(say, "UPDATE events SET at = 'yesterday'"),
    "damaged: kinds are none": partial(say, "UPDATE events SET kind = x'00ff'"),
    "damaged: sessions are gone": partial(say, "DELETE FROM evenings"),
    "damaged: a journal of garbage": leave_journal,
    "damaged: the lock is garbage": lambda folder: (folder / "clashcam.lock").write_bytes(b"\xff\x00{"),
    "damaged: every copy is garbage": lambda folder: [
        path.write_bytes(b"?") for path in (folder / "backups").iterdir()
    ],
    "killed: while it wrote": kill_in_mid_write,
    "killed: an earlier program, with a write-ahead log": write_ahead,
    "replaced: by a pipe": partial(replaced_by, LOG, os.mkfifo),
    "replaced: by a link to nowhere": partial(
        replaced_by, LOG, lambda path: path.symlink_to("/nowhere/at/all")
    ),
    "replaced: the copies by a file": partial(replaced_by, "backups", Path.touch),
    "newer: form without a number": partial(say, "UPDATE alembic_version SET version_num = 'zz'"),
    "foreign: no form at all": partial(say, "DELETE FROM alembic_version"),
    "newer: one column more": partial(say, "ALTER TABLE events ADD COLUMN weather TEXT"),
    "older: one column less": partial(say, "ALTER TABLE evenings DROP COLUMN number"),
}
"""What can lie there when the program starts."""

WHILE_RUNNING: Final[dict[str, Harm]] = DAMAGE | {
    "moved: the whole folder": lambda folder: folder.rename(folder.with_name("elsewhere")),
    "replaced: the folder by an empty one": partial(replaced_by, "", Path.mkdir),
    "deleted: the lock": lambda folder: (folder / "clashcam.lock").unlink(),
    "deleted: the copies": lambda folder: shutil.rmtree(folder / "backups"),
    "touched: nothing changed": lambda folder: os.utime(folder / LOG),
}
"""What can happen while it runs."""


def kinds() -> Iterator[tuple[str, str, Harm]]:
    """Every kind: when, its name, and how it is done."""
    yield from (("at start", name, harm) for name, harm in AT_START.items())
    yield from (("while running", name, harm) for name, harm in WHILE_RUNNING.items())
