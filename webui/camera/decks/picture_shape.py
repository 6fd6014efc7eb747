"""Content of a picture: cards on a table, row by row, or one card alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.galleries.sampling import HIGHEST_PX, LOWEST_PX, upright
from vision.geometry import SAME_SIZE, quad_area, quad_size_wh, rectify
from vision.overlap import overlap_area
from vision.types import Crop, Face, Frame, Quad
from webui.camera.trackers import make_detector

UP: Final[NDArray[np.float32]] = np.array([0, -1], np.float32)

SAME_AREA: Final = 2.0
"""Factor by which the area of a card on a photograph may differ from the usual one: the far row is smaller."""

MANY: Final = 2
"""Number of cards from which a picture is a photograph of cards, whatever its name."""

STANDING: Final = 0.85
"""Width to height up to which a picture has the shape of an upright card; its inverse is that of one on its side."""

WIDEST: Final = 0.73
"""Width to height of the widest cards; upright pictures of phones have 0.75."""

PART_WIDTH: Final = 0.9
"""Share of an upright picture's width from which a quad is a part of one card: beside two there is background."""

ALONE: Final = 0.5
"""Share of a picture below which a card is on a table, and is cut out, unless the picture is itself a card."""

CERTAINLY_MANY: Final = 3
"""Number of cards on a picture from which they are no parts of one."""

SAME_SHAPE: Final = 0.03
"""Spread of the proportions of one deck's scans."""

MARGIN: Final = 0.15
TABLES: Final = (40, 215)
"""Width of the background drawn around a picture, relative to its longer side, and its levels: one of the two differs
from the picture's edge."""

WHOLE: Final = 0.8
"""Share of a picture from which a detection is the picture itself: a card on a table takes less."""


@dataclass(frozen=True, slots=True)
class SingleCard:
    """The card of a picture, upright as far as that can be known.

    ``change`` is `turned` (the picture was on its side; which way is up is unknown), `cut` (there was background around
    it) or empty.
    """

    picture: Frame
    change: str = ""


def stands(picture: Frame) -> bool:
    """Return whether a picture has the shape of an upright card."""
    height, width = picture.shape[:2]
    return bool(width <= STANDING * height)


def single_card(picture: Frame, others: Iterable[Frame] = ()) -> SingleCard | None:
    """Return the one card of a picture that is named as one; None if it is a photograph of several.

    ``others`` are pictures of the deck's other cards.
    """
    height, width = picture.shape[:2]
    is_upright, lies = stands(picture), height <= STANDING * width
    quads = lying_on(picture)
    if is_upright:
        quads = [quad for quad in quads if np.ptp(quad[:, 0]) < PART_WIDTH * width]
    is_many = len(quads) >= MANY
    if is_upright and not is_many:
        is_small = width > WIDEST * height and quads and abs(quad_area(quads[0])) < ALONE * width * height
        lies_on_table = is_small and not is_a_card(picture)
        return SingleCard(cut_out(picture, quads[0]), "cut") if lies_on_table else SingleCard(picture)
    is_card = len(quads) < CERTAINLY_MANY and (
        (not is_many and _has_their_shape(picture, others)) or is_a_card(picture)
    )
    if is_many and not is_card:
        return None
    if not is_card and len(quads) == 1 and abs(quad_area(quads[0])) < ALONE * width * height:
        return SingleCard(cut_out(picture, quads[0]), "cut")
    if lies:
        return SingleCard(np.asarray(cv2.rotate(picture, cv2.ROTATE_90_CLOCKWISE), np.uint8), "turned")
    return SingleCard(picture)


def _has_their_shape(picture: Frame, others: Iterable[Frame]) -> bool:
    """Return whether a picture, turned or not, has the mean proportions of the others."""
    longer = [max(other.shape[:2]) / min(other.shape[:2]) for other in others]
    own = max(picture.shape[:2]) / min(picture.shape[:2])
    return bool(longer) and abs(own / float(np.median(longer)) - 1) < SAME_SHAPE


def is_a_card(picture: Frame) -> bool:
    """Return whether the picture is a card from edge to edge: on a background of another level it is detected whole."""
    height, width = picture.shape[:2]
    margin = round(MARGIN * max(height, width))
    for grey in TABLES:
        frame = cv2.copyMakeBorder(
            picture, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(grey, grey, grey)
        )
        found = lying_on(np.asarray(frame, np.uint8))
        if any(abs(quad_area(quad)) > WHOLE * width * height for quad in found):
            return True
    return False


def cards_on(picture: Frame) -> list[Crop]:
    """Return the pictures of the cards on a photograph, row by row."""
    return [cut_out(picture, quad) for quad in lying_on(picture)]


def lying_on(picture: Frame) -> list[Quad]:
    """Return the quads of the cards on a photograph, row by row."""
    found = make_detector().detect(picture)
    quads = _apart([upright(each.quad, UP) for each in found if each.face is Face.UP])
    usual = _usual_area(quads)
    alike = [quad for quad in quads if usual / SAME_AREA < abs(quad_area(quad)) < usual * SAME_AREA]
    return [quad for quad in reading_order(alike) if quad_size_wh(quad)[1] >= LOWEST_PX]


def _usual_area(quads: Sequence[Quad]) -> float:
    """Return the usual area of a card on a photograph: cards cover most of what is covered at all.

    Other objects and drawings may be more in number.
    """
    areas = np.sort([abs(quad_area(quad)) for quad in quads])
    return float(areas[np.searchsorted(areas.cumsum(), areas.sum() / 2)]) if quads else 0.0


def _apart(quads: Sequence[Quad]) -> list[Quad]:
    """Leave out quads on a larger one by more than corner errors: a part of a large card may be like a card, and a
    covered card gives no whole picture."""
    kept: list[Quad] = []
    for quad in sorted(quads, key=lambda quad: -abs(quad_area(quad))):
        if all(overlap_area(quad, other) <= SAME_SIZE * abs(quad_area(quad)) for other in kept):
            kept.append(quad)
    return kept


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


def cut_out(picture: Frame, quad: Quad) -> Crop:
    """Return the picture of a card, at most ``HIGHEST_PX`` high."""
    width, height = quad_size_wh(quad)
    scale = min(1.0, HIGHEST_PX / height)
    return rectify(picture, quad, (max(8, round(width * scale)), round(height * scale)))
