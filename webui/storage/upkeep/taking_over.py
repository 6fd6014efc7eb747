"""Events and sessions that were played elsewhere, written as they were: under their own numbers and names."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webui.storage.databases.schema import Session, StoredEvent, events, sessions
from webui.storage.faults import NotWrittenError
from webui.storage.store import Store


def take_over(store: Store, event: StoredEvent) -> None:
    """Write an event as it was.

    :raise NotWrittenError: the disk is full or gone, or something else has that number
    """
    values = {"id": event.id, "session": event.session, "at": event.at, "kind": event.kind}
    _insert(store, events, values | {"payload": event.payload})


def take_over_session(store: Store, session: Session) -> None:
    """Write a session as it was.

    :raise NotWrittenError: as :func:`take_over`
    """
    values = {"id": session.id, "name": session.name, "started": session.started, "number": session.number}
    _insert(store, sessions, values)


def _insert(store: Store, table: sa.Table, values: dict[str, object]) -> None:
    try:
        with store.database.writing() as connection:
            connection.execute(table.insert().values(values | {"at_table": store.table}))
    except IntegrityError:
        raise NotWrittenError("not-written-twice", number=values["id"]) from None
