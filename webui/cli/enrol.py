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

from vision.galleries.enrolment import enrol as make_gallery
from vision.galleries.self_check import CardCheck, check_gallery, closest_pairs
from vision.onnx import NetworkError
from vision.recognition.gallery import Gallery, Numbering
from webui.camera.decks import DeckError, Decks
from webui.camera.enrolment import Intake, take_in
from webui.camera.recognizers import embedded
from webui.cli.bad_input import BadInputError
from webui.cli.options import called, data_option, json_option

LIKELY_CONFUSED = 0.5
"""Share of a card's features that another card must share before a warning is due."""


@click.command("enrol")
@click.argument("paths", nargs=-1, required=True, metavar="DIR|FILE...", type=click.Path(path_type=Path))
@click.option("--name", required=True, metavar="DECK", help="What the deck is called from now on.")
@click.option(
    "--order",
    type=click.Choice([str(order) for order in Numbering]),
    default=str(Numbering.RWS),
    show_default=True,
    help="How the deck numbers Strength and Justice: 8 and 11 (rws), or 11 and 8 (marseille).",
)
@json_option
@data_option
def command(paths: Sequence[Path], name: str, order: str, as_json: bool, data: Path | None) -> None:
    """Learn a deck from one picture of each card, named by code (m07, c10, Qh) or by name (the-chariot).

    Prints what it could not read, and which two cards it would confuse. The deck is one file that can be mailed.
    """
    cv2.setNumThreads(1)
    decks = Decks(data)
    try:
        decks.own_path(name)
    except DeckError as error:
        raise BadInputError(str(error)) from None
    intake = take_in(paths, order)
    if not intake.pictures and not intake.ignored and len(intake.refused) == 1:
        raise BadInputError(f"{intake.refused[0]}; nothing was enrolled")
    for line in intake.ignored + intake.refused:
        click.echo(line, err=True)
    if not intake.pictures:
        raise BadInputError(f"{_listed(paths)}: no picture of a card could be read; nothing was enrolled")
    gallery, proofs = _enrolled(name, order, intake)
    path = _kept(decks, gallery)
    _report(gallery, path, intake, proofs, as_json)
    if intake.refused:
        sys.exit(1)


def _kept(decks: Decks, gallery: Gallery) -> Path:
    try:
        return decks.keep(embedded(gallery))
    except NetworkError as error:
        raise BadInputError(str(error)) from None
    except OSError as error:
        raise BadInputError(
            f"{decks.folder}: cannot be written ({error.strerror}); free it, or say --data"
        ) from None


def _enrolled(name: str, order: str, intake: Intake) -> tuple[Gallery, list[CardCheck]]:
    count = len(intake.pictures)
    with tqdm(total=2 * count, desc=f"enrolling {name}", unit="card", disable=None, leave=False) as bar:
        gallery = make_gallery(
            name,
            {name: intake.pictures},
            order=Numbering(order),
            provenance="enrolled by the user of this machine",
            keep_pictures=True,
            progress=lambda code: _step(bar),
        )
        return gallery, check_gallery(gallery, progress=lambda code: _step(bar))


def _step(bar: Any) -> None:
    bar.update()


def _report(gallery: Gallery, path: Path, intake: Intake, proofs: list[CardCheck], as_json: bool) -> None:
    pairs = list(closest_pairs(proofs))
    unknown = [proof.code for proof in proofs if proof.named != proof.code]
    if as_json:
        row = {
            "deck": gallery.deck,
            "cards": len(gallery.codes),
            "file": str(path),
            "refused": intake.refused,
            "unrecognised": unknown,
            "closest": [[a, b, round(share, 3)] for a, b, share in pairs],
        }
        click.echo(json.dumps(row))
        return
    click.echo(f"{gallery.deck}: {len(gallery.codes)} cards, kept in {path}")
    for code in unknown:
        click.echo(f"cannot be read from its own picture: {called(code)}; take a sharper one")
    for first, second, share in pairs:
        word = "would be confused" if share >= LIKELY_CONFUSED else "likest"
        click.echo(f"{word}: {called(first)} and {called(second)} ({share:.0%} of the features)")


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths[:3]) + (", ..." if len(paths) > 3 else "")
