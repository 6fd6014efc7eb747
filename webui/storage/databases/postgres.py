"""The store's database on a PostgreSQL server: one log for many tables, pictures among its rows."""

from __future__ import annotations

import contextlib
import os
import socket
import zlib
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import ArgumentError, DBAPIError

from vision.capture.passwords import split_user
from webui.before_sessions import FIELDS
from webui.i18n.refusals import RefusedError
from webui.storage.databases.schema import SCHEMA, StoredEvent, events, is_digest, metadata, pictures_of
from webui.storage.faults import NotWrittenError, UnfitStoreError
from webui.storage.migrating import is_foreign, is_newer, upgrade, version_of
from webui.storage.pictures import digest_of

PASSWORD_FILE: Final = "CLASHCAM_DATABASE_PASSWORD_FILE"

PATIENCE_S: Final = 5
"""How long a server may take to answer before it counts as gone."""

KEEPALIVES: Final = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""How often, in seconds, both sides check that the other is still there: else a laptop that lost its network would hold
its table for hours, and wait as long for a lost answer."""

OURS: Final = 0x63_6C_61_73
"""The first half of the key of a table's lock; the second is the table's name."""

KEPT: Final = OURS + 1
"""The key of a lock: shared by tables with kept pictures that no event names yet, exclusive for deleting pictures."""

pictures = sa.Table(
    "pictures",
    metadata,
    sa.Column("digest", sa.String(32), primary_key=True),
    sa.Column("jpeg", sa.LargeBinary, nullable=False),
    info={"server": True},
)


def make_engine(url: str) -> sa.Engine:
    """Return an engine on a server's database.

    :raise UnfitStoreError: the address is none, or names another kind of server
    """
    address = _address_of(url)
    session = f"-c synchronous_commit=on -c statement_timeout={PATIENCE_S}s -c lock_timeout={PATIENCE_S}s"
    session += "".join(f" -c tcp_{name}={value}" for name, value in KEEPALIVES.items())
    arguments = {
        "connect_timeout": PATIENCE_S,
        "application_name": f"clashcam {os.getpid()} on {socket.gethostname()}"[:63],
        "options": session,
        "tcp_user_timeout": PATIENCE_S * 1000,
        **KEEPALIVES,
    }
    return sa.create_engine(address, connect_args=arguments, pool_pre_ping=True, hide_parameters=True)


def _address_of(url: str) -> sa.URL:
    """Return a server's address with its password, which ends at the last ``@`` of the text.

    :raise UnfitStoreError: it is none, or names another kind of server
    """
    scheme, _, rest = url.partition("://")
    user, host = split_user(rest)
    try:
        # SQLAlchemy would take what stands before an @ in a query for a user.
        address = sa.make_url(f"postgresql+psycopg://{host.replace('@', '%40')}")
    except (ArgumentError, ValueError):
        address = None
    if scheme not in ("postgres", "postgresql", "postgresql+psycopg") or address is None:
        # Without "://" the scheme would be the whole address with its password.
        raise UnfitStoreError("store-address", scheme=scheme if scheme.isalpha() else "?")
    name, colon, password = (user or "").partition(":")
    return address.set(
        username=unquote(name) or None, password=unquote(password) if colon else _kept_password()
    )


def _kept_password() -> str | None:
    """Return the password from the file that the environment names: so it is in neither the environment nor the
    list of processes.

    :raise UnfitStoreError: the file cannot be read
    """
    file = os.environ.get(PASSWORD_FILE)
    try:
        return Path(file).read_text("utf-8").rstrip("\r\n") if file else None
    except (OSError, UnicodeDecodeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "is no text"
        raise UnfitStoreError("store-password-file", file=file, why=why) from None


class PostgresDatabase:
    """A server's database. One connection holds the table's lock and writes: when it breaks, both are lost at once."""

    def __init__(self, url: str, table: str, *, writing: bool) -> None:
        """Open it; ``table`` is this program's own among those of the log.

        :raise UnfitStoreError: it cannot be reached, is held, or is none of ours
        """
        self._engine = make_engine(url)
        self.place = f"{self._engine.url.host or 'local'}/{self._engine.url.database}"
        self._table = table
        self._key = zlib.crc32(table.encode()) - (1 << 31)
        self.closed: RefusedError | None = (
            None if writing else RefusedError("store-looked-at", folder=self.place)
        )
        self.pictures = PictureRows(self)
        self._writer: sa.Connection | None = None
        try:
            if writing:
                self._hold()
            self._prepare(writing)
        except DBAPIError as fault:
            self.close()
            raise UnfitStoreError("store-unreached", place=self.place, why=first_line(fault)) from None
        except BaseException:
            self.close()
            raise

    def _prepare(self, writing: bool) -> None:
        with self._engine.begin() as connection:
            self.closed = prepare(connection, self.place, writing=writing) or self.closed

    def _hold(self) -> sa.Connection:
        """Return the connection with the table's lock, opened again if the server was gone.

        :raise UnfitStoreError: another program holds it
        """
        if self._writer is not None and _answers(self._writer):
            return self._writer
        self._release()
        writer = self._engine.connect()
        with writer.begin():
            key = {"ours": OURS, "key": self._key}
            held = writer.execute(sa.text("SELECT pg_try_advisory_lock(:ours, :key)"), key).scalar()
            holder = None if held else writer.execute(HOLDER, key).first()
        if not held:
            writer.close()
            who = holder.application_name.removeprefix("clashcam ") if holder else "? on ?"
            number, _, host = who.partition(" on ")
            since = holder.since if holder else "?"
            raise UnfitStoreError("store-held", folder=self.place, pid=number, host=host, since=since)
        self._writer = writer
        return writer

    def _release(self) -> None:
        if self._writer is not None:
            with contextlib.suppress(DBAPIError):
                self._writer.invalidate()  # Given back alive it would go on holding the table.
                self._writer.close()
            self._writer = None

    @contextlib.contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Give a connection to read by; see :meth:`Database.reading`."""
        try:
            with self._engine.connect() as connection:
                yield connection
        except DBAPIError as fault:
            raise self._refused(fault) from fault

    @contextlib.contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Give a transaction on the connection with the table's lock; see :meth:`Database.writing`."""
        if self.closed is not None:
            raise NotWrittenError(self.closed.code, **self.closed.named)
        try:
            writer = self._hold()
            with writer.begin():
                yield writer
        except DBAPIError as fault:
            self._release()
            raise self._refused(fault) from fault
        except UnfitStoreError as fault:
            raise NotWrittenError(fault.code, **fault.named) from None

    def _refused(self, fault: DBAPIError) -> NotWrittenError:
        return NotWrittenError("not-written-unreached", place=self.place, why=first_line(fault))

    def make_sure(self, event: StoredEvent) -> None:
        """Check that the event is in the same log; the server has synced its commits itself."""
        with self.reading() as connection:
            found = connection.execute(sa.select(events.c.kind).where(events.c.id == event.id)).scalar()
        if found != event.kind:
            raise NotWrittenError("not-written-gone", folder=self.place)

    def is_damage(self, fault: Exception) -> bool:
        """Return False: the server reports its own damage."""
        return False

    def back_up(self, name: str) -> Path | None:
        """Do nothing: a server's log has the server's own backups; see :meth:`Database.back_up`."""
        return None

    def tidy(self) -> None:
        """Rewrite the rows without deleted data; see :meth:`Database.tidy`.

        What the table said of itself last may be of that session; one that still runs says the next within seconds.
        """
        with self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("SET statement_timeout = 0")
            if said := sa.inspect(connection).has_table("announcements"):
                own = {"own": self._table}
                connection.execute(sa.text("DELETE FROM announcements WHERE at_table = :own"), own)
            for name in ("events", FIELDS, "pictures", *["announcements"] * said):
                connection.exec_driver_sql(f"VACUUM FULL {name}")

    def close(self) -> None:
        """Release the table's lock, and close the connections."""
        self._release()
        self._engine.dispose()


def prepare(connection: sa.Connection, place: str, *, writing: bool) -> RefusedError | None:
    """Upgrade a log to the newest revision; return the reason if it can only be read.

    :raise UnfitStoreError: another program's tables lie there, or nothing that could be looked at
    """
    connection.execute(sa.text("SELECT pg_advisory_xact_lock(:ours)"), {"ours": OURS})
    version = version_of(connection)
    if is_newer(version):
        return RefusedError("store-newer", folder=place, form=version, known=SCHEMA)
    if version != SCHEMA:
        if is_foreign(connection) or not writing:
            raise UnfitStoreError("store-foreign" if writing else "store-none", file=place, folder=place)
        upgrade(connection)
    return None


class PictureRows:
    """Pictures as rows, durable by their own commit, before the event that names them."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._held_by: sa.Connection | None = None
        """The connection with the lock of kept pictures; the lock ends with it."""

    def keep(self, jpeg: bytes) -> str:
        """Write a picture; see :meth:`Pictures.keep`."""
        digest = digest_of(jpeg)
        row = insert(pictures).values(digest=digest, jpeg=jpeg)
        with self._database.writing() as connection:
            if self._held_by is not connection:
                connection.execute(sa.text("SELECT pg_advisory_lock_shared(:kept)"), {"kept": KEPT})
                self._held_by = connection
            connection.execute(row.on_conflict_do_update(index_elements=["digest"], set_={"jpeg": jpeg}))
        return digest

    def read(self, digest: str) -> bytes | None:
        """Return a picture; see :meth:`Pictures.read`."""
        if not is_digest(digest):
            return None
        with self._database.reading() as connection:
            jpeg = connection.execute(sa.select(pictures.c.jpeg).where(pictures.c.digest == digest)).scalar()
        return bytes(jpeg) if jpeg is not None and digest_of(jpeg) == digest else None

    def missing(self, digests: Iterable[str]) -> list[str]:
        """Return which of these are missing."""
        asked = set(digests)
        with self._database.reading() as connection:
            there = connection.execute(sa.select(pictures.c.digest).where(pictures.c.digest.in_(asked)))
            return sorted(asked - set(there.scalars()))

    def sizes(self) -> dict[str, int]:
        """Return the size of each picture in bytes."""
        size = sa.func.length(pictures.c.jpeg)
        with self._database.reading() as connection:
            return {row.digest: row[1] for row in connection.execute(sa.select(pictures.c.digest, size))}

    def mark_written(self) -> None:
        """Release the lock of kept pictures; see :meth:`Pictures.mark_written`."""
        if self._held_by is None:
            return
        with self._database.writing() as connection:
            if self._held_by is connection:
                connection.execute(sa.text("SELECT pg_advisory_unlock_shared(:kept)"), {"kept": KEPT})
        self._held_by = None

    def delete(self, digests: Iterable[str], seen: Collection[int]) -> None:
        """Delete these, as soon as no table waits for its event; see :meth:`Pictures.delete`."""
        with self._database.writing() as connection:
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:kept)"), {"kept": KEPT})
            newer = set(connection.execute(sa.select(events.c.id)).scalars()) - set(seen)
            payloads = connection.execute(sa.select(events.c.payload).where(events.c.id.in_(newer))).scalars()
            gone = set(digests).difference(*map(pictures_of, payloads))
            connection.execute(pictures.delete().where(pictures.c.digest.in_(gone)))


HOLDER: Final = sa.text(
    "SELECT application_name, to_char(backend_start, 'YYYY-MM-DD\"T\"HH24:MI:SSOF') AS since FROM pg_stat_activity "
    "JOIN pg_locks USING (pid) WHERE locktype = 'advisory' AND classid::bigint = :ours "
    "AND objid::bigint = (:key + 4294967296) % 4294967296 LIMIT 1"
)


def _answers(connection: sa.Connection) -> bool:
    """Return whether a connection still works: the server may have gone and come back."""
    try:
        with connection.begin():
            connection.execute(sa.text("SELECT 1"))
    except DBAPIError:
        return False
    return True


def first_line(fault: DBAPIError) -> str:
    """Return a server's message in one line."""
    return (str(fault.orig).strip() or type(fault.orig).__name__).splitlines()[0]
