"""Score `identify` on tables whose cards lie partly under others: python -m tests.benchmarks.heaps [--tables N].

Each table is one picture of twelve cards in two rows, each but the last of a row with a fifth to three fifths of its
width under its neighbour: of our own deck, of scans of Rider-Waite-Smith printings, and of a deck that is in no gallery
asked for, whose every name is wrong. Prints one row for each deck, with what a picture takes of the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from models.housedeck import back, faces
from models.training.scans import load_deck
from tests.benchmarks.heading import heading
from vision.overlap import MOST, quad_iou
from vision.recognition.pipeline import Recognizer
from vision.types import Face, Frame
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.truth import TrueCard, Truth
from webui.camera.decks.readable import Decks
from webui.camera.recognizers import make_recognizer

CARDS: Final = 12
SIZES_WH: Final = ((1280, 720), (1920, 1080), (1280, 960), (960, 1280))
HEIGHT_SHARE: Final = (0.12, 0.25)
"""Of the frame's shorter side."""
OVERLAP: Final = (0.2, 0.6)
TILT_DEG: Final = (5.0, 40.0)
SHOWN: Final = (0.4, 0.95)
"""Of what shows less, nobody has to know the name; what shows more is whole."""
SCANS: Final = ("rws-1909", "rws-web")
STRANGER: Final = "marseille-noblet"


@dataclass
class Row:
    """What became of one deck's cards."""

    cards: dict[str, int] = field(default_factory=lambda: {"whole": 0, "covered": 0})
    right: dict[str, int] = field(default_factory=lambda: {"whole": 0, "covered": 0})
    wrong: int = 0
    took_ms: list[float] = field(default_factory=list)

    def words(self, deck: str) -> str:
        """One line of the answer."""
        parts = (f"{kind} {self.right[kind]} of {self.cards[kind]}" for kind in self.cards)
        return (
            f"{deck:<17} {', '.join(parts)} right, wrong {self.wrong}; "
            f"{np.median(self.took_ms):.0f} ms of the processor a picture (median, n={len(self.took_ms)})"
        )


def heap(deck: str, pictures: dict[str, Frame], number: int) -> tuple[Frame, list[TrueCard]]:
    """Return one picture of a table and what lies on it."""
    chance = np.random.default_rng([number, 7])
    codes = [str(code) for code in chance.permutation(sorted(pictures))[:CARDS]]
    size_wh = SIZES_WH[int(chance.integers(len(SIZES_WH)))]
    height_px = float(chance.uniform(*HEIGHT_SHARE)) * min(size_wh)
    table = VirtualTable(
        number, {code: pictures[code] for code in codes}, back(), size_wh,
        throws=[Throw(tuple(codes[: CARDS // 2]), tuple(codes[CARDS // 2 :]))], around_flips_only=True,
        card_height_px=height_px, tilt_deg=float(chance.uniform(*TILT_DEG)),
        script=Script(overlap=float(chance.uniform(*OVERLAP))),
    )  # fmt: skip
    *_, last = table.frame_numbers()
    cards = [card for card in Truth(table, deck).at(last).cards if card.face is Face.UP]
    return table.render(last).image, cards


def scored(recognizer: Recognizer, frame: Frame, cards: list[TrueCard], own: bool, row: Row) -> None:
    """Look at one picture and note what became of its cards."""
    begin_s = time.process_time()
    said = [reading for reading in recognizer.recognize(frame) if reading.code is not None]
    row.took_ms.append((time.process_time() - begin_s) * 1000)
    left = list(cards)
    for reading in said:
        there = [card for card in left if quad_iou(card.quad, reading.quad) > MOST]
        right = [card for card in there if own and card.code == reading.code]
        row.wrong += not right
        for card in right[:1]:
            left = [one for one in left if one is not card]
            if card.visible >= SHOWN[0]:
                row.right[kind_of(card)] += 1
    for card in cards:
        if card.visible >= SHOWN[0]:
            row.cards[kind_of(card)] += 1


def kind_of(card: TrueCard) -> str:
    """Whether a card is whole."""
    return "whole" if card.visible > SHOWN[1] else "covered"


def decks() -> Iterator[tuple[str, dict[str, Frame], bool]]:
    """Name, pictures, and whether its names can be right."""
    yield "house", dict(faces()), True
    for name in (*SCANS, STRANGER):
        yield name, {scan.code: scan.picture for scan in load_deck(name)}, name != STRANGER


def main() -> None:
    """Print one row for each deck."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=20, help="tables of each deck")
    parser.add_argument("--first", type=int, default=0, help="number of the first table")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    recognizer = make_recognizer(Decks().load_all(["rws", "house"]))
    print(heading(f"{args.tables} tables of {CARDS} cards for each deck, from {args.first}"), flush=True)
    for name, pictures, own in decks():
        row = Row()
        for number in tqdm(range(args.first, args.first + args.tables), desc=name, leave=False, disable=None):
            scored(recognizer, *heap(name, pictures, number), own, row)
        print(row.words(name), flush=True)


if __name__ == "__main__":
    main()
