"""Enrol a deck before the virtual camera, then read it: python -m tests.benchmarks.enrolling [--cards N] [--deck K].

A deck drawn from a seed kept out of every training, or with ``--pictures`` scans named by code, is laid card by card as
the page asks for it, each when the page has taken the one before. Another session with other light then lays every card
again. Prints how long it took on the table's clock and where that time went, how many cards were taken as themselves,
and how many were then read right. With ``--cards`` only the first so many (a deck's file of fewer cards is easier to
read); a hand of ``--pace`` 1.6 swaps two cards in about 2 s, with ``--pile`` each card is laid upon the last one.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from models.training.designs import fingerprint
from models.training.drawn import DrawnDeck
from models.training.held_out import ALIKE, ENROLLED_HEIGHT_PX, seeds_of
from tests.benchmarks.fresh_tables import SEED, TRADITIONS
from tests.benchmarks.heading import heading
from tests.benchmarks.swapping import sat
from vision.galleries.enrolment import at_height
from vision.galleries.sampling import CardSampler
from vision.recognition.embedder import Embedder
from vision.types import EventKind, Face, Frame, Quad
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.decks.draft import About
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.enrolment import take_in
from webui.camera.decks.learning import learn
from webui.camera.decks.readable import Decks
from webui.camera.trackers import make_tracker

FPS: Final = 15.0
PACE: Final = 1.6
NAME: Final = "left out"
ABOUT: Final = About(NAME, "rws", "tarot")
AT_ONCE: Final = 4
"""Cards laid beside each other, when they are read, before they are taken away again."""


def drawn_tarot(seed: int, count: int) -> dict[str, Frame]:
    """Draw so many cards of a deck, without those that nobody could tell apart, under a tarot's codes."""
    deck = DrawnDeck(seed, ENROLLED_HEIGHT_PX)
    faces: list[Frame] = []
    prints: list[NDArray[np.float32]] = []
    for index in range(4 * len(ABOUT.codes)):
        face = deck.face(index)
        ways = [fingerprint(face), fingerprint(face[::-1, ::-1])]
        if all(float(known @ way) < ALIKE + 0.15 for known in prints for way in ways):
            faces.append(face)
            prints.append(ways[0])
        if len(faces) == count:
            break
    return dict(zip(ABOUT.codes, faces, strict=False))


def session(seed: int, faces: dict[str, Frame], back: Frame, pace: float, **style: Any) -> VirtualTable:
    """Set a table on which every card is laid once, some before they are taken away, upright to whoever lays it."""
    script = Script(pace=pace, nudge_share=0.0, reversed_share=0.0, face_up=True)
    codes = list(faces)
    throws = [Throw(tuple(codes[at : at + AT_ONCE]), ()) for at in range(0, len(codes), AT_ONCE)]
    return VirtualTable(seed, faces, back, fps=FPS, script=script, throws=throws, **style)


def scanned(folder: Path) -> dict[str, Frame]:
    """Read a deck's scans, no larger than a drawn deck's."""
    pictures = take_in([folder], ABOUT.order).pictures
    return {code: at_height(pictures[code], ENROLLED_HEIGHT_PX) for code in ABOUT.codes if code in pictures}


def learning(folder: Path) -> Enrolling:
    """Begin to learn a deck."""
    enrolling = Enrolling(Decks(folder), lambda: 0, lambda: None)
    enrolling.start(NAME, ABOUT.order, ABOUT.cards)
    return enrolling


def mistaken(enrolling: Enrolling, faces: dict[str, Frame]) -> list[str]:
    """Name the cards whose picture is likest another card's face than their own."""
    sampler = CardSampler(Embedder(models.weights_path("embedder.onnx")))
    shown = {code: sampler.vectors_of(face)[0] for code, face in faces.items()}
    wrong = []
    for code in enrolling.status()["taken"]:
        seen = sampler.vectors_of(enrolling.picture(code))[0]
        likest = max(shown, key=lambda other: float(shown[other] @ seen))
        wrong += [f"{code} is {likest}"] if likest != code else []
    return wrong


def read(table: VirtualTable, collection: Decks) -> Iterator[tuple[str, str]]:
    """Read another session; yield each card and what was said of it: right, silent or wrong."""
    tracker, truth = make_tracker(collection.load_all([NAME])), truth_of(table)
    said: dict[str, set[str]] = {}
    for timed in table:
        lying = [card for card in truth.at(timed.frame).cards if card.face is Face.UP]
        said |= {card.code: said.get(card.code, set()) for card in lying if card.phase is Phase.LYING}
        for event in tracker.step(timed.image, timed.t_s).events:
            if event.kind is EventKind.SETTLED and event.track and event.track.code and lying:
                said.setdefault(nearest(lying, event.track.quad), set()).add(event.track.code)
    for code, names in said.items():
        yield code, "right" if names == {code} else "wrong" if names - {code} else "silent"


def nearest(lying: list[TrueCard], quad: Quad) -> str:
    """Return the card that lies nearest to a place."""
    middle = quad.mean(axis=0)
    return min(lying, key=lambda card: float(np.linalg.norm(card.quad.mean(axis=0) - middle))).code


def main() -> None:
    """Enrol, read, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=len(ABOUT.codes))
    parser.add_argument("--deck", type=int, default=0, help="which of the held-out drawn decks")
    parser.add_argument(
        "--pictures", type=Path, help="a folder of scans named by code, in place of a drawn deck"
    )
    parser.add_argument("--height", type=float, default=170.0, help="height of a card in the picture, pixels")
    parser.add_argument("--pace", type=float, default=PACE, help="how fast the hand is that lays them")
    parser.add_argument("--pile", action="store_true", help="lay each card upon the last one")
    parser.add_argument("--fps", type=float, default=FPS)
    parser.add_argument("--seed", type=int, default=1, help="which table, light and camera")
    parser.add_argument("--reading", default="house", help="the deck that is switched on meanwhile")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    what = arguments.pictures.name if arguments.pictures else f"held-out deck {arguments.deck}"
    print(heading(f"{arguments.cards} cards of {what}"), flush=True)
    deck_seed = list(seeds_of(TRADITIONS, SEED + 50_000))[arguments.deck]
    back = DrawnDeck(deck_seed, ENROLLED_HEIGHT_PX).back()
    faces = scanned(arguments.pictures) if arguments.pictures else drawn_tarot(deck_seed, arguments.cards)
    measure(dict(list(faces.items())[: arguments.cards]), back, arguments)


def measure(faces: dict[str, Frame], back: Frame, arguments: argparse.Namespace) -> None:
    """Teach a deck, read it, and print what came of it."""
    look = {"card_height_px": arguments.height}
    with tempfile.TemporaryDirectory() as name:
        decks, enrolling = Decks(Path(name)), learning(Path(name))
        tracker = make_tracker(decks.load_all([arguments.reading]))
        way = {"fps": arguments.fps, "pace": arguments.pace, "on_a_pile": arguments.pile, **look}
        sitting = sat(arguments.seed, faces, back, enrolling, tracker, **way)
        taken, wrong = enrolling.status()["taken"], mistaken(enrolling, faces)
        print(f"taken {len(taken)} of {len(faces)}, {len(wrong)} as another {wrong}")
        print(sitting.told(len(taken)), flush=True)
        pictures = {code: enrolling.picture(code) for code in taken}
        heights = [picture.shape[0] for picture in pictures.values()]
        print(f"pictures {min(heights)} to {max(heights)} px high, median {np.median(heights):.0f}")
        made = learn(decks, NAME, ABOUT.order, pictures, lambda _: None)
        print(f"unrecognised {made.unrecognised}, closest {made.closest[0]}", flush=True)
        said = dict(read(session(arguments.seed + 1, faces, back, arguments.pace, **look), decks))
    right = sum(word == "right" for word in said.values())
    print(f"read right {right} ({100 * right / max(1, len(said)):.1f} %), n={len(said)}")
    print(*(f"{code}: {word}" for code, word in said.items() if word != "right"), sep="\n")


if __name__ == "__main__":
    main()
