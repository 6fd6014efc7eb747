"""Eyes: a detector and a reader put together; a picture in, what lies on it out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from vision.contours import ContourDetector
from vision.gallery import Gallery
from vision.geometry import overlap_area, quad_area
from vision.local_reader import LocalFeatureReader
from vision.types import Detection, Detector, Frame, Reader, Reading


class Looker(Protocol):
    """Whatever sees the cards of a single picture."""

    def look(self, frame: Frame) -> list[Reading]:
        """Return every card of the frame, named or not."""
        ...


class Eyes:
    """Detect, then read: the usual composition."""

    def __init__(self, detector: Detector, reader: Reader) -> None:
        self.detector = detector
        self.reader = reader

    def look(self, frame: Frame) -> list[Reading]:
        """Return one reading for each card that the detector finds."""
        return self.reader.read(frame, self.detector.detect(frame))


class FirstEyes:
    """The first version: local features search the whole picture; outlines add what they cannot name."""

    def __init__(self, galleries: Sequence[Gallery], detector: Detector | None = None) -> None:
        self.reader = LocalFeatureReader(galleries)
        self.detector = detector or ContourDetector()

    def look(self, frame: Frame) -> list[Reading]:
        """Return the named cards, then the cards without a name that lie beside them."""
        scene = self.reader.scene(frame)
        named = self.reader.search(scene)
        rest = [found for found in self.detector.detect(frame) if not _is_known(found, named)]
        return named + [r for r in self.reader.read_in(scene, rest) if not _is_known(r, named)]


def _is_known(found: Detection | Reading, named: Sequence[Reading]) -> bool:
    """Tell whether half of the smaller of the two is shared with a named card."""
    area = abs(quad_area(found.quad))
    return any(
        overlap_area(found.quad, card.quad) > 0.5 * min(area, abs(quad_area(card.quad))) for card in named
    )
