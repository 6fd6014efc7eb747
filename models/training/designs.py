"""The designs that the embedder learns to distinguish: every scanned deck, mirrored scans, drawn decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from multiprocessing import get_context

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn import COURT_CARDS, PIP_CARDS, DrawnDeck, Tradition
from models.training.scans import Picture, deck_names, load_deck

HEIGHT_PX = 240
HELD_OUT_SEED = 1_000_000
"""Drawn decks from this seed on are never trained on: thresholds and figures come from them."""

TWINS = 0.9
"""Correlation of two small grey pictures above which designs of different decks are duplicates."""


@dataclass(frozen=True)
class Design:
    """One card's design: its name, its printings, whether it is the same upside down, whether it is a pip card."""

    deck: str
    code: str
    printings: tuple[Picture, ...]
    symmetric: bool
    is_pip: bool = False


def family(deck: str) -> str:
    """Return the name under which printings of one deck are one class."""
    return "rws" if deck.startswith("rws-") else deck


def is_symmetric(picture: Picture) -> bool:
    """Return whether the card is the same upside down, judged on small blurred pictures."""
    small = cv2.GaussianBlur(cv2.resize(picture, (28, 48), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    return bool(cv2.absdiff(small, small[::-1, ::-1]).max() < 60)


def scanned_designs(decks: Sequence[str]) -> list[Design]:
    """Return the cards of the scanned decks; printings of a family are one design."""
    printings: dict[tuple[str, str], list[Picture]] = {}
    for deck in decks:
        for scan in load_deck(deck, HEIGHT_PX):
            printings.setdefault((family(deck), scan.code), []).append(scan.picture)
    return [Design(*key, tuple(found), is_symmetric(found[0])) for key, found in printings.items()]


def mirrored_designs(designs: Sequence[Design]) -> list[Design]:
    """Return each design mirrored: another card of the same kind of drawing."""
    flipped = [tuple(np.ascontiguousarray(p[:, ::-1]) for p in d.printings) for d in designs]
    return [
        Design(d.deck + "-mirrored", d.code, printings, d.symmetric)
        for d, printings in zip(designs, flipped, strict=True)
    ]


def drawn_indices(tradition: Tradition) -> range:
    """Return which cards of a drawn deck are worth a class: pip cards of playing decks are all alike."""
    if tradition is Tradition.PLAYING:
        return range(PIP_CARDS, PIP_CARDS + COURT_CARDS)
    return range(PIP_CARDS + 8) if tradition is Tradition.PIPS else range(60)


def drawn_designs(seed: int, count: int, workers: int = 1) -> Iterator[Design]:
    """Draw decks from ``seed`` on, with so many processes, until there are ``count`` faces."""
    seeds = range(seed, seed + count)
    if workers <= 1:
        yield from islice(chain.from_iterable(map(designs_of_deck, seeds)), count)
        return
    with get_context("spawn").Pool(workers) as pool:
        yield from islice(chain.from_iterable(pool.imap(designs_of_deck, seeds)), count)


def designs_of_deck(seed: int) -> list[Design]:
    """Draw the cards of one deck that are worth a class."""
    deck = DrawnDeck(seed, HEIGHT_PX)
    designs = []
    for index in drawn_indices(deck.tradition):
        picture = deck.face(index)
        is_pip = deck.tradition is Tradition.PIPS and index < PIP_CARDS
        designs.append(Design(f"drawn-{seed}", str(index), (picture,), is_symmetric(picture), is_pip))
    return designs


def fingerprint(picture: Picture) -> NDArray[np.float32]:
    """Return a small grey picture, mean 0 and length 1, flattened."""
    small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (24, 40), interpolation=cv2.INTER_AREA)
    values = small.astype(np.float32).ravel()
    values -= values.mean()
    return np.asarray(values / (np.linalg.norm(values) + 1e-6), np.float32)


def without_twins(designs: Sequence[Design]) -> list[Design]:
    """Drop designs that nearly repeat an earlier one of another deck; look-alikes within a deck are kept."""
    prints = np.stack([fingerprint(d.printings[0]) for d in designs])
    decks = np.unique([d.deck for d in designs], return_inverse=True)[1]
    kept: list[int] = []
    for i, _ in enumerate(designs):
        alike = prints[kept] @ prints[i] if kept else np.zeros(0, np.float32)
        if not np.any((alike > TWINS) & (decks[kept] != decks[i])):
            kept.append(i)
    return [designs[i] for i in kept]


def training_designs(
    drawn: int, without: Sequence[str] = (), seed: int = 0, workers: int = 1
) -> list[Design]:
    """Return all designs to train on; ``without`` names scanned decks that are kept unseen."""
    scanned = scanned_designs([name for name in deck_names() if name not in without])
    # A mirrored playing card differs from itself by its index alone: no other card.
    mirrored = mirrored_designs([d for d in scanned if d.deck != "english-vector"])
    return without_twins([*scanned, *mirrored, *drawn_designs(seed, drawn, workers)])
