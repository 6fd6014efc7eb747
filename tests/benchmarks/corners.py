"""Score corners on sessions of the virtual table: python -m tests.benchmarks.corners [--first N] [--seeds K].

The sessions are those of ``tests.benchmarks.virtual``. In every frame each card that has lain in sight for a while is
compared with the track that is nearest, and with what the detector says of that one frame: how far each corner lies
from the true one, in widths of the true card. Prints medians and 90th percentiles, and how many cards no track showed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

import cv2
import numpy as np
from tqdm import tqdm

from tests.benchmarks.fresh_tables import TRADITIONS, deck, session
from tests.benchmarks.heading import heading
from vision.geometry import aligned, lengths_of, quad_size_wh
from vision.tracking.tracker import Tracker
from vision.types import Detection, Detector, Frame, Quad
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.trackers import make_classifier, make_detector, make_reader

RESTED_S: Final = 0.3
"""A card is compared once it has lain in sight for so long: until then it is on its way to being settled."""

WHOLE: Final = 0.95
PART: Final = 0.4
"""Shares of a card that lie in sight: whole, and the least of which a part counts as covered."""

NEAR: Final = 0.25
"""So near the true middle, in card lengths, lies the middle of what shows this card."""

HEIGHTS_PX: Final = (0, 60, 100, 1000)

Errors: TypeAlias = list[float]


@dataclass(slots=True)
class Corners:
    """Errors by what was looked at (track or frame, whole or covered, height), and the cards that nothing showed."""

    errors: dict[str, Errors] = field(default_factory=lambda: defaultdict(list))
    cards: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, other: Corners) -> None:
        """Join what two sessions gave."""
        for name, errors in other.errors.items():
            self.errors[name] += errors
        for name, count in other.cards.items():
            self.cards[name] += count

    def compare(self, pipeline: str, card: TrueCard, quads: Sequence[Quad]) -> None:
        """Compare one card with the quad that is nearest."""
        quad = nearest(card.quad, quads)
        for name in names_of(pipeline, card):
            self.cards[name] += 1
            if quad is not None:
                self.errors[name] += errors_of(quad, card.quad)


class Listener:
    """A detector that remembers what it said last."""

    def __init__(self, detector: Detector) -> None:
        self._detector = detector
        self.said: list[Detection] = []

    def detect(self, frame: Frame) -> list[Detection]:
        """Detect."""
        self.said = self._detector.detect(frame)
        return self.said


def names_of(pipeline: str, card: TrueCard) -> Iterator[str]:
    """Yield the rows of the report that a card counts in."""
    if card.visible < WHOLE:
        yield f"{pipeline}, covered"
        return
    height = float(lengths_of(card.quad[None])[0])
    yield pipeline
    low, high = next(pair for pair in pairwise(HEIGHTS_PX) if height < pair[1])
    yield f"{pipeline}, {low} to {high} px"


def errors_of(quad: Quad, true: Quad) -> Errors:
    """Return how far the four corners of a quad lie from the true ones, in widths of the card."""
    away = np.linalg.norm(aligned(quad, true) - true, axis=1) / quad_size_wh(true)[0]
    return [float(error) for error in away]


def nearest(true: Quad, quads: Sequence[Quad]) -> Quad | None:
    """Return the quad whose middle is nearest, None if it is too far away to be this card's."""
    middle, reach = true.mean(axis=0), NEAR * float(lengths_of(true[None])[0])
    away = [float(np.hypot(*(quad.mean(axis=0) - middle))) for quad in quads]
    best = int(np.argmin(away)) if away else -1
    return quads[best] if away and away[best] <= reach else None


def corners_of(seed: int, cards: int) -> Corners:
    """Watch one session."""
    cv2.setNumThreads(1)
    table, held_out = session(seed, cards)
    listener = Listener(make_detector())
    tracker = Tracker(listener, make_reader([held_out.gallery]), classifier=make_classifier())
    truth, found = truth_of(table), Corners()
    since_s: dict[int, float] = {}
    for timed in table:
        tracks = [track.quad for track in tracker.step(timed.image, timed.t_s).tracks]
        lying = [c for c in truth.at(timed.frame).cards if c.phase is Phase.LYING and c.visible >= PART]
        since_s = {card.id: since_s.get(card.id, timed.t_s) for card in lying}
        for card in (card for card in lying if timed.t_s - since_s[card.id] >= RESTED_S):
            found.compare("tracked", card, tracks)
            found.compare("single frames", card, [detection.quad for detection in listener.said])
    return found


def report(found: Corners) -> Iterator[str]:
    """Yield a line a row."""
    for name in sorted(found.cards):
        errors, count = found.errors[name], found.cards[name]
        shown = len(errors) // 4
        line = f"{name}: not shown {count - shown} of {count}"
        if errors:
            middle, high = 100 * np.percentile(errors, (50, 90))
            line += f"; corners off by {middle:.2f} % of the width in the median, "
            line += f"{high:.2f} % at the 90th percentile, n={len(errors)}"
        yield line


def joined(sessions: Iterable[Corners]) -> Corners:
    """Join sessions."""
    total = Corners()
    for one in sessions:
        total.add(one)
    return total


def main() -> None:
    """Watch the sessions and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=8, help="cards a session")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    print(heading(f"{arguments.seeds} sessions of {arguments.cards} cards"), flush=True)
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    for number in range(len(TRADITIONS)):
        deck(number)
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        watched = pool.imap_unordered(partial(corners_of, cards=arguments.cards), seeds)
        total = joined(tqdm(watched, total=len(seeds), unit="session"))
    print(*report(total), sep="\n")


if __name__ == "__main__":
    main()
