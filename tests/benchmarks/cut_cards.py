"""Read cards that are partly out of sight: python -m tests.benchmarks.cut_cards [--rounds N] [--live].

Each picture shows four cards of one deck, 60 to 120 pixels long, at a slant that shortens them to 70 % at most, on
plain or patterned ground. 10 to 60 % of each card lies outside the frame (`edge`), under another card (`card`) or under
a hand (`hand`); with `nothing` all of it is in sight, for comparison. In a round every card of a deck lies once at
every edge, and once at every side of a table in each of the other ways. Playing cards, those of the scans beside the
checkout or, without them, our own, are read with `--deck english`, tarot cards with their own deck. Pictures are read
as `identify` does, with `--live` as `watch` reads a card at first sight. Rows count the cards named right, not named
and named wrong, with the 95 % interval of the share of wrong names (Wilson).
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache, lru_cache, partial
from typing import Final

import cv2
import numpy as np
from tqdm import tqdm

from models.housedeck import faces
from models.training.partial_cards import (
    SIDES,
    Occlusion,
    Sheets,
    ShownCard,
    Table,
    share_of,
    sheets_of,
)
from models.training.playing_designs import codes
from models.training.scans import SCANS_DIR, load_deck
from tests.benchmarks.heading import heading
from vision.geometry import CORNER_REACH
from vision.overlap import quad_iou, share_hidden
from vision.recognition.pipeline import Recognizer
from vision.types import Detector, Frame, Reader, Reading, ReadRequest
from webui.camera.decks.readable import Decks
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_detector, make_reader

SCAN_PX: Final = 320
OWN: Final = "house-english"
TAROT: Final = {"rws-1909": "rws", "house": "house"}
"""Decks of tarot cards, and the gallery that they are read with."""

TAROT_CARDS: Final = 78

MOSTLY: Final = 0.5
"""The share of a reading's place that lies on a card which its name may belong to."""

LOST_BANDS: Final = (0.2, 0.4, 0.6)


@unique
class Outcome(StrEnum):
    """What a card was called."""

    RIGHT = "right"
    UNNAMED = "unnamed"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Result:
    """One card of a picture, what it was called, and the wrong name."""

    deck: str
    number: int
    card: ShownCard
    outcome: Outcome
    named: Reading | None


def playing_decks() -> list[str]:
    """Return the names of the decks of playing cards that are there."""
    scanned = [path.name for path in sorted(SCANS_DIR.glob("*")) if path.name.startswith("playing-")]
    return [OWN, *(["english-vector"] if scanned else []), *scanned]


def gallery_of(deck: str) -> str:
    """Return the name of the gallery that a deck is read with."""
    return TAROT.get(deck, "english")


@lru_cache(maxsize=1)
def sheets(deck: str) -> Sheets:
    """Return the cards of a deck, cut out; of playing cards the 52."""
    if deck in (OWN, "house"):
        shown = faces("english" if deck == OWN else deck)
    else:
        shown = {scan.code: scan.picture for scan in load_deck(deck, SCAN_PX)}
    kept = sorted(shown) if deck in TAROT else codes()
    return sheets_of({code: shown[code] for code in kept})


def numbers(deck: str, first: int, rounds: int) -> range:
    """Return the numbers of a deck's pictures in these rounds."""
    cards = TAROT_CARDS if deck in TAROT else len(codes())
    return range(first * cards, (first + rounds) * cards)


@cache
def recognizer(gallery: str, *, live: bool) -> Recognizer:
    """Return what reads single pictures as `identify` does, or as `watch` does at first."""
    galleries = Decks().load_all([gallery])
    return FirstSight(make_detector(), make_reader(galleries)) if live else make_recognizer(galleries)


@dataclass(frozen=True, slots=True)
class FirstSight:
    """Detects and reads cards as `watch` does when it has just found them."""

    detector: Detector
    reader: Reader

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return one reading for each card that is detected; as `watch` says which cards overlap."""
        found = self.detector.detect(frame)
        requests = []
        for i, one in enumerate(found):
            others = [other.quad for j, other in enumerate(found) if j != i]
            occluded = share_hidden(one.quad, others) > CORNER_REACH
            requests.append(ReadRequest(one.quad, one.face, fast=True, occluded=occluded))
        return self.reader.read(frame, requests)


def partial_cards(
    seed: tuple[int, ...], occlusion: Occlusion, deck: Sheets, shown: list[str]
) -> tuple[Frame, list[ShownCard]]:
    """Draw the ``shown`` cards, four at most, one at each side of the frame; return the picture and all its cards,
    those that cover others, too."""
    chance = np.random.default_rng(seed)
    table = Table(chance)
    for code, side in zip(shown, SIDES, strict=False):
        others = sorted(set(deck) - set(shown))
        table.lay(code, deck, occlusion, side, others[int(chance.integers(len(others)))])
    return table.photographed(), table.cards


def scored(
    cards: Sequence[ShownCard], readings: Sequence[Reading]
) -> Iterator[tuple[ShownCard, Outcome, Reading | None]]:
    """Yield what each card was called. A name belongs to the card of that name among those that it lies on, or else to
    the one that shares most with its place."""
    given: dict[int, list[Reading]] = defaultdict(list)
    for reading in readings:
        if reading.code is None:
            continue
        likely = [i for i, card in enumerate(cards) if lies_on(reading, card)]
        right = [i for i in likely if cards[i].code == reading.code]
        others = likely or range(len(cards))
        nearest = max(right or others, key=lambda i: quad_iou(reading.quad, cards[i].quad))
        given[nearest].append(reading)
    for i, card in enumerate(cards):
        wrong = [one for one in given[i] if one.code != card.code]
        named = Outcome.RIGHT if given[i] else Outcome.UNNAMED
        yield card, Outcome.WRONG if wrong else named, next(iter(wrong), None)


def lies_on(reading: Reading, card: ShownCard) -> bool:
    """Whether a reading's place may be a card's: most of the smaller of the two is shared."""
    return max(share_of(reading.quad, card.quad), share_of(card.quad, reading.quad)) > MOSTLY


def read(task: tuple[str, Occlusion, int], *, live: bool) -> list[Result]:
    """Draw and read the picture of a deck with this number."""
    deck, occlusion, number = task
    cv2.setNumThreads(1)
    cards_of = sheets(deck)
    names = sorted(cards_of)
    step = len(names) // len(SIDES)
    shown = [names[(number + step * side) % len(names)] for side in range(len(SIDES))]
    frame, cards = partial_cards((number, *occlusion.encode()), occlusion, cards_of, shown)
    readings = recognizer(gallery_of(deck), live=live).recognize(frame)
    return [Result(deck, number, card, outcome, wrong) for card, outcome, wrong in scored(cards, readings)]


def wilson(wrong: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of which ``wrong`` of ``count`` were seen."""
    z, share = 1.96, wrong / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return max(middle - half, 0.0), middle + half


def row(name: str, results: Sequence[Result]) -> str:
    """Return a line of figures."""
    counts, count = Counter(one.outcome for one in results), len(results)
    low, high = wilson(counts[Outcome.WRONG], count)
    said = ", ".join(f"{outcome} {counts[outcome]}" for outcome in Outcome)
    return f"{name:<34} n={count:<6} {said} ({100 * low:.3f} to {100 * high:.3f} % wrong)"


def rows(results: Sequence[Result]) -> Iterator[str]:
    """Yield the figures: of all, by what hides how much, by deck."""
    for kind, chosen in (("playing", False), ("tarot", True)):
        of_kind = [one for one in results if (one.deck in TAROT) is chosen]
        for occlusion in Occlusion:
            mine = [one for one in of_kind if one.card.occlusion is occlusion]
            if mine:
                yield row(f"{kind}, {occlusion}", mine)
            low = 0.0
            for high in LOST_BANDS:
                band = [one for one in mine if low < one.card.lost <= high]
                if band:
                    yield row(f"  up to {high:.0%} out of sight", band)
                low = high
        hidden = [one for one in of_kind if one.card.occlusion is not Occlusion.NOTHING]
        for deck in sorted({one.deck for one in hidden}):
            yield row(f"  {deck}", [one for one in hidden if one.deck == deck])


def main() -> None:
    """Read every picture and print what came of the cards."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=8, help="pictures of each card at each side (8)")
    parser.add_argument("--first", type=int, default=0, help="the first round")
    parser.add_argument("--live", action="store_true", help="as `watch` does at first sight")
    parser.add_argument("--decks", nargs="*", help="all that are there")
    parser.add_argument(
        "--occlusion", nargs="*", type=Occlusion, default=list(Occlusion), choices=list(Occlusion)
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--wrong", action="store_true", help="tell every wrong name")
    args = parser.parse_args()
    tasks = [
        (deck, occlusion, number)
        for deck in args.decks or [*playing_decks(), *TAROT]
        for occlusion in args.occlusion
        for number in numbers(deck, args.first, args.rounds)
    ]
    print(heading(f"{len(SIDES) * len(tasks)} cards in {len(tasks)} pictures"), flush=True)
    results: list[Result] = []
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program itself; processes that start now obey
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        read_all = pool.imap(partial(read, live=args.live), tasks, chunksize=13)
        for some in tqdm(read_all, total=len(tasks), unit="picture", mininterval=10, disable=None):
            results += some
    for line in rows(results):
        print(line)
    for one in results if args.wrong else ():
        if one.named is not None:
            how = f"{one.named.code} with {one.named.confidence:.4f}{', by its index' * one.named.by_index}"
            hidden = f"{one.card.lost:.0%} lost to {one.card.occlusion}"
            print(f"{one.deck} {one.number}: {one.card.code}, {hidden}, is named {how}")


if __name__ == "__main__":
    main()
