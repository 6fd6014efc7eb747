"""The command `print`: a deck of ours to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from webui.cli.bad_input import fail
from webui.cli.options import FILE


@click.command("print")
@click.argument("file", type=FILE)
@click.option("--deck", default="house", show_default=True, help="Which of our own decks.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
def command(file: Path, deck: str, paper: str) -> None:
    """Write a deck of ours as a PDF to print and cut."""
    from models.housedeck.sheets import write_pdf

    try:
        write_pdf(file, deck, paper)
    except OSError as fault:
        fail(f"{file}: cannot be written ({fault.strerror}); choose another place")
    except ValueError as fault:
        fail(f"--deck: {fault}")
    else:
        click.echo(file)
