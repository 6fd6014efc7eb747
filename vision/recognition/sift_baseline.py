"""The first version, kept as the baseline: local features search the whole picture; outlines add the rest."""

from __future__ import annotations

from collections.abc import Sequence

from vision.detection.contours import ContourDetector
from vision.overlap import is_known
from vision.recognition.gallery import Gallery
from vision.recognition.local_reader import LocalFeatureReader
from vision.types import Detector, Frame, Reading, ReadRequest


class SiftBaseline:
    """The first version: local features search the whole picture; outlines add what they cannot name."""

    def __init__(self, galleries: Sequence[Gallery], detector: Detector | None = None) -> None:
        self.reader = LocalFeatureReader(galleries)
        self.detector = detector or ContourDetector()

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return the named cards, then the cards without a name that lie beside them."""
        scene = self.reader.scene(frame)
        named = self.reader.search(scene)
        known = [card.quad for card in named]
        rest = [
            ReadRequest.of(found) for found in self.detector.detect(frame) if not is_known(found.quad, known)
        ]
        return named + [r for r in self.reader.read_in(scene, rest) if not is_known(r.quad, known)]
