"""What the store asks of a database: SQLite in the data folder, or a server for many tables."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from webui.i18n.refusals import RefusedError
from webui.storage.databases.schema import StoredEvent
from webui.storage.pictures import Pictures


class Database(Protocol):
    """Rows and pictures that outlast the program."""

    closed: RefusedError | None
    """Why nothing can be written; None where it can."""

    @property
    def pictures(self) -> Pictures:
        """Where the pictures are."""

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """Give a connection to read by.

        :raise StoreError: the database cannot be reached or read
        """

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """Give a transaction; what it wrote is durable when it is left.

        :raise NotWrittenError: nothing was written, or it is unknown
        """

    def make_sure(self, event: StoredEvent) -> None:
        """Look whether an event is really there, for whoever opens the database next.

        :raise NotWrittenError: it is not
        """

    def is_damage(self, fault: Exception) -> bool:
        """Tell whether a fault says that the database is damaged: the rest may be readable."""

    def back_up(self, name: str) -> Path | None:
        """Copy everything but the pictures aside under a name; None where the server sees to that.

        :raise StoreError: the copy could not be made
        """

    def tidy(self) -> None:
        """Write what is left anew, so that nothing of what was deleted stays between the rows.

        :raise StoreError: there is no room
        """

    def close(self) -> None:
        """Let go."""
