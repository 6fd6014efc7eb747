"""Reading what lies face up, and nothing else: a back has no name to find."""

from __future__ import annotations

from vision.types import Detection, Face, Frame, Reader, Reading


class FaceUpReader:
    """Asks a reader for the cards that lie face up; of backs the detector's word is taken.

    For detectors that tell faces from backs themselves: a search for a name that is not there is the longest.
    """

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def read(self, frame: Frame, detections: list[Detection]) -> list[Reading]:
        """Return one reading for each detection, in order."""
        faces = [detection for detection in detections if detection.face is Face.UP]
        read = iter(self.reader.read(frame, faces) if faces else ())
        return [
            next(read) if found.face is Face.UP else Reading(found.quad, Face.DOWN) for found in detections
        ]
