"""The first version: local features search the whole picture; outlines add what they cannot name."""

from __future__ import annotations

from collections.abc import Sequence

from tests.benchmarks.first_version.contours import ContourDetector
from tests.benchmarks.first_version.exhaustive_search import ExhaustiveSearch
from tests.benchmarks.first_version.quad_reader import QuadReader
from vision.overlap import is_known
from vision.recognition.gallery import Gallery
from vision.types import Frame, Reading, ReadRequest


class FirstVersion:
    """Names the cards of a picture without any network."""

    def __init__(self, galleries: Sequence[Gallery]) -> None:
        self._search = ExhaustiveSearch(galleries)
        self._reader = QuadReader(self._search)
        self._detector = ContourDetector()

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return the named cards, then the cards without a name that lie beside them."""
        scene = self._search.scene(frame)
        named = self._search.named_in(scene)
        known = [card.quad for card in named]
        rest = [
            ReadRequest.of(found) for found in self._detector.detect(frame) if not is_known(found.quad, known)
        ]
        return named + [r for r in self._reader.read_in(scene, rest) if not is_known(r.quad, known)]
