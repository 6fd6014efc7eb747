"""Trackers that watch a tape: their networks answer from it, and look at its frames for what it does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final, cast

import models
from tests.benchmarks.remembered import (
    RememberedClassifier,
    RememberedDetector,
    RememberedEmbedder,
    RememberedReader,
    RememberedSearch,
)
from tests.benchmarks.tapes.sessions import galleries_of
from tests.benchmarks.tapes.tape import TapeMemory
from vision.recognition.backs import KnownBacks
from vision.recognition.embedder import Embedder
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.gallery import Gallery
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.search import AtOnce, TableSearch
from vision.tracking.tracker import Tracker
from vision.types import Classifier, Frame, PartDetector, Reader, Reading, ReadRequest
from webui.camera import trackers as shipped


class AnswersOf:
    """The networks as one tape has them. What needs a deck is loaded only once something new is asked."""

    def __init__(self, deck: str, memory: TapeMemory, copies: Copies = ONE_OF_EACH) -> None:
        self.memory, self.copies = memory, copies
        self.detector = RememberedDetector(_detector(), memory)
        self.classifier = RememberedClassifier(_classifier(), memory)
        self.embedder = RememberedEmbedder(_embedder(), memory)
        lazy = _Deck(deck)
        self.reader = RememberedReader(lazy, memory)
        self.search = RememberedSearch(lazy, memory)


def shipped_tracker(answers: AnswersOf) -> Tracker:
    """Build the tracker as it ships (:func:`webui.camera.trackers.make_tracker`)."""
    return Tracker(
        answers.detector,
        answers.reader,
        copies=answers.copies,
        classifier=answers.classifier,
        search=TableSearch(answers.search, AtOnce(), answers.copies),
        backs=KnownBacks(answers.embedder, max(answers.copies.values(), default=1)),
    )


class _Deck:
    """Reads and searches for the cards of a deck; implements ``vision.types.Reader`` and ``Searcher``."""

    def __init__(self, name: str) -> None:
        self._name = name

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return _reader(self._name).read(frame, requests)

    def find(self, frame: Frame) -> list[Reading]:
        return _search(self._name).find(frame)


@cache
def _galleries(deck: str) -> list[Gallery]:
    return galleries_of(deck)


@cache
def _reader(deck: str) -> Reader:
    return shipped.make_reader(_galleries(deck), _embedder())


@cache
def _search(deck: str) -> FeatureSearch:
    return FeatureSearch(_galleries(deck))


@cache
def _detector() -> PartDetector:
    return cast(PartDetector, shipped.make_detector())


@cache
def _classifier() -> Classifier:
    classifier = shipped.make_classifier()
    assert classifier is not None
    return classifier


@cache
def _embedder() -> Embedder:
    return Embedder(shipped.checked(shipped.EMBEDDER))


@cache
def network_digests() -> dict[str, str]:
    """Return for each kind of question what tells the networks that answer it from others."""
    entries = models.manifest()
    return {
        kind: "".join(entries[file].sha256[:8] for file in files if file in entries)
        for kind, files in NETWORKS.items()
    }


NETWORKS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("detect", "detect-within", "detect-closely"), (shipped.DETECTOR, shipped.REFINER)),
    "read": (shipped.EMBEDDER, shipped.CALIBRATION, shipped.INDICES, shipped.CORNERS, shipped.PLAYING),
    "log-odds": (shipped.CLASSIFIER,),
    "embed": (shipped.EMBEDDER,),
    "find": (),
}
"""Which files answer each kind of question: with others, a tape is asked anew, on the same frames."""
