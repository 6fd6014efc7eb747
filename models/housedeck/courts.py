"""Page, knight, queen and king: the burning, the drowned, the dead and the overgrown court."""

from __future__ import annotations

from .figures import crown, flame, mask, robe, skull
from .palette import (
    ASH,
    BARK,
    BLOOD,
    BONE,
    CREAM,
    EMBER,
    GOLD,
    ICE,
    INK,
    LEAF,
    MIST,
    MOSS,
    OCHRE,
    SEA,
    SLATE,
    STEEL,
    STRAW,
    TEAL,
    VIOLET,
)  # fmt: skip
from .pen import Pen, polar
from .suits import COLOURS, draw_sign

_CLOTH = {"w": BLOOD, "c": SEA, "s": VIOLET, "p": MOSS}
_TRIM = {"w": STRAW, "c": ICE, "s": MIST, "p": GOLD}
_HIDE = {"w": INK, "c": ICE, "s": BONE, "p": BARK}


def draw_court(pen: Pen, suit: str, number: int) -> None:
    """Draw the picture of a court card (11 page, 12 knight, 13 queen, 14 king), 62 by 87 mm."""
    (_page, _knight, _queen, _king)[number - 11](pen, suit)


def _head(pen: Pen, suit: str, x: float, y: float, scale: float) -> None:
    """Draw a head in the manner of its court."""
    {"w": _burning, "c": _drowned, "s": _dead, "p": _overgrown}[suit](pen, x, y, scale)


def _burning(pen: Pen, x: float, y: float, scale: float) -> None:
    for shift, size in ((-5.2, 0.8), (5.2, 0.8), (-2.6, 1.05), (2.6, 1.05), (0, 1.3)):
        flame(pen, x + shift * scale, y + 2 * scale, size * scale)
    mask(pen, x, y, scale, OCHRE, BLOOD, STRAW)


def _drowned(pen: Pen, x: float, y: float, scale: float) -> None:
    with pen.at(x, y, scale=scale):
        for side in (-1, 1):
            for reach, drop in ((5.5, -9), (8, -6), (10, -1)):
                arm = [
                    (side * 2, 6),
                    (side * (reach - 1), 6),
                    (side * reach, drop / 2),
                    (side * (reach + 1.5), drop),
                    (side * (reach + 3), drop + 1),
                ]
                pen.curve(arm, None, INK, 2.6, closed=False)
                pen.curve(arm, None, TEAL, 1.8, closed=False)
    mask(pen, x, y, scale, ICE, SEA, INK)
    with pen.at(x, y, scale=scale):
        pen.curve([(-4.8, 4), (-5, 8), (0, 10.5), (5, 8), (4.8, 4), (0, 6.2)], TEAL, INK, 0.4)


def _dead(pen: Pen, x: float, y: float, scale: float) -> None:
    pen.mirrored(
        [
            (x, y + 11 * scale),
            (x - 8 * scale, y + 7 * scale),
            (x - 9.5 * scale, y - 9 * scale),
            (x, y - 8 * scale),
        ],
        x,
        SLATE,
        INK,
        0.5,
    )
    skull(pen, x, y, 0.86 * scale, CREAM)


def _overgrown(pen: Pen, x: float, y: float, scale: float) -> None:
    with pen.at(x, y, scale=scale):
        for side in (-1, 1):
            for points in (
                ((2, 5), (5, 10), (11, 13), (12, 18)),
                ((5, 10), (4.5, 16)),
                ((9, 12), (9, 17)),
                ((11, 13), (15, 13.5)),
            ):
                pen.line([(side * px, py) for px, py in points], INK, 1.9)
                pen.line([(side * px, py) for px, py in points], OCHRE, 1.2)
        for index in range(10):
            px, py = polar(0, 0, 6.2, 20 + index * 15.5)
            with pen.at(px, py * 1.15, 20 + index * 15.5):
                pen.oval(1, 0, 2.6, 1.4, LEAF if index % 2 else MOSS, INK, 0.3)
    mask(pen, x, y, scale, LEAF, BARK, INK)


def _page(pen: Pen, suit: str) -> None:
    """Standing in open country, the sign held up."""
    colours = COLOURS[suit]
    pen.sky(0, 0, 62, 87, CREAM, colours.accent)
    pen.circle(43, 64, 15, CREAM, INK, 0.4)
    pen.curve([(-4, -4), (-4, 22), (14, 27), (36, 18), (66, 24), (66, -4)], colours.dark, INK, 0.5)
    pen.curve([(-4, -4), (-4, 12), (20, 14), (44, 8), (66, 13), (66, -4)], INK)
    for x in (19.5, 26):
        pen.poly(
            [(x - 2, 26), (x + 3, 26), (x + 2.6, 7), (x + 5, 4), (x - 2.4, 4)], colours.dark, _TRIM[suit], 0.4
        )
    pen.poly([(15, 23), (32, 23), (30, 40), (29, 52), (18, 52), (17, 40)], _CLOTH[suit], INK, 0.5)
    pen.rect(16.2, 36, 14.6, 3, _TRIM[suit], INK, 0.4)
    pen.poly([(28, 52), (30, 46), (40, 54), (38, 58.5)], _CLOTH[suit], INK, 0.5)
    pen.poly([(18, 51), (11, 38), (13.5, 34), (18.5, 44)], _CLOTH[suit], INK, 0.5)
    pen.circle(12.4, 34.6, 2.2, CREAM, INK, 0.4)
    draw_sign(pen, suit, 43, 64, 1.75)
    pen.circle(40.5, 56.5, 2.4, CREAM, INK, 0.4)
    _head(pen, suit, 23.5, 61, 0.92)
    pen.poly([(14, 65), (33, 65), (30.5, 70.5), (16.5, 70.5)], _CLOTH[suit], INK, 0.5)
    pen.curve([(29, 69), (38, 78), (35, 82), (30, 75)], _TRIM[suit], INK, 0.4)


def _knight(pen: Pen, suit: str) -> None:
    """On a rearing horse before a low moon."""
    colours = COLOURS[suit]
    pen.sky(0, 0, 62, 87, colours.low, INK, colours.high)
    pen.circle(42, 30, 20, colours.accent)
    pen.poly([(0, 0), (0, 10), (20, 15), (40, 9), (62, 14), (62, 0)], INK)
    horse = [
        (6, 15), (12, 17), (14, 26), (12, 36), (17, 45), (30, 46), (37, 56), (40, 68), (44, 72), (47, 67), (54, 60),
        (52, 56), (46, 57), (46, 46), (52, 42), (57, 46), (58, 40), (52, 35), (45, 37), (42, 33), (51, 26), (49, 20),
        (44, 26), (35, 31), (26, 30), (24, 22), (28, 12), (21, 12), (18, 24), (16, 14),
    ]  # fmt: skip
    pen.curve([(14, 42), (3, 44), (1, 30), (4, 20), (7, 32)], INK, _TRIM[suit], 0.5)
    pen.curve(horse, _HIDE[suit], ASH if suit == "w" else INK, 0.7)
    pen.curve([(34, 54), (31, 62), (37, 71), (42, 73), (38, 64)], _TRIM[suit], INK, 0.4)
    pen.circle(47.2, 63.6, 0.95, BLOOD, INK, 0.3)
    pen.poly([(18, 31), (34, 32), (37, 45), (20, 45)], _CLOTH[suit], INK, 0.5)
    pen.poly([(22, 44), (33, 44), (32, 62), (21, 62)], STEEL, INK, 0.6)
    pen.curve([(22, 62), (12, 56), (3, 58), (8, 48), (5, 40), (20, 46)], _CLOTH[suit], INK, 0.5)
    pen.poly([(26, 44), (33, 44), (39, 30), (36, 28)], STEEL, INK, 0.5)
    _head(pen, suit, 27, 71, 0.8)
    pen.line([(24, 57), (14, 64)], STEEL, 3.4)
    draw_sign(pen, suit, 10.5, 70, 1.55, 12)
    pen.line([(34, 53), (46, 57)], BARK, 0.7)


def _queen(pen: Pen, suit: str) -> None:
    """Enthroned in front of a full moon, the sign in her lap."""
    colours = COLOURS[suit]
    pen.rect(0, 0, 62, 87, colours.dark)
    pen.rays(31, 58, 20, 70, 20, colours.high, 0.5)
    pen.circle(31, 58, 24, CREAM, INK, 0.5)
    pen.circle(31, 58, 21.5, None, colours.accent, 0.8)
    for side in (-1, 1):
        pen.poly(
            [(31 + side * 16, -2), (31 + side * 29, -2), (31 + side * 26, 44), (31 + side * 18, 44)],
            colours.accent,
            INK,
            0.6,
        )
        pen.circle(31 + side * 22, 45.5, 4.2, _TRIM[suit], INK, 0.5)
    robe(pen, 31, 50, -4, 12, 24, _CLOTH[suit])
    pen.mirrored([(31, 49), (25, 46), (22, 22), (17, -3), (31, -4)], 31, _TRIM[suit], INK, 0.4)
    for side in (-1, 1):
        pen.curve(
            [
                (31, 70),
                (31 + side * 9, 68),
                (31 + side * 11, 54),
                (31 + side * 15, 40),
                (31 + side * 8, 44),
                (31 + side * 5, 56),
            ],
            _HIDE[suit],
            INK,
            0.5,
        )
    _head(pen, suit, 31, 60, 1.1)
    crown(pen, 31, 67.5, 15, 9)
    pen.circle(31, 24, 13.5, INK, GOLD, 0.8)
    draw_sign(pen, suit, 31, 24, 1.6)
    for side in (-1, 1):
        pen.curve(
            [(31 + side * 13, 40), (31 + side * 19, 28), (31 + side * 13, 18), (31 + side * 11.5, 24)],
            _CLOTH[suit],
            INK,
            0.5,
        )
        pen.circle(31 + side * 12.4, 20.5, 2.4, CREAM, INK, 0.4)


def _king(pen: Pen, suit: str) -> None:
    """A face that fills the card, under a heavy crown."""
    colours = COLOURS[suit]
    pen.sky(0, 0, 62, 87, INK, colours.low, colours.high)
    pen.curve([(3, -6), (4, 60), (31, 92), (58, 60), (59, -6)], colours.accent, INK, 0.7)
    pen.curve([(8, -6), (9, 57), (31, 84), (53, 57), (54, -6)], colours.dark, GOLD, 0.8)
    pen.mirrored([(31, 36), (16, 32), (4, 20), (0, -4), (31, -5)], 31, _CLOTH[suit], INK, 0.6)
    pen.mirrored([(31, 37), (21, 33), (15, 22), (22, 24), (31, 20)], 31, CREAM, INK, 0.6)
    for x, y in ((18, 25), (24, 24.4), (38, 24.4), (44, 25), (21, 28.5), (41, 28.5)):
        pen.curve([(x, y + 1.4), (x - 0.9, y - 1.2), (x + 0.9, y - 1.2)], INK)
    _head(pen, suit, 31, 50, 1.9)
    if suit != "s":
        beard = {"w": EMBER, "c": TEAL, "p": BARK}[suit]
        strands = [(31, 41), (22.5, 44), (21.5, 34), (25, 26), (27, 30), (29, 21), (31, 26)]
        pen.mirrored(strands, 31, beard, INK, 0.6, smooth=False)
        pen.curve([(26.5, 41.6), (31, 43), (35.5, 41.6), (31, 39.6)], BLOOD, INK, 0.4)
    crown(pen, 31, 61, 29, 17)
    draw_sign(pen, suit, 31, 8.5, 1.35)
