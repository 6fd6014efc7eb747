"""The command `decks`: which decks can be read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from vision.recognition.gallery import GalleryError
from webui.camera.decks import Decks
from webui.cli.options import data_option, json_option


@click.command("decks")
@json_option
@data_option
def command(as_json: bool, data: Path | None) -> None:
    """List the decks that can be read: the built-in ones and your own, with the file of each."""
    collection = Decks(data)
    bad = False
    for deck in collection.files():
        try:
            gallery = collection.load(deck.name)
        except GalleryError as error:
            click.echo(str(error), err=True)
            bad = True
            continue
        row = {
            "deck": deck.name,
            "cards": len(gallery.codes),
            "order": str(gallery.order),
            "built_in": deck.built_in,
            "file": str(deck.path),
        }
        kind = "built in" if deck.built_in else "your own"
        text = f"{deck.name}: {len(gallery.codes)} cards, {gallery.order} order, {kind}, {deck.path}"
        click.echo(json.dumps(row) if as_json else text)
    if bad:
        sys.exit(1)
