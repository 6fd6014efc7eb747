"""Sessions in the rich mode: on any ground of single pictures or on a photograph, among the things of single pictures.

Without them a session is drawn in the fast mode: five surfaces and eight things, for the demo and for older figures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from ...types import Frame
from ..canvas import Canvas
from ..drawing.shapes import Colour
from ..people.hands import PX_PER_MM
from ..surfaces.photographs import Photographs
from ..types import Chance
from .cards import card_cut
from .clutter import Thing, cut_thing
from .distractors import DISTRACTORS, Drawer, draw_sheet
from .occluders import OCCLUDERS
from .pieces import outline_of_piece

PIECES_A_TABLE, DISTRACTORS_A_TABLE, OCCLUDERS_A_TABLE = (2, 7), (1, 5), (2, 7)
"""Numbers of each on a table, from and up to but without."""

PIECES_MM, OCCLUDERS_MM = (40.0, 260.0), (25.0, 90.0)

DISTRACTORS_MM: Final = (75.0, 260.0)
"""Lengths: from a card of a small deck to a book."""

SHEET_MM, BOOK_MM, HIGHEST_MM = 0.3, 12.0, 40.0
"""Heights: of a sheet of paper, of a book, and of the highest body."""

_GREY: Final[Colour] = (128, 128, 128)


@dataclass(frozen=True, slots=True)
class RealTables:
    """Tables from some photographs: for scorers those that are kept out of training."""

    photographs: Photographs

    def surface(self, chance: Chance) -> Frame:
        """Return a photograph, mirrored at times and turned by quarters."""
        turned = np.rot90(self.photographs.any(chance), int(chance.integers(4)))
        return np.ascontiguousarray(turned[:, ::-1] if chance.random() < 0.5 else turned)

    def things(self, chance: Chance, towards: tuple[float, float]) -> Sequence[Thing]:
        """Return pieces of photographs, sheets, books and the like, and bodies; ``towards``: direction of shadows."""
        return [
            *(self._piece(chance) for _ in range(int(chance.integers(*PIECES_A_TABLE)))),
            *drawn_things(chance, towards),
        ]

    def _piece(self, chance: Chance) -> Thing:
        """Cut a piece out of a photograph: as flat as paper, or a thing that is a little higher."""
        size_px = float(chance.uniform(*PIECES_MM)) * PX_PER_MM
        shape = outline_of_piece(chance, (0.0, 0.0), size_px)
        shape -= shape.min(axis=0) - 2
        wide, high = (int(side) + 3 for side in shape.max(axis=0))
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillPoly(mask, [np.round(shape * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
        height_mm = SHEET_MM if chance.random() < 0.5 else float(chance.uniform(SHEET_MM, BOOK_MM))
        return _cut(self.photographs.cut(chance, (wide, high)), mask, height_mm)


@dataclass(frozen=True, slots=True)
class DrawnTables:
    """Tables of some painted grounds, without photographs."""

    grounds: Sequence[Frame]

    def surface(self, chance: Chance) -> Frame:
        """Return one of the grounds, four times mirrored: a table is larger than its texture."""
        ground = self.grounds[int(chance.integers(len(self.grounds)))]
        wide = np.concatenate([ground, ground[:, ::-1]], axis=1)
        return np.concatenate([wide, wide[::-1]])

    def things(self, chance: Chance, towards: tuple[float, float]) -> Sequence[Thing]:
        """Return sheets, books and the like, and bodies; ``towards``: direction of shadows."""
        return drawn_things(chance, towards)


def drawn_things(chance: Chance, towards: tuple[float, float]) -> list[Thing]:
    """Return sheets, books and the like, and bodies, for a session's table."""
    return [
        *(_distractor(chance) for _ in range(int(chance.integers(*DISTRACTORS_A_TABLE)))),
        *(_occluder(chance, towards) for _ in range(int(chance.integers(*OCCLUDERS_A_TABLE)))),
    ]


def _distractor(chance: Chance) -> Thing:
    """Draw a sheet, a book, a phone, a picture in a frame or a box."""
    draw: Drawer = DISTRACTORS[int(chance.integers(len(DISTRACTORS)))]
    picture, radius = draw(chance)
    high = round(float(chance.uniform(*DISTRACTORS_MM)) * PX_PER_MM)
    size_wh = (max(8, round(high * picture.shape[1] / picture.shape[0])), high)
    way = cv2.INTER_AREA if high < picture.shape[0] else cv2.INTER_LINEAR
    sized = np.asarray(cv2.resize(picture, size_wh, interpolation=way), np.uint8)
    height_mm = SHEET_MM if draw is draw_sheet else float(chance.uniform(SHEET_MM, BOOK_MM))
    return _cut(sized, card_cut(size_wh, round(radius * size_wh[0])), height_mm)


def _occluder(chance: Chance, towards: tuple[float, float]) -> Thing:
    """Draw a stone, a cup, a candle, a die, a cord or leaves, lit from the lamp's side."""
    size_px = float(chance.uniform(*OCCLUDERS_MM)) * PX_PER_MM
    side = round(5 * size_px)
    canvas = Canvas(np.full((side, side, 3), _GREY, np.uint8), (-towards[0], -towards[1]))
    put = OCCLUDERS[int(chance.integers(len(OCCLUDERS)))]
    put(canvas, chance, (side / 2, side / 2), size_px)
    rows, columns = np.nonzero(canvas.owner)
    here = (slice(rows.min(), rows.max() + 1), slice(columns.min(), columns.max() + 1))
    mask = np.asarray(cv2.blur((canvas.owner[here] != 0).astype(np.uint8) * 255, (3, 3)), np.uint8)
    height_mm = min(HIGHEST_MM, 0.5 * min(mask.shape) / PX_PER_MM)
    return _cut(canvas.frame[here], mask, max(height_mm, 2.0), shaded=True)


def _cut(picture: Frame, mask: Frame, height_mm: float, *, shaded: bool = False) -> Thing:
    colour, alpha = (np.asarray(part / np.float32(255), np.float32) for part in (picture, mask))
    return cut_thing(colour, alpha, height_mm, shaded=shaded)
