"""Pictures and titles without end, as on cards, covers and prints."""

from __future__ import annotations

import numpy as np

from ...types import Frame
from ..types import Chance
from .motifs import LARGE
from .shapes import (
    Colour,
    fill,
    ground,
    outline,
    pick,
)

SYLLABLES = (
    "THE",
    "MO",
    "RA",
    "LE",
    "STAR",
    "SOL",
    "KI",
    "NG",
    "OF",
    "WA",
    "TER",
    "FO",
    "OL",
    "MA",
    "TI",
    "CE",
)


def hatch(picture: Frame, chance: Chance, colour: Colour) -> None:
    """Shade a patch with parallel strokes, as engravings do."""
    height, width = picture.shape[:2]
    corner = np.array([chance.uniform(0, width), chance.uniform(0, height)])
    step, angle, length = chance.uniform(3, 8), chance.uniform(0, np.pi), chance.uniform(0.1, 0.5) * width
    along, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    for line in range(int(chance.integers(6, 25))):
        start = corner + across * step * line
        outline(picture, np.array([start, start + along * length]), colour, 1, closed=False)


def landscape(picture: Frame, chance: Chance, colours: list[Colour]) -> None:
    """Draw hills, a floor or waters across the lower part."""
    height, width = picture.shape[:2]
    for horizon in sorted(chance.uniform(0.4, 0.95, int(chance.integers(0, 4)))):
        x = np.linspace(0, width, 24)
        y = (horizon + chance.uniform(0, 0.1) * np.cumsum(chance.normal(0, 0.4, 24))) * height
        edge = np.stack([x, y], axis=1)
        fill(picture, np.concatenate([edge, [[width, height], [0, height]]]), pick(chance, colours))
        outline(picture, edge, (20, 20, 24), 1, closed=False)


def compose(chance: Chance, size_wh: tuple[int, int], colours: list[Colour]) -> Frame:
    """Return a picture: ground, landscape, things large and small, strokes."""
    width, height = size_wh
    picture = ground(chance, size_wh, colours)
    landscape(picture, chance, colours)
    for scale in np.sort(chance.uniform(0.08, 0.5, int(chance.integers(3, 11))))[::-1]:
        at = (chance.uniform(0.1, 0.9) * width, chance.uniform(0.1, 0.9) * height)
        stamp = LARGE[int(chance.integers(len(LARGE)))]
        stamp(picture, chance, at, float(scale) * width, pick(chance, colours), pick(chance, colours))
    for _ in range(int(chance.integers(0, 5))):
        hatch(picture, chance, pick(chance, colours))
    return picture


def words(chance: Chance, count: int) -> str:
    """Return a made-up title."""
    return "".join(SYLLABLES[int(i)] for i in chance.integers(len(SYLLABLES), size=count))
