"""Clutter on a table at night: paper, dice, pencils, candles, mugs. Seeded sheets at ``PX_PER_MM``."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..people.hands import PX_PER_MM
from ..plays.kinematics import Pose
from ..sprites import Sheet, rounded_mask
from ..types import Chance, Field


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat picture of a thing, its size, and its height (for its shadow), in millimetres.

    Things ``shaded`` from the lamp's side are not turned.
    """

    sheet: Sheet
    size_wh_mm: tuple[float, float]
    height_mm: float
    shaded: bool = False

    def turn_deg(self, chance: Chance) -> float:
        """Draw its turn."""
        return 0.0 if self.shaded else float(chance.uniform(-180, 180))


def cut_thing(colour: Field, alpha: NDArray[np.float32], height_mm: float, *, shaded: bool = False) -> Thing:
    """Cut a thing out of colours, 0 to 1, at ``PX_PER_MM``, by its opacity."""
    size = (alpha.shape[1] / PX_PER_MM, alpha.shape[0] / PX_PER_MM)
    sheet = np.concatenate([np.clip(colour, 0, 1) * alpha[..., None], alpha[..., None]], -1)
    return Thing(np.asarray(sheet, np.float32), size, height_mm, shaded)


def _plain(size_wh_mm: tuple[float, float], bgr: tuple[float, ...]) -> Field:
    shape = (round(size_wh_mm[1] * PX_PER_MM), round(size_wh_mm[0] * PX_PER_MM), 3)
    return np.asarray(np.ones(shape, np.float32) * np.array(bgr, np.float32), np.float32)


def paper(chance: Chance) -> Thing:
    """A sheet with boxes and scribbled lines."""
    size = (105.0, 148.0) if chance.random() < 0.5 else (148.0, 210.0)
    colour = _plain(size, tuple(chance.uniform(0.78, 0.92, 3)))
    height, width = colour.shape[:2]
    ink = tuple(float(value) for value in chance.uniform(0.1, 0.4, 3))
    for line in range(int(chance.integers(6, 14))):
        y = round(height * (0.1 + 0.065 * line))
        end = round(width * chance.uniform(0.4, 0.92))
        xs = np.arange(round(width * 0.08), max(end, round(width * 0.1)), 2)
        wave = y + 2.2 * np.cumsum(chance.normal(0, 1, len(xs))) / np.sqrt(np.arange(1, len(xs) + 1))
        cv2.polylines(colour, [np.stack([xs, wave], -1).round().astype(np.int32)], False, ink, 1, cv2.LINE_AA)
    for _ in range(int(chance.integers(0, 4))):
        x, y = int(chance.uniform(0.1, 0.6) * width), int(chance.uniform(0.5, 0.8) * height)
        cv2.rectangle(colour, (x, y), (x + width // 4, y + height // 9), ink, 1, cv2.LINE_AA)
    return cut_thing(colour, np.ones((height, width), np.float32), 0.4)


def die(chance: Chance) -> Thing:
    """A die with pips."""
    body = tuple(chance.choice([(0.85, 0.88, 0.9), (0.12, 0.12, 0.62), (0.1, 0.09, 0.1), (0.5, 0.3, 0.12)]))
    colour = _plain((17, 17), body)
    side = colour.shape[0]
    pip = (0.08, 0.08, 0.08) if body[1] > 0.6 else (0.92, 0.92, 0.92)
    value = int(chance.integers(1, 7))
    corners, sides = [(1, 1), (3, 3), (1, 3), (3, 1)], [(1, 2), (3, 2)]
    spots = {1: [], 2: corners[:2], 3: corners[:2], 4: corners, 5: corners, 6: corners + sides}
    middle = [(2, 2)] if value % 2 else []
    for x, y in spots[value] + middle:
        cv2.circle(colour, (round(x * side / 4), round(y * side / 4)), 3, pip, -1, cv2.LINE_AA)
    rim = np.hypot(*np.meshgrid(np.linspace(-1, 1, side), np.linspace(-1, 1, side)))
    shade = (1.08 - 0.22 * rim**2)[..., None].astype(np.float32)
    return cut_thing(colour * shade, rounded_mask((side, side), side * 0.22), 14)


def pencil(chance: Chance) -> Thing:
    """A pencil."""
    colour = _plain((165, 7.5), tuple(chance.choice([(0.1, 0.6, 0.8), (0.15, 0.15, 0.6), (0.35, 0.45, 0.1)])))
    height, width = colour.shape[:2]
    colour[:, :14] = (0.45, 0.45, 0.75)
    colour[:, 14:22] = (0.6, 0.62, 0.62)
    colour[:, width - 36 :] = (0.5, 0.68, 0.82)
    across = np.linspace(-1, 1, height)[:, None]
    taper = np.clip((width - 1 - np.arange(width)) / 36, 0.03, 1)[None, :]
    colour[:, width - 9 :] = 0.15
    shade = 0.7 + 0.4 * np.sqrt(np.maximum(1 - (across - 0.2) ** 2, 0))
    alpha = np.clip((taper - np.abs(across)) * height / 2 + 0.5, 0, 1)
    return cut_thing(np.asarray(colour * shade[..., None], np.float32), np.asarray(alpha, np.float32), 7)


def _disc(size_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the distance from the centre in radii, and the opacity of a round thing."""
    side = round(size_mm * PX_PER_MM)
    step = (np.arange(side) - (side - 1) / 2) / (side / 2)
    radius = np.hypot(*np.meshgrid(step, step)).astype(np.float32)
    return radius, np.clip((1 - radius) * side / 2, 0, 1).astype(np.float32)


def candle(chance: Chance) -> Thing:
    """A candle in a dish, from above, alight."""
    radius, alpha = _disc(float(chance.uniform(55, 85)))
    dish = np.array([0.35, 0.42, 0.45]) * (0.75 + 0.5 * (np.abs(radius - 0.85) < 0.08))[..., None]
    wax = np.array([0.62, 0.82, 0.92]) * (1.05 - 0.3 * radius)[..., None]
    colour = np.where(radius[..., None] < 0.55, wax, dish)
    glow = np.exp(-((radius / 0.22) ** 2))[..., None] * np.array([0.7, 1.2, 1.5])
    return cut_thing(np.asarray(colour + glow, np.float32), alpha, 40)


def mug(chance: Chance) -> Thing:
    """A mug with something dark in it, from above."""
    radius, alpha = _disc(float(chance.uniform(75, 95)))
    clay = chance.uniform(0.2, 0.85) + chance.uniform(-0.12, 0.12, 3)
    inside = np.array([0.06, 0.10, 0.18]) * (1 + 0.5 * radius)[..., None]
    wall = clay * (0.8 + 0.4 * np.cos((radius - 0.92) * 18))[..., None]
    return cut_thing(np.asarray(np.where(radius[..., None] < 0.84, inside, wall), np.float32), alpha, 80)


THINGS: tuple[Callable[[Chance], Thing], ...] = (paper, paper, die, die, die, pencil, candle, mug)


def strew(
    chance: Chance, count: int, half_wh_mm: tuple[float, float], keep_clear_mm: float, piles: bool
) -> Iterator[tuple[Thing, Pose]]:
    """Yield things at the sides of a table: none nearer to the middle than ``keep_clear_mm``.

    With ``piles`` only the strip between the seats is used.
    """
    for _ in range(count):
        thing = THINGS[int(chance.integers(len(THINGS)))](chance)
        side, depth = (
            float(chance.choice([-1, 1])),
            float(chance.uniform(-0.15, 0.15) if piles else chance.uniform(-1, 1)),
        )
        reach = math.hypot(*thing.size_wh_mm) / 2
        nearest = keep_clear_mm + reach
        x = side * float(chance.uniform(nearest, max(nearest, half_wh_mm[0] * 0.98)))
        if nearest > half_wh_mm[0]:
            continue
        y = depth * half_wh_mm[1]
        yield thing, Pose(x, y, 0, float(chance.uniform(-180, 180)))
