"""What must outlast the program: evenings, events and pictures.

Events are only ever appended. A picture lies on disk, synced and named by its own digest, before the event that
speaks of it commits; an event that :meth:`Store.append` returned is on disk too.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError, OperationalError

from vision.capture.passwords import masked
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.i18n.refusals import RefusedError

SCHEMA = "0001"
"""The newest step in `webui/migrations`; a store that is already there starts without loading Alembic."""

EVENING_GOES_ON = timedelta(hours=12)
"""A program that is started again within this time of the last event goes on with the same evening."""

LONG_AGO = datetime(1, 1, 2, tzinfo=UTC)

Payload: TypeAlias = dict[str, Any]

metadata = sa.MetaData()
evenings = sa.Table(
    "evenings",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("started", sa.String(40), nullable=False),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("evening", sa.String(64), sa.ForeignKey("evenings.id"), nullable=True, index=True),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
)


class StoreError(OSError):
    """The store cannot be opened or written."""


class NotWrittenError(RefusedError, StoreError):
    """The disk is full or gone; nothing was written."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One session at the table; ``started`` is ISO 8601 with its offset."""

    id: str
    name: str
    started: str


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """Something that a person did and that was acknowledged."""

    id: int
    evening: str | None
    at: str
    kind: str
    payload: Payload
    fault: RefusedError | None = None
    """Why its payload cannot be read; it is empty then."""


class Store:
    """The one writer of a data folder: ``clashcam.sqlite3`` and ``pictures/`` beside it.

    ``url`` names another database (``postgresql+psycopg://...``) for a club with many tables.
    """

    def __init__(self, folder: Path, url: str | None = None) -> None:
        self.folder = folder
        try:
            (folder / "pictures").mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise StoreError(
                f"{folder}: cannot keep data here ({fault.strerror}); choose another with --data"
            ) from None
        # Built of its parts: a folder's name may hold what means something in a URL.
        file = sa.URL.create("sqlite", database=str(folder / "clashcam.sqlite3"))
        self._engine = sa.create_engine(url or file)
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _make_durable)
            sa.event.listen(
                self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE")
            )
        try:
            self._migrate()
            self._forget_passwords()
        except DBAPIError as fault:
            raise StoreError(
                f"{folder / 'clashcam.sqlite3'}: cannot be opened as a Clashcam store ({fault.orig}); "
                "move the file away or choose another folder with --data"
            ) from None

    def close(self) -> None:
        """Let go of the file."""
        self._engine.dispose()

    def _migrate(self) -> None:
        with self._engine.begin() as connection:
            if sa.inspect(connection).has_table("alembic_version"):
                current = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
                if current == SCHEMA:
                    return
                if current is not None:
                    raise StoreError(
                        f"{self.folder / 'clashcam.sqlite3'}: was written by a newer Clashcam (its form is {current}, "
                        f"this program knows {SCHEMA}); update the program, or choose another folder with --data"
                    )
            from alembic import command
            from alembic.config import Config

            config = Config()
            # Alembic reads a per cent sign as the beginning of a variable.
            scripts = str(Path(__file__).with_name("migrations")).replace("%", "%%")
            config.set_main_option("script_location", scripts)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    def _forget_passwords(self) -> None:
        """Mask the passwords of cameras that an earlier program wrote: the one thing that is ever changed here."""
        told = sa.select(events.c.id, sa.cast(events.c.payload, sa.Text).label("text"))
        with self._engine.begin() as connection:
            for row in connection.execute(told.where(events.c.kind == "settings")).all():
                payload, _ = _payload(row.text)
                source = payload.get("source")
                if isinstance(source, str) and masked(source) != source:
                    hidden = payload | {"source": masked(source)}
                    connection.execute(events.update().where(events.c.id == row.id).values(payload=hidden))

    def evenings(self) -> list[Evening]:
        """Return every evening, oldest first."""
        with self._engine.connect() as connection:
            rows = connection.execute(sa.select(evenings).order_by(evenings.c.started, evenings.c.id))
            return [Evening(row.id, row.name, row.started) for row in rows]

    def evening(self, wanted: str) -> Evening | None:
        """Return the evening with this id or name, or the newest for ``latest``; None where there is none."""
        known = self.evenings()
        if wanted == "latest":
            return known[-1] if known else None
        return next((evening for evening in known if wanted in (evening.id, evening.name)), None)

    def begin_evening(self, now: datetime, name: str = "") -> Evening:
        """Begin a new evening; its id is the day and a letter."""
        taken = {evening.id for evening in self.evenings()}
        identity = next(name for name in _evening_ids(now) if name not in taken)
        evening = Evening(identity, name or identity, now.isoformat(timespec="seconds"))
        with self._engine.begin() as connection:
            connection.execute(
                evenings.insert().values(id=evening.id, name=evening.name, started=evening.started)
            )
            # A mark among the events: what came before it belongs to other evenings.
            stamp = now.isoformat(timespec="milliseconds")
            connection.execute(events.insert().values(evening=evening.id, at=stamp, kind="began", payload={}))
        return evening

    def continue_evening(self, now: datetime) -> Evening:
        """Return the newest evening if something happened in it lately, else begin one."""
        known = self.evenings()
        if known and now - self._last_sign_of_life(known[-1]) < EVENING_GOES_ON:
            return known[-1]
        return self.begin_evening(now)

    def _last_sign_of_life(self, evening: Evening) -> datetime:
        with self._engine.connect() as connection:
            query = sa.select(events.c.at).where(events.c.evening == evening.id).order_by(events.c.at.desc())
            stamps = [str(stamp) for stamp in connection.execute(query).scalars()]
        return next(filter(None, map(_moment, [*stamps, evening.started])), LONG_AGO)

    def append(self, evening: str | None, at: datetime, kind: str, payload: Payload) -> StoredEvent:
        """Write one event; when this returns, it is on disk.

        :raise StoreError: the disk is full or gone; nothing was written
        """
        stamp = at.isoformat(timespec="milliseconds")
        try:
            with self._engine.begin() as connection:
                result = connection.execute(
                    events.insert().values(evening=evening, at=stamp, kind=kind, payload=payload)
                )
        except OperationalError as fault:
            raise NotWrittenError("not-written", folder=self.folder, why=fault.orig) from None
        key = result.inserted_primary_key
        assert key is not None
        return StoredEvent(int(key[0]), evening, stamp, kind, payload)

    def events(self, evening: str | None) -> Iterator[StoredEvent]:
        """Yield the events of one evening, or those of the table itself (None), in order."""
        same = events.c.evening.is_(None) if evening is None else events.c.evening == evening
        # As text: a payload that is no JSON must not keep the others from being read.
        text = sa.cast(events.c.payload, sa.Text).label("text")
        wanted = sa.select(events.c.id, events.c.at, events.c.kind, text).where(same).order_by(events.c.id)
        with self._engine.connect() as connection:
            for row in connection.execute(wanted):
                payload, fault = _payload(row.text)
                yield StoredEvent(row.id, evening, str(row.at), str(row.kind), payload, fault)

    def newest_event(self) -> int:
        """Return the number of the newest event, 0 where there is none."""
        with self._engine.connect() as connection:
            return connection.execute(sa.select(sa.func.max(events.c.id))).scalar() or 0

    def keep_picture(self, jpeg: bytes) -> str:
        """Write a picture under its digest and return that; synced before it gets its name."""
        digest = hashlib.sha256(jpeg).hexdigest()[:32]
        path = self.picture_path(digest)
        if path.exists():
            return digest
        part = path.with_suffix(f".{os.getpid()}.part")
        try:
            path.parent.mkdir(exist_ok=True)
            with part.open("wb") as file:
                file.write(jpeg)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            _sync_folder(path.parent)
        except OSError as fault:
            part.unlink(missing_ok=True)
            raise NotWrittenError("not-written", folder=path.parent, why=fault.strerror) from None
        return digest

    def picture_path(self, digest: str) -> Path:
        """Return where the picture with this digest lies or would lie."""
        return self.folder / "pictures" / digest[:2] / f"{digest}.jpg"


def _moment(stamp: str) -> datetime | None:
    """Return the time that a stamp tells; None where it is damaged."""
    try:
        moment = datetime.fromisoformat(stamp)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.astimezone()


def _payload(text: str | None) -> tuple[Payload, RefusedError | None]:
    """Return an event's payload, or none and why it cannot be read."""
    try:
        payload = read_json(text or "")
    except UnfitJSONError as fault:
        return {}, fault
    return (payload, None) if isinstance(payload, dict) else ({}, UnfitJSONError("no-object"))


def _evening_ids(now: datetime) -> Iterator[str]:
    day = now.date().isoformat()
    yield from (f"{day}-{chr(letter)}" for letter in range(ord("a"), ord("z") + 1))
    number = 27
    while True:
        yield f"{day}-{number}"
        number += 1


def _make_durable(connection: Any, _record: Any) -> None:
    # The driver's own transaction handling is off: BEGIN is ours, so that reads and writes never mix.
    connection.isolation_level = None
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "fullfsync=ON",
        "busy_timeout=5000",
        "foreign_keys=ON",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Windows cannot open a folder; its rename is durable with the file's own sync.
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
