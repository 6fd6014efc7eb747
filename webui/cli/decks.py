"""The command `decks`: which decks can be read; their files renamed, deleted, exported and imported."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from vision.onnx import NetworkError
from vision.recognition.gallery import GalleryError
from vision.recognition.gallery_file import read_head
from webui.camera.decks.deck_files import LARGEST_FILE, take_in
from webui.camera.decks.readable import DeckError, DeckFile, Decks
from webui.cli.bad_input import BadInputError
from webui.cli.options import data_option, json_option


@click.group("decks", invoke_without_command=True)
@json_option
@data_option
@click.pass_context
def command(context: click.Context, as_json: bool, data: Path | None) -> None:
    """List the decks that can be read, with the file of each; or rename, delete, export and import your own.

    A deck is one file that can be mailed to a friend.
    """
    context.obj = Decks(data)
    if context.invoked_subcommand is None:
        _list(context.obj, as_json)


def _list(collection: Decks, as_json: bool) -> None:
    bad = False
    for deck in collection.files():
        try:
            click.echo(_line(deck, as_json))
        except GalleryError as error:
            click.echo(str(error), err=True)
            bad = True
    if bad:
        sys.exit(1)


def _line(deck: DeckFile, as_json: bool) -> str:
    deck.check()
    head = read_head(deck.path, deck.remedy)
    row = {
        "deck": deck.name,
        "cards": len(head.codes),
        "order": str(head.order),
        "built_in": deck.built_in,
        "file": str(deck.path),
    }
    kind = "built in" if deck.built_in else "your own"
    text = f"{deck.name}: {len(head.codes)} cards, {head.order} order, {kind}, {deck.path}"
    return json.dumps(row) if as_json else text


@contextmanager
def _in_one_line() -> Iterator[None]:
    """Report a deck or a file that cannot be used, or a disk that is full."""
    try:
        yield
    except (DeckError, GalleryError, NetworkError) as error:
        raise BadInputError(str(error)) from None
    except OSError as error:
        raise BadInputError(f"{error.filename}: {error.strerror}; choose another place") from None


@command.command("rename")
@click.argument("deck")
@click.argument("name")
@click.pass_obj
def rename(collection: Decks, deck: str, name: str) -> None:
    """Give one of your own decks another name."""
    with _in_one_line():
        click.echo(collection.rename(deck, name))


@command.command("delete")
@click.argument("deck")
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.pass_obj
def delete(collection: Decks, deck: str, yes: bool) -> None:
    """Delete one of your own decks."""
    with _in_one_line():
        path = collection.own(deck)
        if not yes:
            click.confirm(f"Delete {path}?", abort=True)
        collection.delete(deck)


@command.command("export")
@click.argument("deck")
@click.argument("to", type=click.Path(path_type=Path))
@click.pass_obj
def export(collection: Decks, deck: str, to: Path) -> None:
    """Copy one of your own decks to a file TO, or into a folder, to be mailed."""
    with _in_one_line():
        click.echo(collection.export(deck, to))


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--name", default="", help="Its name here (default: the one in the file).")
@click.pass_obj
def import_file(collection: Decks, file: Path, name: str) -> None:
    """Import a deck FILE; one that cannot be used leaves nothing behind."""
    with _in_one_line():
        gallery = take_in(collection, _read(file), str(file), name)
        click.echo(f"{gallery.deck}: {len(gallery.codes)} cards, kept in {collection.own(gallery.deck)}")


def _read(file: Path) -> bytes:
    """Read a file as far as it may go; a pipe or a device is not waited for.

    :raise GalleryError: it is no regular file
    """
    if file.exists() and not file.is_file():
        raise GalleryError(f"{file}: is no regular file")
    with file.open("rb") as opened:
        return opened.read(LARGEST_FILE + 1)
