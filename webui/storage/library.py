"""The evenings of a table beside tonight's: which were changed last, and what they are called."""

from __future__ import annotations

from dataclasses import replace

import sqlalchemy as sa

from webui.storage.databases.schema import Evening, evenings, events
from webui.storage.faults import UnfitStoreError
from webui.storage.store import Store


def newest_events(store: Store) -> dict[str | None, int]:
    """Return the number of the newest event of each evening of the table: what is read of it holds until then.

    :raise StoreError: the database cannot be reached
    """
    newest = sa.select(events.c.evening, sa.func.max(events.c.id)).where(events.c.at_table == store.table)
    with store.database.reading() as connection:
        return {row[0]: int(row[1]) for row in connection.execute(newest.group_by(events.c.evening))}


def rename(store: Store, evening: Evening, name: str) -> Evening:
    """Give an evening another name and return it.

    :raise StoreError: nothing can be written
    """
    store.open_again()
    if store.database.closed is not None:
        raise UnfitStoreError(store.database.closed.code, **store.database.closed.named)
    with store.alone, store.database.writing() as connection:
        connection.execute(evenings.update().where(evenings.c.id == evening.id).values(name=name))
    store.names[evening.id] = name
    return replace(evening, name=name)
