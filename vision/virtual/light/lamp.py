"""Light over a table: brightness and colour at each pixel, and glare on glossy cards."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..sprites import Sprite, split
from ..types import Chance, Field

_WARMTH_BGR = {
    "day": (1.06, 1.0, 0.94), "lamp": (0.80, 1.0, 1.13), "candle": (0.52, 0.86, 1.28), "tube": (1.0, 1.05, 0.92),
}  # fmt: skip
LAMPS = tuple(_WARMTH_BGR)


@dataclass(frozen=True, slots=True)
class Lighting:
    """``gain`` multiplies the table's colours, ``glare`` is added on glossy cards.

    Both have shape (height, width, 3) and are float32; ``towards`` is the unit direction of shadows in the picture,
    away from the lamp.
    """

    gain: Field
    glare: Field
    towards: tuple[float, float]


def _spot(shape_hw: tuple[int, int], centre: NDArray[np.floating], radius: float, power: float) -> Field:
    """Return 1 under the lamp and less away from it, like the inverse of the squared distance."""
    ys, xs = np.mgrid[0 : shape_hw[0], 0 : shape_hw[1]].astype(np.float32)
    away = ((xs - centre[0]) ** 2 + (ys - centre[1]) ** 2) / radius**2
    return np.asarray((1 + away) ** -power, np.float32)


def light_table(
    chance: Chance, size_wh: tuple[int, int], lamp: str, level: float, unevenness: float, glare: float
) -> Lighting:
    """Return the light from one lamp and the room.

    ``level`` 1 is a well exposed picture; ``unevenness`` 0 to 1; ``glare`` 0 to 1 of full white.
    """
    width, height = size_wh
    shape = (height, width)
    centre = np.array([chance.uniform(0.15, 0.85) * width, chance.uniform(0.0, 0.7) * height])
    spot = _spot(shape, centre, 0.55 * width, 0.9)
    fall = 1 - unevenness + unevenness * spot / float(spot.mean())
    middle = np.array([width / 2, height / 2])
    vignette = _spot(shape, middle, 1.3 * width, 0.8)
    colour = np.array(_WARMTH_BGR[lamp], np.float32) * chance.uniform(0.96, 1.04, 3).astype(np.float32)
    gain = (level * 1.15 * fall * vignette)[..., None] * colour
    shine = _spot(shape, centre + chance.normal(0, 0.12 * width, 2), 0.13 * width, 2.2)
    away = middle - centre
    length = float(np.hypot(*away)) or 1.0
    return Lighting(
        np.asarray(gain, np.float32),
        np.asarray(glare * level * shine[..., None] * colour, np.float32),
        (float(away[0]) / length, float(away[1]) / length),
    )


def tone(linear: Field) -> NDArray[np.uint8]:
    """Convert colours times light, 0 to 1 and above, to the 8 bits of a webcam, with a soft shoulder."""
    over = np.maximum(linear - 0.82, 0)
    soft = np.minimum(linear, 0.82) + 0.18 * (1 - np.exp(-over / 0.18))
    return np.asarray(cv2.convertScaleAbs(soft, alpha=255), np.uint8)


def lit(sprite: Sprite | None, light: Lighting, glossy: bool = False) -> Sprite | None:
    """Return the sprite under the lamp, with glare if it is glossy."""
    if sprite is None:
        return None
    left, top, right, bottom = sprite.box
    here = (slice(top, bottom), slice(left, right))
    colours, alpha = split(sprite.sheet)
    alphas = cv2.merge((alpha,) * 3)
    shone = cv2.multiply(colours, light.gain[here])
    if glossy:
        shone = cv2.add(shone, cv2.multiply(alphas, light.glare[here]))
    sheet = cv2.merge((*cv2.split(cv2.min(shone, alphas)), alpha))
    return Sprite(np.asarray(sheet, np.float32), sprite.box)
