"""Which eyes look at a table: the networks where their weights are there, else the first version."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import models
from vision.gallery import Gallery
from vision.sources.spec import DeckFaces
from vision.tracker import Watcher
from vision.types import Detector, Reader

DETECTOR: Final = "detector.onnx"
EMBEDDER: Final = "embedder.onnx"
CERTAINTY: Final = "certainty.json"

FOURTEEN: Final = ("As", "2s", "4s", "Ah", "Ad", "2h", "2d", "Ks", "Kh", "Kd", "Qs", "Qh", "Js", "Jh")
"""A deck for Pulp in the Cards (P1)."""


def make_watcher(galleries: Sequence[Gallery], *, two_decks: bool = False) -> Watcher:
    """Build a watcher that reads these decks.

    :raise ValueError: as :func:`make_detector` and :func:`make_reader`.
    """
    return Watcher(make_detector(), make_reader(galleries), two_decks=two_decks)


def first_watcher(galleries: Sequence[Gallery], *, two_decks: bool = False) -> Watcher:
    """Build the first version: outlines and local features, the baseline of every later one."""
    return Watcher(_first_detector(), _first_reader(galleries), two_decks=two_decks)


def make_detector(*, patient: bool = False) -> Detector:
    """Build what finds the cards of a frame; ``patient`` for single pictures.

    :raise vision.network.NetworkError: if its weights are damaged.
    """
    if not _are_there(DETECTOR):
        return _first_detector()
    from vision.detector import PATIENT, SETTINGS, NeuralDetector

    return NeuralDetector(models.weights_path(DETECTOR), settings=PATIENT if patient else SETTINGS)


def make_reader(galleries: Sequence[Gallery]) -> Reader:
    """Build what names them.

    :raise vision.network.NetworkError: if its weights are damaged.
    :raise vision.gallery.GalleryError: if a gallery was made by another embedder and keeps no pictures.
    """
    if not _are_there(EMBEDDER, CERTAINTY):
        return _first_reader(galleries)
    from vision.certainty import Certainty
    from vision.embedder import Embedder
    from vision.embedding_enrolment import embed_again
    from vision.embedding_reader import EmbeddingReader

    embedder = Embedder(models.weights_path(EMBEDDER))
    current = [embed_again(gallery, embedder) for gallery in galleries]
    return EmbeddingReader(embedder, current, Certainty.load(models.weights_path(CERTAINTY)))


def house_deck() -> DeckFaces:
    """The faces and the back of the house deck: what the virtual table lays."""
    return drawn_deck("house")


def drawn_deck(name: str) -> DeckFaces:
    """The faces and the back of a deck that the house draws.

    :raise models.housedeck.UnknownDeckError: the house draws no deck of that name
    """
    from models import housedeck

    return housedeck.faces(name), housedeck.back(name)


def pulp_deck() -> DeckFaces:
    """Pulp's fourteen (P1) out of the English deck."""
    faces, back = drawn_deck("english")
    return {code: faces[code] for code in FOURTEEN}, back


def _are_there(*files: str) -> bool:
    return all(models.weights_path(file).is_file() for file in files)


def _first_detector() -> Detector:
    from vision.contours import ContourDetector

    return ContourDetector()


def _first_reader(galleries: Sequence[Gallery]) -> Reader:
    from vision.local_reader import LocalFeatureReader

    return LocalFeatureReader(galleries)
