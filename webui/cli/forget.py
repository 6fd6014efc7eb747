"""The command `forget`: a session goes, wholly."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import click

from webui.cli.bad_input import fail
from webui.cli.options import database_option, log_option, table_option
from webui.storage.folders import data_folder

LEFT = (
    "left are: what was set (names of seats, decks, the camera), files that were exported, and what the disk itself "
    "or its own copies may still hold"
)
LEFT_ON_A_SERVER = "; the server's own copies and logs"


@click.command("forget")
@click.argument("session")
@log_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@database_option
@table_option
def command(session: str, data: Path | None, yes: bool, database: str | None, table: str) -> None:
    """Delete a session completely: its log, its pictures, and every copy of it.

    SESSION is a session's id or name, or `latest`. Pictures that another session shows too stay. The copies of the
    log hold every session: they are deleted, and one new copy is made.
    """
    from webui.storage.store import Store
    from webui.storage.upkeep.tidying import forget, left_beside

    try:
        with closing(Store(data_folder(data), database=database, table=table)) as store:
            found = store.session(session)
            if found is None:
                known = ", ".join(each.id for each in store.sessions()) or "none"
                fail(f"no session is called {session!r}; known are {known}")
                return
            if not yes:
                click.confirm(f"Delete {found.name} ({found.id}) for ever?", abort=True)
            gone = forget(store, found)
            beside = [str(path.relative_to(store.folder)) for path in left_beside(store.folder)]
    except OSError as fault:
        fail(str(fault))
    else:
        click.echo(
            f"{found.id}: {gone.events} events and {gone.pictures} pictures deleted, "
            f"{gone.copies} copies of the log replaced by a new one, {gone.shared} pictures stay with other sessions"
        )
        click.echo(LEFT + (LEFT_ON_A_SERVER if database else ""))
        if beside:
            click.echo(f"it may also be in these files, which you can delete: {', '.join(beside)}")
