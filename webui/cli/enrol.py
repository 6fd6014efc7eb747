"""The command `enrol`: a deck learnt from pictures."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click
import cv2
from tqdm import tqdm

from vision.onnx import NetworkError
from vision.recognition.gallery import Numbering
from webui.camera.decks.draft import CARDS, About
from webui.camera.decks.draft_pictures import take_photographs
from webui.camera.decks.enrolment import Intake, Note, take_in
from webui.camera.decks.learning import STEPS, Learnt, learn
from webui.camera.decks.readable import DeckError, Decks
from webui.cli.bad_input import BadInputError
from webui.cli.options import called, data_option, json_option

TAROT: Final = frozenset(CARDS["tarot"])
CORRECTING: Final = (
    "if one of these is wrong, name its file by its card's code (m01.jpg),"
    " or say --count-from, --cards or --order"
)


@click.command("enrol")
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE...", type=click.Path(path_type=Path))
@click.option("--name", metavar="DECK", help="The deck's name (default: that of its deck.toml).")
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
    help="The deck's cards (default: as the files' names say; on photographs of many cards, tarot).",
)
@click.option(
    "--count-from",
    type=click.IntRange(0, 1),
    help="The number of the Fool in files that are named by numbers only (default: as the numbers say, or 0).",
)
@json_option
@data_option
def command(
    paths: Sequence[Path],
    name: str | None,
    order: str,
    cards: str | None,
    count_from: int | None,
    as_json: bool,
    data: Path | None,
) -> None:
    """Learn a deck from one picture of each card, named by code (m07, c10, Qh) or by name (the-chariot).

    \b
    How names are read, all files together:
      m00 to m21, w01 c01 s01 p01 to 14   the card's code; As, Th, Qd, JK1 playing cards
      the-fool, seven_of_cups, la mort    English, German, French, Spanish, Italian, Portuguese
      cups/07, wands/king, majors/12      the folder says the suit; folders are searched
      7c, Kh, HK, c7                      c and s are cups and swords beside w, p or 11 to
                                          14, clubs and spades beside h, d, J, Q or K
      00 to 21, I to XXI                  majors, from 1 if there is a 22 and no 0
      00 to 77, 1 to 78                   a whole deck: majors, wands, cups, swords, pentacles
    Numbers beside other words (page-1, IMG_7) name no card.

    What was taken for which card without saying so itself is listed in one line each: name such a file by its code if
    that is wrong, or say --cards, --count-from or --order. A picture of several cards is a photograph, whatever it is
    called: its cards are the missing ones in the deck's order (the Fool to the World, then wands, cups, swords and
    pentacles), row by row. A picture that lies on its side is turned, and a line says so.

    Prints what it could not read, and which two cards it would confuse. The deck is one file that can be mailed.
    """
    cv2.setNumThreads(1)
    decks = Decks(data)
    if name is not None:
        _check(decks, name)
    intake = take_in(paths, order, cards, count_from)
    if name is None:
        name = intake.titles.title
        if not name:
            raise click.UsageError("Missing option '--name'.")
        _check(decks, name)
    take_photographs(intake, About(name, order, cards or _cards_of(intake)))
    if not intake.pictures and not intake.ignored and len(intake.refused) == 1:
        raise BadInputError(f"{intake.refused[0]}; nothing was enrolled")
    for line in intake.ignored + intake.refused:
        click.echo(line, err=True)
    for note in intake.notes:
        click.echo(f"{note.file}: {_line_of(note)}", err=True)
    if any(note.why == "name" for note in intake.notes):
        click.echo(CORRECTING, err=True)
    if not intake.pictures:
        raise BadInputError(f"{_listed(paths)}: no picture of a card could be read; nothing was enrolled")
    _report(_learnt(decks, name, order, intake), intake, as_json)
    if intake.refused:
        sys.exit(1)


def _cards_of(intake: Intake) -> str:
    """Return the kind of cards on photographs beside those that are named: playing cards if all of these are."""
    return "playing" if intake.pictures and not TAROT.intersection(intake.pictures) else "tarot"


def _line_of(note: Note) -> str:
    cards = ", ".join(map(called, note.cards))
    return {
        "name": f"taken as {cards}",
        "photograph": f"taken as {cards}, row by row",
        "turned": f"{cards} lay on its side and was turned clockwise; if it is upside down now, turn the file",
        "cut": f"{cards} was cut out of it; if that is wrong, crop the file",
    }[note.why]


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
            "notes": [asdict(note) for note in intake.notes],
            "unrecognised": deck.unrecognised,
            "closest": [[pair.first, pair.second, round(pair.likeness, 3)] for pair in deck.closest],
        }
        click.echo(json.dumps(row))
        return
    click.echo(f"{gallery.deck}: {len(gallery.codes)} cards, kept in {deck.path}")
    for code in deck.unrecognised:
        click.echo(f"cannot be read from its own picture: {called(code)}; take a sharper one")
    for pair in deck.closest:
        grade = "would be confused" if pair.is_confused else "likest"
        click.echo(f"{grade}: {called(pair.first)} and {called(pair.second)} ({pair.likeness:.0%} alike)")


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths[:3]) + (", ..." if len(paths) > 3 else "")
