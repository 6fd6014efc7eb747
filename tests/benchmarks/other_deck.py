"""Fit when a card is of another deck: python -m tests.benchmarks.other_deck [--tables N] [--to FILE] [--surfaces DIR].

Tables of designs (:mod:`models.training.deck_tables`) are read with the Rider-Waite-Smith deck, which has none of their
cards, and with their own, which has all; what stays without a name is a row. The second and third rotation's designs
are fitted to: this prints the weights (``OTHER_DECK_WEIGHTS`` in :mod:`vision.recognition.photo`). Those of the first,
which no network was trained on, are checked. With ``--to`` rows are kept, and a second call goes on from there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
import cv2
import numpy as np
from tqdm import tqdm

import models
from models.training.calibrate import Rows, certainties, fitted
from models.training.deck_tables import Laid, Look, enrolled, table_of
from models.training.evaluate_detector import FOUND_IOU
from models.training.photographs import photographs_of
from models.training.reliability import reliability_table
from models.training.trainer import SURFACES_OPTION
from tests.benchmarks.any_deck import rate_line
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.overlap import quad_iou
from vision.recognition.gallery_file import load_gallery
from vision.recognition.photo import SURELY_ANOTHER, other_deck_inputs
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Reading
from vision.virtual.surfaces.photographs import Photographs
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_classifier

SEED: Final = 52_500_000
CHECKED: Final = 0
FITTED: Final = (1, 2)
LOOKS: Final = (Look.PLAIN, Look.SLEEVE, Look.FOIL, Look.FLAME)


def rows_of(laid: Laid, readings: list[Reading], *, is_own: bool) -> Iterator[tuple[tuple[float, ...], bool]]:
    """Yield the inputs of each face without a name, and whether it is a card of another deck."""
    classifier = make_classifier()
    unnamed = [one for one in readings if one.code is None and one.face is Face.UP]
    if classifier is None or not unnamed:
        return
    odds = classifier.log_odds(laid.frame, np.stack([one.quad for one in unnamed])).tolist()
    for reading, log_odds in zip(unnamed, odds, strict=True):
        is_card = max(quad_iou(reading.quad, quad) for quad in laid.quads) >= FOUND_IOU
        yield other_deck_inputs(reading, log_odds, readings), is_card and not is_own


def gather(rotation: int, tables: int, surfaces: Photographs, path: Path | None) -> Rows:
    """Return the rows of a rotation's tables; what the file has is not made again."""
    rws = make_recognizer([load_gallery(models.gallery_path("rws"))])
    own: dict[str, Recognizer] = {}
    done = {line["key"]: line["rows"] for line in kept_lines(path)}
    keys = [(index, look) for index in range(tables) for look in LOOKS]
    for index, look in tqdm(keys, desc=f"rotation {rotation}"):
        key = f"{rotation} {look} {index}"
        if key in done:
            continue
        deck, laid = table_of(SEED, rotation, look, index, surfaces)
        own[deck] = own.get(deck) or make_recognizer([enrolled(deck)])
        done[key] = [
            *rows_of(laid, rws.recognize(laid.frame), is_own=False),
            *rows_of(laid, own[deck].recognize(laid.frame), is_own=True),
        ]
        keep_line(path, {"key": key, "rows": done[key]})
    rows = [row for index, look in keys for row in done[f"{rotation} {look} {index}"]]
    return Rows.of([(tuple(inputs[1:]), is_other, False) for inputs, is_other in rows])


def together(parts: list[Rows]) -> Rows:
    """Join rows."""
    return Rows(*(np.concatenate([getattr(one, name) for one in parts]) for name in Rows.__slots__))


@click.command(help=__doc__)
@click.option("--tables", default=24, help="Tables of each look and rotation.", show_default=True)
@click.option("--to", "path", type=click.Path(path_type=Path), help="A file to go on from.")
@SURFACES_OPTION
def main(tables: int, path: Path | None, surfaces: Path | None) -> None:
    """Fit, and check."""
    cv2.setNumThreads(1)
    print(heading(f"{tables} tables of 6 cards a look and rotation"), flush=True)
    photographs = photographs_of(surfaces, held_out=True) if surfaces else photographs_of(held_out=True)
    rows = together([gather(rotation, tables, photographs, path) for rotation in FITTED])
    weights = fitted(rows)
    print(f"n={len(rows.right)}, of another deck {rows.right.sum()}, weights {np.round(weights, 2).tolist()}")
    checked = gather(CHECKED, tables, photographs, path)
    share, is_other = certainties(weights, checked), checked.right
    print(reliability_table(share, is_other))
    called = share >= SURELY_ANOTHER
    print(rate_line("called another deck's", int((called & is_other).sum()), int(is_other.sum())))
    print(rate_line("so called though it is not", int((called & ~is_other).sum()), int((~is_other).sum())))


if __name__ == "__main__":
    main()
