"""Held-out decks: drawn from seeds kept out of training, enrolled as a user's deck would be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.designs import HELD_OUT_SEED, Design, fingerprint, is_symmetric
from models.training.drawn import DrawnDeck, Tradition
from models.training.scans import Picture
from vision.galleries.embeddings import embed_again
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery, GalleryError
from vision.recognition.gallery_file import load_gallery, save_gallery

ENROLLED_HEIGHT_PX = 480
CACHE_DIR = Path("runs/held-out")
CARDS = 44
COLOUR_ALONE = 0.97
"""Correlation of small grey pictures from which two cards of a deck differ in colour at most."""

ALIKE = 0.8
"""Correlation of small grey pictures from which an out-of-gallery card may pass for one of the deck."""


@dataclass(frozen=True)
class HeldOutDeck:
    """A deck's designs, in the order of the gallery's codes, and its gallery."""

    designs: list[Design]
    gallery: Gallery

    def is_out_of_gallery(self, picture: Picture) -> bool:
        """Return whether a picture is like no card of this deck, either way up."""
        own = np.stack([fingerprint(d.printings[0]) for d in self.designs])
        return all(float((own @ fingerprint(way)).max()) < ALIKE for way in (picture, picture[::-1, ::-1]))


def seeds_of(traditions: tuple[Tradition, ...], start: int) -> Iterator[int]:
    """Yield the first unused seed from ``start`` on of each requested tradition."""
    used: set[int] = set()
    for tradition in traditions:
        seed = start
        while seed in used or DrawnDeck(seed, 8).tradition is not tradition:
            seed += 1
        used.add(seed)
        yield seed


def drawn_pictures(seed: int) -> dict[str, Picture]:
    """Draw a deck's first pip cards and courts, by made-up codes, without those that differ in colour alone."""
    deck = DrawnDeck(seed, ENROLLED_HEIGHT_PX)
    pictures: dict[str, Picture] = {}
    prints: list[NDArray[np.float32]] = []
    for index in range(CARDS):
        picture = deck.face(index)
        ways = [fingerprint(picture), fingerprint(picture[::-1, ::-1])]
        if all(float(known @ way) < COLOUR_ALONE for known in prints for way in ways):
            pictures[f"x{index:02}"] = picture
            prints.append(ways[0])
    return pictures


def held_out_deck(name: str, pictures: dict[str, Picture], embedder: Embedder) -> HeldOutDeck:
    """Enrol a deck; parts independent of the embedder are cached in ``runs/``."""
    path = CACHE_DIR / f"{name}.npz"
    try:
        gallery = load_gallery(path)
        if list(gallery.codes) != sorted(pictures):
            raise GalleryError("other cards")
    except GalleryError:
        path.parent.mkdir(parents=True, exist_ok=True)
        settings = EnrolmentSettings(views=2)
        gallery = enrol(name, {"only": pictures}, settings=settings, keep_pictures=True)
        save_gallery(gallery, path)
    designs = [Design(name, code, (pictures[code],), is_symmetric(pictures[code])) for code in gallery.codes]
    return HeldOutDeck(designs, embed_again(gallery, embedder))


def drawn_decks(
    traditions: tuple[Tradition, ...], embedder: Embedder, start: int = HELD_OUT_SEED
) -> list[HeldOutDeck]:
    """Enrol one held-out drawn deck for each tradition named."""
    return [
        held_out_deck(f"drawn-{seed}", drawn_pictures(seed), embedder) for seed in seeds_of(traditions, start)
    ]
