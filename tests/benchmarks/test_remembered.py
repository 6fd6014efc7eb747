"""Remembered answers: what differs is asked, what is the same is not."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from tests.benchmarks.remembered import Memory, RememberedClassifier, RememberedDetector, RememberedReader
from vision.types import Box, Detection, Face, Frame, Quad, Reading, ReadRequest

FRAME = np.zeros((40, 60, 3), np.uint8)
QUAD = np.array([[10, 10], [20, 10], [20, 30], [10, 30]], np.float32)
REQUEST = ReadRequest(QUAD, Face.UP)


@dataclass
class Networks:
    """Counts how often it is asked."""

    asked: list[str] = field(default_factory=list)

    def detect(self, frame: Frame) -> list[Detection]:
        self.asked.append("detect")
        return [Detection(QUAD, Face.UP, 0.9)]

    def detect_within(self, frame: Frame, box: Box, known: object = ()) -> list[Detection]:
        self.asked.append("within")
        return []

    def detect_closely(self, frame: Frame, boxes: object, known: object = ()) -> list[Detection]:
        self.asked.append("closely")
        return []

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        self.asked.append("read")
        return [Reading(one.quad, one.face) for one in requests]

    def log_odds(self, frame: Frame, quads: Quad) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        self.asked += ["odds"] * len(quads)
        return np.arange(len(quads), dtype=np.float32)


@pytest.mark.parametrize(
    "other",
    [
        replace(REQUEST, quad=QUAD + np.float32(0.5)),
        replace(REQUEST, face=Face.DOWN),
        replace(REQUEST, pose_hypotheses=(QUAD,)),
        replace(REQUEST, covers=(QUAD,)),
        replace(REQUEST, fast=True),
        replace(REQUEST, occluded=True),
        replace(REQUEST, may_be_face=True),
    ],
)
def test_a_reader_is_asked_anew_of_whatever_differs(other: ReadRequest) -> None:
    networks, memory = Networks(), Memory()
    reader = RememberedReader(networks, memory)
    for _ in range(2):
        reader.read(FRAME, [REQUEST])
        reader.read(FRAME, [other])
    assert len(networks.asked) == 2


def test_another_picture_is_another_question() -> None:
    networks = Networks()
    detector = RememberedDetector(networks, Memory())
    brighter = FRAME + np.uint8(1)
    for frame in (FRAME, FRAME.copy(), brighter, FRAME):
        detector.detect(frame)
    assert networks.asked == ["detect"] * 2
    box = (0.0, 0.0, 20.0, 20.0)
    for known in ((), (QUAD,), ()):
        detector.detect_within(FRAME, box, known)
        detector.detect_closely(FRAME, [box], known)
    assert networks.asked[2:] == ["within", "closely"] * 2


def test_noise_of_arithmetic_is_no_new_question() -> None:
    networks = Networks()
    classifier = RememberedClassifier(networks, Memory())
    first = classifier.log_odds(FRAME, np.stack([QUAD, QUAD + np.float32(3)]))
    again = classifier.log_odds(FRAME, np.stack([QUAD + np.float32(3.001), QUAD + np.float32(9), QUAD]))
    assert networks.asked == ["odds"] * 3
    assert (first.tolist(), again.tolist()) == ([0, 1], [1, 0, 0])
