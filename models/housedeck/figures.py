"""Things that several scenes share: masks, skulls, robes, hands, wings, eyes, flames, trees."""

from __future__ import annotations

from .palette import BLOOD, BONE, CREAM, EMBER, GOLD, INK, STRAW
from .pen import Pen, polar


def mask(
    pen: Pen, x: float, y: float, scale: float = 1, skin: str = BONE, lips: str = BLOOD, eyes: str = INK
) -> None:
    """A calm face without a look, about 11 wide and 14 high."""
    with pen.at(x, y, scale=scale):
        pen.mirrored([(0, 7.2), (-4.2, 6), (-5.3, 1.5), (-4.3, -3.5), (0, -7.4)], 0, skin, INK, 0.4)
        for side in (-1, 1):
            pen.curve([(side * 1, 0.8), (side * 2.5, 2), (side * 4.1, 1.1), (side * 2.5, 0.1)], eyes)
            pen.line([(side * 0.9, 3.1), (side * 2.6, 3.9), (side * 4.2, 3.2)], INK, 0.4)
        pen.line([(0, 2.8), (-0.7, -1.6), (0.5, -1.9)], INK, 0.4)
        pen.curve([(-1.7, -4), (-0.6, -3.5), (0, -3.7), (0.6, -3.5), (1.7, -4), (0, -5)], lips)


def skull(pen: Pen, x: float, y: float, scale: float = 1, bone: str = BONE, eyes: str = INK) -> None:
    """A skull from the front, about 14 wide and 18 high."""
    with pen.at(x, y, scale=scale):
        jaw = [(0, 9.5), (-5.2, 8), (-7.2, 3), (-6.2, -1.2), (-4.4, -2.8), (-4, -7.4), (0, -8.8)]
        pen.mirrored(jaw, 0, bone, INK, 0.5)
        for side in (-1, 1):
            pen.curve(
                [(side * 1.2, 1.6), (side * 3.4, 2.9), (side * 5.4, 1), (side * 4, -1.4), (side * 1.7, -1)],
                eyes,
            )
        pen.poly([(0, -0.6), (-1.3, -3), (0, -2.6), (1.3, -3)], INK)
        pen.line([(-3, -5.3), (3, -5.3)], INK, 0.45)
        for tooth in range(-2, 3):
            pen.line([(tooth * 1.1, -4.4), (tooth * 1.1, -6.3)], INK, 0.4)


def robe(
    pen: Pen,
    x: float,
    top: float,
    bottom: float,
    shoulders: float,
    hem: float,
    fill: str,
    trim: str | None = None,
) -> None:
    """A cloak that falls from the shoulders (half width) to a hem (half width)."""
    middle = (top + bottom) / 2
    left = [(x, top), (x - shoulders, top - 4), (x - (shoulders + hem) / 2 + 1, middle), (x - hem, bottom)]
    pen.mirrored([*left, (x, bottom - 1.5)], x, fill, INK, 0.5)
    if trim:
        pen.line([(x, top - 2), (x, bottom)], trim, 1.3)


def hood(
    pen: Pen, x: float, y: float, scale: float, fill: str, inside: str = INK, eyes: str | None = None
) -> None:
    """An empty hood, about 17 wide and 20 high, with or without lights in it."""
    with pen.at(x, y, scale=scale):
        pen.mirrored([(0, 11.5), (-6, 8), (-8.3, 0), (-9, -8), (0, -10)], 0, fill, INK, 0.5)
        pen.mirrored([(0, 6.5), (-4.2, 4.4), (-5.4, -1), (-3.6, -7), (0, -8.5)], 0, inside)
        if eyes:
            for side in (-1, 1):
                pen.oval(side * 2.1, 0, 1.1, 0.7, eyes)


def blessing(pen: Pen, x: float, y: float, scale: float, skin: str = BONE) -> None:
    """A raised hand with two fingers stretched out, about 22 wide and 42 high."""
    with pen.at(x, y, scale=scale):
        pen.curve([(-9, -20), (-10, -4), (-8, 3), (8, 3), (9.5, -4), (8, -20)], skin, INK, 0.5)
        for left, top in ((-8.2, 21), (-3.4, 23)):
            pen.rect(left, -2, 4.6, top, skin, INK, 0.5, 2.2)
            pen.line([(left + 1, top - 11), (left + 3.6, top - 11)], INK, 0.35)
        for left, top in ((1.6, 5), (5.4, 3)):
            pen.rect(left, top - 10, 4.2, 12, skin, INK, 0.5, 2.1)
        pen.curve([(-9.5, -6), (-13.5, 0), (-13.8, 6), (-11.5, 7), (-9.5, 2), (-6.5, -1)], skin, INK, 0.5)
        pen.rect(-8, -1.5, 15, 2.6, skin)


def wing(
    pen: Pen, x: float, y: float, scale: float, fill: str, flip: bool = False, degrees: float = 0
) -> None:
    """A feathered wing, spread to the right, about 30 long."""
    with pen.at(x, y, degrees, scale, flip):
        for index in range(9):
            length, angle = 29 - index * 1.9, 58 - index * 15
            tip, left, right = (polar(0, 0, length, angle + turn) for turn in (0, 6, -8))
            pen.curve(
                [(0, 1), (left[0] * 0.7, left[1] * 0.7), tip, (right[0] * 0.7, right[1] * 0.7)],
                fill,
                INK,
                0.45,
            )
        for index in range(6):
            tip = polar(0, 0, 14 - index * 0.6, 66 - index * 20)
            pen.curve(
                [(-1, 0), (tip[0] * 0.6 - 1, tip[1] * 0.6 + 1), tip, (tip[0] * 0.6 + 1, tip[1] * 0.6 - 1)],
                CREAM,
                INK,
                0.4,
            )
        pen.circle(0, 0, 3.4, fill, INK, 0.4)


def eye(pen: Pen, x: float, y: float, scale: float, iris: str, white: str = CREAM) -> None:
    """An open eye, about 20 wide and 11 high."""
    with pen.at(x, y, scale=scale):
        pen.curve(
            [(-10, 0), (-5, 4.4), (0, 5.6), (5, 4.4), (10, 0), (5, -4.2), (0, -5.2), (-5, -4.2)],
            white,
            INK,
            0.6,
        )
        pen.circle(0, 0.2, 4.5, iris, INK, 0.5)
        pen.circle(0, 0.2, 2.1, INK)
        pen.circle(1.2, 1.5, 0.8, CREAM)


def flame(pen: Pen, x: float, y: float, scale: float, outer: str = EMBER, inner: str = STRAW) -> None:
    """A flame that stands on (x, y), about 8 wide and 15 high."""
    with pen.at(x, y, scale=scale):
        pen.curve(
            [(0.5, 15), (-1.5, 9.5), (-4.2, 5), (-2.8, 0), (2.8, 0), (4.3, 4), (2, 8.5)], outer, INK, 0.4
        )
        pen.curve([(0.2, 9), (-2, 4.4), (-1.2, 0.6), (1.4, 0.6), (2.2, 3.6)], inner)


def crown(
    pen: Pen, x: float, y: float, width: float, height: float, fill: str = GOLD, points: int = 5
) -> None:
    """A crown that stands on (x, y)."""
    step = width / (points - 1)
    tips = []
    for index in range(points):
        left = x - width / 2 + index * step
        tips.append((left, y + height))
        if index < points - 1:
            tips.append((left + step / 2, y + height * 0.42))
    pen.poly([(x - width / 2, y), *tips, (x + width / 2, y)], fill, INK, 0.45)
    for index in range(points):
        pen.circle(x - width / 2 + index * step, y + height, min(1.0, width / 14), BLOOD, INK, 0.3)
    pen.rect(x - width / 2, y, width, height * 0.22, fill, INK, 0.4)


def bare_tree(pen: Pen, x: float, y: float, scale: float, bark: str, flip: bool = False) -> None:
    """A tree without leaves, about 24 wide and 40 high, that grows from (x, y)."""
    with pen.at(x, y, 0, scale, flip):
        pen.curve(
            [(-3.5, 0), (-1.8, 8), (-1.6, 20), (-0.5, 34), (0.7, 34), (1.5, 20), (1.9, 8), (4, 0)], bark
        )
        for points, width in (
            (((0, 16), (-5, 24), (-11, 28)), 1.5), (((-5, 24), (-6, 31), (-10, 35)), 1.0),
            (((0, 21), (6, 27), (12, 29)), 1.4), (((6, 27), (7, 33), (11, 37)), 0.9),
            (((0, 31), (-2, 38), (-5, 41)), 0.9),
            (((0, 31), (2, 37), (3, 42)), 0.9), (((-8, 26), (-12, 25)), 0.7), (((9, 28), (13, 26)), 0.7),
        ):  # fmt: skip
            pen.line(points, bark, width)


def lemniscate(pen: Pen, x: float, y: float, width: float, colour: str, line: float) -> None:
    """A lying eight."""
    half, high = width / 2, width / 5
    for ink, thick in ((INK, line + 0.8), (colour, line)):
        points = [
            (0, 0),
            (half * 0.5, high),
            (half, 0),
            (half * 0.5, -high),
            (0, 0),
            (-half * 0.5, high),
            (-half, 0),
            (-half * 0.5, -high),
        ]
        pen.curve([(x + px, y + py) for px, py in points], None, ink, thick)
