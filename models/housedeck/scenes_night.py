"""Majors 15 to 21, from the Devil to the World. Every scene is 62 by 87 mm from its lower left corner."""

from __future__ import annotations

from .figures import bare_tree, eye, flame, mask
from .palette import (
    ASH,
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
    PLUM,
    RUST,
    SEA,
    SKY,
    SLATE,
    STEEL,
    STRAW,
    TEAL,
    VIOLET,
)  # fmt: skip
from .pen import Pen, polar


def devil(pen: Pen) -> None:
    """A goat's head between torches, a star turned over, two in chains."""
    pen.sky(0, 0, 62, 87, RUST, INK, INK)
    pen.star(31, 50, 34, 5, None, 0.385, -90, BLOOD, 1.6)
    pen.circle(31, 50, 35, None, BLOOD, 1.0)
    for flip in (False, True):
        with pen.at(31, 50, flip=flip):
            pen.curve([(3, 14), (9, 27), (20, 35), (24, 30), (17, 26), (11, 12)], ASH, INK, 0.6)
            pen.curve([(9, 8), (22, 13), (27, 7), (18, 2), (10, 2)], BARK, INK, 0.6)
    pen.mirrored([(31, 66), (23, 64), (20, 54), (23, 42), (26, 30), (31, 26)], 31, BARK, INK, 0.6)
    pen.poly([(27, 28), (35, 28), (31, 13)], SLATE, INK, 0.5)
    for side in (-1, 1):
        pen.poly([(31 + side * 3, 51), (31 + side * 9, 54.5), (31 + side * 8.5, 50)], EMBER, INK, 0.4)
        pen.oval(31 + side * 6.6, 51.9, 0.6, 1.5, INK)
        pen.oval(31 + side * 2, 32, 1.1, 0.8, INK)
        pen.poly(
            [(31 + side * 22.5, 0), (31 + side * 26.5, 0), (31 + side * 26, 16), (31 + side * 23, 16)],
            OCHRE,
            INK,
            0.5,
        )
        flame(pen, 31 + side * 24.5, 16, 0.95)
        mask(pen, 31 + side * 11, 8, 0.6, CREAM)
        pen.line([(31 + side * 11, 3), (31, 5)], STEEL, 1)
    pen.star(31, 60, 3.6, 5, BLOOD, 0.385, -90)
    pen.rect(27, 0, 8, 8, STEEL, INK, 0.5)


def tower(pen: Pen) -> None:
    """Lightning, fire, and two who fall."""
    pen.sky(0, 0, 62, 87, PLUM, INK, SLATE)
    for x, y, r in ((8, 80, 9), (18, 83, 9), (50, 82, 10), (58, 76, 8)):
        pen.circle(x, y, r, ASH)
    pen.poly([(0, 0), (0, 8), (16, 16), (46, 16), (62, 6), (62, 0)], BARK, INK, 0.5)
    pen.poly([(20, 10), (22, 58), (40, 58), (42, 10)], MIST, INK, 0.7)
    pen.poly([(31, 10), (33, 58), (40, 58), (42, 10)], ASH)
    for y in (18, 27, 36, 45):
        pen.line([(21, y), (41, y)], INK, 0.4)
        for x in (25, 31, 37):
            pen.line([(x + (y % 2), y), (x + (y % 2), y + 9)], INK, 0.3)
    for x, y in ((28, 46), (34, 30), (27, 22)):
        pen.rect(x - 2, y, 4, 6.5, INK, None, 0, 1.8)
        flame(pen, x, y + 0.6, 0.5)
    for x, scale in ((22, 1.0), (28, 1.35), (35, 1.2), (40, 0.9)):
        flame(pen, x, 57, scale)
    with pen.at(45, 66, -28):
        pen.poly(
            [(-8, 0), (8, 0), (8, 7), (4.8, 4), (2.4, 8), (0, 4), (-2.4, 8), (-4.8, 4), (-8, 7)],
            GOLD,
            INK,
            0.5,
        )
    pen.poly(
        [
            (4, 87),
            (16, 87),
            (13, 73),
            (21, 74),
            (15, 60),
            (25, 58),
            (8, 40),
            (13, 55),
            (4, 57),
            (10, 70),
            (3, 71),
        ],
        STRAW,
        INK,
        0.6,
    )
    for x, y, turn, coat in ((53, 40, 150, BLOOD), (8, 26, 200, TEAL)):
        with pen.at(x, y, turn):
            pen.poly([(-3, 4), (3, 4), (4.5, -7), (0, -5), (-4.5, -7)], coat, INK, 0.5)
            pen.line([(-3, 3), (-7, 8)], coat, 1.7)
            pen.line([(3, 3), (7, 8)], coat, 1.7)
            pen.circle(0, 7, 2.9, BONE, INK, 0.4)


def star(pen: Pen) -> None:
    """One great star, seven small ones, and their water."""
    pen.sky(0, 0, 62, 87, SEA, NIGHT, INDIGO)
    for x, y in ((9, 78), (53, 78), (6, 58), (56, 58), (12, 42), (50, 42), (31, 82)):
        pen.star(x, y, 4, 8, CREAM, 0.38)
    pen.star(31, 57, 24, 8, ICE, 0.30, 90, INK, 0.5)
    pen.star(31, 57, 21, 8, GOLD, 0.42, 67.5, INK, 0.5)
    pen.star(31, 57, 16, 8, CREAM, 0.45, 90, INK, 0.4)
    pen.circle(31, 57, 4, BLOOD, INK, 0.4)
    pen.curve([(-3, 20), (10, 27), (26, 22), (40, 25), (65, 18), (65, -3), (-3, -3)], FOREST, INK, 0.5)
    pen.oval(36, 7, 25, 8, SKY, INK, 0.6)
    for r in (17, 11, 5):
        pen.oval(36, 7, r, r * 0.3, None, CREAM, 0.5)
    with pen.at(14, 28, -62):
        pen.curve(
            [(-4, 7), (-2.2, 4), (-5.5, -1), (-3, -8), (3, -8), (5.5, -1), (2.2, 4), (4, 7)], OCHRE, INK, 0.6
        )
    pen.curve([(20, 30), (27, 24), (30, 8), (33, 8), (32, 26), (24, 33)], ICE, INK, 0.4)
    bare_tree(pen, 54, 17, 0.5, INK)
    pen.curve([(50, 38), (53, 41), (57, 39), (60, 38), (57, 36)], BLOOD, INK, 0.3)


def moon(pen: Pen) -> None:
    """A face in the moon, two towers, a dog, a wolf, and something that climbs out of the pond."""
    pen.sky(0, 0, 62, 87, VIOLET, NIGHT, INDIGO)
    pen.rays(31, 63, 18, 34, 24, VIOLET, 0.5)
    pen.circle(31, 63, 17, STRAW, INK, 0.6)
    pen.crescent(31, 63, 17, CREAM, 0.42, 0)
    with pen.at(25, 62, scale=1.0):
        pen.curve([(-3, 4), (0, 5.6), (3.4, 4), (0, 3)], INK)
        pen.line([(6, 6), (4.6, -1), (7.4, -1.6)], INK, 0.6)
        pen.curve([(1, -7), (4, -5.8), (7, -7), (4, -9)], BLOOD)
    for index in range(9):
        x = 13 + index * 4.5
        pen.curve(
            [(x, 41 - (index % 2) * 4), (x - 1, 37 - (index % 2) * 4), (x + 1, 37 - (index % 2) * 4)], STRAW
        )
    for x in (-2, 52):
        pen.rect(x, 22, 12, 30, SLATE, INK, 0.7)
        for step in (0, 4.6, 9.2):
            pen.rect(x + step, 51, 2.8, 4.5, SLATE, INK, 0.5)
        pen.rect(x + 4.5, 37, 3, 6, STRAW, INK, 0.4)
    pen.poly([(0, 0), (0, 24), (22, 20), (40, 20), (62, 24), (62, 0)], FOREST, INK, 0.5)
    pen.poly([(25, 4), (30, 26), (33, 26), (39, 4)], OCHRE, INK, 0.5)
    for flip, hide in ((False, BARK), (True, MIST)):
        with pen.at(31, 14, flip=flip):
            pen.curve(
                [
                    (-20, 0),
                    (-19, 10),
                    (-15, 13),
                    (-13.5, 20),
                    (-10, 25),
                    (-9, 20),
                    (-7.5, 18),
                    (-10, 14),
                    (-9, 0),
                    (-12, 0),
                    (-13, 6),
                    (-16, 6),
                    (-17, 0),
                ],
                hide,
                INK,
                0.5,
            )
            pen.line([(-19.5, 4), (-24, 9)], hide, 1.4)
    pen.oval(31, 2, 24, 8, SEA, INK, 0.6)
    pen.curve([(31, 12), (27.5, 8), (28.5, 1), (31, -3), (33.5, 1), (34.5, 8)], BLOOD, INK, 0.5)
    for side in (-1, 1):
        pen.line([(31 + side * 3, 8), (31 + side * 7, 12), (31 + side * 5, 16)], BLOOD, 1.4)
        pen.line([(31 + side * 3, 3), (31 + side * 8, 4)], BLOOD, 0.9)


def sun(pen: Pen) -> None:
    """A sun that looks at you, over a wall with flowers that turn to it."""
    pen.sky(0, 0, 62, 87, SKY, GOLD, EMBER)
    for index in range(12):
        angle = 30 * index + 90
        pen.poly(
            [polar(31, 54, 16, angle - 8), polar(31, 54, 33, angle), polar(31, 54, 16, angle + 8)],
            BLOOD,
            INK,
            0.45,
        )
        wave = [
            polar(31, 54, 16, angle + 9),
            polar(31, 54, 22, angle + 15),
            polar(31, 54, 26, angle + 11),
            polar(31, 54, 31, angle + 16),
        ]
        back = [polar(31, 54, 26, angle + 17), polar(31, 54, 22, angle + 21), polar(31, 54, 16, angle + 21)]
        pen.curve([*wave, *back], CREAM, INK, 0.45)
    pen.circle(31, 54, 17, STRAW, INK, 0.7)
    for side in (-1, 1):
        eye(pen, 31 + side * 7, 57, 0.48, EMBER)
        pen.line([(31 + side * 3, 61.5), (31 + side * 7, 63), (31 + side * 11, 61)], INK, 0.7)
    pen.line([(31, 58), (29.5, 51), (32.3, 50.5)], INK, 0.7)
    pen.curve([(24, 46.5), (31, 44.8), (38, 46.5), (31, 41.5)], BLOOD, INK, 0.5)
    pen.rect(-1, -1, 64, 13, RUST, INK, 0.6)
    for y in (3, 7.5):
        pen.line([(0, y), (62, y)], INK, 0.5)
        for x in range(4, 62, 12):
            pen.line([(x + (y > 5) * 6, y), (x + (y > 5) * 6, y + 4.5)], INK, 0.5)
    for x, y in ((8, 18), (23, 16), (39, 16), (54, 18)):
        pen.line([(x, 10), (x, y)], MOSS, 1.4)
        pen.star(x, y + 2, 6, 12, STRAW, 0.62, 90, INK, 0.4)
        pen.circle(x, y + 2, 2.9, BARK, INK, 0.4)


def judgement(pen: Pen) -> None:
    """A trumpet out of the cloud; the ground gives back its hands."""
    pen.sky(0, 0, 62, 87, SLATE, ICE, MIST)
    for x, y, r in ((4, 82, 12), (18, 86, 11), (34, 88, 10), (56, 88, 12)):
        pen.circle(x, y, r, CREAM, INK, 0.4)
    with pen.at(16, 80, -52):
        pen.poly(
            [(0, -1.5), (30, -1.8), (45, -9), (47, -9), (47, 9), (45, 9), (30, 1.8), (0, 1.5)], GOLD, INK, 0.6
        )
        pen.oval(46.5, 0, 2.6, 9, BARK, INK, 0.5)
        pen.circle(0, 0, 2.4, GOLD, INK, 0.5)
    pen.poly([(29, 60), (52, 76), (58, 60), (36, 46)], CREAM, INK, 0.6)
    pen.line([(41, 69.5), (47, 53)], BLOOD, 4)
    pen.line([(32.5, 53.5), (55, 68)], BLOOD, 4)
    for index in range(3):
        pen.curve(
            [(47 - index * 3, 33 - index * 4), (51 + index, 36 + index), (57 + index * 2, 36)],
            None,
            BLOOD,
            0.9,
            closed=False,
        )
    pen.rect(-1, -1, 64, 12, INK)
    for x, skin, turn in ((8, MIST, 8), (24, BONE, -6), (40, SKY, 5), (55, MIST, -9)):
        pen.rect(x - 7, -1, 14, 8, BARK, INK, 0.6)
        with pen.at(x, 6, turn):
            pen.poly([(-2.3, -2), (-2, 15), (2, 15), (2.3, -2)], skin, INK, 0.5)
            for lean in (-24, -8, 8, 22):
                tip = polar(0, 14, 9.5, 90 - lean)
                pen.line([(lean / 12, 15), tip], INK, 2.3)
                pen.line([(lean / 12, 15), tip], skin, 1.5)
            pen.circle(0, 15.5, 3, skin)


def world(pen: Pen) -> None:
    """A wreath, an eye that is a world in it, and four who watch from the corners."""
    pen.sky(0, 0, 62, 87, TEAL, VIOLET, PLUM)
    pen.specks(21, 70, 0, 0, 62, 87, CREAM, (0.2, 0.5))
    for x, y, sign in ((8, 79, "mask"), (54, 79, "eagle"), (8, 8, "bull"), (54, 8, "lion")):
        _watcher(pen, x, y, sign)
    for index in range(44):
        angle = 360 / 44 * index
        along, up = polar(0, 0, 1, angle)
        with pen.at(31 + 23 * along, 43.5 + 32 * up, angle + (50 if index % 2 else 110)):
            pen.oval(0, 0, 5, 2.3, LEAF if index % 2 else MOSS, INK, 0.4)
    pen.oval(31, 43.5, 19, 28, NIGHT, INK, 0.6)
    for y in (76, 11):
        pen.line([(26, y - 3), (36, y + 3)], BLOOD, 2.6)
        pen.line([(26, y + 3), (36, y - 3)], BLOOD, 2.6)
    pen.circle(31, 43.5, 15, SKY, INK, 0.6)
    pen.curve([(18, 48), (23, 55), (31, 54), (29, 48), (33, 44), (27, 37), (22, 40)], LEAF, INK, 0.4)
    pen.curve([(36, 55), (43, 50), (44, 40), (39, 34), (35, 39), (39, 46)], LEAF, INK, 0.4)
    eye(pen, 31, 43.5, 1.25, BLOOD)
    for y in (64, 23):
        pen.star(31, y, 3.2, 8, STRAW, 0.4)


def _watcher(pen: Pen, x: float, y: float, sign: str) -> None:
    pen.circle(x, y, 7.5, STRAW, INK, 0.5)
    if sign == "mask":
        mask(pen, x, y, 0.75)
    elif sign == "eagle":
        pen.curve(
            [
                (x - 4, y - 5),
                (x - 4, y + 4),
                (x + 1, y + 5.5),
                (x + 6, y + 1),
                (x + 4.5, y - 2),
                (x + 2, y - 0.5),
                (x + 2, y - 5),
            ],
            BARK,
            INK,
            0.4,
        )
        pen.circle(x + 0.6, y + 2, 0.9, CREAM)
    elif sign == "bull":
        pen.mirrored(
            [(x, y + 3), (x - 3.6, y + 3), (x - 6.6, y + 5.6), (x - 4.4, y), (x - 2.4, y - 5.5), (x, y - 6)],
            x,
            RUST,
            INK,
            0.4,
        )
        for side in (-1, 1):
            pen.circle(x + side * 2, y, 0.7, INK)
    else:
        pen.star(x, y, 7, 12, EMBER, 0.72, 90, INK, 0.3)
        pen.circle(x, y, 4, STRAW, INK, 0.4)
        for side in (-1, 1):
            pen.circle(x + side * 1.5, y + 0.8, 0.6, INK)
        pen.poly([(x - 1.2, y - 0.8), (x + 1.2, y - 0.8), (x, y - 2.2)], INK)
