"""Hands and sleeves seen from above, with round shading.

A hand is a sheet at ``PX_PER_MM`` with the middle finger's tip at ``TIP_MM`` and the wrist at its lower end; the sleeve
continues from there and may be stretched to the picture's edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..sprites import Sheet
from ..types import Chance

PX_PER_MM = 2.0
HAND_WH_MM = (170.0, 215.0)
SLEEVE_WH_MM = (150.0, 260.0)
TIP_MM = (85.0, 8.0)
NAIL_RIM_PX = 6

_Bone: TypeAlias = tuple[float, float, float, float, float, float]
"""x, y and radius at one end, x, y and radius at the other, in millimetres from the finger tip."""


@unique
class Grip(StrEnum):
    """Grip of a hand: hold a card between fingers and thumb, or push with a flat palm."""

    PINCH = "pinch"
    FLAT = "flat"


Fingers: TypeAlias = tuple[tuple[tuple[float, float], ...], ...]
"""Four joints of each finger, from the knuckle to the tip, thumb last: x and y in millimetres from the finger tip."""

FINGERS: dict[Grip, Fingers] = {
    Grip.PINCH: (
        ((-29, 92), (-26, 52), (-17, 26), (-13, 6)),
        ((-9, 85), (-8, 44), (-4, 20), (-1, 0)),
        ((10, 88), (10, 50), (9, 26), (11, 8)),
        ((27, 97), (28, 66), (24, 46), (23, 30)),
        ((-36, 142), (-49, 112), (-46, 82), (-38, 60)),
    ),
    Grip.FLAT: (
        ((-29, 92), (-34, 55), (-37, 32), (-38, 13)),
        ((-9, 85), (-11, 45), (-12, 20), (-12, 0)),
        ((10, 88), (13, 50), (15, 27), (16, 9)),
        ((27, 97), (35, 68), (39, 50), (42, 36)),
        ((-34, 148), (-56, 120), (-68, 96), (-74, 76)),
    ),
}
_RADII = (
    (10.5, 9.2, 8.4, 7.2),
    (11, 9.6, 8.8, 7.5),
    (10.5, 9.2, 8.4, 7.2),
    (9.5, 8, 7.2, 6.2),
    (13.5, 11, 9.8, 8.4),
)
_PALM: tuple[_Bone, ...] = (
    (-24, 98, 16, -16, 165, 22), (-5, 96, 18, -2, 170, 24), (12, 98, 17, 10, 165, 22), (23, 104, 14, 14, 165, 18),
    (-2, 165, 27, 0, 230, 27),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Arm:
    """One person's hand in each grip, and the sleeve."""

    hands: dict[Grip, Sheet]
    sleeve: Sheet


def _bones(fingers: Fingers) -> list[_Bone]:
    bones = list(_PALM)
    for joints, radii in zip(fingers, _RADII, strict=True):
        for (ax, ay), (bx, by), ra, rb in zip(joints, joints[1:], radii, radii[1:], strict=False):
            bones.append((ax, ay, ra, bx, by, rb))
    return bones


def _relief(bones: list[_Bone], size_wh: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the height of the surface in millimetres, and the signed distance to the outline (negative inside)."""
    height: NDArray[np.float32] = np.zeros(size_wh[::-1], np.float32)
    outline: NDArray[np.float32] = np.full(size_wh[::-1], 99.0, np.float32)
    for ax, ay, ra, bx, by, rb in bones:
        rim = max(ra, rb) * 1.3
        left, top = _pixel(min(ax, bx) - rim, min(ay, by) - rim)
        right, bottom = _pixel(max(ax, bx) + rim, max(ay, by) + rim)
        left, top, right, bottom = max(0, left), max(0, top), min(size_wh[0], right), min(size_wh[1], bottom)
        xs = (np.arange(left, right, dtype=np.float32) / PX_PER_MM - TIP_MM[0])[None, :]
        ys = (np.arange(top, bottom, dtype=np.float32) / PX_PER_MM - TIP_MM[1])[:, None]
        dx, dy = bx - ax, by - ay
        along = np.clip(((xs - ax) * dx + (ys - ay) * dy) / (dx * dx + dy * dy), 0, 1)
        away = np.hypot(xs - ax - along * dx, ys - ay - along * dy)
        radius = ra + (rb - ra) * along
        here = (slice(top, bottom), slice(left, right))
        height[here] = np.maximum(height[here], np.sqrt(np.maximum(radius**2 - away**2, 0)))
        outline[here] = np.minimum(outline[here], away - radius)
    return height, outline


def _shade(height: NDArray[np.float32], soft_px: float) -> NDArray[np.float32]:
    """Return the brightness of a matt surface lit from above and a little from the upper left."""
    smooth = cv2.GaussianBlur(height * PX_PER_MM, (0, 0), soft_px)
    slope_x, slope_y = (
        cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=0.125),
        cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=0.125),
    )
    steep = np.sqrt(1 + slope_x**2 + slope_y**2)
    return np.asarray((0.90 + 0.28 * slope_x + 0.25 * slope_y) / steep * 0.75 + 0.27, np.float32)


def _speckle(
    chance: Chance, shape_hw: tuple[int, ...], soft_px: float, strength: float
) -> NDArray[np.float32]:
    rough = cv2.GaussianBlur(chance.normal(0, 1, shape_hw[:2]).astype(np.float32), (0, 0), soft_px)
    return np.asarray(1 + strength * rough / max(float(rough.std()), 1e-6), np.float32)


def _sheet(colour: NDArray[np.float32], outline: NDArray[np.float32]) -> Sheet:
    alpha = np.clip(0.5 - outline * PX_PER_MM, 0, 1)[..., None]
    return np.asarray(np.concatenate([np.clip(colour, 0, 1) * alpha, alpha], -1), np.float32)


def paint_hand(chance: Chance, fingers: Fingers, skin_bgr: NDArray[np.float32]) -> Sheet:
    """Return a right hand, back upwards, with any fingers."""
    size = (round(HAND_WH_MM[0] * PX_PER_MM), round(HAND_WH_MM[1] * PX_PER_MM))
    height, outline = _relief(_bones(fingers), size)
    shade = (
        _shade(height, 2.6)
        * _speckle(chance, height.shape, 2, 0.02)
        * _speckle(chance, height.shape, 14, 0.03)
    )
    red = np.zeros(height.shape, np.float32)
    for joints in fingers:
        for x, y in (*joints[1:3], joints[3]):
            cv2.circle(red, _pixel(x, y), round(6 * PX_PER_MM), 1.0, -1)
    red = np.asarray(cv2.GaussianBlur(red, (0, 0), 5), np.float32)
    colour = skin_bgr * shade[..., None] * (1 + red[..., None] * np.array([-0.10, -0.08, 0.03], np.float32))
    _nails(colour, fingers, skin_bgr)
    return _sheet(np.asarray(colour, np.float32), outline)


def _pixel(x: float, y: float) -> tuple[int, int]:
    return round((x + TIP_MM[0]) * PX_PER_MM), round((y + TIP_MM[1]) * PX_PER_MM)


def _nails(colour: NDArray[np.float32], fingers: Fingers, skin_bgr: NDArray[np.float32]) -> None:
    nail = np.clip(skin_bgr * 0.72 + np.array([0.24, 0.22, 0.27], np.float32), 0, 1)
    for joints, radii in zip(fingers, _RADII, strict=True):
        (ax, ay), (bx, by) = joints[2], joints[3]
        length = float(np.hypot(bx - ax, by - ay))
        tip = (bx + (bx - ax) / length * 1.5, by + (by - ay) / length * 1.5)
        turn = float(np.degrees(np.arctan2(by - ay, bx - ax)))
        axes = (round(radii[3] * 0.72 * PX_PER_MM), round(radii[3] * 0.55 * PX_PER_MM))
        x, y = _pixel(*tip)
        reach = max(axes) + NAIL_RIM_PX
        left, top = max(x - reach, 0), max(y - reach, 0)
        here = colour[top : y + reach + 1, left : x + reach + 1]
        mask = np.zeros(here.shape[:2], np.float32)
        cv2.ellipse(mask, (x - left, y - top), axes, turn, 0, 360, 1.0, -1, cv2.LINE_AA)
        mask = cv2.GaussianBlur(mask, (0, 0), 1.0)[..., None] * 0.75
        here[:] = here * (1 - mask) + nail * mask * 0.9


def paint_sleeve(chance: Chance, cloth_bgr: NDArray[np.float32]) -> Sheet:
    """Return a sleeve from the cuff (top) on, wider below, with folds."""
    width, length = (round(side * PX_PER_MM) for side in SLEEVE_WH_MM)
    ys, xs = np.mgrid[0:length, 0:width].astype(np.float32) / PX_PER_MM
    half = 37 + 0.09 * ys + 1.5 * np.sin(ys / 17)
    across = (xs - SLEEVE_WH_MM[0] / 2) / half
    round_shade = np.sqrt(np.maximum(1 - across**2, 0)) * 0.62 + 0.36 - 0.12 * across
    folds = 0.10 * np.sin(ys / 7 + 3 * across + 2.5 * np.sin(ys / 31)) * (0.4 + across**2)
    cuff = np.where(ys < 7, 1.18, 1.0) * np.where(np.abs(ys - 7.5) < 0.7, 0.6, 1.0)
    weave = _speckle(chance, xs.shape, 0.8, 0.05)
    colour = cloth_bgr * ((round_shade + folds) * cuff * weave)[..., None]
    bow = 3.5 * (1 - across**2)
    return _sheet(
        np.asarray(colour, np.float32), np.maximum((np.abs(across) - 1) * half, bow - ys).astype(np.float32)
    )


_SKIN_BGR = (
    (0.56, 0.66, 0.86),
    (0.46, 0.58, 0.80),
    (0.33, 0.46, 0.68),
    (0.20, 0.30, 0.46),
    (0.14, 0.20, 0.31),
)
_SLEEVE_BGR = ((0.10, 0.09, 0.10), (0.30, 0.16, 0.10), (0.13, 0.12, 0.42), (0.62, 0.62, 0.64), (0.18, 0.30, 0.20),
               (0.12, 0.30, 0.48), (0.32, 0.14, 0.30))  # fmt: skip


def any_skin(chance: Chance, gain: tuple[float, float]) -> NDArray[np.float32]:
    """Return a colour of skin, BGR, 0 to 1, with a gain between two values."""
    tone = np.array(_SKIN_BGR[chance.integers(len(_SKIN_BGR))], np.float32)
    return np.asarray(tone * np.float32(chance.uniform(*gain)), np.float32)


def paint_forearm(chance: Chance, skin_bgr: NDArray[np.float32]) -> Sheet:
    """Return a bare forearm from the wrist (top) on, as long as a sleeve, wider below."""
    width, length = (round(side * PX_PER_MM) for side in SLEEVE_WH_MM)
    ys, xs = np.mgrid[0:length, 0:width].astype(np.float32) / PX_PER_MM
    half = 25 + 0.075 * ys
    across = (xs - SLEEVE_WH_MM[0] / 2) / half
    shade = np.sqrt(np.maximum(1 - across**2, 0)) * 0.5 + 0.52 - 0.1 * across
    shade = shade * _speckle(chance, xs.shape, 2, 0.02) * _speckle(chance, xs.shape, 14, 0.03)
    return _sheet(np.asarray(skin_bgr * shade[..., None], np.float32), (np.abs(across) - 1) * half)


def dress_arm(chance: Chance) -> Arm:
    """Return a person's arm with a skin and a sleeve of their own."""
    skin = any_skin(chance, (0.92, 1.08))
    cloth = np.array(_SLEEVE_BGR[chance.integers(len(_SLEEVE_BGR))], np.float32)
    return Arm({grip: paint_hand(chance, FINGERS[grip], skin) for grip in Grip}, paint_sleeve(chance, cloth))
