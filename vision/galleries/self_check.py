"""Proof of a gallery: is every card of a deck read as itself, and which other does it resemble most?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from vision.geometry import upright_quad
from vision.recognition.feature_poses import names_in_quad
from vision.recognition.gallery import Gallery
from vision.recognition.local_reader import LocalFeatureReader
from vision.types import Face, Frame, Quad, ReadRequest

PROOF_HEIGHT_PX: Final = 220
"""Cards are shown at the height that they have when a dozen lie on a table seen by a common webcam."""

GROUND: Final = 96
MARGIN_PX: Final = 24


@dataclass(frozen=True, slots=True)
class CardCheck:
    """How one card of a deck was read from its own picture.

    ``named`` is what it was read as, None if nothing; ``likest`` the other card that most of its features
    could also belong to, and ``likeness`` how many of them, 0 to 1.
    """

    code: str
    named: str | None
    likest: str | None
    likeness: float


def check_gallery(gallery: Gallery, progress: Callable[[str], None] | None = None) -> list[CardCheck]:
    """Read every picture that a gallery keeps, at the size at which a table shows it."""
    reader = LocalFeatureReader([gallery])
    proofs = []
    for code, _, picture in gallery.frames():
        proofs.append(_proved(reader, code, picture))
        if progress:
            progress(code)
    return proofs


def closest_pairs(proofs: list[CardCheck], most: int = 3) -> Iterator[tuple[str, str, float]]:
    """Yield the pairs of cards that are the likest, the worst first, each once."""
    told: set[frozenset[str]] = set()
    for proof in sorted(proofs, key=lambda proof: -proof.likeness):
        if proof.likest is None or len(told) >= most:
            return
        pair = frozenset((proof.code, proof.likest))
        if pair not in told:
            told.add(pair)
            yield proof.code, proof.likest, proof.likeness


def _proved(reader: LocalFeatureReader, code: str, picture: Frame) -> CardCheck:
    frame, quad = _laid_on_grey(picture)
    scene = reader.scene(frame)
    named = reader.read_in(scene, [ReadRequest(quad, Face.UP)])[0].code
    counts = names_in_quad(scene, quad)
    own = int(counts[reader.index.codes.index(code)])
    counts[reader.index.codes.index(code)] = 0
    other = int(counts.max(initial=0))
    if not other:
        return CardCheck(code, named, None, 0.0)
    return CardCheck(code, named, reader.index.codes[int(counts.argmax())], min(1.0, other / max(own, 1)))


def _laid_on_grey(picture: Frame) -> tuple[Frame, Quad]:
    width = max(8, round(picture.shape[1] * PROOF_HEIGHT_PX / picture.shape[0]))
    small = cv2.resize(picture, (width, PROOF_HEIGHT_PX), interpolation=cv2.INTER_AREA)
    size = (PROOF_HEIGHT_PX + 2 * MARGIN_PX, width + 2 * MARGIN_PX, 3)
    frame = np.full(size, GROUND, np.uint8)
    frame[MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX] = small
    return frame, upright_quad((width, PROOF_HEIGHT_PX)) + np.float32(MARGIN_PX)
