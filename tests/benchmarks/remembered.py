"""Answers of detector, reader, classifier and search, remembered by what they were asked: the same frames watched again
with another number somewhere else in the tracker cost only what the tracker itself does.

All are as they were the first time, to the bit: a key holds every byte of the frame and of the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.types import (
    Box,
    Classifier,
    Detection,
    Frame,
    PartDetector,
    Quad,
    Reader,
    Reading,
    ReadRequest,
    Searcher,
)

Answer = TypeVar("Answer")


@dataclass
class Memory:
    """What was answered, by question."""

    known: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def answer(self, key: tuple[Any, ...], ask: Callable[[], Answer]) -> Answer:
        """Return what is known, or ask."""
        if key not in self.known:
            self.known[key] = ask()
        answer: Answer = self.known[key]
        return answer


def digest(picture: Frame) -> bytes:
    """Return what tells a picture from every other one."""
    return blake2b(picture.tobytes(), digest_size=16).digest()


@dataclass
class RememberedDetector:
    """A detector that answers from memory; implements ``vision.types.PartDetector``."""

    detector: PartDetector
    memory: Memory

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first."""
        return self.memory.answer(("detect", digest(frame)), lambda: self.detector.detect(frame))

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Return the cards in and about a box, without those that are known."""
        key = ("within", digest(frame), box, b"".join(quad.tobytes() for quad in known))
        return self.memory.answer(key, lambda: self.detector.detect_within(frame, box, known))

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Return the cards in boxes from close by, without those that are known."""
        key = ("closely", digest(frame), tuple(boxes), b"".join(quad.tobytes() for quad in known))
        return self.memory.answer(key, lambda: self.detector.detect_closely(frame, boxes, known))


@dataclass
class RememberedReader:
    """A reader that answers from memory; implements ``vision.types.Reader``."""

    reader: Reader
    memory: Memory

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order."""
        key = ("read", digest(frame), tuple(map(_asked, requests)))
        return self.memory.answer(key, lambda: self.reader.read(frame, requests))


def _asked(request: ReadRequest) -> tuple[Any, ...]:
    places = b"".join(quad.tobytes() for quad in (request.quad, *request.pose_hypotheses))
    return places, request.face, request.fast, request.occluded


@dataclass
class RememberedClassifier:
    """A classifier that answers from memory; implements ``vision.types.Classifier``."""

    classifier: Classifier
    memory: Memory

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log-odds that each quad is the outline of a card."""
        key = ("weigh", digest(frame), quads.tobytes())
        return self.memory.answer(key, lambda: self.classifier.log_odds(frame, quads))


@dataclass
class RememberedSearch:
    """A search that answers from memory; implements ``vision.types.Searcher``."""

    search: Searcher
    memory: Memory

    def find(self, frame: Frame) -> list[Reading]:
        """Return what it can name."""
        return self.memory.answer(("find", digest(frame)), lambda: self.search.find(frame))
