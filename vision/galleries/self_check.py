"""Self-check of a gallery: cards that its reader does not recognise, and the most similar pairs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.galleries.enrolment import worse_view
from vision.galleries.sampling import SAME_CARD
from vision.geometry import project, upright_quad
from vision.recognition.gallery import Gallery
from vision.recognition.index import EmbeddingIndex
from vision.types import Face, Frame, Reader, ReadRequest

PROOF_HEIGHTS_PX: Final = (140, 220)
"""Heights of cards when a dozen lie on a table seen by a common webcam."""

PROOFS: Final = 3
"""Worse views of each card, most of which must be read."""

LIKEST: Final = 3
"""Pairs that are listed although neither card would be taken for the other."""

MOST_PAIRS: Final = 100
"""Largest number of listed pairs: a deck of 78 blank cards has 3003."""

SEED: Final = 11


@dataclass(frozen=True, slots=True)
class LikePair:
    """Two cards of a deck and their likeness, a cosine; 1 for the same drawing."""

    first: str
    second: str
    likeness: float

    @property
    def is_confused(self) -> bool:
        """Whether they are as alike as two pictures of one card."""
        return self.likeness >= SAME_CARD


def unrecognised(
    gallery: Gallery, reader: Reader, progress: Callable[[str], None] | None = None
) -> list[str]:
    """Return the cards that a reader does not name in most of their views from a table's camera."""
    unread: list[str] = []
    for number, (code, _, picture) in enumerate(gallery.frames()):
        rng = np.random.default_rng([SEED, number])
        named = sum(_named(picture, reader, rng) == code for _ in range(PROOFS))
        if 2 * named <= PROOFS:
            unread.append(code)
        if progress:
            progress(code)
    return unread


def _named(picture: Frame, reader: Reader, rng: np.random.Generator) -> str | None:
    view, matrix = worse_view(picture, rng, PROOF_HEIGHTS_PX)
    quad = project(upright_quad((picture.shape[1], picture.shape[0])), matrix)
    return reader.read(view, [ReadRequest(quad, Face.UP)])[0].code


def closest_pairs(gallery: Gallery) -> Iterator[LikePair]:
    """Yield all confused pairs of cards and the most similar others, the worst first, each once.

    At least ``LIKEST``, at most ``MOST_PAIRS``, and none without embeddings.
    """
    if gallery.embeddings is None:
        return
    vectors, card = gallery.embeddings.vectors, gallery.embeddings.card
    index = EmbeddingIndex.of([gallery], gallery.embeddings.digest)
    faces = index.compare(vectors).max(axis=2)
    alike = np.zeros((len(gallery.codes),) * 2, np.float32)
    np.maximum.at(alike, card, faces)
    pairs = np.argwhere(np.triu(np.ones_like(alike, bool), 1))
    worst_first = sorted(pairs.tolist(), key=lambda pair: -alike[tuple(pair)])
    for number, (first, second) in enumerate(worst_first[:MOST_PAIRS]):
        likeness = float(np.clip(alike[first, second], 0, 1))
        pair = LikePair(gallery.codes[first], gallery.codes[second], likeness)
        if number >= LIKEST and not pair.is_confused:
            return
        yield pair
