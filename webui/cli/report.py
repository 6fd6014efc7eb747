"""The command `report`: what whoever mends the program needs to know, shown before it is written."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import click

from webui.cli.bad_input import BadInputError, fail
from webui.cli.options import FILE, database_option, log_option, table_option
from webui.storage.folders import data_folder

MESSAGES = 200


@click.command("report")
@click.argument("file", type=FILE)
@log_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--clip", type=FILE, help="A recording that shows the mistake (see `play --record`).")
@database_option
@table_option
def command(
    file: Path, data: Path | None, yes: bool, clip: Path | None, database: str | None, table: str
) -> None:
    """Write FILE.zip for whoever mends the program: versions, a check-up, and the last messages.

    All of it is shown first, and nothing is written unless you agree. No picture, no name of a player, nothing that
    was played, and no password is in it; folders are shown as they are called. A clip is in it if you name one:
    what was seen, and every order and note with the names in them.
    """
    texts = _texts(data_folder(data), database, table)
    if clip is not None:
        texts["clip.txt"] = _clip_in_words(clip)
    for name, text in texts.items():
        click.echo(f"--- {name}\n{text}")
    if not yes:
        click.confirm(f"--- Write this into {file}?", abort=True)
    try:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in texts.items():
                archive.writestr(name, text)
            if clip is not None:
                archive.write(clip, "clip.recording")
    except OSError as fault:
        fail(f"{file}: cannot be written ({fault.strerror}); choose another place")
    else:
        click.echo(file)


def _clip_in_words(clip: Path) -> str:
    from vision.recording.file import RecordingError
    from webui.recording.contents import contents

    try:
        return "".join(f"{line}\n" for line in contents(clip))
    except RecordingError as fault:
        raise BadInputError(f"--clip: {fault}") from None


def _texts(folder: Path, database: str | None, table: str) -> dict[str, str]:
    from webui.cli.checkup import examine
    from webui.storage.logbook import last_messages, without_secrets
    from webui.versions import versions

    found = examine(folder, database, table)
    lines = [f"{'ok' if each.is_well else 'NO'} {each.name}: {each.says}\n" for each in found]
    return {
        "versions.json": json.dumps(versions(), indent=1) + "\n",
        "check-up.txt": "".join(without_secrets(line) for line in lines),
        "messages.jsonl": "".join(f"{line}\n" for line in last_messages(folder, MESSAGES)),
    }
