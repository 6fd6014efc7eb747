"""The command `identify`: the cards in pictures."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2

from vision.images import PictureError, load_picture
from vision.onnx import NetworkError
from vision.recognition.calibration import CalibrationError
from vision.recognition.gallery import Gallery, GalleryError
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Reading
from webui.camera.decks.readable import DeckError, Decks, deck_names
from webui.camera.recognizers import make_recognizer
from webui.cli.bad_input import BadInputError
from webui.cli.options import called, data_option, deck_option, json_option
from webui.table.seen.labels import title_of, worth_of


@click.command("identify")
@click.argument("images", nargs=-1, required=True, metavar="IMAGE...", type=click.Path(path_type=Path))
@deck_option
@json_option
@data_option
def command(images: Sequence[Path], deck: str | None, as_json: bool, data: Path | None) -> None:
    """Name the cards in pictures: where each lies, what it is, which way up.

    A card that is seen but not known for certain gets no name: a wrong one would be worse.
    """
    cv2.setNumThreads(1)
    galleries = _loaded(Decks(data), deck)
    recognizer = _opened(galleries)
    orders = {gallery.deck: str(gallery.order) for gallery in galleries}
    bad = 0
    for image in images:
        row = identified(image, recognizer, orders)
        bad += "error" in row
        if "error" in row:
            click.echo(row["error"], err=True)
        if as_json:
            click.echo(json.dumps(row))
        elif "error" not in row:
            click.echo(_in_words(row))
    if bad:
        sys.exit(1)


def identified(image: Path, recognizer: Recognizer, orders: Mapping[str, str]) -> dict[str, Any]:
    """Recognise the cards of one picture; the answer is the contract's, with ``error`` if there is none."""
    start = time.perf_counter()
    try:
        picture = load_picture(image)
    except PictureError as error:
        return {"source": str(image), "error": str(error)}
    readings = recognizer.recognize(picture.frame)
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


def _opened(galleries: Sequence[Gallery]) -> Recognizer:
    try:
        return make_recognizer(galleries)
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
    return "\n".join(lines + [f"  {_render_card(card)}" for card in cards])


def _counted(cards: int) -> str:
    return "no card" if cards == 0 else f"{cards} card{'s' if cards > 1 else ''}"


def _render_card(card: Mapping[str, Any]) -> str:
    x, y = (sum(corner[i] for corner in card["corners"]) / 4 for i in (0, 1))
    place = f"at {x:.0f}, {y:.0f}"
    if card["card"] is not None:
        way_up = ", reversed" if card["reversed"] else ""
        value = "" if card["value"] is None else f", value {card['value']}"
        return f"{card['name']} ({card['card']}){value}{way_up}, {card['confidence']:.0%} sure, {place}"
    if card["face"] == "down":
        return f"a card face down, {place}"
    guesses = ", ".join(f"{called(code)} {p:.0%}" for code, p in card.get("candidates", []))
    return f"a card that cannot be read{f' (perhaps {guesses})' if guesses else ''}, {place}"
