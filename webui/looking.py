"""Which eyes look at single pictures, and embeddings for a user's own decks."""

from __future__ import annotations

from collections.abc import Sequence

import models
from vision.embedder import Embedder
from vision.embedding_enrolment import embed_again
from vision.eyes import FirstEyes, Looker
from vision.gallery import Gallery

EMBEDDER = "embedder.onnx"


def make_eyes(galleries: Sequence[Gallery]) -> Looker:
    """Build what names the cards of a picture.

    Local features still read photographs best (README, "How good it is"); the networks watch what moves.
    """
    return FirstEyes(galleries)


def embedded(gallery: Gallery) -> Gallery:
    """Return a deck that keeps its pictures with embeddings by the embedder of this program, if it has one.

    :raise vision.network.NetworkError: if the embedder's file is damaged.
    """
    path = models.weights_path(EMBEDDER)
    return embed_again(gallery, Embedder(path)) if path.exists() else gallery
