"""The sessions of a table beside tonight's: which were changed last, and what they are called."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from webui.storage.databases.schema import Session, events, sessions
from webui.storage.faults import UnfitStoreError
from webui.storage.store import Store


def newest_events(store: Store) -> dict[str | None, int]:
    """Return the number of the newest event of each session of the table: what is read of it holds until then.

    :raise StoreError: the database cannot be reached
    """
    newest = sa.select(events.c.session, sa.func.max(events.c.id)).where(events.c.at_table == store.table)
    with store.database.reading() as connection:
        return {row[0]: int(row[1]) for row in connection.execute(newest.group_by(events.c.session))}


def rename(store: Store, session: Session, name: str) -> Session:
    """Give a session another name and return it.

    :raise StoreError: nothing can be written
    """
    store.open_again()
    if store.database.closed is not None:
        raise UnfitStoreError(store.database.closed.code, **store.database.closed.named)
    with store.alone, store.database.writing() as connection:
        connection.execute(sessions.update().where(sessions.c.id == session.id).values(name=name))
    store.names[session.id] = name
    return replace(session, name=name)
