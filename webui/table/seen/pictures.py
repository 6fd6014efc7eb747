"""What the log keeps of a throw: the shown picture and each card's crop, by digest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry import rectify
from vision.types import Frame, Track
from webui.table.seen.cards import Point
from webui.table.seen.placement import show
from webui.table.settings import View

CROP_SIZE_WH: Final = (140, 240)

JPEG_QUALITY: Final = 80


class KeptPictures(NamedTuple):
    """The digests of a throw's pictures: the table, and the cards in the order of their tracks."""

    picture: str | None
    crops: list[str]


def keep_throw(
    keep: Callable[[bytes], str],
    frame: Frame | None,
    tracks: Iterable[Track],
    view: View,
    places: Sequence[Sequence[Point]] = (),
) -> KeptPictures:
    """Keep the picture of a throw, as far as its table goes, and its cards' crops; return their names as an entry
    holds them, the crops in the order of the tracks. ``places`` are the corners of cards and seats, in fractions of
    the shown picture."""
    if frame is None:
        return KeptPictures(None, [])
    crops = [encode_jpeg(rectify(frame, track.quad, CROP_SIZE_WH)) for track in tracks]
    picture = keep(encode_jpeg(table_part(show(frame, view), places)))
    return KeptPictures(picture, [keep(crop) for crop in crops])


def table_part(shown: Frame, places: Sequence[Sequence[Point]]) -> Frame:
    """Return the upright part of a shown picture that holds all places, a card's length around them: who sits at the
    table is no part of its log. Without a place it is the whole picture."""
    if not places:
        return shown
    height, width = shown.shape[:2]
    quads = [np.multiply(place, (width, height)) for place in places]
    around = min(float(np.linalg.norm(np.diff(quad, axis=0), axis=1).max()) for quad in quads)
    points = np.concatenate(quads)
    (left, top), (right, bottom) = points.min(axis=0) - around, points.max(axis=0) + around
    columns = slice(max(0, round(left)), min(width, round(right)))
    rows = slice(max(0, round(top)), min(height, round(bottom)))
    return np.ascontiguousarray(shown[rows, columns])


def encode_jpeg(picture: Frame, quality: int = JPEG_QUALITY) -> bytes:
    """Return the picture as JPEG."""
    _, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return coded.tobytes()
