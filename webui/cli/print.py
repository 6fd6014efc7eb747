"""The command `print`: a deck of the house to print and cut."""

from __future__ import annotations

from pathlib import Path

import click

from webui.cli.bad_input import fail
from webui.cli.options import FILE
from webui.i18n import LANGUAGES
from webui.i18n.printed import lines_of_test_sheet


@click.command("print")
@click.argument("file", type=FILE)
@click.option("--deck", default="house", show_default=True, help="The deck to print.")
@click.option("--paper", type=click.Choice(["a4", "letter"]), default="a4", show_default=True)
@click.option(
    "--size", type=click.Choice(["tarot", "poker"]), help="Size of a card (default: the deck's own)."
)
@click.option("--test-sheet", is_flag=True, help="Print one sheet to test the printer, instead of the deck.")
@click.option(
    "--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help="Language of the test sheet."
)
def command(file: Path, deck: str, paper: str, size: str | None, test_sheet: bool, language: str) -> None:
    """Write a deck of ours as a PDF to print and cut: both sides, at 100 %, flip on long edge."""
    from models.housedeck.sheets import Sheets, write_pdf, write_test_sheet

    try:
        sheets = Sheets(deck, paper, size or "")
        if test_sheet:
            write_test_sheet(file, sheets, lines_of_test_sheet(language))
        else:
            write_pdf(file, sheets)
    except OSError as fault:
        fail(f"{file}: cannot be written ({fault.strerror}); choose another place")
    except ValueError as fault:
        fail(f"--deck: {fault}")
    else:
        click.echo(file)
