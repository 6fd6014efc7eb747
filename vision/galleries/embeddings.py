"""Enrolment of embeddings: the crops that a gallery keeps of each picture.

Rows come in pairs: the picture upright, then upside down. Each picture is kept as it is, with a white border (real
cards often have one where the scan has none), with its edges cut, and as a camera sees it from afar, out of focus.
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
"""Cut from each side, as shares of width and height."""

FAR_PX: Final = 44
"""Height of a distant card: from about there on its signs run into each other."""

FAR_BLURS_PX: Final = (1.0, 2.0)
"""Blur of a distant card, standard deviations in pixels."""


def gallery_crops(picture: Frame, size_wh: tuple[int, int]) -> list[Crop]:
    """Return the crops of one picture, upright and upside down in turn."""
    height, width = picture.shape[:2]
    side = round(width * BORDER)
    white = (255, 255, 255)
    bordered = cv2.copyMakeBorder(picture, side, side, side, side, cv2.BORDER_CONSTANT, value=white)
    x, y = round(width * CUT_XY[0]), round(height * CUT_XY[1])
    near = [
        np.asarray(cv2.resize(shown, size_wh, interpolation=cv2.INTER_AREA), np.uint8)
        for shown in (picture, np.asarray(bordered, np.uint8), picture[y : height - y, x : width - x])
    ]
    crops = [*near, *_from_afar(picture, size_wh)]
    return [way for crop in crops for way in (crop, np.ascontiguousarray(crop[::-1, ::-1]))]


def _from_afar(picture: Frame, size_wh: tuple[int, int]) -> list[Crop]:
    """Return crops of a small card through cameras that blur."""
    small_wh = round(FAR_PX * size_wh[0] / size_wh[1]), FAR_PX
    small = cv2.resize(picture, small_wh, interpolation=cv2.INTER_AREA)
    soft = (cv2.GaussianBlur(small, (0, 0), blur_px) for blur_px in FAR_BLURS_PX)
    return [np.asarray(cv2.resize(one, size_wh, interpolation=cv2.INTER_LINEAR), np.uint8) for one in soft]


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
    """Return the gallery with embeddings by this embedder, made from its kept pictures.

    :raise GalleryError: if another embedder made it and it keeps no pictures.
    """
    if gallery.embeddings is not None and gallery.embeddings.digest == embedder.digest:
        return gallery
    if not gallery.pictures:
        gallery.embeddings_by(embedder.digest)
        raise GalleryError(f"deck {gallery.deck}: keeps no pictures; enrol the deck again")
    made = embed_pictures(gallery.codes, gallery.printings, gallery.frames(), embedder)
    return gallery.with_embeddings(made)
