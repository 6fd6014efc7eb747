"""Backs are never searched for a name."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from vision.face_up import FaceUpReader
from vision.types import Detection, Face, Frame, Reading


class Numberer:
    """Names each card by the place of its quad."""

    def __init__(self) -> None:
        self.asked: list[Face] = []

    def read(self, frame: Frame, detections: list[Detection]) -> list[Reading]:
        self.asked += [found.face for found in detections]
        return [Reading(found.quad, Face.UP, f"w{int(found.quad[0, 0]):02d}") for found in detections]


@given(st.lists(st.sampled_from(Face), max_size=8))
def test_every_detection_gets_its_own_reading(faces: list[Face]) -> None:
    detections = [Detection(np.full((4, 2), k, np.float32), face, 0.9) for k, face in enumerate(faces)]
    reader = Numberer()
    readings = FaceUpReader(reader).read(np.zeros((8, 8, 3), np.uint8), detections)
    assert [r.code for r in readings] == [
        f"w{k:02d}" if face is Face.UP else None for k, face in enumerate(faces)
    ]
    assert [r.face for r in readings] == faces
    assert Face.DOWN not in reader.asked
