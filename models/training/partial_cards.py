"""Pictures of partly occluded cards: outside the frame, under another card, under a hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import partial
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.geometry import upright_quad
from vision.overlap import overlap_area
from vision.quads import areas_of
from vision.scene.background import polygon_mask
from vision.types import Frame, Quad
from vision.virtual.camera.photographing import compress
from vision.virtual.canvas import Canvas
from vision.virtual.people.free_hands import free_hand, put_hand
from vision.virtual.sprites import Sizes, card_sheet, paste, warp
from vision.virtual.surfaces.grounds import draw_texture, plain
from vision.virtual.types import Chance

SIZE_WH: Final = (640, 480)
LENGTH_PX: Final = (60.0, 120.0)

SQUASHED: Final = 0.7
"""Height of the most slanted card as a share of its height seen from above."""

KEYSTONE: Final = 0.4
"""Widening of the near end of a slanted card, as a share of its reduction in height."""

LOST: Final = (0.1, 0.6)
"""Range of the occluded share of a card."""

TURNED_DEG: Final = 12.0
SIDEWAYS_SHARE: Final = 0.25
PLAIN_SHARE: Final = 0.5
HANDS_TRIED: Final = 6

SIDES: Final = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)], np.float32)
"""The directions of the frame's edges: top, right, bottom, left."""

Sheets: TypeAlias = Mapping[str, Sizes]
"""A deck's cards by code, each cut out, in several sizes."""


@unique
class Occlusion(StrEnum):
    """Causes of occlusion."""

    NOTHING = "nothing"
    EDGE = "edge"
    CARD = "card"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card in a picture: its code, its quad, the cause of its occlusion, and the occluded share."""

    code: str
    quad: Quad
    occlusion: Occlusion
    lost: float = 0.0


def sheets_of(faces: Mapping[str, Frame]) -> dict[str, Sizes]:
    """Cut out a deck's pictures for painting."""
    return {code: Sizes(partial(card_sheet, face)) for code, face in faces.items()}


class Table:
    """A table with cards, seen by one camera."""

    def __init__(self, chance: Chance, length_px: tuple[float, float] = LENGTH_PX) -> None:
        self.cards: list[ShownCard] = []
        self._hand = np.zeros(SIZE_WH[::-1], np.bool_)
        self._chance = chance
        texture = plain(chance) if chance.random() < PLAIN_SHARE else draw_texture(chance)
        ground = cv2.resize(texture, SIZE_WH, interpolation=cv2.INTER_AREA)
        self._canvas = Canvas(np.ascontiguousarray(ground, np.uint8))
        self._length_px, self._squash = chance.uniform(*length_px), chance.uniform(SQUASHED, 1)

    def lay(self, code: str, sheets: Sheets, occlusion: Occlusion, side: Quad, cover: str) -> None:
        """Lay a card at one side of the picture; if a card occludes it, that is the ``cover``."""
        chance, lost = self._chance, float(self._chance.uniform(*LOST))
        sheet = sheets[code].fitting(math.inf)
        aspect = sheet.shape[1] / sheet.shape[0]
        quad = self._slanted(aspect) + np.array(SIZE_WH, np.float32) * (0.5 + 0.27 * side)
        if occlusion is Occlusion.EDGE:
            quad = moved_beyond(quad, side, lost)
        self._draw(sheets[code], quad)
        if occlusion is Occlusion.HAND:
            lost = self._reach_over(quad, side)
        self.cards.append(
            ShownCard(code, quad, occlusion, lost if occlusion is not Occlusion.NOTHING else 0.0)
        )
        if occlusion is Occlusion.CARD:
            above = self._slanted(aspect) + quad.mean(axis=0)
            above = moved_off(above, SIDES[int(chance.integers(4))], lost, quad)
            self._draw(sheets[cover], above)
            self.cards.append(ShownCard(cover, above, Occlusion.NOTHING))

    def seen_share(self, number: int, region: Quad) -> float:
        """Return the share of a region of the picture that shows the card of this number, 0 to 1."""
        card = polygon_mask([self.cards[number].quad], SIZE_WH[::-1], 1.0) & ~self._hand
        above = polygon_mask((other.quad for other in self.cards[number + 1 :]), SIZE_WH[::-1], 1.0)
        shown = polygon_mask([region], SIZE_WH[::-1], 1.0) & card & ~above
        return float(np.count_nonzero(shown)) / max(float(areas_of(region[None])[0]), 1.0)

    def photographed(self) -> Frame:
        """Return the picture through a camera: a little blurred, noisy and compressed."""
        chance = self._chance
        soft = cv2.GaussianBlur(self._canvas.frame, (0, 0), chance.uniform(0.3, 0.9))
        noisy = soft * chance.uniform(0.7, 1.05) + chance.normal(0, chance.uniform(0, 5), soft.shape)
        return compress(chance, np.asarray(noisy.clip(0, 255), np.uint8))

    def _slanted(self, aspect: float) -> Quad:
        """Return a card's corners about the origin, seen at the table's slant."""
        chance, length = self._chance, self._length_px
        turn = math.pi * chance.integers(2) + math.radians(chance.uniform(-TURNED_DEG, TURNED_DEG))
        turn += math.pi / 2 * (chance.random() < SIDEWAYS_SHARE)
        corners = upright_quad((aspect * length, length)) - np.array([aspect, 1]) * length / 2
        flat = corners @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
        nearer = 1 + KEYSTONE * (1 - self._squash) * flat[:, 1:] / length
        return np.asarray(flat * (1, self._squash) * nearer, np.float32)

    def _draw(self, sheet: Sizes, quad: Quad) -> None:
        sprite = warp(sheet, quad, SIZE_WH)
        if sprite is not None:
            paste(self._canvas.frame, sprite)

    def _reach_over(self, quad: Quad, side: Quad) -> float:
        """Paint a hand over a part of a card, and return the occluded share; 0 if no try gave the right share."""
        chance, bare = self._chance, self._canvas.frame.copy()
        outline = np.zeros(SIZE_WH[::-1], np.uint8)
        cv2.fillConvexPoly(outline, quad.round().astype(np.int32), 1)
        for _ in range(HANDS_TRIED):
            at = quad.mean(axis=0) + self._length_px * (0.5 * side + chance.normal(0, 0.4, 2))
            size_px = self._length_px * chance.uniform(0.9, 1.6)
            self._canvas.owner[:] = 0
            put_hand(self._canvas, chance, free_hand(chance), (float(at[0]), float(at[1])), size_px)
            occluded = float((self._canvas.owner[outline > 0] != 0).mean())
            if LOST[0] <= occluded <= LOST[1]:
                self._hand |= self._canvas.owner != 0
                return occluded
            self._canvas.frame[:] = bare
        return 0.0


def moved_beyond(quad: Quad, side: Quad, share: float) -> Quad:
    """Return a quad inside the frame moved towards a side until this share of it is outside."""
    frame = np.asarray(upright_quad(SIZE_WH) - np.float32(0.5), np.float32)
    return _moved(quad, side, lambda there: 1 - share_of(there, frame) <= share)


def moved_off(quad: Quad, side: Quad, share: float, other: Quad) -> Quad:
    """Return a quad on another one moved towards a side until it covers no more than this share of that."""
    return _moved(quad, side, lambda there: share_of(other, there) >= share)


def share_of(quad: Quad, other: Quad) -> float:
    """Return the share of a quad that is within another one, 0 to 1."""
    return overlap_area(quad, other) / float(areas_of(quad[None])[0])


def _moved(quad: Quad, side: Quad, holds: Callable[[Quad], bool]) -> Quad:
    """Return a quad moved towards a side as long as a condition holds."""
    low, high = 0.0, float(max(SIZE_WH))
    for _ in range(16):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(quad + np.float32(middle) * side) else (low, middle)
    return np.asarray(quad + np.float32(low) * side, np.float32)
