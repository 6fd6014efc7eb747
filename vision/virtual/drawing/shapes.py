"""Pens and stencils for drawn cards: colours, grounds, and shapes that recall what cards show."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from ...types import Frame
from ..types import Chance

Colour: TypeAlias = tuple[int, int, int]
Stamp: TypeAlias = Callable[[Frame, Chance, tuple[float, float], float, Colour, Colour], None]
"""Draws one thing at a centre (x, y) with a radius, in pixels, in two colours."""

Polygon: TypeAlias = NDArray[np.float64]
"""Points of a closed shape in its own unit square, -1 to 1, shape (n, 2)."""

FRACTION_BITS = 4


def palette(chance: Chance, count: int = 6) -> list[Colour]:
    """Return colours that go together: hues around one or two centres, from dark to light."""
    hues = (chance.uniform(0, 180) + chance.choice([0, 60, 90], count) + chance.normal(0, 12, count)) % 180
    saturations = chance.uniform(0, 255) * chance.uniform(0.5, 1.1, count)
    values = np.linspace(chance.uniform(15, 90), chance.uniform(170, 255), count)
    hsv = np.stack([hues, np.clip(saturations, 0, 255), values], axis=1).astype(np.uint8)
    bgr = cv2.cvtColor(hsv[None], cv2.COLOR_HSV2BGR)[0]
    return [(int(b), int(g), int(r)) for b, g, r in bgr]


def pick(chance: Chance, colours: list[Colour]) -> Colour:
    """Return one of the colours."""
    return colours[int(chance.integers(len(colours)))]


def fill(picture: Frame, points: NDArray[np.float64], colour: Colour) -> None:
    """Fill a polygon given in pixels, shape (n, 2), with smooth edges."""
    fixed = np.round(points * (1 << FRACTION_BITS)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, FRACTION_BITS)


def outline(
    picture: Frame, points: NDArray[np.float64], colour: Colour, thickness_px: int = 1, closed: bool = True
) -> None:
    """Draw the line through points given in pixels, shape (n, 2)."""
    fixed = np.round(points * (1 << FRACTION_BITS)).astype(np.int32)
    cv2.polylines(picture, [fixed], closed, colour, thickness_px, cv2.LINE_AA, FRACTION_BITS)


def value_noise(chance: Chance, size_wh: tuple[int, int], cell_px: float) -> NDArray[np.float32]:
    """Return smooth noise, 0 to 1, shape (height, width), whose spots are about ``cell_px`` wide."""
    width, height = size_wh
    cells = (max(2, round(height / cell_px)), max(2, round(width / cell_px)))
    grid = chance.random(cells, dtype=np.float32)
    return np.asarray(cv2.resize(grid, size_wh, interpolation=cv2.INTER_CUBIC), np.float32).clip(0, 1)


def blend(share: NDArray[np.float32], first: Colour, second: Colour) -> Frame:
    """Mix two colours by a map of shares, shape (height, width), 0 to 1."""
    low, high = np.array(first, np.float32), np.array(second, np.float32)
    return np.asarray(low + share[..., None] * (high - low)).astype(np.uint8)


def ground(chance: Chance, size_wh: tuple[int, int], colours: list[Colour]) -> Frame:
    """Return a ground: plain, shaded one way, shaded from the middle, or cloudy."""
    width, height = size_wh
    x, y = np.meshgrid(
        np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32)
    )
    kind, first, second = chance.integers(4), pick(chance, colours), pick(chance, colours)
    angle = chance.uniform(0, 2 * np.pi)
    if kind == 0:
        share = np.zeros_like(x)
    elif kind == 1:
        share = (np.cos(angle) * x + np.sin(angle) * y) * 0.35 + 0.5
    elif kind == 2:
        share = np.hypot(x - chance.uniform(-0.5, 0.5), y - chance.uniform(-0.5, 0.5)) * 0.6
    else:
        share = value_noise(chance, size_wh, chance.uniform(6, width))
    return blend(np.asarray(share, np.float32).clip(0, 1), first, second)


def regular(points: int, inner: float = 1.0, turn: float = 0.0) -> Polygon:
    """Return a regular polygon, or a star with its inner corners at ``inner``."""
    count = points if inner == 1.0 else 2 * points
    angles = np.arange(count) * 2 * np.pi / count + turn - np.pi / 2
    radii = np.where(np.arange(count) % 2 == 0, 1.0, inner)
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)


def blob(chance: Chance, wildness: float = 0.25) -> Polygon:
    """Return a smooth random closed shape: a few waves around a circle."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radii = np.full_like(angles, 0.7)
    for wave in range(2, 6):
        radii += wildness / wave * chance.normal() * np.cos(wave * angles + chance.uniform(0, 2 * np.pi))
    return np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1)


def heart() -> Polygon:
    """Return the heart of playing cards, point down."""
    t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x / 17, -y / 17], axis=1)


def spade() -> Polygon:
    """Return the spade of playing cards, point up, with its stem."""
    stem = np.array([[0.12, 0.4], [0.35, 1.0], [-0.35, 1.0], [-0.12, 0.4]])
    leaf = heart() * [1, -0.85] + [0, -0.1]
    return np.concatenate([leaf[:20], stem[::-1], leaf[20:]])


def club() -> Polygon:
    """Return a trefoil."""
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    radii = 0.55 + 0.35 * np.abs(np.cos(1.5 * (t + np.pi / 2)))
    return np.stack([radii * np.cos(t), radii * np.sin(t)], axis=1)


def place(shape: Polygon, centre: tuple[float, float], radius_px: float, turn: float = 0.0) -> Polygon:
    """Return a unit shape scaled, turned (radians) and moved to a centre in pixels."""
    cosine, sine = np.cos(turn), np.sin(turn)
    turned = shape @ np.array([[cosine, sine], [-sine, cosine]])
    return np.asarray(turned * radius_px + np.array(centre), np.float64)


def lettering(
    picture: Frame, text: str, centre: tuple[float, float], height_px: float, colour: Colour, font: int = 0
) -> None:
    """Write a line of text around a centre."""
    (width, height), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = height_px / max(height, 1)
    origin = (round(centre[0] - width * scale / 2), round(centre[1] + height_px / 2))
    cv2.putText(picture, text, origin, font, scale, colour, max(1, round(height_px / 9)), cv2.LINE_AA)
