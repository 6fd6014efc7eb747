"""Lights of single pictures: a slope, pools, a vignette, hard shadows, tints, reflections."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ..drawing.shapes import value_noise
from ..types import Chance

LightMap: TypeAlias = NDArray[np.float32]
"""Brightness of each pixel, shape (height, width, 3), about 1."""

CANDLE_SHARE = 0.08
"""Share of the pictures that are lit by a single flame."""


def light_map(chance: Chance, size_wh: tuple[int, int]) -> LightMap:
    """Return uneven, coloured light: a slope, pools, a vignette, perhaps a hard shadow."""
    if chance.random() < CANDLE_SHARE:
        return candle_light(chance, size_wh)
    x, y = _places(size_wh)
    small_wh = (x.shape[1], x.shape[0])
    angle = chance.uniform(0, 2 * np.pi)
    share = 1 + chance.uniform(0, 0.5) * (np.cos(angle) * x + np.sin(angle) * y)
    share = share * (1 - chance.uniform(0, 0.3) * (x * x + y * y) / 2)
    if chance.random() < 0.4:
        share = share * (
            1 + chance.uniform(0.2, 0.9) * (value_noise(chance, small_wh, chance.uniform(8, 40)) - 0.5)
        )
    if chance.random() < 0.25:
        shadow = _hard_shadow(chance, small_wh)
        share = share * shadow
    tint = np.exp(
        chance.normal(0, chance.choice([0.03, 0.12, 0.3], p=[0.5, 0.35, 0.15]), 3) * [1.0, 0.35, 0.7]
    )
    if chance.random() < 0.15:
        tint = _warm(chance)
    return _enlarged(share, tint, size_wh)


def candle_light(chance: Chance, size_wh: tuple[int, int]) -> LightMap:
    """Return the light of one flame at the picture's side or beyond it, in a nearly dark room."""
    x, y = _places(size_wh)
    angle, away, reach = chance.uniform(0, 2 * np.pi), chance.uniform(0.6, 1.5), chance.uniform(0.3, 1.0)
    squared = (x - away * np.cos(angle)) ** 2 + (y - away * np.sin(angle)) ** 2
    share = np.asarray(chance.uniform(0.03, 0.25) + 1 / (1 + squared / reach**2), np.float32)
    return _enlarged(share, _warm(chance), size_wh)


def _places(size_wh: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the places of an eighth of the pixels: across and down, each from -1 to 1, of shape (height, width)."""
    small_wh = (max(8, size_wh[0] // 8), max(8, size_wh[1] // 8))
    y, x = np.mgrid[-1 : 1 : small_wh[1] * 1j, -1 : 1 : small_wh[0] * 1j].astype(np.float32)
    return x, y


def _warm(chance: Chance) -> NDArray[np.float64]:
    """Return the tint of a lamp or a flame, BGR."""
    return np.array([chance.uniform(0.25, 0.6), chance.uniform(0.6, 0.85), 1.15])


def _enlarged(
    share: NDArray[np.float32], tint: NDArray[np.float64], size_wh: tuple[int, int]
) -> NDArray[np.float32]:
    coloured = np.asarray(share[..., None] * tint, np.float32)
    return np.asarray(cv2.resize(coloured, size_wh, interpolation=cv2.INTER_LINEAR), np.float32)


def _hard_shadow(chance: Chance, small_wh: tuple[int, int]) -> NDArray[np.float32]:
    mask = np.zeros((small_wh[1], small_wh[0]), np.float32)
    points = chance.uniform(-0.4, 1.4, (int(chance.integers(3, 6)), 2)) * small_wh
    cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], 1.0)
    soft = int(chance.integers(0, 6)) * 2 + 1
    return np.asarray(1 - chance.uniform(0.3, 0.85) * cv2.blur(mask, (soft, soft)), np.float32)


def glare(chance: Chance, lit: LightMap, spots: NDArray[np.float32]) -> None:
    """Add reflections (in place, on a picture of 0..255) near some of the given places, shape (n, 2)."""
    height, width = lit.shape[:2]
    veil = np.zeros((height // 4 + 1, width // 4 + 1), np.float32)
    for spot in spots:
        at = spot / 4 + chance.normal(0, 4, 2)
        axes = (int(chance.uniform(2, 30)), int(chance.uniform(1, 10)))
        cv2.ellipse(
            veil,
            (int(at[0]), int(at[1])),
            axes,
            chance.uniform(0, 180),
            0,
            360,
            float(chance.uniform(60, 300)),
            -1,
        )
    soft = int(chance.integers(1, 10)) * 2 + 1
    veil = cv2.blur(veil, (soft, soft))
    lit += cv2.resize(veil, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
