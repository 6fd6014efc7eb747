"""Ace to ten: counted signs over a night landscape that changes with the number."""

from __future__ import annotations

from .palette import BONE, CREAM, INK
from .pen import Pen, Point
from .suits import COLOURS, SuitColours, draw_sign

WIDTH, HEIGHT = 62.0, 87.0
"""The picture field, in millimetres; scenes are drawn from its lower left corner."""

_L, _C, _R = 14.0, 31.0, 48.0
LAYOUTS: dict[int, tuple[Point, ...]] = {
    1: ((_C, 44),),
    2: ((_C, 65), (_C, 23)),
    3: ((_C, 68), (_L + 2, 26), (_R - 2, 26)),
    4: ((_L + 1, 66), (_R - 1, 66), (_L + 1, 22), (_R - 1, 22)),
    5: ((_L, 68), (_R, 68), (_C, 44), (_L, 19), (_R, 19)),
    6: ((_L + 2, 71), (_R - 2, 71), (_L + 2, 44), (_R - 2, 44), (_L + 2, 17), (_R - 2, 17)),
    7: ((_C, 74), (11, 55), (_C, 49), (51, 55), (11, 21), (_C, 15), (51, 21)),
    8: ((_C, 76), (14, 62), (48, 62), (8.5, 43), (53.5, 43), (14, 24), (48, 24), (_C, 10.5)),
    9: tuple((x, y) for y in (71, 44, 17) for x in (11.5, _C, 50.5)),
    10: tuple((x, y) for y in (75, 59.5, 44, 28.5, 13) for x in (19, 43)),
}
SIZES = {1: 4.0, 2: 2.35, 3: 2.0, 4: 1.85, 5: 1.6, 6: 1.5, 7: 1.4, 8: 1.25, 9: 1.3, 10: 1.1}

_SLENDER = {1: 1.1, 2: 1.08, 3: 1.15, 4: 1.2, 5: 1.2, 6: 1.1, 7: 1.05, 8: 1.0, 9: 1.15, 10: 0.92}
"""Wands and swords are long and thin: how much larger than cups and coins they may be."""


def draw_pips(pen: Pen, suit: str, count: int) -> None:
    """Draw the picture of a numbered card of a suit."""
    colours = COLOURS[suit]
    pen.sky(0, 0, WIDTH, HEIGHT, colours.low, colours.high)
    _landscape(pen, count, colours)
    size = SIZES[count] * (_SLENDER[count] if suit in "ws" else 1.0)
    for index, (x, y) in enumerate(LAYOUTS[count]):
        draw_sign(pen, suit, x, y, size, 180 if suit == "s" and count == 3 and index else 0)


def _landscape(pen: Pen, count: int, colours: SuitColours) -> None:
    """Draw a ground for each number, so that seven and eight differ at a glance."""
    _GROUNDS[count - 1](pen, colours)


def _halo(pen: Pen, colours: SuitColours) -> None:
    pen.rays(31, 44, 10, 70, 24, colours.dark, 0.55)
    pen.circle(31, 44, 27, colours.dark)
    pen.circle(31, 44, 27, None, colours.light, 0.8)
    pen.circle(31, 44, 24.8, None, colours.light, 0.3)


def _two_halves(pen: Pen, colours: SuitColours) -> None:
    pen.poly([(0, 30), (62, 58), (62, 87), (0, 87)], colours.dark)
    pen.line([(0, 30), (62, 58)], colours.light, 0.9)


def _peak(pen: Pen, colours: SuitColours) -> None:
    pen.poly([(0, 0), (31, 54), (62, 0)], colours.dark)
    pen.poly([(23.5, 41), (31, 54), (38.5, 41), (34, 43), (31, 39), (27.5, 43)], CREAM)


def _window(pen: Pen, colours: SuitColours) -> None:
    pen.curve([(18, -8), (18, 50), (31, 80), (44, 50), (44, -8)], colours.dark, colours.light, 0.8)
    pen.crescent(31, 50, 6.5, CREAM, 0.5)


def _cracked(pen: Pen, colours: SuitColours) -> None:
    pen.poly([(0, 87), (0, 0), (24, 0), (33, 22), (22, 40), (38, 52), (27, 70), (36, 87)], colours.dark)
    pen.line([(24, 0), (33, 22), (22, 40), (38, 52), (27, 70), (36, 87)], colours.light, 1.1)


def _road(pen: Pen, colours: SuitColours) -> None:
    pen.rect(0, 0, 62, 87, colours.dark)
    pen.poly([(10, 0), (29, 87), (33, 87), (52, 0)], colours.accent)
    for y in (4, 22, 40, 56, 70, 81):
        pen.rect(30.4, y, 1.2, 7 - y / 16, BONE)


def _hills(pen: Pen, colours: SuitColours) -> None:
    pen.circle(31, 60, 21, colours.light)
    for shift, colour in ((0, colours.accent), (-13, colours.dark), (-26, INK)):
        pen.curve(
            [(-8, -30), (-4, 40 + shift), (18, 33 + shift), (40, 42 + shift), (66, 34 + shift), (70, -30)],
            colour,
        )


def _ring(pen: Pen, colours: SuitColours) -> None:
    pen.star(31, 43.5, 42, 8, colours.dark, inner=0.76, turn_deg=22.5)
    pen.circle(31, 43.5, 13, colours.light, INK, 0.5)
    pen.oval(31, 43.5, 9.5, 5.5, CREAM, INK, 0.6)
    pen.circle(31, 43.5, 3.8, colours.accent, INK, 0.6)
    pen.circle(31, 43.5, 1.6, INK)


def _bars(pen: Pen, colours: SuitColours) -> None:
    for y in (0.0, 58.0):
        pen.rect(0, y, 62, 29, colours.dark)
    for y in (29, 58):
        pen.line([(0, y), (62, y)], colours.light, 0.8)


def _columns(pen: Pen, colours: SuitColours) -> None:
    pen.rect(0, 0, 62, 87, colours.dark)
    for x in (8.0, 32.0):
        pen.rect(x, -2, 22, 91, colours.accent, colours.light, 0.8)
    pen.specks(10, 40, 0, 0, 62, 87, colours.light, (0.2, 0.5))


_GROUNDS = (_halo, _two_halves, _peak, _window, _cracked, _road, _hills, _ring, _bars, _columns)
