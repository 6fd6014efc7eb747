"""Motifs of drawn cards: people, suns, trees, blades, cups, wheels, towers."""

from __future__ import annotations

import numpy as np

from ...types import Frame
from ..types import Chance
from .shapes import Colour, Stamp, blob, club, fill, heart, outline, place, regular, spade

Point = tuple[float, float]
INK: Colour = (20, 20, 24)


def draw_figure(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a robed person with a head, arms and perhaps a staff."""
    lean = chance.uniform(-0.15, 0.15)
    robe = np.array(
        [[-0.22, -0.4], [0.22, -0.4], [0.3 + chance.uniform(0, 0.4), 1], [-0.3 - chance.uniform(0, 0.4), 1]]
    )
    robe[:2, 0] += lean
    fill(picture, place(robe, at, r), a)
    outline(picture, place(robe, at, r), INK)
    head = place(regular(16), (at[0] + lean * r, at[1] - 0.58 * r), 0.2 * r)
    fill(picture, head, (150, 190, 230))
    outline(picture, head, INK)
    hand = (chance.uniform(-1, 1), chance.uniform(-0.9, 0.3))
    arm = np.array([[lean, -0.3], [hand[0] * 0.6, hand[1] * 0.6 - 0.1], hand])
    outline(picture, place(arm, at, r), b, max(2, round(r * 0.09)), closed=False)
    if chance.random() < 0.6:
        staff = np.array([[hand[0], -1.1], [hand[0], chance.uniform(0.2, 1)]])
        outline(
            picture, place(staff, at, r, chance.normal(0, 0.1)), INK, max(1, round(r * 0.05)), closed=False
        )


def draw_sun(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a disc with rays."""
    fill(picture, place(regular(int(chance.integers(8, 24)), chance.uniform(0.5, 0.8)), at, r), a)
    disc = place(regular(24), at, r * chance.uniform(0.4, 0.6))
    fill(picture, disc, b)
    outline(picture, disc, INK)


def draw_moon(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a crescent."""
    fill(picture, place(regular(28), at, r * 0.8), a)
    fill(picture, place(regular(28), (at[0] + r * chance.uniform(-0.4, 0.4), at[1]), r * 0.65), b)


def draw_star(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a star with its outline."""
    star = place(regular(int(chance.integers(4, 9)), chance.uniform(0.3, 0.6), chance.uniform(0, 1)), at, r)
    fill(picture, star, a)
    outline(picture, star, b)


def draw_tree(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a trunk under a few crowns."""
    outline(
        picture, place(np.array([[0, 1.0], [0.05, -0.3]]), at, r), b, max(2, round(r * 0.14)), closed=False
    )
    for _ in range(int(chance.integers(1, 6))):
        crown = (at[0] + chance.normal(0, 0.3) * r, at[1] - chance.uniform(0.1, 0.8) * r)
        fill(picture, place(blob(chance), crown, r * chance.uniform(0.3, 0.6)), a)


def draw_blade(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a sword, turned at random."""
    blade = np.array([[-0.07, 0.5], [-0.06, -0.85], [0, -1], [0.06, -0.85], [0.07, 0.5]])
    turn = chance.uniform(-np.pi, np.pi) if chance.random() < 0.5 else 0.0
    fill(picture, place(blade, at, r, turn), a)
    outline(picture, place(blade, at, r, turn), INK)
    for line in (np.array([[-0.35, 0.5], [0.35, 0.5]]), np.array([[0, 0.5], [0, 1.0]])):
        outline(picture, place(line, at, r, turn), b, max(2, round(r * 0.09)), closed=False)


def draw_staff(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a budding staff."""
    turn = chance.uniform(-0.5, 0.5)
    outline(
        picture, place(np.array([[0, -1.0], [0, 1.0]]), at, r, turn), a, max(2, round(r * 0.16)), closed=False
    )
    for height in chance.uniform(-0.8, 0.8, 4):
        leaf = place(blob(chance), at, 1.0) * 0 + place(
            np.array([[chance.choice([-0.15, 0.15]), height]]), at, r, turn
        )
        fill(
            picture,
            place(regular(3), (float(leaf[0, 0]), float(leaf[0, 1])), r * 0.12, chance.uniform(0, 6)),
            b,
        )


def draw_cup(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a goblet."""
    lip = chance.uniform(0.45, 0.8)
    side = [[lip, -0.8], [0.5 * lip, 0.0], [0.1, 0.2], [0.12, 0.6], [0.5, 0.85]]
    cup = np.array(side + [[-x, y] for x, y in side[::-1]])
    fill(picture, place(cup, at, r), a)
    outline(picture, place(cup, at, r), b, max(1, round(r * 0.05)))


def draw_coin(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a disc with rings and a star or a flower on it."""
    for share, colour in ((0.9, a), (0.7, b), (0.62, a)):
        fill(picture, place(regular(28), at, r * share), colour)
    outline(picture, place(regular(28), at, r * 0.9), INK)
    fill(picture, place(regular(int(chance.integers(4, 9)), 0.4), at, r * 0.55), b)


def draw_wheel(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a rim with spokes."""
    outline(picture, place(regular(36), at, r * 0.9), a, max(2, round(r * 0.15)))
    for angle in np.arange(0, np.pi, np.pi / int(chance.integers(2, 7))):
        spoke = place(np.array([[0, -0.9], [0, 0.9]]), at, r, float(angle))
        outline(picture, spoke, b, max(1, round(r * 0.07)), closed=False)


def draw_tower(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a tower with battlements and windows."""
    wide = chance.uniform(0.2, 0.45)
    body = np.array([[-wide, -0.6], [wide, -0.6], [wide * 1.2, 1], [-wide * 1.2, 1]])
    fill(picture, place(body, at, r), a)
    outline(picture, place(body, at, r), INK)
    roof = np.array([[-wide * 1.3, -0.6], [0, -1.1], [wide * 1.3, -0.6]])
    fill(picture, place(roof, at, r), b)
    for y in (-0.3, 0.15, 0.6):
        fill(picture, place(regular(4, turn=0.8), (at[0], at[1] + y * r), 0.09 * r), INK)


def draw_beast(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw something with a body, a head and four legs."""
    fill(picture, place(blob(chance) * [1.0, 0.55], at, r), a)
    for x in (-0.5, -0.3, 0.3, 0.5):
        leg = place(np.array([[x, 0.1], [x + chance.normal(0, 0.1), 0.85]]), at, r)
        outline(picture, leg, a, max(2, round(r * 0.12)), closed=False)
    head = (at[0] + r * 0.7 * float(chance.choice([-1, 1])), at[1] - 0.4 * r)
    fill(picture, place(blob(chance, 0.4), head, r * 0.4), b)


def draw_blob(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a cloud, a rock, a bush: something round."""
    shape = place(blob(chance, 0.5) * [1, chance.uniform(0.3, 1)], at, r)
    fill(picture, shape, a)
    outline(picture, shape, b, int(chance.integers(1, 3)))


def draw_suit(picture: Frame, chance: Chance, at: Point, r: float, a: Colour, b: Colour) -> None:
    """Draw a heart, a spade, a trefoil or a diamond."""
    shapes = (heart(), spade(), club(), regular(4) * [0.75, 1.0])
    fill(picture, place(shapes[int(chance.integers(4))], at, r), a)


SMALL: tuple[Stamp, ...] = (
    draw_blade, draw_staff, draw_cup, draw_coin, draw_star, draw_suit, draw_tree, draw_moon, draw_sun, draw_wheel,
    draw_tower,
)  # fmt: skip
"""Signs that pip cards repeat."""

LARGE: tuple[Stamp, ...] = (
    draw_figure, draw_figure, draw_figure, draw_sun, draw_moon, draw_star, draw_tree, draw_blade, draw_staff,
    draw_cup, draw_coin, draw_wheel, draw_tower, draw_beast, draw_blob, draw_blob,
)  # fmt: skip
"""Motifs of compositions; people and rocks are the commonest."""
