"""The interface of the store's databases: SQLite in the data folder, or a server for many tables."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

import sqlalchemy as sa

from webui.i18n.refusals import RefusedError
from webui.storage.databases.schema import StoredEvent
from webui.storage.pictures import Pictures


class Database(Protocol):
    """A database of rows and pictures."""

    closed: RefusedError | None
    """The reason why nothing can be written; None where it can."""

    @property
    def pictures(self) -> Pictures:
        """The pictures."""

    def reading(self) -> AbstractContextManager[sa.Connection]:
        """Give a connection for reading.

        :raise StoreError: the database cannot be reached or read
        """

    def writing(self) -> AbstractContextManager[sa.Connection]:
        """Give a transaction, which is durable when it is left.

        :raise NotWrittenError: nothing was written, or it is unknown
        """

    def make_sure(self, event: StoredEvent) -> None:
        """Check that an event is durably stored, as the next start would find it.

        :raise NotWrittenError: it is not
        """

    def is_damage(self, fault: Exception) -> bool:
        """Return whether a fault means that the database is damaged: the rest may be readable."""

    def back_up(self, name: str) -> Path | None:
        """Copy everything but the pictures to a file; None where the server has its own backups.

        :raise StoreError: the copy could not be made
        """

    def tidy(self) -> None:
        """Rewrite the database, so that no deleted data stays between the rows.

        :raise StoreError: there is no room
        """

    def close(self) -> None:
        """Close the database."""
