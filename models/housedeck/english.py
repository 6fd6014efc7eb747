"""The English-pattern playing cards: 52 and two jokers, the same both ways up, drawn in the house's hand.

Codes are rank and suit, ``A 2..9 T J Q K`` and ``s h d c``; the jokers are ``Xs`` (black) and ``Xh`` (red).
Everything is 63.5 by 88.9 mm from the lower left corner.
"""

from __future__ import annotations

from collections.abc import Callable

from .english_courts import draw_half
from .figures import mask
from .palette import BLOOD, CREAM, EMBER, GOLD, INDIGO, INK, NIGHT, PAPER, STRAW
from .pen import Pen, Point

POKER_WH_MM = (63.5, 88.9)
_WIDE, _HIGH = POKER_WH_MM
_X, _Y = _WIDE / 2, _HIGH / 2
_LEFT, _RIGHT = 19.2, _WIDE - 19.2

_ROWS: dict[str, tuple[Point, ...]] = {
    "A": ((_X, _Y),),
    "2": ((_X, 73),),
    "3": ((_X, 73), (_X, _Y)),
    "4": ((_LEFT, 73), (_RIGHT, 73)),
    "5": ((_LEFT, 73), (_RIGHT, 73), (_X, _Y)),
    "6": ((_LEFT, 73), (_RIGHT, 73), (_LEFT, _Y), (_RIGHT, _Y)),
    "7": ((_LEFT, 73), (_RIGHT, 73), (_LEFT, _Y), (_RIGHT, _Y), (_X, 58.7)),
    "8": ((_LEFT, 73), (_RIGHT, 73), (_LEFT, _Y), (_RIGHT, _Y), (_X, 58.7)),
    "9": ((_LEFT, 73), (_RIGHT, 73), (_LEFT, 54), (_RIGHT, 54), (_X, _Y)),
    "T": ((_LEFT, 73), (_RIGHT, 73), (_LEFT, 54), (_RIGHT, 54), (_X, 63.5)),
}
"""The pips of the upper half and the middle; those above the middle come again below, upside down."""


def colour_of(suit: str) -> str:
    """Return black or red."""
    return BLOOD if suit in "hd" else INK


def heart(pen: Pen) -> None:
    """A heart in a box of about 10 by 10."""
    pen.curve(
        [
            (0, 2.6),
            (1.8, 4.8),
            (4.2, 4.4),
            (5, 1.6),
            (3, -2),
            (0, -5.4),
            (-3, -2),
            (-5, 1.6),
            (-4.2, 4.4),
            (-1.8, 4.8),
        ],
        BLOOD,
    )


def diamond(pen: Pen) -> None:
    """A diamond with hollow sides."""
    path = [(0, 6), (2, 2.5), (4.4, 0), (2, -2.5), (0, -6), (-2, -2.5), (-4.4, 0), (-2, 2.5)]
    pen.poly(path, BLOOD)


def spade(pen: Pen) -> None:
    """A spade with a foot."""
    pen.curve(
        [
            (0, 5.8),
            (2.6, 2.6),
            (5, -0.4),
            (4.6, -3),
            (2.4, -3.8),
            (0, -2.2),
            (-2.4, -3.8),
            (-4.6, -3),
            (-5, -0.4),
            (-2.6, 2.6),
        ],
        INK,
    )
    pen.poly([(0, -1), (1, -4), (2.4, -5.8), (-2.4, -5.8), (-1, -4)], INK)


def club(pen: Pen) -> None:
    """A club with a foot."""
    for x, y in ((0, 3.3), (-3.2, -1.3), (3.2, -1.3)):
        pen.circle(x, y, 2.7, INK)
    pen.poly([(0, 2), (1, -3.6), (2.4, -5.8), (-2.4, -5.8), (-1, -3.6)], INK)


SIGNS: dict[str, Callable[[Pen], None]] = {"s": spade, "h": heart, "d": diamond, "c": club}


def draw_card(pen: Pen, code: str) -> None:
    """Draw the face of a card with its lower left corner at (0, 0)."""
    rank, suit = code[0], code[1]
    pen.rect(0, 0, _WIDE, _HIGH, PAPER)
    _index(pen, rank, suit)
    with pen.at(_WIDE, _HIGH, 180):
        _index(pen, rank, suit)
    if rank == "X":
        _joker(pen, suit)
    elif rank in "JQK":
        _court(pen, rank, suit)
    elif code == "As":
        _ace_of_spades(pen)
    else:
        _pips(pen, rank, suit)


def _sign(pen: Pen, suit: str, x: float, y: float, scale: float, degrees: float = 0) -> None:
    with pen.at(x, y, degrees, scale):
        SIGNS[suit](pen)


def _index(pen: Pen, rank: str, suit: str) -> None:
    if rank == "X":
        for place, letter in enumerate("JOKER"):
            pen.text(6.2, 79.4 - 5.6 * place, letter, 6.4, colour_of(suit))
        return
    words = "10" if rank == "T" else rank
    pen.text(6.4, 76.3, words, 12.5, colour_of(suit), 8.6)
    _sign(pen, suit, 6.4, 70, 0.68)


def _pips(pen: Pen, rank: str, suit: str) -> None:
    scale = 2.1 if rank == "A" else 1.05
    for x, y in _ROWS[rank]:
        _sign(pen, suit, x, y, scale)
        if y > _Y + 1 and not (rank == "7" and x == _X):
            _sign(pen, suit, _WIDE - x, _HIGH - y, scale, 180)


def _ace_of_spades(pen: Pen) -> None:
    _sign(pen, "s", _X, _Y, 4.3)
    pen.circle(_X, _Y + 1, 6.4, PAPER)
    pen.star(_X, _Y + 1, 6, 8, INK, 0.4)
    pen.crescent(_X, _Y + 1, 2.6, GOLD, 0.5)


def _court(pen: Pen, rank: str, suit: str) -> None:
    left, bottom, wide, high = 12.6, 8.4, _WIDE - 25.2, _HIGH - 16.8
    pen.rect(left, bottom, wide, high, CREAM)
    with pen.clipped(left, bottom, wide, high):
        for turn in (0, 180):
            with pen.at(_X, _Y, turn):
                draw_half(pen, rank, suit)
    pen.rect(left, bottom, wide, high, None, INDIGO, 0.6)
    for turn in (0, 180):
        with pen.at(_X, _Y, turn):
            _sign(pen, suit, -13.6, 29.4, 0.78)


def _joker(pen: Pen, suit: str) -> None:
    coat, trim = (INK, GOLD) if suit == "s" else (BLOOD, STRAW)
    pen.circle(_X, 46, 20, NIGHT if suit == "s" else EMBER, INK, 0.6)
    pen.rays(_X, 46, 9, 20, 14, trim, 0.35)
    for tip_x, tip_y in ((-19, 13), (0, 24), (19, 13)):
        bend = (tip_x * 0.75, tip_y * 0.35 + 9)
        pen.curve(
            [
                (_X - 6, 50),
                (_X + bend[0] - 2, 46 + bend[1]),
                (_X + tip_x, 46 + tip_y),
                (_X + bend[0] + 3, 44 + bend[1] - 2),
                (_X + 6, 50),
            ],
            coat,
            trim,
            0.5,
        )
        pen.circle(_X + tip_x, 46 + tip_y, 2.1, trim, INK, 0.4)
    mask(pen, _X, 46, 1.15)
    collar = [(_X + dx, 33 + (4 if index % 2 else -5)) for index, dx in enumerate(range(-16, 17, 4))]
    pen.poly([(_X - 9, 39), *collar, (_X + 9, 39)], coat, trim, 0.5)
    pen.text(_X, 15, "The Joker", 7, coat, 40)


def draw_back(pen: Pen) -> None:
    """Draw the back, the same both ways up."""
    pen.rect(0, 0, _WIDE, _HIGH, PAPER)
    with pen.clipped(4, 4, _WIDE - 8, _HIGH - 8, 2):
        pen.rect(0, 0, _WIDE, _HIGH, INDIGO)
        for row in range(-2, 22):
            for column in range(-2, 16):
                x, y = _X + (column - 6.5) * 5, _Y + (row - 9.5) * 5
                pen.poly(
                    [(x, y + 2.2), (x + 2.2, y), (x, y - 2.2), (x - 2.2, y)],
                    NIGHT if (row + column) % 2 else BLOOD,
                )
        pen.circle(_X, _Y, 15, NIGHT, GOLD, 0.9)
        pen.star(_X, _Y, 13, 8, GOLD, 0.4)
        pen.star(_X, _Y, 8, 8, BLOOD, 0.4, 67.5)
    pen.rect(4, 4, _WIDE - 8, _HIGH - 8, None, INK, 0.7, 2)
