"""Sprites for pictures: cards and hands as premultiplied colours with an opacity.

A sheet is float32, shape (height, width, 4): blue, green and red times opacity, then opacity, all 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..types import Frame, Quad

Sheet: TypeAlias = NDArray[np.float32]
Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom are outside."""

PAPER_BGR = (0.86, 0.90, 0.92)


BACK_OF_QUAD = [1, 0, 3, 2]
"""Corners of a quad in the order of its other side."""


@dataclass(frozen=True, slots=True)
class Sprite:
    """A sheet at its place in the picture, ``box``."""

    sheet: Sheet
    box: Box


def rounded_mask(size_wh: tuple[int, int], radius_px: float) -> NDArray[np.float32]:
    """Return the opacity of a rectangle with round corners, anti-aliased."""
    width, height = size_wh
    radius_px = max(radius_px, 0.5)  # without rounding half a pixel belongs to the edge
    side = min(math.ceil(radius_px) + 1, (min(size_wh) + 1) // 2)
    within = np.maximum(radius_px - 0.5 - np.arange(side), 0)
    corner = np.clip(0.5 - (np.hypot(within[None, :], within[:, None]) - radius_px), 0, 1)
    mask = np.ones((height, width), np.float32)
    mask[:side, :side] = corner
    mask[:side, width - side :] = corner[:, ::-1]
    mask[height - side :] = mask[:side][::-1]
    return mask


def card_sheet(face: Frame, border_share: float = 0.0, corner_share: float = 0.05) -> Sheet:
    """Return a card cut out: round corners (share of the width) and, on request, a white border around."""
    colours = face.astype(np.float32) / 255
    if border_share > 0:
        rim = round(border_share * face.shape[1])
        colours = np.asarray(
            cv2.copyMakeBorder(colours, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=PAPER_BGR), np.float32
        )
    height, width = colours.shape[:2]
    alpha = rounded_mask((width, height), corner_share * width)[..., None]
    return np.concatenate([colours * alpha, alpha], -1)


class Sizes:
    """A sheet at full size, at four fifths of it, and so on, against aliasing when warped.

    A size is made on demand and kept; the sheet itself is kept only by ``make``.
    """

    def __init__(self, make: Callable[[], Sheet], smallest_px: int = 24) -> None:
        """Prepare; ``make`` returns the sheet at full size; no size is lower than ``smallest_px``."""
        self._make, self._smallest_px = make, smallest_px
        self._sizes_wh: list[tuple[int, int]] = []
        self._kept: dict[tuple[int, int], Sheet] = {}

    def fitting(self, height_px: float) -> Sheet:
        """Return the smallest size that is at least the requested one."""
        sheet = None if self._sizes_wh else self._measured()
        fit = (wh for wh in reversed(self._sizes_wh) if wh[1] >= height_px * 1.05)
        size_wh = next(fit, self._sizes_wh[0])
        if size_wh not in self._kept:
            sheet = self._make() if sheet is None else sheet
            shrunk = size_wh != self._sizes_wh[0]
            self._kept[size_wh] = (
                np.asarray(cv2.resize(sheet, size_wh, interpolation=cv2.INTER_AREA), np.float32)
                if shrunk
                else sheet
            )
        return self._kept[size_wh]

    def _measured(self) -> Sheet:
        sheet = self._make()
        height, width = sheet.shape[:2]
        self._sizes_wh, scale = [(width, height)], 0.8
        while height * scale > self._smallest_px:
            self._sizes_wh.append((max(2, round(width * scale)), max(2, round(height * scale))))
            scale *= 0.8
        return sheet


def box_of(points: NDArray[np.floating], size_wh: tuple[int, int], margin_px: int = 2) -> Box | None:
    """Return the box around points within the picture, or None."""
    low, high = (
        np.floor(points.min(0)).astype(int) - margin_px,
        np.ceil(points.max(0)).astype(int) + margin_px + 1,
    )
    left, top = max(0, int(low[0])), max(0, int(low[1]))
    right, bottom = min(size_wh[0], int(high[0])), min(size_wh[1], int(high[1]))
    return (left, top, right, bottom) if right > left and bottom > top else None


def widen(box: Box, pad_px: int, size_wh: tuple[int, int]) -> Box:
    """Return a box with a margin, clipped to the picture."""
    left, top, right, bottom = box
    return (
        max(0, left - pad_px),
        max(0, top - pad_px),
        min(size_wh[0], right + pad_px),
        min(size_wh[1], bottom + pad_px),
    )


def warp(sizes: Sizes, quad: Quad, size_wh: tuple[int, int]) -> Sprite | None:
    """Warp a sheet's corners (from its top left, clockwise) onto a quad; None if outside the picture."""
    box = box_of(quad, size_wh)
    if box is None:
        return None
    sheet = sizes.fitting(float(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[2] - quad[1]))))
    height, width = sheet.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    homography = cv2.getPerspectiveTransform(corners, (quad - np.array(box[:2])).astype(np.float32))
    target = (box[2] - box[0], box[3] - box[1])
    return Sprite(
        np.asarray(cv2.warpPerspective(sheet, homography, target, flags=cv2.INTER_LINEAR), np.float32), box
    )


def fill(
    quad: NDArray[np.floating],
    size_wh: tuple[int, int],
    colour: tuple[float, float, float],
    soft_px: float = 0,
) -> Sprite | None:
    """Return a polygon in one colour (BGR, 0 to 1), its edge blurred by ``soft_px``."""
    margin = int(3 * soft_px) + 2
    box = box_of(quad, size_wh, margin)
    if box is None:
        return None
    mask = np.zeros((box[3] - box[1], box[2] - box[0]), np.uint8)
    points = np.round((quad - np.array(box[:2])) * 16).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255, cv2.LINE_AA, 4)
    alpha = mask.astype(np.float32) / 255
    if soft_px > 0:
        alpha = np.asarray(cv2.GaussianBlur(alpha, (0, 0), soft_px), np.float32)
    return Sprite(np.stack([*(alpha * value for value in colour), alpha], -1).astype(np.float32), box)


def smear(sprite: Sprite, shift_px: NDArray[np.floating]) -> Sprite:
    """Return a sprite with motion blur: averaged over its movement during the exposure, a vector in pixels."""
    length = float(np.hypot(*shift_px))
    if length < 2:
        return sprite
    count = min(9, int(length / 2) + 2)
    total = np.zeros_like(sprite.sheet)
    for step in np.linspace(-0.5, 0.5, count):
        move = np.array([[1, 0, step * shift_px[0]], [0, 1, step * shift_px[1]]], np.float32)
        total += cv2.warpAffine(sprite.sheet, move, sprite.sheet.shape[1::-1])
    return Sprite(np.asarray(total / count, np.float32), sprite.box)


def crop(sprite: Sprite, box: Box) -> Sprite | None:
    """Return the part of a sprite within a box."""
    left, top = max(sprite.box[0], box[0]), max(sprite.box[1], box[1])
    right, bottom = min(sprite.box[2], box[2]), min(sprite.box[3], box[3])
    if right <= left or bottom <= top:
        return None
    x, y = sprite.box[:2]
    return Sprite(sprite.sheet[top - y : bottom - y, left - x : right - x], (left, top, right, bottom))


def paste(frame: Frame, sprite: Sprite, opacity: float = 1.0) -> None:
    """Paint a lit sprite over a picture, in place."""
    left, top, right, bottom = sprite.box
    under = frame[top:bottom, left:right].astype(np.float32)
    colours, alpha = split(sprite.sheet)
    # OpenCV's whole-array steps: broadcasting over channels takes numpy twice as long, and this is most of a frame.
    clear = 1 - np.float32(opacity) * alpha
    mixed = cv2.add(cv2.multiply(under, cv2.merge((clear,) * 3)), colours * np.float32(255 * opacity))
    frame[top:bottom, left:right] = cv2.convertScaleAbs(mixed)


def split(sheet: Sheet) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return a sheet's colours, shape (h, w, 3), and its alpha, shape (h, w)."""
    colours, alpha = cv2.cvtColor(sheet, cv2.COLOR_BGRA2BGR), cv2.extractChannel(sheet, 3)
    return np.asarray(colours, np.float32), np.asarray(alpha, np.float32)


def soft_shadow(thing: Sprite, offset_px: NDArray[np.floating], size_wh: tuple[int, int]) -> Sprite:
    """Return the wide shadow of a thing above the table, moved by some pixels."""
    left, top, right, bottom = thing.box
    box = widen(thing.box, 14, size_wh)
    size = (max(1, (right - left) // 4), max(1, (bottom - top) // 4))
    small = cv2.resize(thing.sheet[..., 3], size, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 1.6)
    move = np.array([[4, 0, left - box[0] + offset_px[0]], [0, 4, top - box[1] + offset_px[1]]], np.float32)
    alpha = cv2.warpAffine(small, move, (box[2] - box[0], box[3] - box[1])) * 0.45
    sheet = np.zeros((*alpha.shape, 4), np.float32)
    sheet[..., 3] = alpha
    return Sprite(sheet, box)
