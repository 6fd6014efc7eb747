"""Backs told by their company: a deck has no face twice, so unnamed cards that look alike lie face down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import quad_area, rectify, turned_half
from vision.overlap import MAYBE_ONE_SHARE, overlap_area
from vision.recognition.embedder import Embedder, Embeddings
from vision.types import Face, Frame, Quad, Reading

SAME_DESIGN: Final = 0.78
"""Likeness of two crops from which they show one design (``python -m models.training.measure_alike``)."""

LEAST_ALIKE: Final = 3
"""So many cards of one design are backs; a pair may be two views of one card, or two decks' cards."""


def likeness(vectors: Embeddings) -> NDArray[np.float32]:
    """Return how alike crops are, whichever way up, shape (n, n).

    :param vectors: embeddings of n crops, then of the same crops upside down, shape (2n, d).
    """
    upright, turned = np.split(vectors, 2)
    return np.asarray(np.maximum(upright @ upright.T, upright @ turned.T), np.float32)


def with_backs(frame: Frame, readings: Sequence[Reading], embedder: Embedder) -> list[Reading]:
    """Return the readings of a picture, cards of one unknown design taken for backs."""
    unknown = [i for i, reading in enumerate(readings) if reading.code is None]
    if len(unknown) < LEAST_ALIKE:
        return list(readings)
    quads = [readings[i].quad for i in unknown]
    crops = [rectify(frame, way, embedder.size_wh) for way in (*quads, *map(turned_half, quads))]
    alike = (likeness(embedder.embed(crops)) >= SAME_DESIGN) & _apart(quads)
    backs = {unknown[row] for row in np.flatnonzero(alike.sum(axis=1) + 1 >= LEAST_ALIKE)}
    return [
        replace(reading, face=Face.DOWN, candidates=()) if i in backs else reading
        for i, reading in enumerate(readings)
    ]


def _apart(quads: Sequence[Quad]) -> NDArray[np.bool_]:
    areas = [abs(quad_area(quad)) for quad in quads]
    apart = np.zeros((len(quads), len(quads)), np.bool_)
    for i, one in enumerate(quads):
        for j in range(i):
            shared = overlap_area(one, quads[j]) / max(min(areas[i], areas[j]), 1.0)
            apart[i, j] = apart[j, i] = shared <= MAYBE_ONE_SHARE
    return apart
