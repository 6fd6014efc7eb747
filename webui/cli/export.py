"""The command `export`: a session as one file."""

from __future__ import annotations

from pathlib import Path

import click

from webui.cli.bad_input import fail, say
from webui.cli.options import database_option, log_option, table_option
from webui.storage.folders import data_folder


@click.command("export")
@click.argument("session", default="latest")
@click.option(
    "--to", "to", required=True, type=click.Path(path_type=Path), help="A folder, or FILE.html|json|csv."
)
@log_option
@click.option("--language", default=None, help="Language of the export (default: the table's).")
@database_option
@table_option
def command(
    session: str, to: Path, data: Path | None, language: str | None, database: str | None, table: str
) -> None:
    """Write a session as one self-contained file.

    SESSION is a session's id or name, or `latest`. A folder gets all three forms.
    """
    from webui.http.export import ExportError, unread_of, write_export
    from webui.storage.store import Store

    folder = data_folder(data)
    if database is None and not folder.is_dir():
        fail(f"no session in {folder} yet; play one, or name its folder with --data")
    try:
        store = Store(folder, database=database, table=table, writing=False)
        try:
            written = write_export(store, session, to, language)
            for line in unread_of(store, session, language):
                say(line)
        finally:
            store.close()
    except (ExportError, OSError, ValueError) as fault:
        fail(str(fault))
    else:
        for path in written:
            click.echo(path)
