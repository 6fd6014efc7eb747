"""Surfaces of tables, seeded, in millimetres, for sessions.

Every painter takes a generator and a table map (height, width, 2) of millimetres and returns colours (height, width,
3), BGR, float32, 0 to 1, before lighting.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from ..types import Chance, Field

_CLOTH_BGR = (
    (38, 30, 92),
    (52, 74, 30),
    (82, 46, 36),
    (44, 40, 42),
    (120, 116, 112),
    (70, 40, 66),
    (86, 120, 140),
)
_WOOD_BGR = (((40, 62, 104), (22, 36, 66)), ((86, 128, 172), (58, 92, 134)), ((30, 36, 52), (16, 20, 30)))


def cloud(chance: Chance, table_mm: Field, grain_mm: float, stretch: float = 1.0) -> Field:
    """Return smooth noise between 0 and 1 whose spots are about ``grain_mm`` wide, ``stretch`` times longer in x."""
    size, rim = 192, 4
    rough = np.pad(chance.random((size, size)).astype(np.float32), rim, mode="wrap")
    lattice = cv2.GaussianBlur(rough, (0, 0), 0.8)[rim:-rim, rim:-rim]
    lattice = (lattice - lattice.min()) / float(np.ptp(lattice))
    tiled = np.pad(lattice, ((0, 1), (0, 1)), mode="wrap")
    x = np.mod(table_mm[..., 0] / (grain_mm * stretch), size).astype(np.float32)
    y = np.mod(table_mm[..., 1] / grain_mm, size).astype(np.float32)
    return np.asarray(cv2.remap(tiled, x, y, cv2.INTER_LINEAR), np.float32)


def _colour(bgr: tuple[int, int, int], chance: Chance) -> Field:
    jitter = chance.uniform(0.82, 1.18, 3) * chance.uniform(0.85, 1.2)
    return np.asarray(np.clip(np.array(bgr, np.float32) / 255 * jitter, 0.02, 0.95), np.float32)


def cloth(chance: Chance, table_mm: Field) -> Field:
    """Woven cloth in one colour with folds."""
    base = _colour(_CLOTH_BGR[chance.integers(len(_CLOTH_BGR))], chance)
    threads = np.sin(table_mm[..., 0] * 2.6) * np.sin(table_mm[..., 1] * 2.6)
    folds = cloud(chance, table_mm, 170, 2.5) - 0.5
    fuzz = cloud(chance, table_mm, 2.2) - 0.5
    shade = 1 + 0.05 * threads + 0.28 * folds + 0.22 * fuzz
    return np.asarray(base * shade[..., None], np.float32)


def damask(chance: Chance, table_mm: Field) -> Field:
    """A cloth with a woven ornament of leaves in rows."""
    base = cloth(chance, table_mm)
    size = chance.uniform(5.5, 9)
    x, y = table_mm[..., 0] / size, table_mm[..., 1] / size
    bent = y + 1.1 * np.sin(x)
    leaves = np.cos(x) * np.cos(bent) + 0.45 * np.cos(3 * x) * np.cos(2 * bent) + 0.25 * np.sin(5 * bent)
    edge = np.tanh(2.2 * leaves)
    return np.asarray(base * (1 + 0.13 * edge[..., None]), np.float32)


def wood(chance: Chance, table_mm: Field) -> Field:
    """Planks with a grain."""
    light, dark = (_colour(tone, chance) for tone in _WOOD_BGR[chance.integers(len(_WOOD_BGR))])
    plank_mm = chance.uniform(90, 190)
    plank = np.floor(table_mm[..., 1] / plank_mm)
    shifted = table_mm + np.stack([plank * 613, plank * 291], -1).astype(np.float32)
    bend = cloud(chance, shifted, 60, 9) * 34 + cloud(chance, shifted, 17, 14) * 9
    rings = 0.5 + 0.5 * np.sin(shifted[..., 1] / 6.5 + bend)
    streaks = cloud(chance, shifted, 4.5, 30)
    fine = cloud(chance, shifted, 1.1, 40)
    mix = np.clip(0.34 * rings + 0.36 * streaks + 0.3 * fine + 0.12 * np.sin(plank * 12.9), 0, 1)[..., None]
    gap = np.abs(np.mod(table_mm[..., 1], plank_mm) - plank_mm / 2) > plank_mm / 2 - 0.9
    return np.asarray((dark + (light - dark) * mix) * np.where(gap, 0.35, 1.0)[..., None], np.float32)


def felt(chance: Chance, table_mm: Field) -> Field:
    """Felt of a card table."""
    base = _colour(((58, 92, 28), (44, 34, 110), (96, 60, 30))[chance.integers(3)], chance)
    fuzz = 0.30 * (cloud(chance, table_mm, 1.6) - 0.5) + 0.12 * (cloud(chance, table_mm, 40) - 0.5)
    return np.asarray(base * (1 + fuzz)[..., None], np.float32)


def checks(chance: Chance, table_mm: Field) -> Field:
    """A kitchen cloth with squares."""
    base, other = cloth(chance, table_mm), np.float32(0.78)
    step = chance.uniform(22, 45)
    across = np.mod(np.floor(table_mm[..., 0] / step), 2) + np.mod(np.floor(table_mm[..., 1] / step), 2)
    weight = (across / 2)[..., None].astype(np.float32)
    return np.asarray(base * (1 - weight) + other * weight * (0.75 + 0.25 * base), np.float32)


SURFACES: dict[str, Callable[[Chance, Field], Field]] = {
    "cloth": cloth, "wood": wood, "felt": felt, "damask": damask, "checks": checks,
}  # fmt: skip


def paint_surface(name: str, chance: Chance, table_mm: Field) -> Field:
    """Return the named surface, turned and shifted at random."""
    angle = math.radians(float(chance.uniform(-12, 12)))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]], np.float32)
    moved = table_mm @ turn + chance.uniform(0, 4000, 2).astype(np.float32)
    return np.clip(SURFACES[name](chance, np.asarray(moved, np.float32)), 0.0, 1.0)
