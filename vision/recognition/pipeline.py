"""A detector and a reader put together: a picture in, the cards that lie on it out."""

from __future__ import annotations

from typing import Protocol

from vision.types import Detector, Frame, Reader, Reading, ReadRequest


class Recognizer(Protocol):
    """Whatever sees the cards of a single picture."""

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return every card of the frame, named or not."""
        ...


class Pipeline:
    """Detect, then read: the usual composition."""

    def __init__(self, detector: Detector, reader: Reader) -> None:
        self.detector = detector
        self.reader = reader

    def recognize(self, frame: Frame) -> list[Reading]:
        """Return one reading for each card that the detector finds."""
        return self.reader.read(frame, [ReadRequest.of(found) for found in self.detector.detect(frame)])
