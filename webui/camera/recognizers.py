"""The pipeline for single pictures, and embeddings for a user's own decks."""

from __future__ import annotations

from collections.abc import Sequence

from vision.galleries.embeddings import embed_again
from vision.recognition.embedder import Embedder
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.gallery import Gallery
from vision.recognition.photo import PhotoRecognizer
from vision.recognition.pipeline import Pipeline, Recognizer
from webui.camera.trackers import (
    EMBEDDER,
    are_there,
    checked,
    embedding_reader,
    make_classifier,
    make_detector,
    of_any_design,
)

MAX_SECOND_PASS = 3
"""Cards left open by one embedding from which a picture is searched by local features, which takes as long as so many
second passes and also finds undetected cards."""


def make_recognizer(galleries: Sequence[Gallery]) -> Recognizer:
    """Build the recognizer of pictures: the networks, and local features for unnamed cards.

    :raise vision.onnx.NetworkError: if weights are missing or damaged.
    :raise vision.recognition.gallery.GalleryError: if a gallery was made by another embedder and keeps no pictures.
    """
    # A picture of a dozen cards is worth both cores; before a camera the second one decodes the next frame.
    embedder = Embedder(checked(EMBEDDER), threads=2)
    reader = embedding_reader(embedder, galleries, max_second_pass=MAX_SECOND_PASS)
    classifier = make_classifier()
    detector = make_detector(every_detection=classifier is not None)
    quick = Pipeline(detector, of_any_design(reader, galleries))
    return PhotoRecognizer(quick, FeatureSearch(galleries), embedder, classifier)


def embedded(gallery: Gallery) -> Gallery:
    """Return a deck that keeps its pictures with embeddings by the embedder of this program, if it has one.

    :raise vision.onnx.NetworkError: if the embedder's file is damaged.
    """
    return embed_again(gallery, Embedder(checked(EMBEDDER))) if are_there(EMBEDDER) else gallery
