"""Score `identify` on cards of 40 to 90 pixels: python -m tests.benchmarks.small [--photos DIR --deck NAME] [--tables
N].

Photographs beside the checkout are shrunk until their median card is so high, and scored as they are by the scorer of
photographs; those that are smaller already are left out of that row. Then tables are drawn, twelve cards each: of our
own deck, whose names can be right, and of decks that are in no gallery asked for (scans and drawn decks kept out of
training), whose every name is wrong. Prints one row for each height.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from models.housedeck import faces
from models.training.designs import HELD_OUT_SEED
from models.training.drawn import Tradition
from models.training.held_out import drawn_pictures, seeds_of
from models.training.scans import load_deck
from tests.benchmarks.heading import heading
from tests.benchmarks.photos import SHARED
from tests.vision.recognition.small_tables import small_table
from vision.images import load_frame
from vision.recognition.pipeline import Recognizer
from vision.types import Frame
from webui.camera.decks.readable import Decks
from webui.camera.recognizers import make_recognizer
from webui.cli.identify import card_row

HEIGHTS_PX: Final = (40, 50, 60, 70, 80, 90)
COLUMNS, CARDS = 4, 12
SCANS: Final = ("marseille-noblet", "english-vector")
FIGURES: Final = (
    "labelled", "found", "right", "silent", "wrong", "partial_labelled", "partial_right", "partial_wrong",
    "redrawn_named", "wrong_total",
)  # fmt: skip


def heights_of(entry: dict[str, Any]) -> list[float]:
    """The heights of a picture's labelled cards, in pixels."""
    boxes = (card["box"] for card in entry["cards"])
    return [max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]


def shrunk(entry: dict[str, Any], folder: Path, height_px: float) -> tuple[Frame, float] | None:
    """Return a labelled picture, its median card so high, and by how much it was shrunk; None if it is smaller."""
    heights = heights_of(entry)
    if not heights or float(np.median(heights)) < height_px:
        return None
    scale = height_px / float(np.median(heights))
    frame = load_frame(folder / entry["file"])
    return np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), scale


def score_photos(folder: Path, deck: str, recognizer: Recognizer, height_px: float) -> dict[str, Any]:
    """Look at every picture of a folder, shrunk; return the scorer's figures."""
    labels = json.loads((folder / "labels.json").read_text("utf-8"))
    rows, kept = [], []
    for entry in tqdm(labels, desc=f"{height_px} px", leave=False, disable=None):
        found = shrunk(entry, folder, height_px)
        if found is not None:
            frame, scale = found
            cards = [card_row(reading, {}, 1 / scale) for reading in recognizer.recognize(frame)]
            rows.append({"source": entry["file"], "cards": cards})
            kept.append(entry)
    with tempfile.TemporaryDirectory() as name:
        paths = Path(name) / "labels.json", Path(name) / "answers.jsonl"
        paths[0].write_text(json.dumps(kept), "utf-8")
        paths[1].write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        command = [sys.executable, str(SHARED / "tools" / "score_photos.py"), *map(str, paths)]
        run = subprocess.run(
            [*command, "--deck", deck, "--json", "--per-file"], capture_output=True, text=True, check=True
        )
    for line in run.stderr.splitlines():
        if " named " in line:
            print("   ", line.rpartition("} ")[2], "in", line.partition(":")[0])
    figures = json.loads(run.stdout)
    return {"pictures": len(kept)} | {key: figures.get(key, 0) for key in FIGURES}


@dataclass(frozen=True, slots=True)
class Laid:
    """A deck to lay: ``own`` if the galleries asked for hold it."""

    name: str
    pictures: dict[str, Frame]
    own: bool


def decks_to_lay() -> Iterator[Laid]:
    """The house's deck, scans of two decks in no gallery, and drawn decks kept out of training."""
    yield Laid("house", dict(faces()), True)
    for name in SCANS:
        yield Laid(name, {scan.code: scan.picture for scan in load_deck(name)}, False)
    for seed in seeds_of((Tradition.PICTURES, Tradition.PICTURES, Tradition.PIPS), HELD_OUT_SEED):
        yield Laid(f"drawn-{seed}", drawn_pictures(seed), False)


def score_tables(deck: Laid, recognizer: Recognizer, height_px: int, tables: int) -> dict[str, Any]:
    """Lay a deck's cards on tables of twelve; tell what became of each."""
    counts = dict.fromkeys(("cards", "right", "silent", "wrong"), 0)
    for number in range(tables):
        chance = np.random.default_rng([height_px, number])
        codes = [str(code) for code in chance.permutation(sorted(deck.pictures))[:CARDS]]
        size_wh = (round(COLUMNS * 1.2 * height_px), round(3 * 1.35 * height_px))
        frame = small_table([deck.pictures[c] for c in codes], height_px, size_wh, COLUMNS, number)
        said = [reading for reading in recognizer.recognize(frame) if reading.code is not None]
        right = sum(deck.own and reading.code == codes[_place(reading.quad, size_wh)] for reading in said)
        counts["cards"] += CARDS
        counts["right"] += right
        counts["wrong"] += len(said) - right
        counts["silent"] += CARDS - len(said)
    return counts


def _place(quad: Any, size_wh: tuple[int, int]) -> int:
    x, y = quad.mean(axis=0)
    column, row = int(x * COLUMNS / size_wh[0]), int(y * (CARDS // COLUMNS) / size_wh[1])
    return int(np.clip(row * COLUMNS + column, 0, CARDS - 1))


def main() -> None:
    """Print photographs by height, then tables by deck and height."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--photos", type=Path, default=SHARED / "photos" / "tarot")
    parser.add_argument("--deck", default="rws")
    parser.add_argument("--tables", type=int, default=3, help="tables for each deck and height; 0 for none")
    parser.add_argument("--heights", type=int, nargs="*", default=HEIGHTS_PX)
    parser.add_argument("--no-photos", action="store_true", help="tables alone")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    print(
        heading(f"every photograph, and {args.tables} tables a deck, at {len(args.heights)} heights"),
        flush=True,
    )
    recognizer = make_recognizer(Decks().load_all([args.deck]))
    for height_px in () if args.no_photos else args.heights:
        figures = score_photos(args.photos, args.deck, recognizer, height_px)
        print(json.dumps({"photos": args.photos.name, "height_px": height_px} | figures), flush=True)
    recognizer = make_recognizer(Decks().load_all(["rws", "house"]))
    for deck in decks_to_lay() if args.tables else ():
        for height_px in args.heights:
            figures = score_tables(deck, recognizer, height_px, args.tables)
            print(json.dumps({"deck": deck.name, "height_px": height_px} | figures), flush=True)


if __name__ == "__main__":
    main()
