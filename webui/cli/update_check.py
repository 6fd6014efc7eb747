"""The command `update-check`: which version runs, what is new in it, and whether a download is newer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, TypeAlias

import click

FILE: Final = re.compile(r"clashcam[-_](\d+(?:\.\d+)*)")
"""The beginning of the name of every file of a release."""

Version: TypeAlias = tuple[int, ...]


@click.command("update-check")
@click.argument("folder", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
def command(folder: Path | None) -> None:
    """Say which version runs and what is new in it; compare with downloaded files in FOLDER.

    Nothing is ever asked of the network, here or anywhere else in the program.
    """
    from webui.news import newest
    from webui.versions import version_of

    here = version_of("clashcam") or "0"
    click.echo(f"Clashcam {here} runs here.")
    if folder is None:
        click.echo("It never asks the network for a newer one. Downloaded one? clashcam update-check FOLDER")
    else:
        found = max(map(_version_of, folder.iterdir()), default=())
        said = ".".join(map(str, found))
        if not found:
            click.echo(f"{folder}: no file of a release is there; their names begin with clashcam-")
        elif found > _numbers(here):
            click.echo(f"{folder}: {said} is newer; how to install it: docs/install.md")
        else:
            click.echo(f"{folder}: {said} is not newer")
    news = newest()
    click.echo(f"\nNew in {news.release}:")
    for part in news.parts:
        click.echo(f"\n{part.heading}")
        for line in part.lines:
            click.echo(f"- {line}")


def _version_of(path: Path) -> Version:
    """Return the version that a file's name says, empty if it is no file of a release."""
    named = FILE.match(path.name)
    return _numbers(named[1]) if named else ()


def _numbers(version: str) -> Version:
    return tuple(map(int, version.split(".")))
