"""Which eyes look at single pictures, and embeddings for a user's own decks."""

from __future__ import annotations

from collections.abc import Sequence

import models
from vision.embedder import Embedder
from vision.embedding_enrolment import embed_again
from vision.eyes import Eyes, FirstEyes, Looker, PatientEyes
from vision.gallery import Gallery
from webui.watchers import make_detector

EMBEDDER = "embedder.onnx"
NETWORKS = ("detector.onnx", "refiner.onnx", EMBEDDER, "certainty.json")

MOST_RIDDLES = 3
"""A picture with more cards that a glance leaves open is searched by local features, which takes as long as so many
second looks and finds what no detector has."""


def make_eyes(galleries: Sequence[Gallery]) -> Looker:
    """Build what names the cards of a picture: the networks, and local features for what they leave open.

    Without the networks' weights it is the first version.

    :raise vision.network.NetworkError: if weights are damaged.
    :raise vision.gallery.GalleryError: if a gallery was made by another embedder and keeps no pictures.
    """
    if not all(models.weights_path(file).exists() for file in NETWORKS):
        return FirstEyes(galleries)
    from vision.certainty import Certainty
    from vision.embedding_reader import EmbeddingReader

    # A picture of a dozen cards is worth both cores; before a camera the second one decodes the next frame.
    embedder = Embedder(models.weights_path(EMBEDDER), threads=2)
    current = [embed_again(gallery, embedder) for gallery in galleries]
    certainty = Certainty.load(models.weights_path("certainty.json"))
    reader = EmbeddingReader(embedder, current, certainty, doubt_backs=True, most_riddles=MOST_RIDDLES)
    return PatientEyes(Eyes(make_detector(patient=True), reader), current, embedder)


def embedded(gallery: Gallery) -> Gallery:
    """Return a deck that keeps its pictures with embeddings by the embedder of this program, if it has one.

    :raise vision.network.NetworkError: if the embedder's file is damaged.
    """
    path = models.weights_path(EMBEDDER)
    return embed_again(gallery, Embedder(path)) if path.exists() else gallery
