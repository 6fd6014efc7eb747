"""The command `prune`: old sessions lose their pictures."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import click

from webui.cli.bad_input import fail
from webui.cli.options import database_option, log_option, table_option
from webui.storage.folders import data_folder

MEGABYTE = 1_000_000


@click.command("prune")
@click.option(
    "--older-than",
    "days",
    type=click.IntRange(min=0),
    metavar="DAYS",
    help="Of sessions older than that.",
)
@click.option(
    "--budget",
    "megabytes",
    type=click.IntRange(min=0),
    metavar="MB",
    help="Of the oldest sessions, until the rest fits.",
)
@log_option
@database_option
@table_option
def command(
    days: int | None, megabytes: int | None, data: Path | None, database: str | None, table: str
) -> None:
    """Delete pictures of old sessions; the log stays, and so do the pictures of the newest session.

    Without an option only pictures that no session shows are deleted.
    """
    from webui.storage.store import Store
    from webui.storage.upkeep.tidying import prune

    before = None if days is None else datetime.now().astimezone() - timedelta(days=days)
    budget = None if megabytes is None else megabytes * MEGABYTE
    try:
        with closing(Store(data_folder(data), database=database, table=table)) as store:
            gone = prune(store, before=before, budget=budget)
            left = store.database.pictures.sizes()
    except OSError as fault:
        fail(str(fault))
    else:
        click.echo(
            f"{gone.pictures} pictures of {gone.sessions} sessions deleted ({gone.bytes / MEGABYTE:.1f} MB)"
        )
        click.echo(f"{len(left)} pictures are left ({sum(left.values()) / MEGABYTE:.1f} MB)")
