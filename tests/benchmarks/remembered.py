"""Answers of the networks, remembered by what they were asked: detector, reader, classifier, search and embedder.

The same frames watched again by another tracker cost only what the tracker itself does, and what it asks besides. A key
holds every byte of the picture; places are rounded to :data:`PLACE_PX`, so that the noise of arithmetic asks nothing
new.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, Final, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.recognition.embedder import Crops, Embedder, Embeddings
from vision.types import (
    Box,
    Classifier,
    Crop,
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

PLACE_PX: Final = 1 / 64
"""Places that differ by less may share an answer, in pixels."""


@dataclass
class Memory:
    """What was answered, by kind and key; ``asked`` counts the questions that were new, ``known`` the others."""

    answers: dict[tuple[str, bytes], Any] = field(default_factory=dict)
    asked: int = 0
    known: int = 0
    _last: tuple[Frame, bytes] | None = None

    def find(self, kind: str, key: bytes) -> Any | None:
        """Return an answer, None if there is none."""
        return self.answers.get((kind, key))

    def keep(self, kind: str, key: bytes, answer: Any) -> None:
        """Remember an answer."""
        self.answers[kind, key] = answer

    def answer(self, kind: str, parts: Iterable[bytes], ask: Callable[[], Answer]) -> Answer:
        """Return what is remembered, or ask and remember it."""
        return self.answers_of(kind, [parts], lambda _: [ask()])[0]

    def answers_of(
        self, kind: str, questions: Sequence[Iterable[bytes]], ask: Callable[[list[int]], Sequence[Answer]]
    ) -> list[Answer]:
        """Return an answer to each question; the new ones, by their indices, are asked together."""
        keys = [key_of(parts) for parts in questions]
        found: list[Any] = [self.find(kind, key) for key in keys]
        new = [index for index, answer in enumerate(found) if answer is None]
        self.asked += len(new)
        self.known += len(found) - len(new)
        for index, answer in zip(new, ask(new) if new else (), strict=True):
            found[index] = answer
            self.keep(kind, keys[index], answer)
        return found

    def digest(self, picture: Frame) -> bytes:
        """Return what tells a picture from every other one; that of the last picture is not computed again."""
        if self._last is None or self._last[0] is not picture:
            shape = struct.pack(f"<{picture.ndim}I", *picture.shape)
            digest = blake2b(picture.tobytes(), digest_size=16).digest() + shape
            self._last = picture, digest
        return self._last[1]


def key_of(parts: Iterable[bytes]) -> bytes:
    """Return the key of a question, 16 bytes, from its parts in order."""
    whole = blake2b(digest_size=16)
    for part in parts:
        whole.update(struct.pack("<I", len(part)))
        whole.update(part)
    return whole.digest()


def places(values: ArrayLike) -> bytes:
    """Return coordinates in pixels, rounded."""
    return np.rint(np.asarray(values, np.float64) / PLACE_PX).astype("<i4").tobytes()


@dataclass
class RememberedDetector:
    """A detector that answers from memory; implements ``vision.types.PartDetector``."""

    detector: PartDetector
    memory: Memory

    def detect(self, frame: Frame) -> list[Detection]:
        """Return the cards of the frame, best first."""
        parts = (self.memory.digest(frame),)
        return self.memory.answer("detect", parts, lambda: self.detector.detect(frame))

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Return the cards in and about a box, without those that are known."""
        parts = (self.memory.digest(frame), places(box), places(known))
        return self.memory.answer(
            "detect-within", parts, lambda: self.detector.detect_within(frame, box, known)
        )

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Return the cards in boxes from close by, without those that are known."""
        parts = (self.memory.digest(frame), places(boxes), places(known))
        return self.memory.answer(
            "detect-closely", parts, lambda: self.detector.detect_closely(frame, boxes, known)
        )


@dataclass
class RememberedReader:
    """A reader that answers from memory; implements ``vision.types.Reader``.

    The cards of one call are one question: a reader compares them with each other.
    """

    reader: Reader
    memory: Memory

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Return one reading for each request, in order."""
        parts = [self.memory.digest(frame), *(part for one in requests for part in _parts(one))]
        return self.memory.answer("read", parts, lambda: self.reader.read(frame, requests))


def _parts(request: ReadRequest) -> Iterable[bytes]:
    yield places(request.quad)
    yield places(request.pose_hypotheses)
    yield places(request.covers)
    yield f"{request.face} {request.fast} {request.occluded} {request.may_be_face}".encode()


@dataclass
class RememberedClassifier:
    """A classifier that answers from memory, quad by quad; implements ``vision.types.Classifier``."""

    classifier: Classifier
    memory: Memory

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the log-odds that each quad is the outline of a card, shape (n,)."""
        digest = self.memory.digest(frame)
        found = self.memory.answers_of(
            "log-odds",
            [(digest, places(quad)) for quad in quads],
            lambda new: self.classifier.log_odds(frame, quads[new]).tolist(),
        )
        return np.array(found, np.float32)


@dataclass
class RememberedSearch:
    """A search that answers from memory; implements ``vision.types.Searcher``."""

    search: Searcher
    memory: Memory

    def find(self, frame: Frame) -> list[Reading]:
        """Return what it can name."""
        return self.memory.answer("find", (self.memory.digest(frame),), lambda: self.search.find(frame))


class RememberedEmbedder(Embedder):
    """An embedder that answers from memory, crop by crop."""

    def __init__(self, embedder: Embedder, memory: Memory) -> None:
        self._embedder, self._memory = embedder, memory
        self.size_wh, self.dimensions = embedder.size_wh, embedder.dimensions
        self.digest = embedder.digest

    def embed(self, crops: Crops | list[Crop]) -> Embeddings:
        """Describe crops, shape (n, height, width, 3) with ``size_wh``; none gives none."""
        found: list[NDArray[np.float32]] = self._memory.answers_of(
            "embed",
            [(np.ascontiguousarray(crop).tobytes(),) for crop in crops],
            lambda new: list(self._embedder.embed([crops[index] for index in new])),
        )
        return np.stack(found) if found else np.zeros((0, self.dimensions), np.float32)
