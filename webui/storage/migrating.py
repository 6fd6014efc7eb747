"""The schema revision of a database, and its upgrade to the newest, step by step (Alembic)."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from webui.storage.databases.schema import SCHEMA


def version_of(connection: sa.Connection) -> str | None:
    """Return a database's revision; None where it holds no table of this program."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return str(found) if found is not None else None


def is_foreign(connection: sa.Connection) -> bool:
    """Return whether another program's tables are there, and none of this one."""
    return bool(sa.inspect(connection).get_table_names()) and version_of(connection) is None


def is_newer(version: str | None) -> bool:
    """Return whether a newer program wrote this revision."""
    return version is not None and version > SCHEMA


def upgrade(connection: sa.Connection) -> None:
    """Upgrade a database to the newest revision, in the transaction of the connection."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    # Alembic reads a per cent sign as the beginning of a variable.
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
