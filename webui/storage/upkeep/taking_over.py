"""Events and evenings that were played elsewhere, written as they were: under their own numbers and names."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webui.storage.databases.schema import Evening, StoredEvent, evenings, events
from webui.storage.faults import NotWrittenError
from webui.storage.store import Store


def take_over(store: Store, event: StoredEvent) -> None:
    """Write an event as it was.

    :raise NotWrittenError: the disk is full or gone, or something else has that number
    """
    values = {"id": event.id, "evening": event.evening, "at": event.at, "kind": event.kind}
    _insert(store, events, values | {"payload": event.payload})


def take_over_evening(store: Store, evening: Evening) -> None:
    """Write an evening as it was.

    :raise NotWrittenError: as :func:`take_over`
    """
    values = {"id": evening.id, "name": evening.name, "started": evening.started, "number": evening.number}
    _insert(store, evenings, values)


def _insert(store: Store, table: sa.Table, values: dict[str, object]) -> None:
    try:
        with store.database.writing() as connection:
            connection.execute(table.insert().values(values | {"at_table": store.table}))
    except IntegrityError:
        raise NotWrittenError("not-written-twice", number=values["id"]) from None
