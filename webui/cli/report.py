"""The command `report`: what whoever mends the program needs to know, shown before it is written."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

from webui.cli.bad_input import BadInputError, fail
from webui.cli.options import FILE, database_option, log_option, table_option
from webui.storage.folders import data_folder

PAGE: Final = "<!doctype html><meta charset=utf-8><title>Pictures of the clip</title>\n"


@click.command("report")
@click.argument("file", type=FILE)
@log_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--clip", type=FILE, help="A recording that shows the problem (see `play --record`).")
@database_option
@table_option
def command(
    file: Path, data: Path | None, yes: bool, clip: Path | None, database: str | None, table: str
) -> None:
    """Write FILE.zip for the developers: versions, a check-up, and the last messages.

    All of it is shown first, and nothing is written unless you agree. No picture, no name of a player, nothing that
    was played, and no password is in it; folders are shown as they are called. A clip is in it if you name one:
    what was seen, and every command and note with the names in them. Its pictures, if it has any, open in the browser
    before you are asked.
    """
    from webui.cli.checkup import report_texts
    from webui.recording.report import write_report

    texts = report_texts(data_folder(data), database, table)
    if clip is not None:
        texts["clip.txt"] = _render_clip(clip)
    for name, text in texts.items():
        click.echo(f"--- {name}\n{text}")
    if not yes:
        _ask(file, clip)
    try:
        write_report(file, texts, clip)
    except OSError as fault:
        fail(f"{file}: cannot be written ({fault.strerror}); choose another place")
    else:
        click.echo(file)


def _ask(file: Path, clip: Path | None) -> None:
    """Ask whether everything shown may be written; the pictures of a clip are shown as a page of their own."""
    from webui.recording.report import as_address, pictures_of

    pictures = pictures_of(clip) if clip is not None else iter(())
    first = next(pictures, None)
    if first is None:
        click.confirm(f"--- Write this into {file}?", abort=True)
        return
    with TemporaryDirectory(prefix="clashcam-") as folder:
        page, number = Path(folder) / "pictures.html", 1
        with page.open("w", encoding="utf-8") as html:
            html.write(PAGE)
            for each in chain([first], pictures):
                number = each.number + 1
                html.write(f'<img src="{as_address(each.small())}" alt="at {each.at_s:.1f} s">\n')
        click.echo(f"--- its {number} pictures, opened in your browser: {page}")
        click.launch(page.as_uri())
        click.confirm(f"--- Have you looked at the pictures? Write all of this into {file}?", abort=True)


def _render_clip(clip: Path) -> str:
    from vision.recording.file import RecordingError
    from webui.recording.contents import contents

    try:
        return "".join(f"{line}\n" for line in contents(clip))
    except RecordingError as fault:
        raise BadInputError(f"--clip: {fault}") from None
