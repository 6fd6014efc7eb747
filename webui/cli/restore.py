"""The command `restore`: a copy of the log takes its place."""

from __future__ import annotations

from pathlib import Path

import click

from webui.cli.bad_input import fail
from webui.cli.options import log_option
from webui.storage.folders import data_folder


@click.command("restore")
@click.argument("copy", required=False)
@log_option
def command(copy: str | None, data: Path | None) -> None:
    """Put a copy of the log in its place; the log itself is set aside, not deleted.

    COPY is one of those that are listed without it, or `newest`.
    """
    from webui.storage.lock import FolderLock
    from webui.storage.upkeep.backups import backups, restore, sessions_in

    folder = data_folder(data)
    known = backups(folder)
    if copy is None:
        for each in known:
            click.echo(f"{each.name}: sessions {', '.join(sessions_in(each)) or 'none that can be read'}")
        if not known:
            click.echo(f"{folder}: no copies are kept here yet")
        return
    chosen = (
        known[-1] if copy == "newest" and known else next((each for each in known if each.name == copy), None)
    )
    if chosen is None:
        fail(f"copy: none is called {copy!r}; known are {', '.join(each.name for each in known) or 'none'}")
        return
    try:
        lock = FolderLock(folder)
        aside = restore(folder, chosen)
        lock.release()
    except OSError as fault:
        fail(str(fault))
    else:
        click.echo(
            f"{folder}: the log is now {chosen.name}; "
            + (f"it was set aside as {aside.name}" if aside else "")
        )
