"""Backs recognized by comparison: a deck has no face twice, so unnamed cards that are alike lie face down.

With more than one copy of a deck in play so many faces may be alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_area, rectify, turned_half
from vision.overlap import PART, overlap_area
from vision.recognition.embedder import Embedder, Embeddings
from vision.types import Frame, Quad, Reading

SAME_DESIGN: Final = 0.78
"""Likeness from which two crops show one design (``python -m models.training.measure_alike``)."""

LEAST_ALIKE: Final = 3
"""Number of cards of one design from which they are backs; a pair may be two views of one card, or two decks' cards."""


def likeness(vectors: Embeddings) -> NDArray[np.float32]:
    """Return the likeness of n crops, whichever way up, shape (n, n).

    :param vectors: embeddings of n crops, then of the same crops upside down, shape (2n, d).
    """
    upright, turned = np.split(vectors, 2)
    return np.asarray(np.maximum(upright @ upright.T, upright @ turned.T), np.float32)


class KnownBacks:
    """The backs on one table, learnt when several are visible at once; implements ``vision.types.Backs``."""

    def __init__(self, embedder: Embedder, copies: int = 1) -> None:
        """``copies`` is how many of one face may lie there."""
        self._embedder = embedder
        self._least = 2 * copies + 1
        self._designs: list[NDArray[np.float32]] = []

    @property
    def knows_any(self) -> bool:
        """Whether a design is known yet."""
        return bool(self._designs)

    def among(
        self, pictures: Sequence[Frame], quads: NDArray[np.float32], down: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        """Return which of n unnamed cards, shape (n, 4, 2), each with its picture, show a back's design.

        One detected face down counts twice. They are backs from where they count more than all copies of one face would
        if each were detected face down.
        """
        if len(quads) <= (0 if self.knows_any else 1):
            return np.zeros(len(quads), np.bool_)
        vectors = vectors_of(self._embedder, pictures, quads)
        alike = (likeness(vectors) >= SAME_DESIGN) & _apart(quads)
        several = (alike * (1 + down)).sum(axis=1) + 1 + down >= self._least
        upright, turned = np.split(vectors, 2)
        for i in np.flatnonzero(several):
            self._know(np.stack([upright[i], turned[i]]))
        return np.array([self._knows(vector) for vector in upright], np.bool_)

    def look(self, picture: Frame, quad: Quad) -> NDArray[np.float32]:
        """Return embeddings of a quad's content, upright and turned by half, shape (2, d)."""
        return vectors_of(self._embedder, [picture], [quad])

    def learn(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> None:
        """Learn the design that a card showed before it showed ``now``, shape (2, d) each."""
        if float(np.max(before @ now.T)) < SAME_DESIGN:
            self._know(before)

    def _know(self, look: NDArray[np.float32]) -> None:
        if not self._knows(look[0]):
            self._designs += list(look)

    def _knows(self, vector: NDArray[np.float32]) -> bool:
        return any(float(design @ vector) >= SAME_DESIGN for design in self._designs)


def vectors_of(
    embedder: Embedder, pictures: Sequence[Frame], quads: Sequence[Quad] | NDArray[np.float32]
) -> Embeddings:
    """Return embeddings of the quads' contents, each in its picture, then of the same turned by half."""
    ways = (*quads, *map(turned_half, quads))
    shown = zip((*pictures, *pictures), ways, strict=True)
    return embedder.embed([rectify(picture, way, embedder.size_wh) for picture, way in shown])


def backs_among(
    frame: Frame, readings: Sequence[Reading], cards: NDArray[np.bool_], embedder: Embedder
) -> NDArray[np.bool_]:
    """Return which readings of a picture, shape (n,), show a back: they have no name, and several cards one design.

    ``cards``, shape (n,), says which are known to be cards: only those make a design known, and what shows it is one.
    """
    backs = np.zeros(len(readings), np.bool_)
    unknown = np.array([i for i, reading in enumerate(readings) if reading.code is None], np.intp)
    if np.count_nonzero(cards[unknown]) < LEAST_ALIKE:
        return backs
    quads = [readings[i].quad for i in unknown]
    alike = (likeness(vectors_of(embedder, [frame] * len(quads), quads)) >= SAME_DESIGN) & _apart(quads)
    backs[unknown] = (alike & cards[unknown]).sum(axis=1) + cards[unknown] >= LEAST_ALIKE
    return backs


def _apart(quads: Sequence[Quad] | NDArray[np.float32]) -> NDArray[np.bool_]:
    areas = [abs(quad_area(quad)) for quad in quads]
    apart = np.zeros((len(quads), len(quads)), np.bool_)
    for i, one in enumerate(quads):
        for j in range(i):
            shared = overlap_area(one, quads[j]) / max(min(areas[i], areas[j]), 1.0)
            apart[i, j] = apart[j, i] = shared <= PART
    return apart
