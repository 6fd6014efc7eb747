"""Search of embeddings: the most similar card of the known decks for a crop, and its way up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.recognition.embedder import Embeddings
from vision.recognition.feature_index import CardFace
from vision.recognition.gallery import Gallery

Similarities: TypeAlias = NDArray[np.float32]
"""Similarity of each probe to each face, upright and upside down, shape (probes, faces, 2)."""


@dataclass(frozen=True, slots=True)
class Match:
    """The likeliest face for one probe.

    ``similarity`` is a cosine; ``margin`` its lead over the best face of another name; ``others`` are the best faces of
    other names with their similarities, best first.
    """

    face: int
    turned: bool
    similarity: float
    margin: float
    others: tuple[tuple[int, float], ...]


class EmbeddingIndex:
    """The embeddings of one or more galleries, by face (a card of one deck) and way up."""

    def __init__(self, faces: Sequence[CardFace], vectors: Embeddings, face: NDArray[np.intp]) -> None:
        """Take rows in pairs (upright, upside down), shape (m, d), and the face of each, shape (m,)."""
        self.faces = list(faces)
        key = 2 * face + np.arange(len(face)) % 2
        order = np.argsort(key, kind="stable")
        self._vectors = np.ascontiguousarray(vectors[order])
        self._starts = np.searchsorted(key[order], np.arange(2 * len(faces)))

    @classmethod
    def of(cls, galleries: Sequence[Gallery], digest: str) -> EmbeddingIndex:
        """Index galleries made by the embedder with this digest.

        :raise GalleryError: if another embedder made one of them.
        """
        faces = [CardFace(code, g.deck, g.aspect) for g in galleries for code in g.codes]
        offsets = np.cumsum([0, *(len(g.codes) for g in galleries)])
        parts = [g.embeddings_by(digest) for g in galleries]
        face = np.concatenate([p.card.astype(np.intp) + o for p, o in zip(parts, offsets, strict=False)])
        return cls(faces, np.concatenate([p.vectors for p in parts]), face)

    def compare(self, probes: Embeddings) -> Similarities:
        """Compare probes, shape (n, d), with every face both ways up."""
        if not len(probes):
            return np.zeros((0, len(self.faces), 2), np.float32)
        similar = probes @ self._vectors.T
        best = np.maximum.reduceat(similar, self._starts, axis=1)
        return np.asarray(best.reshape(len(probes), -1, 2), np.float32)

    def matches(self, similarities: Similarities, others: int = 8) -> list[Match]:
        """Return the best face of each probe."""
        return [self._match(one, others) for one in similarities]

    def _match(self, similar: NDArray[np.float32], others: int) -> Match:
        """Return the best face of one probe, shape (faces, 2), and the runners-up of other names."""
        by_face = similar.max(axis=1)
        order = np.argsort(-by_face, kind="stable").tolist()
        leaders: dict[str, int] = {}
        for face in order:
            leaders.setdefault(self.faces[face].code, face)
            if len(leaders) > others:
                break
        best, *runners_up = leaders.values()
        second = float(by_face[runners_up[0]]) if runners_up else -1.0
        return Match(
            face=best,
            turned=bool(similar[best, 1] > similar[best, 0]),
            similarity=float(by_face[best]),
            margin=float(by_face[best]) - second,
            others=tuple((face, float(by_face[face])) for face in runners_up),
        )
