"""The schema of the store's tables, and the values of their rows.

A table and a column are still named after evenings: another name would cost every log a migration.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import sqlalchemy as sa

from webui.before_sessions import FIELD, FIELDS
from webui.documents.plain_json import UnfitJSONError, read_json
from webui.i18n.refusals import RefusedError
from webui.storage.databases.packed import pack, unpack

SCHEMA: Final = "0002"
"""The newest revision in `migrations`; a store of that revision starts without loading Alembic."""

Payload: TypeAlias = dict[str, Any]

metadata = sa.MetaData()
sessions = sa.Table(
    FIELDS,
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("started", sa.String(40), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at_table", sa.String(64), nullable=False),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column(FIELD, sa.String(64), sa.ForeignKey(f"{FIELDS}.id"), key="session", nullable=True, index=True),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("payload", sa.JSON, nullable=False),
    sa.Column("at_table", sa.String(64), nullable=False),
)


@dataclass(frozen=True, slots=True)
class Session:
    """One session at the table; ``started`` is ISO 8601 with its offset, ``number`` its place among all."""

    id: str
    name: str
    started: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A stored event."""

    id: int
    session: str | None
    at: str
    kind: str
    packed: bytes
    """Its payload, packed (:mod:`webui.storage.databases.packed`)."""
    fault: RefusedError | None = None
    """The reason why its payload cannot be read; the payload is empty then."""

    @property
    def payload(self) -> Payload:
        """Its payload as JSON."""
        payload: Payload = unpack(self.packed)
        return payload


def stored_event(row: Any) -> StoredEvent:
    """Return a row of ``events`` whose payload was read as ``text``."""
    payload, fault = read_payload(row.text)
    session = None if row.session is None else sys.intern(row.session)
    return StoredEvent(row.id, session, str(row.at), sys.intern(str(row.kind)), pack(payload), fault)


def read_payload(text: str | None) -> tuple[Payload, RefusedError | None]:
    """Return an event's payload, and the fault if it cannot be read."""
    try:
        payload = read_json(text or "")
    except UnfitJSONError as fault:
        return {}, fault
    return (payload, None) if isinstance(payload, dict) else ({}, UnfitJSONError("no-object"))


def event_columns() -> tuple[sa.ColumnElement[Any], ...]:
    """Return the columns to read of an event, the payload as text, so that a damaged one does not stop the others."""
    text = sa.cast(events.c.payload, sa.Text).label("text")
    return (events.c.id, events.c.session, events.c.at, events.c.kind, text)


def pictures_of(payload: Payload) -> set[str]:
    """Return the digests of the pictures that an event's payload names, at any depth."""
    found: set[str] = set()
    waiting: list[object] = [payload]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            named = [value.get("picture"), *_listed(value.get("crops"))]
            found |= {name for name in named if isinstance(name, str) and is_digest(name)}
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
    return found


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def is_digest(name: str) -> bool:
    """Return whether a text has the form of a picture's name.

    >>> is_digest("0f" * 16), is_digest("../0f")
    (True, False)
    """
    return len(name) == 32 and set(name) <= set("0123456789abcdef")
