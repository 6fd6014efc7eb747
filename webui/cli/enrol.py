"""The command `enrol`: a deck learnt from pictures."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import cv2
from tqdm import tqdm

from vision.onnx import NetworkError
from vision.recognition.gallery import Numbering
from webui.camera.decks.draft import CARDS, About
from webui.camera.decks.draft_pictures import take_photographs
from webui.camera.decks.enrolment import Intake, take_in
from webui.camera.decks.learning import STEPS, Learnt, learn
from webui.camera.decks.readable import DeckError, Decks
from webui.cli.bad_input import BadInputError
from webui.cli.options import called, data_option, json_option


@click.command("enrol")
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE...", type=click.Path(path_type=Path))
@click.option(
    "--name", metavar="DECK", help="What the deck is called from now on; as its deck.toml says if left out."
)
@click.option(
    "--order",
    type=click.Choice([str(order) for order in Numbering]),
    default=str(Numbering.RWS),
    show_default=True,
    help="How the deck numbers Strength and Justice: 8 and 11 (rws), or 11 and 8 (marseille).",
)
@click.option(
    "--cards",
    type=click.Choice(list(CARDS)),
    default="tarot",
    show_default=True,
    help="Which cards photographs of many cards show.",
)
@json_option
@data_option
def command(
    paths: Sequence[Path], name: str | None, order: str, cards: str, as_json: bool, data: Path | None
) -> None:
    """Learn a deck from one picture of each card, named by code (m07, c10, Qh) or by name (the-chariot).

    Cards on photographs of many are the missing ones in the deck's order (the Fool to the World, then wands, cups,
    swords and pentacles), row by row.

    Prints what it could not read, and which two cards it would confuse. The deck is one file that can be mailed.
    """
    cv2.setNumThreads(1)
    decks = Decks(data)
    if name is not None:
        _check(decks, name)
    intake = take_in(paths, order)
    if name is None:
        name = intake.titles.title
        if not name:
            raise click.UsageError("Missing option '--name'.")
        _check(decks, name)
    photographs = take_photographs(intake, About(name, order, cards))
    if not intake.pictures and not intake.ignored and len(intake.refused) == 1:
        raise BadInputError(f"{intake.refused[0]}; nothing was enrolled")
    for line in intake.ignored + intake.refused:
        click.echo(line, err=True)
    for path, shown in photographs.items():
        click.echo(f"{path}: taken for {', '.join(map(called, shown))}, row by row", err=True)
    if not intake.pictures:
        raise BadInputError(f"{_listed(paths)}: no picture of a card could be read; nothing was enrolled")
    _report(_learnt(decks, name, order, intake), intake, as_json)
    if intake.refused:
        sys.exit(1)


def _check(decks: Decks, name: str) -> None:
    try:
        decks.own_path(name)
    except DeckError as error:
        raise BadInputError(str(error)) from None


def _learnt(decks: Decks, name: str, order: str, intake: Intake) -> Learnt:
    count = STEPS * len(intake.pictures)
    try:
        with tqdm(total=count, desc=f"enrolling {name}", unit="card", disable=None, leave=False) as bar:
            return learn(decks, name, order, intake.pictures, lambda code: _step(bar), intake.titles)
    except NetworkError as error:
        raise BadInputError(str(error)) from None
    except OSError as error:
        raise BadInputError(
            f"{decks.folder}: cannot be written ({error.strerror}); free it, or say --data"
        ) from None


def _step(bar: Any) -> None:
    bar.update()


def _report(deck: Learnt, intake: Intake, as_json: bool) -> None:
    gallery = deck.gallery
    if as_json:
        row = {
            "deck": gallery.deck,
            "cards": len(gallery.codes),
            "file": str(deck.path),
            "refused": intake.refused,
            "unrecognised": deck.unrecognised,
            "closest": [[pair.first, pair.second, round(pair.likeness, 3)] for pair in deck.closest],
        }
        click.echo(json.dumps(row))
        return
    click.echo(f"{gallery.deck}: {len(gallery.codes)} cards, kept in {deck.path}")
    for code in deck.unrecognised:
        click.echo(f"cannot be read from its own picture: {called(code)}; take a sharper one")
    for pair in deck.closest:
        word = "would be confused" if pair.is_confused else "likest"
        click.echo(f"{word}: {called(pair.first)} and {called(pair.second)} ({pair.likeness:.0%} alike)")


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths[:3]) + (", ..." if len(paths) > 3 else "")
