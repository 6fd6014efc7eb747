"""Photographs in a scene: as the whole view, as the table's surface, and in pieces that lie on it and are no cards."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.drawn_shapes import blob, place
from models.training.photographs import Photographs
from models.training.scene_cards import Canvas
from models.training.scene_light import photograph
from models.training.scene_plane import Plane
from models.training.scene_sensor import sense
from models.training.scene_textures import TEXTURE_PX
from vision.geometry import order_corners
from vision.types import Frame, Quad

DRAWN_SHARE, AS_SURFACE = 0.2, 0.25
"""Shares of the scenes whose ground stays drawn, and that see the photograph as a table's surface, from aside."""

RELIT_SHARE, SENSED_SHARE = 0.4, 0.5
"""Shares of the pictures that are lit anew, and that a cheap camera sees."""

SLIM, SQUARE = (0.12, 0.42), (0.8, 1.25)
"""Proportions of rectangular pieces: no card has them, so that an edge alone makes none."""


def real_ground(rng: np.random.Generator, surfaces: Photographs, drawn: Frame, plane: Plane) -> Frame:
    """Return a photograph as what the camera sees, or as the table that ``plane`` shows; at times the drawn ground."""
    kind, size_wh = rng.random(), (drawn.shape[1], drawn.shape[0])
    if kind < DRAWN_SHARE:
        return drawn
    if kind < DRAWN_SHARE + AS_SURFACE:
        texture = surfaces.cut(rng, (TEXTURE_PX, TEXTURE_PX))
        scale = float(np.exp(rng.uniform(-0.2, 0.9))) * size_wh[0] / TEXTURE_PX
        middle = np.array(
            [[scale, 0, -scale * TEXTURE_PX / 2], [0, scale, -scale * TEXTURE_PX / 2], [0, 0, 1]]
        )
        seen = cv2.warpPerspective(
            texture, plane @ middle, size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        return np.asarray(seen, np.uint8)
    return surfaces.cut(rng, size_wh)


def seen_by_camera(
    rng: np.random.Generator, frame: Frame, spots: NDArray[np.float32], sheet: NDArray[np.int8]
) -> Frame:
    """Return what a camera makes of cards on a photograph, or of a photograph alone: the same, so that nothing tells
    the two apart but the cards. A photograph has its light; at times it gets another. ``spots`` (n, 2) may glare."""
    if rng.random() < RELIT_SHARE:
        frame = photograph(rng, frame, spots, sheet)
    elif rng.random() < 0.5:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), rng.uniform(0.4, 1.2)), np.uint8)
    return sense(rng, frame) if rng.random() < SENSED_SHARE else frame


def lay_piece(
    canvas: Canvas, rng: np.random.Generator, surfaces: Photographs, at: tuple[float, float], size_px: float
) -> Quad | None:
    """Lay a piece of a photograph: round, ragged, square or slim; return the quad around it, None outside the frame."""
    shape = outline_of_piece(rng, at, size_px)
    box = canvas.box_around(shape, 4)
    if box is None:
        return None
    out = (box[1].stop - box[1].start, box[0].stop - box[0].start)
    mask = np.zeros(out[::-1], np.uint8)
    origin = np.array([box[1].start, box[0].start], np.float32)
    cv2.fillPoly(mask, [np.round((shape - origin) * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    canvas.shade(box, np.asarray(cv2.blur(mask, (9, 9)), np.uint8), float(rng.uniform(0, 0.6)))
    canvas.paste(box, surfaces.cut(rng, out), mask, -1)
    return order_corners(np.asarray(cv2.boxPoints(cv2.minAreaRect(shape)), np.float32))


def outline_of_piece(
    rng: np.random.Generator, at: tuple[float, float], size_px: float
) -> NDArray[np.float32]:
    """Return the outline of a piece, round, ragged, square or slim, about a place, shape (n, 2)."""
    turn = float(rng.uniform(0, 6.3))
    if rng.random() < 0.4:
        return np.asarray(place(blob(rng, rng.uniform(0, 0.7)), at, size_px * 0.5, turn), np.float32)
    aspect = rng.uniform(*(SLIM if rng.random() < 0.5 else SQUARE))
    corners = np.array([[-aspect, -1], [aspect, -1], [aspect, 1], [-aspect, 1]]) / 2
    bent = corners + rng.normal(0, 0.02, (4, 2))
    return np.asarray(place(bent, at, size_px, turn), np.float32)
