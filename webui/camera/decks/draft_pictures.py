"""Cards of a deck that is being learnt, from picture files: one card a file by its name, or all that lie on a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Final

import numpy as np
from numpy.typing import NDArray

import models
from vision.galleries.enrolment import at_height
from vision.galleries.sampling import HIGHEST_PX, LOWEST_PX, CardSampler, upright
from vision.geometry import quad_area, quad_size_wh, rectify
from vision.images import PictureError, decode_picture
from vision.recognition.embedder import Embedder
from vision.types import Crop, Face, Frame, Quad
from webui.camera.decks.card_names import BACK, code_of
from webui.camera.decks.draft import About
from webui.camera.decks.enrolment import SMALLEST_PX, card_name_of
from webui.camera.decks.readable import DeckError
from webui.camera.trackers import EMBEDDER, make_detector

MOST_PX: Final = 120_000_000
"""Pixels of one picture; the largest phones' have 200 million only where nobody asked for them."""

UP: Final[NDArray[np.float32]] = np.array([0, -1], np.float32)

SAME_AREA: Final = 2.0
"""By what factor the area of a card on a photograph may differ from the usual one: the far row is smaller."""


def cards_in(
    name: str, data: bytes, about: About, wanted: Sequence[str], known: Mapping[str, Frame]
) -> dict[str, Crop]:
    """Return the cards of a picture file: one by the file's name, else those that lie on it, in reading order.

    Those are the ``wanted`` ones, one after the other; what is ``known`` already is left out.

    :raise DeckError: it is no picture, is too small, or shows no card
    """
    path = PurePosixPath(name)
    code = code_of(card_name_of(path), about.order)
    if (
        code == BACK or "." in path.stem
    ):  # Another version of a card beside it, as Arcana Land's decks have them.
        return {}
    picture = _decoded(path.name, data)
    if code in about.codes:
        return {code: at_height(picture, HIGHEST_PX)}
    memory = CardSampler(Embedder(models.weights_path(EMBEDDER)))
    for one, shown in known.items():
        memory.know(one, shown)
    crops = [crop for crop in _lying_on(picture) if memory.known_as(memory.vectors_of(crop)) is None]
    if not crops:
        raise DeckError("picture-empty", file=path.name)
    return dict(zip(wanted, crops, strict=False))


def _decoded(name: str, data: bytes) -> Frame:
    try:
        picture = decode_picture(data, MOST_PX)
    except PictureError:
        raise DeckError("picture-unread", file=name) from None
    if min(picture.shape[:2]) < SMALLEST_PX:
        raise DeckError("picture-small", file=name, least=SMALLEST_PX)
    return picture


def _lying_on(picture: Frame) -> list[Crop]:
    """Cut out the cards that lie on a photograph, row by row."""
    found = make_detector(photo=True).detect(picture)
    quads = [upright(each.quad, UP) for each in found if each.face is Face.UP and not each.low_score]
    usual = float(np.median([abs(quad_area(quad)) for quad in quads])) if quads else 0.0
    alike = [quad for quad in quads if usual / SAME_AREA < abs(quad_area(quad)) < usual * SAME_AREA]
    return [_cut(picture, quad) for quad in reading_order(alike) if quad_size_wh(quad)[1] >= LOWEST_PX]


def reading_order(quads: Sequence[Quad]) -> list[Quad]:
    """Sort cards row by row, each from left to right."""
    rows: list[list[Quad]] = []
    for quad in sorted(quads, key=lambda quad: float(quad[:, 1].mean())):
        reach = quad_size_wh(quad)[1] / 2
        if rows and quad[:, 1].mean() - np.mean([other[:, 1].mean() for other in rows[-1]]) < reach:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return [quad for row in rows for quad in sorted(row, key=lambda quad: float(quad[:, 0].mean()))]


def _cut(picture: Frame, quad: Quad) -> Crop:
    width, height = quad_size_wh(quad)
    scale = min(1.0, HIGHEST_PX / height)
    return rectify(picture, quad, (max(8, round(width * scale)), round(height * scale)))
