"""The four suits: their signs, drawn about (0, 0) in a box of about 10 by 10, and their colours."""

from __future__ import annotations

from dataclasses import dataclass

from .palette import (
    BARK,
    BLOOD,
    BONE,
    CREAM,
    EMBER,
    FOREST,
    GOLD,
    ICE,
    INDIGO,
    INK,
    LEAF,
    MIST,
    MOSS,
    NIGHT,
    OCHRE,
    RUST,
    SEA,
    SKY,
    SLATE,
    STEEL,
    STRAW,
    TEAL,
    VIOLET,
)  # fmt: skip
from .pen import Pen


@dataclass(frozen=True, slots=True)
class SuitColours:
    """``low`` and ``high`` end of its skies, the sign's own two colours, and an accent."""

    low: str
    high: str
    light: str
    dark: str
    accent: str


COLOURS = {
    "w": SuitColours(low=EMBER, high=RUST, light=STRAW, dark=BARK, accent=EMBER),
    "c": SuitColours(low=TEAL, high=SEA, light=ICE, dark=NIGHT, accent=SKY),
    "s": SuitColours(low=MIST, high=INDIGO, light=CREAM, dark=SLATE, accent=VIOLET),
    "p": SuitColours(low=OCHRE, high=FOREST, light=GOLD, dark=FOREST, accent=LEAF),
}


def wand(pen: Pen) -> None:
    """A knotted torch that burns at its head."""
    pen.curve([(-1.1, -6.5), (-0.8, -1), (-1.3, 2), (1.3, 2), (0.7, -1), (1.0, -6.5)], OCHRE, INK, 0.35)
    pen.line([(-0.8, -3.5), (-2.2, -2.2)], INK, 1.2)
    pen.line([(-0.8, -3.5), (-2.2, -2.2)], OCHRE, 0.7)
    pen.line([(0.1, -5), (-0.2, 0)], BARK, 0.4)
    pen.curve(
        [(0, 8), (-1.1, 5.6), (-2.4, 3.8), (-1.5, 1.4), (1.5, 1.4), (2.6, 3.4), (1.2, 5.4)], BLOOD, INK, 0.3
    )
    pen.curve([(0.1, 6.4), (-1.3, 3.5), (-0.8, 1.8), (0.9, 1.8), (1.5, 3.4)], GOLD)
    pen.curve([(0.1, 4.5), (-0.6, 2.8), (0.1, 2), (0.7, 2.9)], CREAM)


def cup(pen: Pen) -> None:
    """A chalice that runs over, dark."""
    pen.poly([(-3, -6), (3, -6), (0.9, -4.2), (0.9, -1), (-0.9, -1), (-0.9, -4.2)], ICE, INK, 0.35)
    pen.curve([(-4.4, 4.6), (-4.1, 1.2), (-1.8, -1.5), (1.8, -1.5), (4.1, 1.2), (4.4, 4.6)], ICE, INK, 0.35)
    pen.oval(0, 4.6, 4.4, 1.4, BLOOD, INK, 0.35)
    pen.curve([(1.2, 4.2), (1.5, 0.3), (2.1, -0.6), (2.7, 0.3), (3.0, 4.0)], BLOOD)
    pen.line([(-3.2, 2.2), (-2.2, 0)], CREAM, 0.5)


def sword(pen: Pen) -> None:
    """A blade, point upwards."""
    pen.poly([(0, 8), (-1.25, 5.8), (-1.25, -2.2), (1.25, -2.2), (1.25, 5.8)], CREAM, INK, 0.35)
    pen.poly([(0, 8), (0, -2.2), (1.25, -2.2), (1.25, 5.8)], STEEL)
    pen.curve([(-3.6, -1.5), (-3.2, -3.2), (3.2, -3.2), (3.6, -1.5), (0, -2.2)], GOLD, INK, 0.35)
    pen.rect(-0.65, -6.2, 1.3, 3.2, BLOOD, INK, 0.3)
    pen.circle(0, -6.6, 1.05, GOLD, INK, 0.35)


def pentacle(pen: Pen) -> None:
    """A coin with a five-pointed star."""
    pen.circle(0, 0, 5.3, GOLD, INK, 0.4)
    pen.circle(0, 0, 4.3, None, BARK, 0.35)
    pen.star(0, 0, 4.2, 5, MOSS, inner=0.385, stroke=INK, line=0.3)
    pen.circle(0, 0, 0.9, BONE, INK, 0.25)


SIGNS = {"w": wand, "c": cup, "s": sword, "p": pentacle}


def draw_sign(pen: Pen, suit: str, x: float, y: float, scale: float = 1, degrees: float = 0) -> None:
    """The sign of a suit about (x, y)."""
    with pen.at(x, y, degrees, scale):
        SIGNS[suit](pen)
