"""The command `convention`: one page for all tables of a shared log."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import click

from webui.cli.bad_input import fail
from webui.cli.ending import handle_termination
from webui.cli.options import database_option

if TYPE_CHECKING:
    from flask import Flask


@click.command("convention")
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to serve on.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8770, show_default=True, help="Port; 0 takes a free one."
)
def command(database: str | None, host: str, port: int) -> None:
    """Show every table of a shared log on one page, live.

    Each table is a `clashcam play --database URL --table NAME` of its own. Whoever reaches this page sees what the
    TVs show and reads the sessions; it takes no commands.
    """
    from webui.http.convention import convention_app
    from webui.storage.faults import StoreError

    if database is None:
        raise click.UsageError("--database: is missing; say which log the tables share")
    try:
        with convention_app(database) as app:
            _serve(app, host, port)
    except (StoreError, OSError) as fault:
        fail(str(fault))
    except KeyboardInterrupt:
        click.echo("Goodbye.", err=True)


def _serve(app: Flask, host: str, port: int) -> None:
    from webui.cli.serving import url_of
    from webui.http.server.door import Server

    server = Server((host, port), app)
    server.prepare()
    ending = handle_termination()
    click.echo(f"The tables of the log: {url_of(host, server.bind_addr[1])} (stop with Ctrl-C)", err=True)
    threading.Thread(target=server.serve, name="server", daemon=True).start()
    try:
        ending.wait()
    finally:
        server.stop()
