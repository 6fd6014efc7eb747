"""Which eyes look at single pictures, and embeddings for a user's own decks."""

from __future__ import annotations

from collections.abc import Sequence

import models
from vision.embedder import Embedder
from vision.embedding_enrolment import embed_again
from vision.eyes import Eyes, FirstEyes, Looker, PatientEyes
from vision.gallery import Gallery
from webui.watchers import DETECTOR, make_detector, make_reader

EMBEDDER = "embedder.onnx"


def make_eyes(galleries: Sequence[Gallery]) -> Looker:
    """Build what names the cards of a picture: the networks, and local features for what they cannot name.

    :raise ValueError: a network or a gallery is damaged.
    """
    if not models.weights_path(DETECTOR).exists():
        return FirstEyes(galleries)
    return PatientEyes(Eyes(make_detector(), make_reader(galleries)), galleries)


def embedded(gallery: Gallery) -> Gallery:
    """Return a deck that keeps its pictures with embeddings by the embedder of this program, if it has one.

    :raise vision.network.NetworkError: if the embedder's file is damaged.
    """
    path = models.weights_path(EMBEDDER)
    return embed_again(gallery, Embedder(path)) if path.exists() else gallery
