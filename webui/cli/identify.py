"""The command `identify`: the cards in pictures."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

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


def identified(image: Path, recognizer: Recognizer, orders: Mapping[str, str]) -> dict[str, object]:
    """Recognise the cards of one picture; the answer is the contract's, with ``error`` if there is none."""
    start = time.perf_counter()
    try:
        with _quiet_decoders():
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


@contextmanager
def _quiet_decoders() -> Iterator[None]:
    """Leave out what a decoder, libtiff for one, writes of a damaged picture: one line of ours says what is amiss."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def card_row(reading: Reading, orders: Mapping[str, str], scale: float = 1.0) -> dict[str, object]:
    """Describe one reading as the contract has it; ``scale`` is the file's pixels to one of the frame."""
    corners = [[round(float(v) * scale, 1) for v in corner] for corner in reading.quad]
    if reading.code is None:
        row: dict[str, object] = {"face": str(reading.face), "card": None}
        if reading.face is Face.UP and reading.candidates:
            row |= {"candidates": [[code, round(p, 3)] for code, p in reading.candidates]}
        if reading.other_deck:
            row |= {"other_deck": True}
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


def _in_words(row: Mapping[str, object]) -> str:
    match row:
        case {"source": source, "cards": list(cards), "elapsed_ms": float(spent_ms)}:
            head = f"{source}: {_counted(len(cards))}, {spent_ms:.0f} ms"
            return "\n".join([head, *(f"  {_render_card(card)}" for card in cards)])
    raise TypeError(f"no words for {row}")


def _counted(cards: int) -> str:
    return "no card" if cards == 0 else f"{cards} card{'s' if cards > 1 else ''}"


def _render_card(card: Mapping[str, object]) -> str:
    place = _place(card)
    match card:
        case {
            "card": str(code),
            "name": name,
            "value": value,
            "reversed": is_reversed,
            "confidence": float(sure),
        }:
            worth, way_up = ("" if value is None else f", value {value}"), ", reversed" if is_reversed else ""
            return f"{name} ({code}){worth}{way_up}, {sure:.0%} sure, {place}"
        case {"face": "down"}:
            return f"a card face down, {place}"
        case {"other_deck": True}:
            return f"a card of another deck, {place}"
        case {"candidates": list(candidates)}:
            guesses = ", ".join(f"{called(code)} {share:.0%}" for code, share in candidates)
            return f"a card that cannot be read (perhaps {guesses}), {place}"
    return f"a card that cannot be read, {place}"


def _place(card: Mapping[str, object]) -> str:
    corners = card.get("corners")
    assert isinstance(corners, list), "every card has corners"
    x, y = (sum(corner[i] for corner in corners) / 4 for i in (0, 1))
    return f"at {x:.0f}, {y:.0f}"
