"""Hands from any side, with any fingers spread, for single pictures."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from ..canvas import Canvas
from ..drawing.shapes import Colour, palette, pick
from ..things.occluders import Point, light_of, put, thick
from ..types import Chance

SKINS: Final[tuple[Colour, ...]] = (
    (150, 180, 230), (125, 160, 215), (105, 140, 200), (80, 110, 170), (55, 80, 130), (40, 58, 95),
)  # fmt: skip


def finger(
    chance: Chance, root: NDArray[np.float64], heading: float, long_px: float, wide_px: float
) -> list[NDArray[np.float64]]:
    """Return the polygons of a finger of three bones."""
    bend = chance.normal(0, 0.2)
    points = [root]
    for bone, share in enumerate((0.45, 0.32, 0.23)):
        turned = heading + bend * (bone + 1)
        points.append(points[-1] + np.array([np.cos(turned), np.sin(turned)]) * long_px * share)
    return thick(np.array(points), wide_px * np.array([1.05, 1.0, 0.9, 0.75]))


def put_hand(canvas: Canvas, chance: Chance, at: Point, size_px: float) -> None:
    """Put a hand whose palm is at a place, its arm coming from outside the picture, in a sleeve or bare."""
    height, width = canvas.owner.shape
    light, skin = light_of(canvas, chance), SKINS[int(chance.integers(len(SKINS)))]
    skin = tuple(int(np.clip(c * chance.uniform(0.85, 1.1), 0, 255)) for c in skin)  # type: ignore[assignment]
    middle = np.array(at)
    heading = float(np.arctan2(height / 2 - at[1], width / 2 - at[0]) + chance.normal(0, 0.7))
    ahead, aside = np.array([np.cos(heading), np.sin(heading)]), np.array([-np.sin(heading), np.cos(heading)])
    palm, wide = size_px * 0.32, size_px * 0.17
    arm = np.stack(
        [middle - ahead * palm * 0.4, middle - ahead * size_px * 1.2, middle - ahead * size_px * 6]
    )
    shapes = thick(arm, size_px * np.array([0.38, 0.42, 0.7]))
    knuckles = [middle + ahead * palm * 0.9 + aside * s * palm for s in (-0.85, -0.3, 0.3, 0.85)]
    shapes.append(
        np.array(
            [
                middle - ahead * palm - aside * palm * 0.7,
                *[k - ahead * 0.05 for k in knuckles],
                middle - ahead * palm + aside * palm * 0.7,
            ]
        )
    )
    spread = chance.uniform(0.02, 0.25)
    for knuckle, fan, share in zip(knuckles, (-1.5, -0.5, 0.5, 1.5), (0.85, 1.0, 0.95, 0.75), strict=True):
        if chance.random() < 0.85:
            shapes += finger(chance, knuckle, heading + fan * spread, size_px * 0.75 * share, wide)
    side = float(chance.choice([-1, 1]))
    shapes += finger(
        chance,
        middle + aside * side * palm * 0.8,
        heading + side * chance.uniform(0.3, 1),
        size_px * 0.55,
        wide * 1.15,
    )
    put(canvas, shapes, skin, light, 0.1, wide * 0.5)
    if chance.random() < 0.6:
        put(
            canvas,
            thick(arm[1:], size_px * np.array([0.6, 0.95])),
            pick(chance, palette(chance, 6)),
            light,
            0,
            size_px * 0.4,
        )
