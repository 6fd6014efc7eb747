"""Pieces of photographs on a table that are no cards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from ...geometry import order_corners
from ...types import Quad
from ..canvas import Canvas
from ..drawing.shapes import blob, place
from ..surfaces.photographs import Photographs
from ..types import Chance

SLIM, SQUARE = (0.12, 0.42), (0.8, 1.25)
"""Proportions of rectangular pieces, which no card has, so that edges alone do not make a card."""


def lay_piece(
    canvas: Canvas, chance: Chance, surfaces: Photographs, at: tuple[float, float], size_px: float
) -> Quad | None:
    """Paint a piece of a photograph: round, ragged, square or slim; return the quad around it, None outside the
    frame."""
    shape = outline_of_piece(chance, at, size_px)
    box = canvas.box_around(shape, 4)
    if box is None:
        return None
    out = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    mask = np.zeros(out[::-1], np.uint8)
    origin = np.array([box[1].start, box[0].start], np.float32)
    cv2.fillPoly(mask, [np.round((shape - origin) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    canvas.shade(box, np.asarray(cv2.blur(mask, (9, 9)), np.uint8), float(chance.uniform(0, 0.6)))
    canvas.paste(box, surfaces.cut(chance, out), mask, -1)
    return order_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(shape)), np.float32))


def outline_of_piece(chance: Chance, at: tuple[float, float], size_px: float) -> NDArray[np.float32]:
    """Return the outline of a piece, round, ragged, square or slim, about a place, shape (n, 2)."""
    turn = float(chance.uniform(0, 6.3))
    if chance.random() < 0.4:
        return np.asarray(place(blob(chance, chance.uniform(0, 0.7)), at, size_px * 0.5, turn), np.float32)
    aspect = chance.uniform(*(SLIM if chance.random() < 0.5 else SQUARE))
    corners = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2
    bent = corners + chance.normal(0, 0.02, (4, 2))
    return np.asarray(place(bent, at, size_px, turn), np.float32)
