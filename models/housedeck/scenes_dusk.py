"""Majors 8 to 14, from Strength to Temperance. Every scene is 62 by 87 mm from its lower left corner."""

from __future__ import annotations

from .figures import hood, lemniscate, mask, skull, wing
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
)  # fmt: skip
from .pen import Pen, polar


def strength(pen: Pen) -> None:
    """A lion, and two quiet hands at its jaws."""
    pen.sky(0, 0, 62, 87, MOSS, STRAW, CREAM)
    lemniscate(pen, 31, 79, 28, BLOOD, 2.0)
    for radius, count, colour, turn in ((33, 18, RUST, 0), (28, 16, EMBER, 9), (22.5, 14, OCHRE, 4)):
        pen.star(31, 40, radius, count, colour, 0.72, 90 + turn, INK, 0.5)
    for side in (-1, 1):
        pen.circle(31 + side * 13, 53, 4.6, OCHRE, INK, 0.6)
    pen.mirrored([(31, 57), (19, 54), (15.5, 42), (19, 30), (25, 20), (31, 18)], 31, STRAW, INK, 0.7)
    for side in (-1, 1):
        pen.curve(
            [(31 + side * 4, 45), (31 + side * 8, 48), (31 + side * 11.5, 45.5), (31 + side * 8, 43.5)], INK
        )
        pen.circle(31 + side * 7.8, 45.6, 1.1, GOLD)
        pen.line([(31 + side * 3.4, 50), (31 + side * 11, 50.5)], BARK, 1.1)
    pen.poly([(26, 38), (36, 38), (33, 33.5), (31, 32.5), (29, 33.5)], BARK, INK, 0.5)
    pen.line([(28.6, 51), (28, 39)], BARK, 0.7)
    pen.line([(33.4, 51), (34, 39)], BARK, 0.7)
    pen.curve([(22, 31), (31, 32), (40, 31), (37, 21), (31, 18.5), (25, 21)], BLOOD, INK, 0.6)
    for x, tip in ((24.5, 26), (37.5, 26)):
        pen.poly([(x - 1.6, 31), (x + 1.6, 31.4), (x, tip)], CREAM, INK, 0.4)
    for flip in (False, True):
        with pen.at(31, 0, flip=flip):
            pen.poly([(-31, -2), (-31, 14), (-17, 27), (-11, 21), (-20, -2)], CREAM, INK, 0.6)
            for y in (30, 27, 24, 21.5):
                pen.line([(-16, y - 5), (-8.5, y)], INK, 3.3)
                pen.line([(-16, y - 5), (-8.5, y)], CREAM, 2.4)


def hermit(pen: Pen) -> None:
    """A hood on a mountain in the snow, and one light."""
    pen.sky(0, 0, 62, 87, SLATE, INK, NIGHT)
    pen.glow(47, 56, 30, STRAW, NIGHT)
    pen.poly([(0, 12), (20, 26), (34, 16), (62, 30), (62, 0), (0, 0)], ICE, INK, 0.5)
    pen.poly([(0, 0), (0, 8), (24, 14), (62, 4), (62, 0)], CREAM)
    pen.line([(9, 8), (12, 70)], BARK, 1.9)
    pen.mirrored([(25, 66), (14, 56), (9, 30), (8, 9), (25, 7)], 25, ASH, INK, 0.7)
    pen.poly([(29, 54), (46, 66), (47.5, 61), (34, 42)], ASH, INK, 0.6)
    hood(pen, 25, 64, 1.15, ASH, INK, STRAW)
    pen.line([(47, 64), (47, 60)], GOLD, 1)
    pen.poly([(41.5, 59), (52.5, 59), (51, 45), (43, 45)], INK, GOLD, 0.9)
    pen.star(47, 52, 6.2, 6, CREAM, 0.45)
    pen.rays(47, 52, 9, 20, 12, STRAW, 0.14)
    pen.specks(9, 60, 0, 0, 62, 87, CREAM, (0.2, 0.5))


def wheel(pen: Pen) -> None:
    """The wheel turns; one climbs, one falls, one sits on top."""
    pen.sky(0, 0, 62, 87, INDIGO, SKY, SEA)
    for x, y in ((8, 78), (54, 78), (8, 9), (54, 9)):
        pen.curve(
            [(x - 9, y - 3), (x - 4, y + 4), (x + 4, y + 4), (x + 9, y - 3), (x, y - 5)], CREAM, INK, 0.4
        )
    pen.circle(31, 42, 25, GOLD, INK, 0.8)
    pen.circle(31, 42, 20, BLOOD, INK, 0.7)
    for index in range(8):
        tip = polar(31, 42, 20, 45 * index)
        pen.line([(31, 42), tip], INK, 2.6)
        pen.line([(31, 42), tip], GOLD, 1.6)
        pen.poly(
            [
                polar(31, 42, 21, 45 * index + 22),
                polar(31, 42, 24, 45 * index + 19),
                polar(31, 42, 24, 45 * index + 26),
            ],
            INK,
        )
    pen.circle(31, 42, 10, CREAM, INK, 0.7)
    skull(pen, 31, 42, 0.8)
    snake = [(2, 62), (6, 56), (2, 49), (6, 42), (2, 35), (6, 28), (4, 20)]
    pen.curve(snake, None, INK, 4.2, closed=False)
    pen.curve(snake, None, LEAF, 3.0, closed=False)
    pen.oval(2.5, 63, 3, 2.2, LEAF, INK, 0.4)
    pen.curve([(56, 20), (61, 34), (60, 52), (55, 62), (57, 46), (55, 32)], BARK, INK, 0.5)
    pen.poly([(53, 60), (57, 72), (58.5, 66), (61, 72), (60, 58)], BARK, INK, 0.5)
    pen.curve([(20, 66), (22, 73), (31, 74), (41, 72), (43, 66)], SKY, INK, 0.6)
    mask(pen, 31, 77, 0.72)
    pen.mirrored([(31, 83.5), (25.5, 82), (24, 72), (27.5, 71), (27.5, 79)], 31, STRAW, INK, 0.5)
    mask(pen, 31, 77, 0.62)


def justice(pen: Pen) -> None:
    """Scales, a sword between them, and a face that does not look."""
    pen.sky(0, 0, 62, 87, MIST, CREAM, ICE)
    for x in (0, 50):
        pen.curve(
            [(x, 90), (x + 12, 90), (x + 9, 60), (x + 12, 30), (x + 10, -3), (x + 2, -3), (x + 4, 40)],
            BLOOD,
            INK,
            0.5,
        )
    pen.poly([(31, 4), (29, 12), (29, 60), (33, 60), (33, 12)], STEEL, INK, 0.6)
    pen.poly([(31, 4), (31, 60), (33, 60), (33, 12)], ICE, INK, 0.3)
    mask(pen, 31, 76.5, 1.1)
    pen.rect(24.6, 76.2, 12.8, 3.6, INK, None)
    pen.poly([(37, 78), (43, 74), (42, 81)], INK)
    pen.poly([(8, 58.5), (31, 62), (54, 58.5), (54, 61), (31, 66), (8, 61)], GOLD, INK, 0.6)
    for x, y, load in ((11, 31, "heart"), (51, 31, "feather")):
        for tip in (-8.5, 8.5):
            pen.line([(x, 59), (x + tip, y)], INK, 0.6)
        pen.curve([(x - 10, y), (x - 6, y - 6.5), (x + 6, y - 6.5), (x + 10, y)], GOLD, INK, 0.6)
        if load == "heart":
            pen.curve(
                [
                    (x, y + 0.5),
                    (x - 5, y + 6),
                    (x - 3, y + 9.5),
                    (x, y + 7.5),
                    (x + 3, y + 9.5),
                    (x + 5, y + 6),
                ],
                BLOOD,
                INK,
                0.5,
            )
        else:
            pen.curve([(x - 6, y + 1), (x - 1, y + 8), (x + 7, y + 10), (x + 3, y + 3)], CREAM, INK, 0.5)
            pen.line([(x - 7, y), (x + 5, y + 8.5)], INK, 0.5)
    pen.rect(23, 58, 16, 3, GOLD, INK, 0.5, 1)
    pen.circle(31, 66.5, 2, GOLD, INK, 0.4)
    pen.rect(0, -1, 62, 5, SLATE)


def hanged_man(pen: Pen) -> None:
    """He hangs by one foot from living wood, and shines."""
    pen.sky(0, 0, 62, 87, TEAL, LEAF, STRAW)
    pen.rect(6, -2, 6, 84, BARK, INK, 0.6)
    pen.rect(50, -2, 6, 84, BARK, INK, 0.6)
    pen.rect(1, 76, 60, 6.5, BARK, INK, 0.6)
    for x, y, side in (
        (6, 60, -1),
        (12, 44, 1),
        (50, 56, -1),
        (56, 38, 1),
        (6, 30, -1),
        (50, 22, -1),
        (22, 82, -1),
        (44, 82, 1),
    ):
        pen.line([(x, y), (x + side * 3.5, y + 4)], BARK, 1)
        pen.oval(x + side * 4.5, y + 5.4, 2.6, 1.7, MOSS, INK, 0.35)
    pen.line([(31, 76), (31, 70)], STRAW, 1.3)
    pen.poly([(29, 71), (33, 71), (34, 44), (28, 44)], BLOOD, INK, 0.5)
    pen.poly([(30, 46), (42, 56), (32, 63), (31, 60), (37, 56), (28, 50)], BLOOD, INK, 0.5)
    pen.mirrored([(31, 48), (24.5, 46), (23, 34), (26, 29), (31, 28)], 31, INDIGO, INK, 0.5)
    pen.poly([(24.5, 32), (17, 40), (26, 45)], INDIGO, INK, 0.5)
    pen.poly([(37.5, 32), (45, 40), (36, 45)], INDIGO, INK, 0.5)
    pen.rays(31, 19, 9, 19, 18, STRAW, 0.5)
    pen.circle(31, 19, 11.5, STRAW, INK, 0.5)
    with pen.at(31, 20, 180):
        mask(pen, 0, 0, 1.05)
    pen.curve([(25, 15), (24, 8), (28, 10), (31, 5), (34, 10), (38, 8), (37, 15), (31, 12.5)], BARK, INK, 0.4)


def death(pen: Pen) -> None:
    """A skull in a hood, a scythe, a white rose."""
    pen.sky(0, 0, 62, 87, BLOOD, INK, INK)
    pen.circle(12, 13, 9, EMBER)
    pen.rays(12, 13, 10, 18, 18, EMBER, 0.4)
    for x in (3, 17):
        pen.rect(x, -1, 5, 19, INK, BONE, 0.4)
    pen.mirrored([(34, 82), (20, 76), (13, 56), (9, 28), (4, -4), (34, -6)], 34, SLATE, BONE, 0.6)
    pen.mirrored([(34, 74), (24.5, 68), (22, 52), (26, 37), (34, 33)], 34, INK)
    skull(pen, 34, 54, 1.42)
    pen.line([(52, -2), (56, 80)], INK, 3)
    pen.line([(52, -2), (56, 80)], OCHRE, 2)
    pen.curve([(58, 78), (44, 86), (24, 86), (6, 76), (22, 80.5), (42, 80), (55, 74)], ICE, INK, 0.6)
    for angle in range(0, 360, 72):
        pen.circle(*polar(33, 19, 4.6, angle + 90), 4.1, CREAM, INK, 0.45)
    pen.circle(33, 19, 3.2, STRAW, INK, 0.45)
    pen.line([(33, 11), (33, -2)], LEAF, 1.4)
    for finger in range(4):
        pen.line([(47, 26 + finger * 3.2), (57.5, 27 + finger * 3.2)], INK, 2.8)
        pen.line([(47, 26 + finger * 3.2), (57.5, 27 + finger * 3.2)], BONE, 1.9)


def temperance(pen: Pen) -> None:
    """Wings, and water that flows upwards between two cups."""
    pen.sky(0, 0, 62, 87, CREAM, ICE, SKY)
    pen.circle(31, 76, 13, STRAW, INK, 0.4)
    pen.rays(31, 76, 14, 19, 24, STRAW, 0.5)
    wing(pen, 36, 50, 1.02, ICE, degrees=8)
    wing(pen, 26, 50, 1.02, ICE, flip=True, degrees=-8)
    pen.mirrored([(31, 62), (22, 58), (20, 40), (16, 18), (12, -3), (31, -4)], 31, CREAM, INK, 0.6)
    pen.poly([(27, 46), (35, 46), (31, 53)], GOLD, INK, 0.5)
    mask(pen, 31, 67, 1.0)
    pen.poly([(0, -2), (0, 10), (16, 6), (30, -2)], MOSS)
    pen.poly([(62, -2), (62, 12), (46, 6), (34, -2)], SEA)
    water = [(13, 37), (22, 33), (31, 25), (40, 19), (46, 18)]
    for colour, line in ((INK, 4.2), (SKY, 3.2), (CREAM, 0.8)):
        pen.curve(water, None, colour, line, closed=False)
    for x, y, turn in ((10, 40, -42), (51, 20, 0)):
        with pen.at(x, y, turn, 1.15):
            pen.poly(
                [
                    (-5.5, 5),
                    (5.5, 5),
                    (3.6, -2),
                    (0.9, -3.6),
                    (0.9, -6.5),
                    (3.6, -8.4),
                    (-3.6, -8.4),
                    (-0.9, -6.5),
                    (-0.9, -3.6),
                    (-3.6, -2),
                ],
                GOLD,
                INK,
                0.5,
            )
