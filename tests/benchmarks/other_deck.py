"""Fit when a card is of another deck: python -m tests.benchmarks.other_deck [--tables N] [--to FILE] [--surfaces DIR].

Tables of designs (:mod:`models.training.deck_tables`) are read with the Rider-Waite-Smith deck, which has none of their
cards, and with their own, which has all; what stays without a name is a row. The second and third rotation's designs
are fitted to: this prints the weights (``OTHER_DECK_WEIGHTS`` in :mod:`vision.recognition.photo`). Those of the first,
which no network was trained on, are checked. With ``--to`` rows are kept, and a second call goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from tqdm import tqdm

import models
from models.training.calibrate import Rows, fitted
from models.training.deck_tables import Laid, Look, enrolled, table_of
from models.training.evaluate_detector import FOUND_IOU
from models.training.photographs import photographs_of
from models.training.reliability import reliability_table
from models.training.trainer import SURFACES_OPTION
from tests.benchmarks.any_deck import rate_line
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.overlap import quad_iou
from vision.recognition.calibration import logistic
from vision.recognition.gallery_file import load_gallery
from vision.recognition.photo import CARD_WEIGHTS, SURELY_ANOTHER, card_inputs, other_deck_inputs
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Reading
from vision.virtual.surfaces.photographs import Photographs
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_classifier

SEED: Final = 52_500_000
CHECKED: Final = 0
FITTED: Final = (1, 2)
RIDGE: Final = 1.0
"""The rows are few: without it the weight of what always decided here would grow without end."""

LOOKS: Final = (Look.PLAIN, Look.SLEEVE, Look.FOIL, Look.FLAME)


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A face without a name: the inputs of its log-odds of another deck, its log-odds of a card, and what it is."""

    inputs: tuple[float, ...]
    card: float
    is_card: bool
    is_other: bool


def unnamed_of(laid: Laid, readings: list[Reading], *, is_own: bool) -> Iterator[Unnamed]:
    """Yield each face without a name."""
    classifier = make_classifier()
    unnamed = [one for one in readings if one.code is None and one.face is Face.UP]
    if classifier is None or not unnamed:
        return
    odds = classifier.log_odds(laid.frame, np.stack([one.quad for one in unnamed])).tolist()
    for reading, log_odds in zip(unnamed, odds, strict=True):
        is_card = max(quad_iou(reading.quad, quad) for quad in laid.quads) >= FOUND_IOU
        card = float(np.dot(CARD_WEIGHTS, card_inputs(log_odds, reading.detected)))
        yield Unnamed(other_deck_inputs(reading, readings)[1:], card, is_card, is_card and not is_own)


def gather(rotation: int, tables: int, surfaces: Photographs, path: Path | None) -> list[Unnamed]:
    """Return the faces without a name on a rotation's tables; what the file has is not made again."""
    rws = make_recognizer([load_gallery(models.gallery_path("rws"))])
    own: dict[str, Recognizer] = {}
    done = {line["key"]: [Unnamed(**row) for row in line["rows"]] for line in kept_lines(path)}
    keys = [(index, look) for index in range(tables) for look in LOOKS]
    for index, look in tqdm(keys, desc=f"rotation {rotation}"):
        key = f"{rotation} {look} {index}"
        if key in done:
            continue
        deck, laid = table_of(SEED, rotation, look, index, surfaces)
        own[deck] = own.get(deck) or make_recognizer([enrolled(deck)])
        done[key] = [
            *unnamed_of(laid, rws.recognize(laid.frame), is_own=False),
            *unnamed_of(laid, own[deck].recognize(laid.frame), is_own=True),
        ]
        keep_line(path, {"key": key, "rows": [asdict(one) for one in done[key]]})
    return [one for index, look in keys for one in done[f"{rotation} {look} {index}"]]


def fit(rows: list[Unnamed]) -> tuple[float, ...]:
    """Fit the weights of the inputs to cards."""
    cards = [one for one in rows if one.is_card]
    return fitted(Rows.of([(one.inputs, one.is_other, False) for one in cards]), RIDGE)


@click.command(help=__doc__)
@click.option("--tables", default=24, help="Tables of each look and rotation.", show_default=True)
@click.option("--to", "path", type=click.Path(path_type=Path), help="A file to go on from.")
@SURFACES_OPTION
def main(tables: int, path: Path | None, surfaces: Path | None) -> None:
    """Fit, and check."""
    cv2.setNumThreads(1)
    print(heading(f"{tables} tables of 6 cards a look and rotation"), flush=True)
    photographs = photographs_of(surfaces, held_out=True) if surfaces else photographs_of(held_out=True)
    rows = [one for rotation in FITTED for one in gather(rotation, tables, photographs, path)]
    weights = fit(rows)
    print(
        f"n={len(rows)}, of another deck {sum(one.is_other for one in rows)}, weights {np.round(weights, 2).tolist()}"
    )
    checked = gather(CHECKED, tables, photographs, path)
    share = np.array(
        [logistic((0.0, 1.0), (one.card,)) * logistic(weights, tuple(one.inputs)) for one in checked]
    )
    is_other = np.array([one.is_other for one in checked], np.bool_)
    print(reliability_table(share, is_other))
    called = share >= SURELY_ANOTHER
    print(rate_line("called another deck's", int((called & is_other).sum()), int(is_other.sum())))
    print(rate_line("so called though it is not", int((called & ~is_other).sum()), int((~is_other).sum())))


if __name__ == "__main__":
    main()
