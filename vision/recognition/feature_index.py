"""Search of local features in galleries: the likeliest card of each keypoint of a picture.

The gallery's features are grouped in cells, each about one of them (an inverted file, Jegou et al. 2011); a descriptor
is compared with those of the most similar cells. The ratio test (Lowe 2004) compares the likeliest card with the
likeliest card of *another name*, so that lettering, borders and suit signs, which are on many cards, support none of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.recognition.gallery import Gallery
from vision.recognition.local_features import ALIKE, Descriptors, Keypoints, PackedDescriptors, unpacked

CELLS: Final = 16
"""Cells, of some hundreds, that a descriptor is compared with; they hold the most similar feature of at least nine
descriptors in ten (``tests/vision/recognition/test_feature_index.py``)."""

BLOCK: Final = 2048
"""Descriptors compared with the cells at once, so that the products stay in the cache."""

ROW_BITS: Final = 32
"""Bits of the row index below the similarity in a 64-bit number."""


@dataclass(frozen=True, slots=True)
class Similarities:
    """Best similarity of each keypoint to each name, and its feature of the index.

    Both have shape (keypoints, names). Without a similar feature the similarity is ``ALIKE``, the feature -1.
    """

    best: NDArray[np.float32]
    feature: NDArray[np.int32]

    def winners(self) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
        """Return the likeliest name of each keypoint and the ratio of its distance to the next name's."""
        rows = np.arange(len(self.best))
        top = self.best.argmax(axis=1)
        first = self.best[rows, top]
        if self.best.shape[1] < 2:
            return top, _distance(first)
        others = self.best.copy()
        others[rows, top] = -1
        ratio = _distance(first) / np.maximum(_distance(others.max(axis=1)), 1e-6)
        return top, ratio.astype(np.float32)


def _distance(similarity: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the Euclidean distance of unit vectors with this dot product."""
    return np.sqrt(np.maximum(2 - 2 * similarity, 0)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card of one deck in the index: a possible name of a match."""

    code: str
    deck: str
    aspect: float


class FeatureIndex:
    """All features of one or more galleries, grouped by likeness (the same code in two decks is one name).

    ``faces`` are the cards of all decks, ``codes`` the names. For feature i, ``face[i]`` indexes ``faces`` and
    ``name[i]`` indexes ``codes``. Keypoints are in units of the card's height. Descriptors stay packed, and those of a
    cell are unpacked when it is compared.
    """

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self.faces = [CardFace(code, g.deck, g.aspect) for g in galleries for code in g.codes]
        self.codes = sorted({face.code for face in self.faces})
        offsets = np.cumsum([0, *(len(g.codes) for g in galleries)])
        face = np.concatenate(
            [g.features.card.astype(np.intp) + o for g, o in zip(galleries, offsets, strict=False)]
        )
        descriptors: Descriptors = np.concatenate([g.features.floats() for g in galleries])
        self._centres = _centres(descriptors)
        cell = _likest(descriptors, self._centres, 1)[:, 0]
        name_of_face = np.array([self.codes.index(face.code) for face in self.faces], np.intp)
        order = np.lexsort((name_of_face[face], cell))
        self._bounds = np.searchsorted(cell[order], np.arange(len(self._centres) + 1))
        self.face: NDArray[np.intp] = face[order]
        self.name: NDArray[np.intp] = name_of_face[self.face]
        self._names = [np.unique(self.name[a:b], return_index=True) for a, b in pairwise(self._bounds)]
        self.keypoints: Keypoints = np.concatenate([g.features.keypoints for g in galleries])[order]
        packed: PackedDescriptors = np.concatenate([g.features.descriptors for g in galleries])
        self.descriptors = packed[order]

    def __len__(self) -> int:
        return len(self.face)

    def aspect_of(self, name: int) -> float:
        """Width to height of the cards of a name, in the first deck that has it."""
        return next(face.aspect for face in self.faces if face.code == self.codes[name])

    def compare(self, descriptors: Descriptors) -> Similarities:
        """Return the most similar feature of every name for each descriptor, shape (n, 128)."""
        best = np.full((len(self.codes), len(descriptors)), ALIKE, np.float32)
        found = np.full(best.shape, -1, np.int32)
        cells = _likest(descriptors, self._centres, CELLS)
        order = np.argsort(cells, axis=None, kind="stable")
        asking = order // max(1, cells.shape[1])
        asked = np.searchsorted(cells.ravel()[order], np.arange(len(self._centres) + 1))
        for (start, stop), (name, begin), (first, last) in zip(
            pairwise(self._bounds), self._names, pairwise(asked), strict=True
        ):
            rows = asking[first:last]
            if not len(rows) or not len(name):
                continue
            similar, feature = _likest_of_each(
                unpacked(self.descriptors[start:stop]) @ descriptors[rows].T, begin
            )
            i, j = np.nonzero(similar > best[name[:, None], rows])
            best[name[i], rows[j]], found[name[i], rows[j]] = similar[i, j], start + feature[i, j]
        return Similarities(best.T, found.T)


def _likest_of_each(
    similar: NDArray[np.float32], begin: NDArray[np.intp]
) -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """Return the greatest similarity of each group of rows, and its row, shape (groups, columns).

    Both fit in one whole number, the similarity above and the row below, so that one pass suffices.
    """
    both = (np.maximum(similar, 0) * (1 << ROW_BITS - 2)).astype(np.int64) << ROW_BITS
    both |= np.arange(len(similar))[:, None]
    row = np.maximum.reduceat(both, begin, axis=0) & ((1 << ROW_BITS) - 1)
    return np.take_along_axis(similar, row, axis=0), row


def _centres(descriptors: Descriptors) -> Descriptors:
    """Return the centres of cells: some descriptors, moved once to the mean of those most similar to them."""
    count = round(len(descriptors) ** 0.5)
    some = descriptors[np.linspace(0, len(descriptors) - 1, count).round().astype(np.intp)]
    sample = descriptors[::4]
    sums = some.copy()
    np.add.at(sums, _likest(sample, some, 1)[:, 0], sample)
    return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), np.float32)


def _likest(descriptors: Descriptors, centres: Descriptors, count: int) -> NDArray[np.intp]:
    """Return the most similar centres of each descriptor, in no order, shape (n, count) or fewer."""
    if not len(centres):
        return np.zeros((len(descriptors), count), np.intp)
    count = min(count, len(centres))
    found = np.empty((len(descriptors), count), np.intp)
    for start in range(0, len(descriptors), BLOCK):
        similar = descriptors[start : start + BLOCK] @ centres.T
        found[start : start + BLOCK] = np.argpartition(similar, -count, axis=1)[:, -count:]
    return found
