"""The back of the house deck: an eye among moons, the same both ways up."""

from __future__ import annotations

from .palette import BLOOD, BONE, GOLD, INK, NIGHT, PLUM
from .pen import Pen


def draw_back(pen: Pen) -> None:
    """Draw the back with its lower left corner at (0, 0), 70 by 120 mm."""
    pen.rect(0, 0, 70, 120, BONE)
    with pen.at(4, 4), pen.clipped(0, 0, 62, 112, 2.5):
        pen.rect(0, 0, 62, 112, PLUM)
        _lattice(pen)
        with pen.at(31, 56):
            _half(pen)
        with pen.at(31, 56, 180):
            _half(pen)
        _eye(pen)
    pen.rect(4, 4, 62, 112, None, INK, 0.9, 2.5)
    pen.rect(6, 6, 58, 108, None, GOLD, 0.5, 2)


def _lattice(pen: Pen) -> None:
    for row in range(-1, 15):
        for column in range(-1, 8):
            x, y = column * 9 + (4.5 if row % 2 else 0) + 1.75, row * 8 + 4
            pen.poly([(x, y + 3.6), (x + 2.2, y), (x, y - 3.6), (x - 2.2, y)], NIGHT)
            pen.circle(x, y, 0.55, GOLD)


def _half(pen: Pen) -> None:
    pen.crescent(0, 38, 9, BONE, 0.5, 90)
    pen.star(0, 43, 4.5, 8, GOLD, inner=0.35)
    for x in (-21.0, 21.0):
        pen.star(x, 45, 3.6, 4, BONE, inner=0.3)
    pen.line([(-27, 26), (0, 30), (27, 26)], GOLD, 0.6)


def _eye(pen: Pen) -> None:
    pen.rays(31, 56, 15, 30, 16, GOLD, 0.35)
    pen.curve(
        [(6, 56), (18, 66.5), (31, 71), (44, 66.5), (56, 56), (44, 45.5), (31, 41), (18, 45.5)],
        INK,
        GOLD,
        0.9,
    )
    pen.curve([(10, 56), (20, 63.5), (31, 67), (42, 63.5), (52, 56), (42, 48.5), (31, 45), (20, 48.5)], BONE)
    pen.circle(31, 56, 10.2, BLOOD, INK, 0.7)
    pen.rays(31, 56, 4, 9.6, 18, INK, 0.35)
    pen.circle(31, 56, 4.6, INK)
    for x, y in ((32.8, 57.8), (29.2, 54.2)):
        pen.circle(x, y, 1.1, BONE)
