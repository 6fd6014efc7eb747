"""Real tables: a photograph for the surface, and things on it that are no cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeAlias

import cv2
import numpy as np

from ...types import Frame
from ..plays.kinematics import Pose
from ..types import Chance, Field
from .clutter import Thing

Area: TypeAlias = tuple[float, float, float, float]
"""Left, lowest y, right and highest y on the table, in millimetres."""

FLAT_MM: Final = 1.0
"""Greatest height of things that may be under cards; higher ones are beside them, or a card would float."""

_TRIES: Final = 24


class TableParts(Protocol):
    """Parts of the tables of a world."""

    def surface(self, chance: Chance) -> Frame:
        """Return a picture of a surface, any size, BGR."""

    def things(self, chance: Chance, towards: tuple[float, float]) -> Sequence[Thing]:
        """Return the things on one table; ``towards`` is the direction of shadows in the picture."""


def lay_picture(chance: Chance, picture: Frame, table_mm: Field) -> Field:
    """Return the colours, 0 to 1, of a picture that covers about the area of ``table_mm`` (height, width, 2).

    It is turned at random, and continues mirrored where it ends.
    """
    height, width = picture.shape[:2]
    low, high = table_mm.reshape(-1, 2).min(0), table_mm.reshape(-1, 2).max(0)
    # Half of the far end's extent: most of the table is nearer, and a picture enlarged too far is a blur.
    scale = float(chance.uniform(0.5, 1.0)) * float(high[0] - low[0]) / width
    turn = float(chance.normal(0, 0.15))
    across = np.array([math.cos(turn), math.sin(turn)], np.float32) / np.float32(scale)
    x = table_mm @ across + np.float32(width / 2)
    y = table_mm @ np.array([across[1], -across[0]], np.float32) + np.float32(height / 2)
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen.astype(np.float32) / 255, np.float32)


def strew_found(
    chance: Chance, things: Sequence[Thing], half_wh_mm: tuple[float, float], cards: Sequence[Area]
) -> Iterator[tuple[Thing, Pose]]:
    """Yield things and their poses: flat ones anywhere, others clear of the areas of cards.

    Things without room are left out.
    """
    for thing in things:
        reach = math.hypot(*thing.size_wh_mm) / 2
        for _ in range(_TRIES):
            x, y = (float(chance.uniform(-half, half)) for half in half_wh_mm)
            if thing.height_mm <= FLAT_MM or all(_apart_mm(x, y, area) > reach for area in cards):
                yield thing, Pose(x, y, 0.0, thing.turn_deg(chance))
                break


def _apart_mm(x: float, y: float, area: Area) -> float:
    """Return the distance of a place from an area; 0 within it."""
    left, low, right, high = area
    return math.hypot(max(left - x, 0.0, x - right), max(low - y, 0.0, y - high))
