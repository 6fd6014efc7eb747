"""What does a close look see that a look at the whole does not? python -m tests.benchmarks.closely --surfaces DIR.

Sessions of the virtual table on photographs kept out of training. Whenever no hand is in the picture, cards of a seat
that overlap are looked for in the whole frame, and closely, in a box about them. Counted by the cards' height are those
of which most shows, those of which an outline was found, and outlines about no card.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from models import weights_path
from tests.benchmarks.fresh_tables import FPS, session
from tests.benchmarks.heading import heading
from vision.detection.detector import NeuralDetector
from vision.geometry import CORNER_REACH, upright_quad
from vision.overlap import MOST, quad_iou
from vision.tracking.close_look import about, lies_in
from vision.types import Frame, Quad
from vision.virtual import VirtualTable
from vision.virtual.plays.kinematics import Seat
from vision.virtual.plays.layout import CrowdedTableError
from vision.virtual.truth import Phase, TrueCard, truth_of

LOOKS: Final = ("whole", "close")
HEIGHTS_PX: Final = (0, 60, 90, 130)
APART_S: Final = 1.5
"""Between two pictures of a session: a table at rest shows the same again."""

NEARLY: Final = 0.6
"""An outline that shares so much of its area with a card, and with no other more, is that card's."""


def pictures(table: VirtualTable) -> Iterator[tuple[Frame, tuple[TrueCard, ...]]]:
    """Yield pictures without a hand, and the cards that lie there."""
    truth, last_s = truth_of(table), -APART_S
    for number in list(table.frame_numbers()):
        if number / FPS - last_s >= APART_S and not (at := truth.at(number)).hands and len(at.cards) > 1:
            last_s = at.t_s
            yield table.render(number).image, at.cards


def count_row(row: Sequence[TrueCard], cards: Sequence[TrueCard], found: Sequence[Quad]) -> tuple[int, int]:
    """Return how many cards of a row were found, and how many outlines there are about no card of the table."""
    shares = [{card.id: quad_iou(quad, card.quad) for card in cards} for quad in found]
    nearest = {max(share, key=share.__getitem__): max(share.values()) for share in shares}
    hits = sum(nearest.get(card.id, 0.0) >= NEARLY for card in row)
    return hits, sum(max(share.values()) <= MOST for share in shares)


def played(table: VirtualTable, detector: NeuralDetector, counts: dict[int, Counter[str]]) -> None:
    """Look at a session's pictures both ways, and count."""
    for image, cards in pictures(table):
        finds = detector.detect(image)
        for seat in Seat:
            row = [card for card in cards if card.seat is seat and card.phase is Phase.LYING]
            if all(card.visible > 1 - CORNER_REACH for card in row):
                continue
            corners = np.concatenate([card.quad for card in row])
            low, high = corners.min(axis=0), corners.max(axis=0)
            place = np.asarray(upright_quad((high - low).tolist()) + low, np.float32)
            closely = detector.detect_closely(image, [about(place)])
            height = float(np.linalg.norm(row[0].quad[3] - row[0].quad[0]))
            count = counts[max(edge for edge in HEIGHTS_PX if edge <= height)]
            seen = [card for card in row if card.visible >= MOST]
            count["cards"] += len(seen)
            for name, looked in zip(LOOKS, (finds, closely), strict=True):
                there = [one.quad for one in looked if lies_in(one.quad, place)]
                hits, false = count_row(seen, cards, there)
                count[name] += hits
                count[f"{name}, no card"] += false


def main() -> None:
    """Look at the sessions and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--surfaces", type=Path, required=True, help="a folder of photographs without cards to lie on"
    )
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=40)
    parser.add_argument("--cards", type=int, default=20, help="cards a session")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.seeds} sessions of {arguments.cards} cards"), flush=True)
    detector = NeuralDetector(weights_path("detector.onnx"), threads=1)
    counts: dict[int, Counter[str]] = {height: Counter() for height in HEIGHTS_PX}
    for seed in tqdm(range(arguments.first, arguments.first + arguments.seeds), unit="session"):
        try:
            table, _ = session(seed, arguments.cards, around_flips_only=False, surfaces=arguments.surfaces)
        except CrowdedTableError:
            continue
        played(table, detector, counts)
    for height, count in counts.items():
        if count["cards"]:
            looks = (f"{look} {count[look]}, about no card {count[f'{look}, no card']}" for look in LOOKS)
            print(f"from {height} px: {'; '.join(looks)}; n={count['cards']} cards")


if __name__ == "__main__":
    main()
