"""The shared options of the commands, and the titles of cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from webui.one_line import one_line
from webui.table.seen.labels import title_of

FILE: Final = click.Path(path_type=Path, dir_okay=False)
FOLDER: Final = click.Path(path_type=Path, file_okay=False)

data_option = click.option(
    "--data",
    type=FOLDER,
    help="Folder of your own decks (default: CLASHCAM_DATA, else where the system keeps such things).",
)
log_option = click.option("--data", type=FOLDER, help="Folder of the log.")
deck_option = click.option(
    "--deck",
    metavar="NAME[,NAME]",
    help="Decks to look for (default: every built-in one); a file will do, too.",
)
database_option = click.option(
    "--database",
    metavar="URL",
    envvar="CLASHCAM_DATABASE",
    help="A PostgreSQL server that keeps the log instead of the folder: postgresql://USER@HOST/NAME. "
    "CLASHCAM_DATABASE_PASSWORD_FILE names a file with its password.",
)


def _table(context: click.Context, option: click.Parameter, named: str) -> str:
    try:
        return one_line(named)
    except ValueError as fault:
        raise click.BadParameter(str(fault)) from None


table_option = click.option(
    "--table",
    default="",
    callback=_table,
    metavar="NAME",
    help="Which table of such a log this is; each has its own sessions.",
)
record_option = click.option(
    "--record",
    metavar="FILE",
    type=FILE,
    help="Record what the camera reads and every command into a new file, for `replay`.",
)
record_pictures_option = click.option(
    "--record-pictures", is_flag=True, help="Also record two pictures a second."
)


def _copies(context: click.Context, option: click.Parameter, said: str | None) -> dict[str, int]:
    """Split `house=2,rws=3`."""
    from webui.table.settings import MOST_COPIES

    copies = {}
    for part in said.split(",") if said else ():
        deck, _, number = part.strip().rpartition("=")
        if not deck or number not in map(str, range(1, MOST_COPIES + 1)):
            raise click.BadParameter(
                f"'{part}': expected a deck and 1 to {MOST_COPIES} copies, as in house=2"
            )
        copies[deck] = int(number)
    return copies


copies_option = click.option(
    "--copies",
    metavar="NAME=N[,NAME=N]",
    callback=_copies,
    help="Number of copies of a deck on the table (house=2): each of its cards may be there as often.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON Lines on standard output.")


def called(code: str) -> str:
    """Return a card's title with its code."""
    return f"{title_of(code)} ({code})"


def check_copies(copies: dict[str, int], decks: Sequence[str]) -> None:
    """Check that copies are given only for decks on the table.

    :raise click.UsageError: one does not
    """
    if strange := [name for name in copies if name not in decks]:
        raise click.UsageError(
            f"--copies: {strange[0]}: is none of the decks on the table ({', '.join(decks)})"
        )
