"""Jack, queen and king of the playing cards: one half figure, upright above the card's middle at (0, 0).

The frame reaches from -19 to 19 across and up to 36; the other half is the same turned about.
"""

from __future__ import annotations

from .figures import mask
from .palette import (
    BARK,
    BLOOD,
    BONE,
    CREAM,
    EMBER,
    GOLD,
    ICE,
    INDIGO,
    INK,
    OCHRE,
    PLUM,
    SEA,
    SLATE,
    STEEL,
    STRAW,
)
from .pen import Pen, polar

_COATS = {"s": (INDIGO, GOLD), "h": (BLOOD, STRAW), "d": (EMBER, SEA), "c": (PLUM, ICE)}
_HAIR = {"s": INK, "h": OCHRE, "d": BARK, "c": SLATE}


def draw_half(pen: Pen, rank: str, suit: str) -> None:
    """Draw one half of a court card: rank J, Q or K, suit s, h, d or c."""
    pen.canvas.saveState()
    path = pen.canvas.beginPath()
    path.moveTo(-30, -7)
    for x, y in ((30, 7), (30, 60), (-30, 60)):
        path.lineTo(x, y)
    path.close()
    pen.canvas.clipPath(path, stroke=0, fill=0)
    _coat(pen, suit)
    {"J": _jack, "Q": _queen, "K": _king}[rank](pen, suit)
    pen.canvas.restoreState()
    pen.line([(-19.2, -4.5), (19.2, 4.5)], INDIGO, 0.9)


def _coat(pen: Pen, suit: str) -> None:
    coat, trim = _COATS[suit]
    pen.mirrored([(0, 13), (-9, 12), (-18, 7), (-22, -8), (0, -10)], 0, coat, INK, 0.5)
    pen.poly([(-5, 13), (5, 13), (6.5, -9), (-6.5, -9)], trim, INK, 0.45)
    if suit == "s":
        for y in range(-8, 13, 4):
            pen.line([(-5.4, y), (0, y - 2.4), (5.4, y)], INK, 0.9)
    elif suit == "h":
        for y in range(-7, 13, 4):
            pen.circle(0, y, 1.5, BLOOD, INK, 0.3)
    elif suit == "d":
        for x in (-4, 0, 4):
            pen.line([(x, 12), (x * 1.2, -9)], CREAM, 1.1)
    else:
        for y in range(-6, 13, 5):
            pen.star(0, y, 2.2, 4, PLUM, 0.4)
    for x, y in ((-11, 6), (-15, 0), (-10, -2), (11, 6), (15, 0), (10, -2)):
        pen.star(x, y, 1.8, 4 if suit in "sd" else 6, trim, 0.4)


def _hand(pen: Pen, x: float, y: float) -> None:
    pen.oval(x, y, 2.6, 2.2, CREAM, INK, 0.45)
    for step in (-0.9, 0.1, 1.1):
        pen.line([(x - 1.9, y + step), (x + 0.6, y + step)], INK, 0.3)


def _jack(pen: Pen, suit: str) -> None:
    coat, trim = _COATS[suit]
    pen.line([(12.5, -6), (12.5, 33)], INK, 2.4)
    pen.line([(12.5, -6), (12.5, 33)], trim, 1.4)
    pen.poly([(12.5, 36), (9.6, 30), (12.5, 27.5), (15.4, 30)], STEEL, INK, 0.45)
    pen.curve(
        [(-6.8, 25), (-8.4, 18), (-6.4, 13.6), (6.4, 13.6), (8.4, 18), (6.8, 25)], _HAIR[suit], INK, 0.45
    )
    mask(pen, 0, 20.4, 0.92)
    pen.poly([(-8, 25), (8, 25), (9.6, 28), (4.5, 31.5), (-6, 31.5), (-9, 28)], coat, INK, 0.5)
    pen.rect(-8.6, 24.2, 17.2, 2.4, trim, INK, 0.45, 1)
    pen.curve([(5, 30), (-4, 35.5), (-13, 33), (-6, 31)], CREAM, INK, 0.45)
    _hand(pen, 12.5, 4)


def _queen(pen: Pen, suit: str) -> None:
    _, trim = _COATS[suit]
    pen.mirrored([(0, 28), (-7, 26), (-10, 18), (-11.5, 8), (-6, 10), (0, 12)], 0, _HAIR[suit], INK, 0.5)
    pen.poly([(-7, 10.5), (0, 7.5), (7, 10.5), (4, 14.5), (-4, 14.5)], CREAM, INK, 0.4)
    mask(pen, 0, 20, 0.95)
    pen.mirrored(
        [(0, 26.4), (-7.6, 25.2), (-8.6, 30.6), (-5.4, 28.6), (-3.4, 32.6), (0, 29.4)],
        0,
        GOLD,
        INK,
        0.5,
        smooth=False,
    )
    for x, y in ((-8.6, 31), (-3.4, 33), (3.4, 33), (8.6, 31)):
        pen.circle(x, y, 1.1, BLOOD, INK, 0.3)
    for index in range(6):
        pen.circle(*polar(13, 11, 2.5, 60 * index + 30), 1.9, BLOOD if suit != "h" else CREAM, INK, 0.35)
    pen.circle(13, 11, 1.6, trim, INK, 0.3)
    pen.line([(13, 8), (12, 0)], INK, 0.8)
    _hand(pen, 12, 2.6)


def _king(pen: Pen, suit: str) -> None:
    coat, trim = _COATS[suit]
    pen.poly([(13, 37), (11, 33), (11, 5), (15, 5), (15, 33)], STEEL, INK, 0.5)
    pen.rect(8, 3, 10, 2.2, GOLD, INK, 0.45)
    pen.rect(12, -4, 2, 7, BARK, INK, 0.4)
    pen.curve([(-7, 26), (-9.4, 19), (-8, 14), (8, 14), (9.4, 19), (7, 26)], _HAIR[suit], INK, 0.5)
    mask(pen, 0, 20.6, 0.98)
    beard = [(0, 17.6), (-4.9, 21), (-5.6, 14.5), (-3.4, 8.4), (-1.4, 10.4), (0, 6.6)]
    pen.mirrored(beard, 0, _HAIR[suit], BONE if suit == "s" else INK, 0.45, smooth=False)
    pen.curve([(-1.9, 17), (0, 17.5), (1.9, 17), (0, 15.7)], BLOOD, INK, 0.3)
    pen.poly(
        [(-8.4, 25.6), (8.4, 25.6), (10.4, 33.6), (5, 30), (0, 35.2), (-5, 30), (-10.4, 33.6)], GOLD, INK, 0.5
    )
    pen.rect(-8.6, 25, 17.2, 2.6, coat, INK, 0.45, 0.8)
    for x in (-5, 0, 5):
        pen.circle(x, 26.3, 0.8, trim)
    _hand(pen, 13, 0.4)
