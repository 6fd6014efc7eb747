"""The command `doctor`: is everything here that a session needs?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from webui.cli.options import database_option, log_option, table_option
from webui.storage.folders import data_folder


@click.command("doctor")
@log_option
@database_option
@table_option
def command(data: Path | None, database: str | None, table: str) -> None:
    """Check everything that a session needs: one line each, and what to do.

    Nothing is changed. Exit code 1 if anything is not well.
    """
    from webui.cli.checkup import examine

    is_well = True
    for found in examine(data_folder(data), database, table):
        click.echo(f"{'ok' if found.is_well else 'NO':3} {found.name:9} {found.says}")
        is_well &= found.is_well
    sys.exit(not is_well)
