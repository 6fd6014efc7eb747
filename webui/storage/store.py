"""What must outlast the program: sessions, events and pictures.

Events are only ever appended. A picture is durable, named by its own digest, before the event that speaks of it
commits; an event that :meth:`Store.append` returned is on disk, and was read back from there.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webui.i18n.refusals import RefusedError
from webui.storage.databases.database import Database
from webui.storage.databases.packed import pack
from webui.storage.databases.schema import (
    Payload,
    Session,
    StoredEvent,
    event_columns,
    events,
    pictures_of,
    sessions,
    stored_event,
)
from webui.storage.faults import NotWrittenError, StoreError, UnfitStoreError
from webui.storage.folders import keep_private
from webui.storage.opening import open_read_only, open_writable
from webui.storage.reading import last_sign_of_life, sessions_of, without_secrets
from webui.storage.upkeep.lost_pictures import lost_pictures
from webui.storage.upkeep.salvage import HIGHEST, Salvage

log = logging.getLogger(__name__)

SESSION_GOES_ON: Final = timedelta(hours=12)
"""A program that is started again within this time of the last event goes on with the same session."""

NAMED: Final = 5
"""So many sessions are named in a line; further ones are counted."""

OPENED_AGAIN: Final = ("store-read-only", "store-no-backup")
"""Reasons for read-only access that may pass: the disk was full, or could not be written."""


class Store:
    """The one writer of a table's log: ``clashcam.sqlite3`` and ``pictures/`` in a data folder."""

    def __init__(
        self, folder: Path, *, database: str | None = None, table: str = "", writing: bool = True
    ) -> None:
        """``database`` is the address of a server that keeps the log instead of the folder, ``table`` one of many
        tables in the same log; without ``writing`` it is only looked at.

        :raise UnfitStoreError: it cannot be opened; one line says why and what to do
        """
        self.folder, self.table = folder, table
        self.database = _opened(folder, database, table, writing)
        closed = self.database.closed
        self._opens_again = writing and closed is not None and closed.code in OPENED_AGAIN
        self.opened_late = False
        """Whether the folder could be written only after it had been shown; whoever plays on takes that back."""
        self.fresh: set[str] = set()  # pictures that no event speaks of yet
        self.trouble: RefusedError | None = None  # why what was to be written last was not
        self._damage: RefusedError | None = None
        self._lost: RefusedError | None = None
        self._left: list[StoredEvent] | None = None
        """The events read around the damage, once."""
        self._wrote = False
        self.alone = threading.RLock()  # held by whoever writes: another session may be deleted meanwhile
        self.names: dict[str, str] = {}
        """What sessions are called that were given another name since this was opened."""
        try:
            self._acknowledged = self.newest_event()
            if self.database.closed is None:
                self._forget_secrets()
            if database is None:
                # On a server they lie beside the events, and are lost with them or not at all.
                self._look_for_pictures()
        except BaseException:
            self.database.close()
            raise

    def open_again(self) -> None:
        """Begin to write to a folder that was read-only when it was opened, if that is possible by now."""
        if not self._opens_again:
            return
        with self.alone:
            try:
                database = open_writable(self.folder)
            except StoreError as fault:
                log.info("%s", fault)
                return
            if database.closed is not None:
                database.close()
                return
            before, self.database = self.database, database
            before.close()
            # First: what was shown until now may be another session, whatever goes wrong below.
            self._opens_again, self.opened_late = False, True
            self._left, self._damage = None, None
            self._acknowledged = self.newest_event()
            self._forget_secrets()
            log.warning("%s: can be written again", self.folder)

    def close(self) -> None:
        """Let go, the session copied aside if anything was written."""
        try:
            if self._wrote:
                self.copy_aside()
        finally:
            self.database.close()

    def render_faults(self, language: str) -> list[str]:
        """Return the faults that a person should know, a line each: of the folder, of the last write, of the data.

        Read-only access that was asked for is no fault.
        """
        known = [self.database.closed or self.trouble, self._damage, self._lost]
        return [
            each.render(language) for each in known if each is not None and each.code != "store-looked-at"
        ]

    def _look_for_pictures(self) -> None:
        """Check whether pictures are missing: people should learn it now, not from an empty page."""
        try:
            lost = lost_pictures(self.database, self.sessions())
        except StoreError:
            return  # Other faults are reported already.
        if lost:
            named = ", ".join([*lost][:NAMED]) + f", +{len(lost) - NAMED}" * (len(lost) > NAMED)
            self._lost = UnfitStoreError(
                "store-pictures-lost", folder=self.folder, count=sum(lost.values()), sessions=named
            )

    def _forget_secrets(self) -> None:
        """Mask the user names and passwords of cameras in old events: the only change ever made to events."""
        changed = without_secrets(self.events(None))
        if not changed:
            return
        with self.database.writing() as connection:
            for number, payload in changed.items():
                connection.execute(events.update().where(events.c.id == number).values(payload=payload))

    def sessions(self) -> list[Session]:
        """Return every session of the table in the order in which they began, whatever the clock said."""
        own = sa.select(sessions).where(sessions.c.at_table == self.table)
        try:
            with self.database.reading() as connection:
                rows = connection.execute(own.order_by(sessions.c.number, sessions.c.id)).all()
        except StoreError as fault:
            return sessions_of(self._salvaged(fault))
        return [Session(row.id, row.name, row.started, row.number) for row in rows]

    def session(self, called: str) -> Session | None:
        """Return the session with this id or name, or the newest for ``latest``; None where there is none."""
        known = self.sessions()
        named = [one for one in known if called in (one.id, one.name)]
        return next(iter(known[-1:] if called == "latest" else named), None)

    def begin_session(self, now: datetime, name: str = "") -> Session:
        """Begin a new session, the last one copied aside first; its id is the day and a letter.

        :raise NotWrittenError: the disk is full or gone; nothing was written
        """
        with self.alone:
            self.copy_aside()
            while True:
                try:
                    return self._begun(now, name)
                except _TakenError:
                    continue

    def _begun(self, now: datetime, name: str) -> Session:
        started = now.isoformat(timespec="seconds")
        with self.database.writing() as connection:
            identity = _free_id(connection, now)
            number = 1 + (connection.execute(sa.select(sa.func.max(sessions.c.number))).scalar() or 0)
            session = Session(identity, name or identity, started, number)
            try:
                connection.execute(sessions.insert().values(**asdict(session), at_table=self.table))
            except IntegrityError:
                raise _TakenError from None
            # A mark among the events: what came before it belongs to other sessions.
            began = self._insert(connection, identity, now, "began", {})
        self._acknowledge(began)
        return session

    def note_trouble(self, why: RefusedError | None) -> None:
        """Note why the last thing was not written; None: it was."""
        self.trouble = why

    def continue_late_session(self, now: datetime) -> Session:
        """Continue the session of a folder that could be written only after it had been shown."""
        session = self.continue_session(now)
        self.opened_late = False
        return session

    def continue_session(self, now: datetime) -> Session:
        """Return the newest session if something happened in it lately, else begin one.

        What happened far in the future happened while the clock was ahead, and says nothing. A log that can only be
        looked at goes on with its newest, however old.
        """
        known = self.sessions()
        if self.database.closed is not None:
            return known[-1] if known else Session("-", "-", now.isoformat(timespec="seconds"))
        if known:
            since = now - last_sign_of_life(known[-1], self.events(known[-1].id))
            if abs(since) < SESSION_GOES_ON:
                return known[-1]
            if since < timedelta():
                log.warning("%s: the clock was ahead then; another session begins", known[-1].name)
        return self.begin_session(now)

    def append(self, session: str | None, at: datetime, kind: str, payload: Payload) -> StoredEvent:
        """Write one event; when this returns, it is on disk, and so are the pictures that it names.

        :raise NotWrittenError: the disk is full or gone; nothing was written that will stand
        """
        with self.alone:
            with self.database.writing() as connection:
                for lost in self._unacknowledged(connection):
                    if (kind, payload) != ("undone", {"event": lost.id}):
                        self._insert(connection, lost.session, at, "undone", {"event": lost.id})
                event = self._insert(connection, session, at, kind, payload)
            self._acknowledge(event)
        return event

    def _insert(
        self, connection: sa.Connection, session: str | None, at: datetime, kind: str, payload: Payload
    ) -> StoredEvent:
        stamp = at.isoformat(timespec="milliseconds")
        values = {"session": session, "at": stamp, "kind": kind, "payload": payload, "at_table": self.table}
        (key,) = connection.execute(events.insert().values(values)).inserted_primary_key or (0,)
        return StoredEvent(int(key), session, stamp, kind, pack(payload))

    def _unacknowledged(self, connection: sa.Connection) -> list[StoredEvent]:
        """Return an event that is stored although its write failed: a server may have gone after the commit."""
        later = self._of_table.where(events.c.id > self._acknowledged).order_by(events.c.id)
        return [event for event in map(stored_event, connection.execute(later)) if event.kind != "undone"]

    def _acknowledge(self, event: StoredEvent) -> None:
        self.database.make_sure(event)
        gone = self.database.pictures.missing(self.fresh & pictures_of(event.payload))
        if gone:
            raise NotWrittenError("not-written-gone", folder=self.folder)
        self.database.pictures.mark_written()
        self.fresh.clear()
        self._acknowledged = event.id
        self._wrote, self._left = True, None

    @property
    def _of_table(self) -> sa.Select[tuple[object, ...]]:
        return sa.select(*event_columns()).where(events.c.at_table == self.table)

    def events(self, session: str | None) -> Iterator[StoredEvent]:
        """Yield the events of one session, or those of the table itself (None), in order.

        :raise StoreError: the database cannot be reached
        """
        same = events.c.session.is_(None) if session is None else events.c.session == session
        try:
            with self.database.reading() as connection:
                rows = connection.execute(self._of_table.where(same).order_by(events.c.id)).all()
        except StoreError as fault:
            yield from (event for event in self._salvaged(fault) if event.session == session)
            return
        yield from map(stored_event, rows)

    def _salvaged(self, fault: StoreError) -> list[StoredEvent]:
        """Read the events around the damage.

        :raise StoreError: it is no damage
        """
        if not self.database.is_damage(fault):
            raise fault
        self._damage = UnfitStoreError("store-parts-lost", folder=self.folder)
        if self._left is None:
            salvage = Salvage(self._between)
            salvage.collect(1, HIGHEST)
            self._left = salvage.found
        return self._left

    def _between(self, first: int, end: int) -> list[StoredEvent]:
        with self.database.reading() as connection:
            query = self._of_table.where(events.c.id >= first, events.c.id < end).order_by(events.c.id)
            return [stored_event(row) for row in connection.execute(query)]

    def newest_event(self) -> int:
        """Return the number of the table's newest event, 0 where there is none."""
        query = sa.select(sa.func.max(events.c.id)).where(events.c.at_table == self.table)
        try:
            with self.database.reading() as connection:
                return connection.execute(query).scalar() or 0
        except StoreError as fault:
            return max((event.id for event in self._salvaged(fault)), default=0)

    def keep_picture(self, jpeg: bytes) -> str:
        """Keep a picture durably, and return its name.

        :raise NotWrittenError: the disk is full or gone
        """
        if self.database.closed is not None:
            raise NotWrittenError(self.database.closed.code, **self.database.closed.named)
        with self.alone:
            digest = self.database.pictures.keep(jpeg)
            self.fresh.add(digest)
        return digest

    def picture(self, digest: str) -> bytes | None:
        """Return a picture; None where it is gone or damaged."""
        return self.database.pictures.read(digest)

    def copy_aside(self) -> None:
        """Copy the log aside; where that cannot be, the session goes on without."""
        try:
            with self.database.reading() as connection:
                number = connection.execute(sa.select(sa.func.max(sessions.c.number))).scalar()
            if number and self._acknowledged:
                self.database.back_up(f"{number:06d}")
                self._wrote = False
        except StoreError as fault:
            log.warning("%s", fault)


def _opened(folder: Path, address: str | None, table: str, writing: bool) -> Database:
    if address is not None:
        from webui.storage.databases.postgres import PostgresDatabase

        if writing:
            keep_private(folder)
        return PostgresDatabase(address, table, writing=writing)
    return open_writable(folder) if writing else open_read_only(folder)


class _TakenError(Exception):
    """Another table of the same log has begun a session of that name in the meantime."""


def _free_id(connection: sa.Connection, now: datetime) -> str:
    day = now.date().isoformat()
    taken = set(connection.execute(sa.select(sessions.c.id).where(sessions.c.id.startswith(day))).scalars())
    return next(each for each in _session_ids(day) if each not in taken)


def _session_ids(day: str) -> Iterator[str]:
    yield from (f"{day}-{chr(letter)}" for letter in range(ord("a"), ord("z") + 1))
    number = 27
    while True:
        yield f"{day}-{number}"
        number += 1


__all__ = ["NotWrittenError", "Session", "Store", "StoreError", "StoredEvent", "UnfitStoreError"]
