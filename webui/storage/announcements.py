"""Announcements: the state of each table of a shared log, for the page that lists the tables.

Only the newest state of each table is kept, apart from the log, and without waiting for the server to sync it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from webui.storage.databases.postgres import first_line, make_engine, prepare
from webui.storage.faults import NotWrittenError

announcements = sa.Table(
    "announcements",
    sa.MetaData(),
    sa.Column("at_table", sa.String(64), primary_key=True),
    sa.Column("told", sa.DateTime(timezone=True), key="announced", nullable=False),
    sa.Column("state", sa.JSON, nullable=False),
)


@dataclass(frozen=True, slots=True)
class Announced:
    """The newest state of a table, and its age in seconds by the server's clock."""

    table: str
    age_s: float
    state: dict[str, object]


class Announcements:
    """The newest states of all tables of a log on a server."""

    def __init__(self, url: str) -> None:
        """Connect, and create the table of the database if it is missing.

        :raise webui.storage.faults.StoreError: the server cannot be reached, or another program's tables lie there
        """
        self._engine = make_engine(url)
        self.place = f"{self._engine.url.host or 'local'}/{self._engine.url.database}"
        with self._transaction() as connection:
            prepare(connection, self.place, writing=True)  # Else the first table would find ours alone.
            announcements.create(connection, checkfirst=True)

    def put(self, table: str, state: dict[str, object]) -> None:
        """Replace the state of a table.

        :raise webui.storage.faults.StoreError: the server cannot be reached
        """
        row = insert(announcements).values(at_table=table, announced=sa.func.clock_timestamp(), state=state)
        newer = {"announced": row.excluded.announced, "state": row.excluded.state}
        with self._transaction() as connection:
            connection.execute(sa.text("SET LOCAL synchronous_commit = off"))
            connection.execute(row.on_conflict_do_update(index_elements=["at_table"], set_=newer))

    def all(self) -> list[Announced]:
        """Return the state of every table, sorted by name.

        :raise webui.storage.faults.StoreError: the server cannot be reached
        """
        age = sa.func.extract("epoch", sa.func.clock_timestamp() - announcements.c.announced)
        states = sa.select(announcements.c.at_table, age.label("age_s"), announcements.c.state)
        with self._transaction() as connection:
            rows = connection.execute(states.order_by(announcements.c.at_table)).all()
        return [Announced(row.at_table, float(row.age_s), dict(row.state)) for row in rows]

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except DBAPIError as fault:
            raise NotWrittenError("not-written-unreached", place=self.place, why=first_line(fault)) from None

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()
