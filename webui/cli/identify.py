"""The commands that read pictures and know decks: `identify`, `enrol`, `decks`."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
from tqdm import tqdm

from vision.galleries.enrolment import enrol as make_gallery
from vision.galleries.self_check import CardCheck, check_gallery, closest_pairs
from vision.images import PictureError, load_picture
from vision.onnx import NetworkError
from vision.recognition.calibration import CalibrationError
from vision.recognition.gallery import Gallery, GalleryError, Numbering
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Reading
from webui.camera.decks import DeckError, Decks, deck_names
from webui.camera.enrolment import Intake, take_in
from webui.camera.recognizers import embedded, make_eyes
from webui.cli.bad_input import BadInputError
from webui.table.labels import title_of, worth_of

LIKELY_CONFUSED = 0.5
"""Share of a card's features that another card must share before a warning is due."""


data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of your own decks (default: CLASHCAM_DATA, else where the system keeps such things).",
)
deck_option = click.option(
    "--deck",
    metavar="NAME[,NAME]",
    help="Decks to look for (default: every built-in one); a file will do, too.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON Lines on standard output.")


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@deck_option
@json_option
@data_option
def identify(images: Sequence[Path], deck: str | None, as_json: bool, data: Path | None) -> None:
    """Name the cards in pictures: where each lies, what it is, which way up.

    A card that is seen but not known for certain gets no name: a wrong one would be worse.
    """
    cv2.setNumThreads(1)
    galleries = _loaded(Decks(data), deck)
    eyes = _opened(galleries)
    orders = {gallery.deck: str(gallery.order) for gallery in galleries}
    bad = 0
    for image in images:
        row = identified(image, eyes, orders)
        bad += "error" in row
        if "error" in row:
            click.echo(row["error"], err=True)
        if as_json:
            click.echo(json.dumps(row))
        elif "error" not in row:
            click.echo(_in_words(row))
    if bad:
        sys.exit(1)


def identified(image: Path, eyes: Recognizer, orders: Mapping[str, str]) -> dict[str, Any]:
    """Look at one picture; the answer as the contract has it, with ``error`` where there is none."""
    start = time.perf_counter()
    try:
        picture = load_picture(image)
    except PictureError as error:
        return {"source": str(image), "error": str(error)}
    readings = eyes.recognize(picture.frame)
    width, height = picture.size_wh
    return {
        "source": str(image),
        "width": width,
        "height": height,
        "elapsed_ms": round((time.perf_counter() - start) * 1000, 1),
        "cards": [card_row(reading, orders, picture.scale) for reading in readings],
    }


def card_row(reading: Reading, orders: Mapping[str, str], scale: float = 1.0) -> dict[str, Any]:
    """Describe one reading as the contract has it; ``scale`` is the file's pixels to one of the frame."""
    corners = [[round(float(v) * scale, 1) for v in corner] for corner in reading.quad]
    if reading.code is None:
        row: dict[str, Any] = {"face": str(reading.face), "card": None}
        if reading.face is Face.UP and reading.candidates:
            row["candidates"] = [[code, round(p, 3)] for code, p in reading.candidates]
        return row | {"corners": corners}
    return {
        "face": str(reading.face),
        "card": reading.code,
        "name": title_of(reading.code),
        "value": worth_of(reading.code, orders.get(reading.deck or "", "rws")),
        "deck": reading.deck,
        "reversed": reading.reversed,
        "confidence": round(reading.confidence, 3),
        "corners": corners,
    }


@click.command()
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
def enrol(paths: Sequence[Path], name: str, order: str, as_json: bool, data: Path | None) -> None:
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
        click.echo(f"cannot be read from its own picture: {_called(code)}; take a sharper one")
    for first, second, share in pairs:
        word = "would be confused" if share >= LIKELY_CONFUSED else "likest"
        click.echo(f"{word}: {_called(first)} and {_called(second)} ({share:.0%} of the features)")


@click.command()
@json_option
@data_option
def decks(as_json: bool, data: Path | None) -> None:
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


def _opened(galleries: Sequence[Gallery]) -> Recognizer:
    try:
        return make_eyes(galleries)
    except (NetworkError, CalibrationError, GalleryError) as error:
        raise BadInputError(str(error)) from None


def _loaded(decks_known: Decks, deck: str | None) -> list[Gallery]:
    try:
        return decks_known.load_all(deck_names(deck))
    except (DeckError, GalleryError) as error:
        raise BadInputError(str(error)) from None


def _in_words(row: Mapping[str, Any]) -> str:
    cards: Iterable[Mapping[str, Any]] = row["cards"]
    lines = [f"{row['source']}: {_counted(len(row['cards']))}, {row['elapsed_ms']:.0f} ms"]
    return "\n".join(lines + [f"  {_card_in_words(card)}" for card in cards])


def _counted(cards: int) -> str:
    return "no card" if cards == 0 else f"{cards} card{'s' if cards > 1 else ''}"


def _card_in_words(card: Mapping[str, Any]) -> str:
    x, y = (sum(corner[i] for corner in card["corners"]) / 4 for i in (0, 1))
    place = f"at {x:.0f}, {y:.0f}"
    if card["card"] is not None:
        way_up = ", reversed" if card["reversed"] else ""
        value = "" if card["value"] is None else f", value {card['value']}"
        return f"{card['name']} ({card['card']}){value}{way_up}, {card['confidence']:.0%} sure, {place}"
    if card["face"] == "down":
        return f"a card face down, {place}"
    guesses = ", ".join(f"{_called(code)} {p:.0%}" for code, p in card.get("candidates", []))
    return f"a card that cannot be read{f' (perhaps {guesses})' if guesses else ''}, {place}"


def _called(code: str) -> str:
    return f"{title_of(code)} ({code})"


def _listed(paths: Sequence[Path]) -> str:
    return ", ".join(str(path) for path in paths[:3]) + (", ..." if len(paths) > 3 else "")


COMMANDS: list[click.Command] = [identify, enrol, decks]
