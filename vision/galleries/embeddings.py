"""Enrolment of embeddings: what a gallery keeps of each picture for the embedder to find again.

Rows come in pairs: the picture upright, then upside down. Each picture is kept as it is, with a white border (real
cards often have one where the scan has none) and with its edges cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from vision.recognition.embedder import Embedder
from vision.recognition.gallery import Gallery, GalleryEmbeddings, GalleryError
from vision.types import Crop, Frame

BORDER: Final = 0.045
"""White border added on each side, as a share of the card's width."""

CUT_XY: Final = (0.04, 0.03)
"""What is cut off each side, as shares of width and height."""


def gallery_crops(picture: Frame, size_wh: tuple[int, int]) -> list[Crop]:
    """Return the crops that stand for one picture, upright and upside down in turn."""
    height, width = picture.shape[:2]
    side = round(width * BORDER)
    white = (255, 255, 255)
    bordered = cv2.copyMakeBorder(picture, side, side, side, side, cv2.BORDER_CONSTANT, value=white)
    x, y = round(width * CUT_XY[0]), round(height * CUT_XY[1])
    crops: list[Crop] = []
    for shown in (picture, np.asarray(bordered, np.uint8), picture[y : height - y, x : width - x]):
        crop = np.asarray(cv2.resize(shown, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
        crops += [crop, np.ascontiguousarray(crop[::-1, ::-1])]
    return crops


def embed_pictures(
    codes: Sequence[str],
    printings: Sequence[str],
    pictures: Iterable[tuple[str, str, Frame]],
    embedder: Embedder,
) -> GalleryEmbeddings:
    """Describe every picture (code, printing, picture) for a gallery with these codes and printings."""
    crops: list[Crop] = []
    cards: list[int] = []
    prints: list[int] = []
    for code, printing, picture in pictures:
        made = gallery_crops(picture, embedder.size_wh)
        crops += made
        cards += [codes.index(code)] * len(made)
        prints += [printings.index(printing)] * len(made)
    return GalleryEmbeddings(
        digest=embedder.digest,
        vectors=embedder.embed(crops),
        card=np.array(cards, np.int16),
        printing=np.array(prints, np.int16),
    )


def embed_again(gallery: Gallery, embedder: Embedder) -> Gallery:
    """Return the gallery with embeddings by this embedder, made from the pictures that it keeps.

    :raise GalleryError: if another embedder made it and it keeps no pictures.
    """
    if gallery.embeddings is not None and gallery.embeddings.digest == embedder.digest:
        return gallery
    if not gallery.pictures:
        gallery.embeddings_by(embedder.digest)
        raise GalleryError(f"deck {gallery.deck}: keeps no pictures; enrol the deck again")
    made = embed_pictures(gallery.codes, gallery.printings, gallery.frames(), embedder)
    return gallery.with_embeddings(made)
