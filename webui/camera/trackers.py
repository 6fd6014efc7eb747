"""The pipeline for a table: the networks, and a search of the whole picture for cards that they miss."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import models
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.gallery import Gallery
from vision.tracking.emission import Emission
from vision.tracking.joint import JointTracker
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.schedule import SHARE, Schedule
from vision.tracking.search import AtOnce, TableSearch
from vision.tracking.tracker import Tracker
from vision.tracking.unchanged import UnchangedTable
from vision.types import Detector, Reader
from webui.camera.decks.readable import Decks

if TYPE_CHECKING:
    from vision.detection.card_classifier import CardClassifier
    from vision.recognition.embedder import Embedder
    from vision.recognition.reader import EmbeddingReader

DETECTOR: Final = "detector.onnx"
REFINER: Final = "refiner.onnx"
EMBEDDER: Final = "embedder.onnx"
CALIBRATION: Final = "calibration.json"
CLASSIFIER: Final = "classifier.onnx"
INDICES: Final = "indices.onnx"
CORNERS: Final = "corners.onnx"
PLAYING: Final = "playing.json"
EMISSION: Final = "emission.onnx"


def make_tracker(
    galleries: Sequence[Gallery],
    *,
    copies: Copies = ONE_OF_EACH,
    every_frame: bool = True,
    cameras: int = 1,
) -> Tracker:
    """Build a tracker that reads these decks, with so many ``copies`` of each in play.

    Unless ``every_frame`` counts, long searches run beside the frames, those of an unchanged table are left out, and
    the schedule follows what this machine takes. Each of the ``cameras`` gets its part of the schedule's time.

    :raise ValueError: as :func:`make_detector` and :func:`make_reader`.
    """
    from vision.recognition.backs import KnownBacks
    from vision.recognition.embedder import Embedder

    embedder = Embedder(checked(EMBEDDER))
    return Tracker(
        make_detector(),
        make_reader(galleries, embedder),
        copies=copies,
        classifier=make_classifier(),
        search=TableSearch(FeatureSearch(galleries), AtOnce() if every_frame else _beside(), copies),
        backs=KnownBacks(embedder, max(copies.values(), default=1)),
        emission=Emission(checked(EMISSION)),
        unchanged=None if every_frame else UnchangedTable(),
        schedule=Schedule(SHARE / cameras, None if every_frame else time.perf_counter),
    )


def tracker_of(
    decks: Decks, copies: Mapping[str, int], cameras: int = 1, *, every_frame: bool
) -> Tracker | JointTracker:
    """Build the tracker of a table with one camera or two, with so many copies of each deck, by name or file.

    :raise ValueError: as :meth:`Decks.load_all` and :func:`make_tracker`.
    """
    galleries = decks.load_all(copies)
    lying = {gallery.deck: number for gallery, number in zip(galleries, copies.values(), strict=True)}
    make = partial(make_tracker, galleries, copies=lying, every_frame=every_frame, cameras=cameras)
    return make() if cameras == 1 else JointTracker(make(), make(), lying)


@lru_cache(maxsize=1)
def _beside() -> Executor:
    """Return the one thread for the long searches of all trackers, each of which has at most one under way."""
    return ThreadPoolExecutor(1, thread_name_prefix="search")


def make_classifier() -> CardClassifier | None:
    """Build the classifier of cards and other things, if its weights are there.

    :raise vision.onnx.NetworkError: if they are damaged.
    """
    if not are_there(CLASSIFIER):
        return None
    from vision.detection.card_classifier import CardClassifier

    return CardClassifier(checked(CLASSIFIER))


def make_detector(*, every_detection: bool = False) -> Detector:
    """Build the detector; with ``every_detection`` for a single picture, whose unnamed detections a classifier weighs.

    :raise vision.onnx.NetworkError: if its weights are missing or damaged.
    """
    from vision.detection.detector import LIVE_SETTINGS, PICTURE_SETTINGS, NeuralDetector

    settings = PICTURE_SETTINGS if every_detection else LIVE_SETTINGS
    return NeuralDetector(checked(DETECTOR), refiner_path=checked(REFINER), settings=settings)


def make_reader(galleries: Sequence[Gallery], embedder: Embedder | None = None) -> Reader:
    """Build the reader, with an ``embedder`` of its own unless there is one.

    :raise vision.onnx.NetworkError: if its weights are missing or damaged.
    :raise vision.recognition.gallery.GalleryError: if a gallery was made by another embedder and keeps no pictures.
    """
    from vision.recognition.embedder import Embedder

    own = embedder or Embedder(checked(EMBEDDER))
    return of_any_design(embedding_reader(own, galleries), galleries)


def of_any_design(reader: Reader, galleries: Sequence[Gallery]) -> Reader:
    """Extend a reader of decks with playing cards to cards of other designs, if the weights for that are there.

    :raise vision.onnx.NetworkError: if they are damaged.
    :raise vision.recognition.calibration.CalibrationError: if their calibration is damaged.
    """
    from vision.recognition.corner_reader import CornerReader
    from vision.recognition.playing_cards import IndexReader, has_playing_cards
    from vision.recognition.playing_evidence import PlayingCalibration
    from vision.recognition.playing_reader import PlayingCardReader

    if not (has_playing_cards(galleries) and are_there(INDICES, CORNERS, PLAYING)):
        return reader
    indices, corners = IndexReader(checked(INDICES)), CornerReader(checked(CORNERS))
    return PlayingCardReader(reader, indices, corners, PlayingCalibration.load(checked(PLAYING)), galleries)


def embedding_reader(
    embedder: Embedder, galleries: Sequence[Gallery], *, max_second_pass: int | None = None
) -> EmbeddingReader:
    """Build the reader by networks; with ``max_second_pass`` for single pictures, whose backs are doubted.

    :raise vision.recognition.calibration.CalibrationError: if the certainty's file is damaged.
    :raise vision.recognition.gallery.GalleryError: as :func:`make_reader`.
    """
    from vision.galleries.embeddings import embed_again
    from vision.recognition.calibration import Calibration
    from vision.recognition.reader import EmbeddingReader

    current = [embed_again(gallery, embedder) for gallery in galleries]
    calibration = Calibration.load(checked(CALIBRATION))
    single = max_second_pass is not None
    return EmbeddingReader(
        embedder, current, calibration, single_pictures=single, max_second_pass=max_second_pass
    )


def checked(file: str) -> Path:
    """Return the path of weights that came with the program, whole and unchanged.

    :raise vision.onnx.NetworkError: if they are missing, cut short, changed, or another file's
    """
    from vision.onnx import NetworkError

    try:
        return models.check(file)
    except models.ManifestError as error:
        raise NetworkError(str(error)) from error


def are_there(*files: str) -> bool:
    """Return whether weights of these names came with the program."""
    return all(models.weights_path(file).is_file() for file in files)
