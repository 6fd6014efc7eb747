"""Enrol a deck before the virtual camera, then read it: python -m tests.benchmarks.enrolling [--cards N] [--deck K].

A deck drawn from a seed kept out of every training is laid card by card, as the page asks for it; what was not taken is
laid again, in another place, twice at most. Another evening with other light then lays every card again. Prints how
long it took on the table's clock, how many cards were taken as what they are, and how many were then read right. With
``--cards`` only the first so many (a deck's file of fewer cards is easier to read); ``--pace`` 2 is twice as fast as
people who take their time.
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
from tests.benchmarks.heading import heading
from tests.benchmarks.virtual import SEED, TRADITIONS
from vision.galleries.sampling import CardSampler
from vision.recognition.embedder import Embedder
from vision.tracking.tracker import Tracker
from vision.types import EventKind, Face, Frame, Quad
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.decks.draft import About
from webui.camera.decks.enrolling import Enrolling
from webui.camera.decks.learning import learn
from webui.camera.decks.readable import Decks
from webui.camera.reports import SeenFrame
from webui.camera.trackers import make_tracker

FPS: Final = 15.0
PACE: Final = 1.6
NAME: Final = "left out"
ABOUT: Final = About(NAME, "rws", "tarot")
AT_ONCE: Final = 4
"""Cards laid beside each other, when they are read, before they are taken away again."""

ROUNDS: Final = 3
"""How often a card is laid that is not taken."""


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


def table_of(
    seed: int, faces: dict[str, Frame], deck_seed: int, *, pace: float, at_once: int = 1, **style: Any
) -> VirtualTable:
    """Set a table on which every card is laid once, so many before they are taken away, upright to whoever lays it."""
    back = DrawnDeck(deck_seed, ENROLLED_HEIGHT_PX).back()
    script = Script(pace=pace, nudge_share=0.0, reversed_share=0.0, face_up=True)
    codes = list(faces)
    throws = [Throw(tuple(codes[at : at + at_once]), ()) for at in range(0, len(codes), at_once)]
    return VirtualTable(seed, faces, back, fps=FPS, script=script, throws=throws, **style)


def learning(folder: Path) -> Enrolling:
    """Begin to learn a deck."""
    enrolling = Enrolling(Decks(folder), lambda: 0, lambda: None)
    enrolling.start(NAME, ABOUT.order, ABOUT.cards)
    return enrolling


def laid(table: VirtualTable, enrolling: Enrolling, tracker: Tracker) -> float:
    """Lay every card before the camera while a deck is being learnt; return how long that took."""
    truth, seconds = truth_of(table), 0.0
    for timed in table:
        told = enrolling.status()
        lying = [card.code for card in truth.at(timed.frame).cards if card.face is Face.UP]
        if lying and lying[-1] not in told["taken"] and lying[-1] != told["wanted"]:
            enrolling.want(lying[-1])  # As a person does who sees that another card is asked for.
        enrolling.see(SeenFrame(tracker.step(timed.image, timed.t_s), timed.image))
        seconds = timed.t_s
    return seconds


def mistaken(enrolling: Enrolling, faces: dict[str, Frame]) -> list[str]:
    """Name the cards whose picture is likest another card's face than their own."""
    sampler = CardSampler(Embedder(models.weights_path("embedder.onnx")))
    drawn = {code: sampler.vectors_of(face)[0] for code, face in faces.items()}
    wrong = []
    for code in enrolling.status()["taken"]:
        seen = sampler.vectors_of(enrolling.picture(code))[0]
        likest = max(drawn, key=lambda other: float(drawn[other] @ seen))
        wrong += [f"{code} is {likest}"] if likest != code else []
    return wrong


def read(table: VirtualTable, collection: Decks) -> Iterator[tuple[str, str]]:
    """Read another evening; yield each card and what was said of it: right, silent or wrong."""
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
    parser.add_argument("--height", type=float, default=170.0, help="height of a card in the picture, pixels")
    parser.add_argument("--pace", type=float, default=PACE, help="how fast the hand is that lays them")
    parser.add_argument("--reading", default="house", help="the deck that is switched on meanwhile")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.cards} cards of held-out deck {arguments.deck}"), flush=True)
    seed = list(seeds_of(TRADITIONS, SEED + 50_000))[arguments.deck]
    faces = drawn_tarot(seed, arguments.cards)
    look = {"card_height_px": arguments.height}
    with tempfile.TemporaryDirectory() as folder:
        decks = Decks(Path(folder))
        enrolling, seconds = learning(Path(folder)), 0.0
        for number in range(ROUNDS):
            left = {code: face for code, face in faces.items() if code not in enrolling.status()["taken"]}
            if left:
                table = table_of(1 + 10 * number, left, seed, pace=arguments.pace, **look)
                seconds += laid(table, enrolling, make_tracker(decks.load_all([arguments.reading])))
        taken, wrong = enrolling.status()["taken"], mistaken(enrolling, faces)
        print(
            f"taken {len(taken)} of {len(faces)} in {seconds:.0f} s, {len(wrong)} as another {wrong}",
            flush=True,
        )
        pictures = {code: enrolling.picture(code) for code in taken}
        heights = [picture.shape[0] for picture in pictures.values()]
        print(f"pictures {min(heights)} to {max(heights)} px high, median {np.median(heights):.0f}")
        made = learn(decks, NAME, ABOUT.order, pictures, lambda _: None)
        print(f"unrecognised {made.unrecognised}, closest {made.closest[0]}", flush=True)
        said = dict(read(table_of(2, faces, seed, pace=arguments.pace, at_once=AT_ONCE, **look), decks))
    right = sum(word == "right" for word in said.values())
    print(f"read right {right} ({100 * right / max(1, len(said)):.1f} %), n={len(said)}")
    print(*(f"{code}: {word}" for code, word in said.items() if word != "right"), sep="\n")


if __name__ == "__main__":
    main()
