"""Score single looks at covered cards, with and without knowing what covers them: python -m tests.benchmarks.covered.

Examples as in the calibration (``models.training.calibrate``), all of them covered, of six drawn decks that nobody
trained on and of as many negatives: named or not by the whole crop, and by what is not known to be occluded, from the
bar of a covered card on; and by the reader, which knows that something may lie on the card, in its first look. One row
for each share of the crop that is occluded.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2
from tqdm import tqdm

from models.training.calibrate import CALIBRATION, CHECK_ON, FIT_ON, Shown, Stage, negative_maker
from models.training.export import EMBEDDER
from models.training.held_out import drawn_decks
from tests.benchmarks.heading import heading
from vision.geometry import rectify
from vision.recognition.calibration import Calibration
from vision.recognition.embedder import Embedder
from vision.recognition.reader import EmbeddingReader
from vision.recognition.visible import blanked
from vision.types import Face, ReadRequest

SEED: Final = 77
BANDS: Final = (0.2, 0.4, 0.6, 1.0)
"""Upper ends of the occluded shares that a row joins."""

TOGETHER: Final = 64


@dataclass(slots=True)
class Row:
    """What became of looks: named right and wrong, by the whole crop, by what shows and by the reader."""

    looks: int = 0
    whole_right: int = 0
    whole_wrong: int = 0
    shown_right: int = 0
    shown_wrong: int = 0
    read_right: int = 0
    read_wrong: int = 0

    def add(self, way: str, *, right: bool) -> None:
        """Count a name that one way gave."""
        told = f"{way}_{'right' if right else 'wrong'}"
        setattr(self, told, getattr(self, told) + 1)

    def words(self) -> str:
        """One line of figures."""
        return (
            f"named by the whole crop {self.whole_right}, wrong {self.whole_wrong}; "
            f"by what shows {self.shown_right}, wrong {self.shown_wrong}; "
            f"by the reader {self.read_right}, wrong {self.read_wrong}; n={self.looks}"
        )


def band_of(share: float) -> float:
    """Return the upper end of a share's row."""
    return next(high for high in BANDS if share <= high)


def looks_of(shown: Iterable[Shown]) -> Iterator[list[Shown]]:
    """Yield examples on which something is known to lie, some at a time."""
    together: list[Shown] = []
    for one in shown:
        if one.occluded is not None and one.occluded.any():
            together.append(one)
        if len(together) == TOGETHER:
            yield together
            together = []
    yield together


def weigh(reader: EmbeddingReader, looks: list[Shown], rows: dict[tuple[str, float], Row]) -> None:
    """Look at some examples in every way."""
    crops = [rectify(one.frame, one.quad, reader.embedder.size_wh) for one in looks]
    pairs = [
        (one, crop, one.occluded) for one, crop in zip(looks, crops, strict=True) if one.occluded is not None
    ]
    shown = [blanked(crop, occluded) for _, crop, occluded in pairs]
    bar, _ = reader.calibration.thresholds(1)
    for (one, _, occluded), whole, part in zip(
        pairs, reader.matcher.of_crops(crops), reader.matcher.of_crops(shown), strict=True
    ):
        kind = "own cards" if one.face >= 0 else "negatives"
        row = rows[kind, band_of(float(occluded.mean()))]
        row.looks += 1
        for way, match in (("whole", whole), ("shown", part)):
            if reader.calibration.of_match(reader.match_features(match, match.face)) >= bar:
                row.add(way, right=match.face == one.face)
        asked = ReadRequest(one.quad, Face.UP, fast=True, occluded=True)
        if code := reader.read(one.frame, [asked])[0].code:
            row.add("read", right=one.face >= 0 and code == reader.index.faces[one.face].code)


def main() -> None:
    """Look, and print a row for each kind and share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--count", type=int, default=1000, help="own cards of each deck, and as many negatives"
    )
    parser.add_argument("--seed", type=int, default=SEED, help="another shows other covers")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.count} own cards and negatives for each deck"), flush=True)
    embedder, calibration, maker = Embedder(EMBEDDER), Calibration.load(CALIBRATION), negative_maker()
    rows: dict[tuple[str, float], Row] = defaultdict(Row)
    for deck in tqdm(drawn_decks(FIT_ON + CHECK_ON, embedder), unit="deck"):
        reader = EmbeddingReader(embedder, [deck.gallery], calibration)
        for looks in looks_of(Stage(deck, maker, cover=1.0).shown(arguments.count, arguments.seed)):
            weigh(reader, looks, rows)
    for kind, high in sorted(rows):
        print(f"{kind}, up to {high:.0%} occluded: {rows[kind, high].words()}")


if __name__ == "__main__":
    main()
