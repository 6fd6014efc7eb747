"""Search of local features in galleries: which card does each keypoint of a picture look like?

All descriptors are compared with all others (a matrix product); the ratio test (Lowe 2004) is made between
the likeliest card and the likeliest card of *another name*, so that lettering, borders and suit signs, which
stand on many cards, speak for none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.recognition.gallery import Gallery
from vision.recognition.local_features import Descriptors, Keypoints

BLOCK: Final = 2048
"""Keypoints compared at once, so that the products stay in the cache."""


@dataclass(frozen=True, slots=True)
class Similarities:
    """Best similarity of each keypoint to each name, and which feature of the index it was.

    Both have shape (keypoints, names).
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
    """Euclidean distance of unit vectors with this dot product."""
    return np.sqrt(np.maximum(2 - 2 * similarity, 0)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card of one deck in the index: what a match of features can be named."""

    code: str
    deck: str
    aspect: float


class FeatureIndex:
    """All features of one or more galleries, grouped by name (the same code in two decks is one name).

    ``faces`` are the cards of all decks, ``codes`` the names. For feature i, ``face[i]`` indexes ``faces``;
    the features of ``codes[c]`` are those in ``slice_of(c)``. Keypoints are in units of the card's height.
    """

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self.faces = [CardFace(code, g.deck, g.aspect) for g in galleries for code in g.codes]
        self.codes = sorted({face.code for face in self.faces})
        offsets = np.cumsum([0, *(len(g.codes) for g in galleries)])
        face = np.concatenate(
            [g.features.card.astype(np.intp) + o for g, o in zip(galleries, offsets, strict=False)]
        )
        name_of_face = np.array([self.codes.index(face.code) for face in self.faces], np.intp)
        order = np.argsort(name_of_face[face], kind="stable")
        self.face: NDArray[np.intp] = face[order]
        self.keypoints: Keypoints = np.concatenate([g.features.keypoints for g in galleries])[order]
        self.descriptors: Descriptors = np.concatenate([g.features.floats() for g in galleries])[order]
        bounds = np.searchsorted(name_of_face[self.face], np.arange(len(self.codes) + 1))
        self._slices = [slice(a, b) for a, b in pairwise(bounds.tolist())]

    def __len__(self) -> int:
        return len(self.face)

    def aspect_of(self, name: int) -> float:
        """Width to height of the cards of a name, in the first deck that has it."""
        return next(face.aspect for face in self.faces if face.code == self.codes[name])

    def compare(self, descriptors: Descriptors) -> Similarities:
        """Find the most similar feature of every name for each descriptor, shape (n, 128)."""
        count, names = len(descriptors), len(self.codes)
        best = np.full((count, names), -1, np.float32)
        feature = np.zeros((count, names), np.int32)
        for block in _blocks(count):
            rows = np.arange(len(descriptors[block]))
            for name, part in enumerate(self._slices):
                if part.start == part.stop:
                    continue
                similar = descriptors[block] @ self.descriptors[part].T
                which = similar.argmax(axis=1)
                best[block, name] = similar[rows, which]
                feature[block, name] = which + part.start
        return Similarities(best, feature)


def _blocks(count: int) -> Iterator[slice]:
    return (slice(start, min(start + BLOCK, count)) for start in range(0, count, BLOCK))
