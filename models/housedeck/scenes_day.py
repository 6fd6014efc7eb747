"""Majors 0 to 7, from the Fool to the Chariot. Every scene is 62 by 87 mm from its lower left corner."""

from __future__ import annotations

from .figures import blessing, crown, eye, hood, lemniscate, mask, robe
from .palette import (
    ASH,
    BARK,
    BLOOD,
    BONE,
    CREAM,
    EMBER,
    GOLD,
    ICE,
    INDIGO,
    INK,
    LEAF,
    MOSS,
    NIGHT,
    OCHRE,
    PLUM,
    ROSE,
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
from .suits import draw_sign


def fool(pen: Pen) -> None:
    """Somebody steps off a cliff into a mouth that waits below, under a pale sun."""
    pen.sky(0, 0, 62, 87, CREAM, OCHRE, STRAW)
    pen.circle(50, 76, 7, CREAM, INK, 0.5)
    pen.rays(50, 76, 8.5, 12, 14, CREAM)
    pen.poly([(0, 40), (27, 44), (33, 39), (28, 33), (30, 24), (22, 14), (24, 0), (0, 0)], BARK, INK, 0.6)
    pen.line([(5, 30), (14, 24), (12, 12)], RUST, 0.7)
    _maw(pen)
    _wanderer(pen)


def _maw(pen: Pen) -> None:
    pen.oval(49, -1, 26, 17, INK)
    pen.oval(49, -3, 21, 14, BLOOD)
    for index in range(7):
        x = 27 + index * 6.6
        y = 15 - abs(index - 3.2) * 2.6
        pen.poly([(x - 3, y), (x + 3, y + 0.5), (x + 0.4, y - 9)], CREAM, INK, 0.4)


def _wanderer(pen: Pen) -> None:
    pen.line([(13, 55), (39, 76)], BARK, 1.3)
    pen.circle(12, 54, 4.6, BLOOD, INK, 0.5)
    pen.poly([(24, 52), (16, 44), (19, 42.5), (28, 50)], INDIGO, INK, 0.5)
    pen.poly([(28, 52), (38, 45), (41, 47.5), (32, 54)], INDIGO, INK, 0.5)
    pen.poly([(23, 50), (21, 66), (31, 68), (35, 51), (31, 48), (27, 51)], TEAL, INK, 0.5)
    pen.poly([(29, 66), (36, 69), (38, 72.5), (35, 73), (28, 62)], TEAL, INK, 0.5)
    mask(pen, 27, 74, 0.62)
    pen.poly(
        [(22, 77), (15, 83), (24, 81.5), (27, 87), (30, 81.5), (39, 83), (32, 77), (27, 79)], BLOOD, INK, 0.5
    )
    for x, y in ((15, 83), (27, 86.5), (39, 83)):
        pen.circle(x, y, 1.2, GOLD, INK, 0.3)
    pen.curve([(5, 42), (5, 47), (11, 48), (13, 51), (15, 47), (13, 44), (12, 41)], CREAM, INK, 0.5)


def magician(pen: Pen) -> None:
    """One hand up, one hand down, the four signs before him."""
    pen.sky(0, 0, 62, 87, INK, BLOOD, RUST)
    pen.rays(31, 60, 14, 60, 18, EMBER, 0.4)
    robe(pen, 31, 58, 16, 9, 19, INK, BLOOD)
    pen.poly([(39, 55), (48, 70), (51, 68), (44, 46)], INK, GOLD, 0.5)
    pen.poly([(23, 55), (12, 40), (15, 37), (25, 45)], INK, GOLD, 0.5)
    pen.circle(50, 71, 2.4, BONE, INK, 0.4)
    pen.circle(12.5, 37, 2.4, BONE, INK, 0.4)
    pen.line([(50, 67), (50.5, 83)], CREAM, 1.5)
    pen.star(50.5, 83, 3.4, 8, STRAW, 0.35)
    mask(pen, 31, 64, 1.0)
    lemniscate(pen, 31, 77.5, 22, GOLD, 1.6)
    pen.poly([(2, 18), (60, 18), (57, 24), (5, 24)], OCHRE, INK, 0.6)
    pen.rect(5, -2, 52, 20, BARK, INK, 0.6)
    for suit, x in zip("wcsp", (11, 24.5, 37.5, 51), strict=True):
        draw_sign(pen, suit, x, 24, 1.15)


def priestess(pen: Pen) -> None:
    """Between a black and a white pillar, a veil, and what looks out behind it."""
    pen.sky(0, 0, 62, 87, SEA, NIGHT, INDIGO)
    pen.rect(14, 10, 34, 66, TEAL)
    for x, y in ((19, 68), (31, 72), (43, 68), (17, 54), (45, 54), (18, 40), (44, 40)):
        pen.circle(x, y, 2.6, BLOOD, INK, 0.4)
        pen.star(x, y + 2.8, 1.4, 3, GOLD, 0.4)
    for x, stone, letter in ((2, INK, BONE), (48, BONE, INK)):
        pen.rect(x, 4, 12, 72, stone, SLATE, 0.6)
        pen.rect(x - 1.5, 74, 15, 6, stone, SLATE, 0.6)
        pen.rect(x - 1.5, 0, 15, 6, stone, SLATE, 0.6)
        pen.crescent(x + 6, 44, 3.4, letter, 0.5, 90)
    robe(pen, 31, 50, -2, 9, 21, ICE, SKY)
    hood(pen, 31, 54, 1.05, ICE, BONE)
    mask(pen, 31, 53.6, 0.8, BONE, PLUM)
    pen.crescent(31, 71, 7, CREAM, 0.4, 90)
    pen.circle(31, 71.5, 3.3, CREAM, INK, 0.4)
    pen.rect(23, 22, 16, 9, CREAM, INK, 0.5, 1)
    pen.line([(31, 22), (31, 31)], INK, 0.4)
    pen.crescent(31, 4, 11, STRAW, 0.45, 90)


def empress(pen: Pen) -> None:
    """She sits in the corn, grown fast to the ground, under twelve stars."""
    pen.sky(0, 0, 62, 87, LEAF, MOSS, STRAW)
    for index in range(12):
        x, y = 31 + 25 * (index - 5.5) / 5.5, 82 - 14 * ((index - 5.5) / 5.5) ** 2
        pen.star(x, y, 2.3, 5, CREAM, 0.42, stroke=INK, line=0.25)
    robe(pen, 31, 52, -3, 11, 27, ROSE, CREAM)
    for side in (-1, 1):
        pen.curve(
            [(31, 60), (31 + side * 9, 66), (31 + side * 11, 52), (31 + side * 8, 40), (31 + side * 5, 52)],
            BARK,
            INK,
            0.4,
        )
    mask(pen, 31, 58, 1.05)
    crown(pen, 31, 65.5, 15, 8)
    pen.curve(
        [(31, 14), (19, 26), (20, 35), (27, 37), (31, 32), (35, 37), (42, 35), (43, 26)], BLOOD, INK, 0.6
    )
    pen.circle(31, 28, 4, None, CREAM, 1.1)
    pen.line([(31, 24), (31, 17.5)], CREAM, 1.1)
    pen.line([(28.3, 20.6), (33.7, 20.6)], CREAM, 1.1)
    for x in (3, 8, 13, 49, 54, 59):
        pen.line([(x, -1), (x + (31 - x) * 0.06, 22)], OCHRE, 0.8)
        for y in (11, 14.5, 18, 21.5):
            pen.oval(x + (31 - x) * 0.05, y, 1.7, 1.5, STRAW, BARK, 0.3)


def emperor(pen: Pen) -> None:
    """A crowned ram's skull over burnt mountains."""
    pen.sky(0, 0, 62, 87, RUST, EMBER, STRAW)
    pen.poly(
        [(0, 20), (12, 44), (20, 32), (32, 52), (44, 30), (52, 42), (62, 24), (62, 0), (0, 0)], RUST, INK, 0.6
    )
    pen.poly([(0, 0), (0, 10), (14, 24), (26, 8), (40, 22), (62, 6), (62, 0)], BARK)
    for flip in (False, True):
        with pen.at(31, 46, flip=flip):
            outer = [(4, 12), (14, 20), (25, 14), (28, 0), (21, -12), (12, -11), (10, -3), (15, 0), (18, -4)]
            inner = [(20, -6), (22, 1), (18, 8), (11, 9), (5, 5)]
            pen.curve([*outer, *inner], OCHRE, INK, 0.6)
            for x, y, far_x, far_y in (
                (11, 18, 10, 9),
                (19, 18.5, 15, 9),
                (26, 11, 19, 6),
                (27.6, 2, 22, 1),
                (25, -7, 21, -4),
            ):
                pen.line([(x, y), (far_x, far_y)], BARK, 0.7)
    pen.mirrored([(31, 62), (24, 59), (21, 48), (24, 36), (27, 22), (31, 18)], 31, BONE, INK, 0.6)
    for side in (-1, 1):
        pen.curve(
            [(31 + side * 3.5, 49), (31 + side * 8, 50), (31 + side * 7.5, 44), (31 + side * 4.5, 43.5)], INK
        )
        pen.oval(31 + side * 1.9, 25, 1, 2.4, INK)
    pen.line([(31, 42), (31, 30)], ASH, 0.6)
    crown(pen, 31, 62, 20, 12, GOLD, 5)


def hierophant(pen: Pen) -> None:
    """A hand that blesses, and sees."""
    pen.sky(0, 0, 62, 87, PLUM, INDIGO, VIOLET)
    pen.rays(31, 44, 20, 70, 14, PLUM, 0.5)
    for angle in (38, -38):
        with pen.at(31, 20, angle):
            pen.rect(-1.6, -18, 3.2, 34, GOLD, INK, 0.5)
            pen.circle(0, 19, 5, None, INK, 3.4)
            pen.circle(0, 19, 5, None, GOLD, 2.4)
            pen.rect(1.4, -17, 5.5, 4, GOLD, INK, 0.5)
            pen.rect(1.4, -10, 4, 3, GOLD, INK, 0.5)
    pen.rect(19.5, -2, 23, 20, BLOOD, INK, 0.6)
    pen.rect(17.5, 14, 27, 6.5, CREAM, INK, 0.6, 1.5)
    blessing(pen, 31, 41, 1.12)
    eye(pen, 30.6, 33.5, 0.66, VIOLET)
    for y, width in ((70, 26), (75.5, 21), (81, 15)):
        pen.rect(31 - width / 2, y, width, 4.2, GOLD, INK, 0.5, 1.5)
    pen.line([(31, 85), (31, 88)], GOLD, 1.4)


def lovers(pen: Pen) -> None:
    """Two faces, one heart, and the arrow through it."""
    pen.sky(0, 0, 62, 87, ROSE, BLOOD, ROSE)
    pen.circle(31, 68, 15, STRAW, INK, 0.5)
    pen.rays(31, 68, 16.5, 30, 20, STRAW, 0.5)
    pen.curve([(31, 6), (4, 36), (7, 57), (22, 61), (31, 50), (40, 61), (55, 57), (58, 36)], BLOOD, INK, 0.8)
    for flip, skin, hair in ((False, BONE, INK), (True, SLATE, BARK)):
        with pen.at(31, 36, flip=flip):
            pen.curve([(-24, -16), (-25, 10), (-16, 19), (-7, 13), (-9, 2), (-12, -12)], hair, INK, 0.5)
            profile = [
                (-9, 13),
                (-6, 8),
                (-5.6, 5),
                (-2.2, 0.8),
                (-4.6, -0.6),
                (-3.8, -2.6),
                (-4.4, -4),
                (-3.8, -5.6),
                (-5.6, -9),
            ]
            pen.poly([(-17, 12), *profile, (-10, -10.5), (-10, -18), (-21, -18), (-19, -4)], skin, INK, 0.5)
            pen.curve([(-10.4, 5.2), (-8, 6.6), (-6.3, 5), (-8, 4.4)], CREAM if flip else INK)
            pen.poly([(-3.9, -2.8), (-6.6, -3.6), (-4, -5.4)], BLOOD)
    pen.line([(6, 9), (56, 29)], INK, 2.2)
    pen.line([(6, 9), (56, 29)], GOLD, 1.3)
    pen.poly([(60, 31), (53, 31.5), (55.4, 25.6)], GOLD, INK, 0.5)
    for shift in (0, 3):
        pen.line([(6 + shift, 9 + shift * 0.4), (2 + shift, 12 + shift * 0.4)], GOLD, 1)
        pen.line([(6 + shift, 9 + shift * 0.4), (4 + shift, 4 + shift * 0.4)], GOLD, 1)


def chariot(pen: Pen) -> None:
    """A helm without a face under a canopy of stars, drawn by a black and a white beast."""
    pen.sky(0, 0, 62, 87, SKY, SEA, ICE)
    pen.poly([(4, 70), (58, 70), (52, 87), (10, 87)], INDIGO, INK, 0.6)
    for index in range(9):
        pen.star(10 + index * 5.3, 74 + (index % 2) * 6, 1.9, 5, STRAW)
    for x in (6, 54):
        pen.rect(x, 24, 2.4, 47, GOLD, INK, 0.5)
    pen.poly([(12, 24), (50, 24), (47, 47), (40, 52), (22, 52), (15, 47)], STEEL, INK, 0.6)
    pen.mirrored([(31, 68), (24, 66), (22.5, 56), (25, 48), (31, 45)], 31, ICE, INK, 0.6)
    pen.poly([(24.3, 60), (37.7, 60), (37, 57), (32, 56), (31, 48), (30, 56), (25, 57)], INK)
    pen.curve([(31, 67), (27, 75), (33, 82), (37, 77), (33, 73)], BLOOD, INK, 0.5)
    pen.star(31, 35, 8, 8, GOLD, 0.4, stroke=INK)
    for flip, hide, look in ((False, INK, BLOOD), (True, CREAM, INK)):
        with pen.at(31, 0, flip=flip):
            pen.curve(
                [
                    (-30, -4),
                    (-28, 18),
                    (-22, 32),
                    (-14, 33),
                    (-5, 24),
                    (-3, 16),
                    (-8, 14),
                    (-14, 18),
                    (-12, -4),
                ],
                hide,
                STEEL,
                0.7,
            )
            pen.poly([(-21, 31), (-21, 40), (-16, 33)], hide, STEEL, 0.6)
            pen.oval(-12, 26, 1.6, 1.1, look)
            for y in (6, 13, 20, 27):
                pen.line([(-27.5, y), (-31, y + 3)], look, 0.9)
