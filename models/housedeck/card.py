"""One whole card, 70 by 120 mm: bone paper, number above, picture, title below."""

from __future__ import annotations

from .courts import draw_court
from .majors import draw_major
from .names import number_of, title_of
from .palette import BLOOD, BONE, GOLD, INK
from .pen import Pen
from .pips import HEIGHT, WIDTH, draw_pips
from .suits import draw_sign

CARD_WH_MM = (70.0, 120.0)
LEFT, BOTTOM = 4.0, 14.5


def draw_card(pen: Pen, code: str) -> None:
    """Draw the face of a card with its lower left corner at (0, 0)."""
    pen.rect(0, 0, *CARD_WH_MM, BONE)
    with pen.at(LEFT, BOTTOM), pen.clipped(0, 0, WIDTH, HEIGHT, 2.5):
        _picture(pen, code)
    pen.rect(LEFT, BOTTOM, WIDTH, HEIGHT, None, INK, 0.9, 2.5)
    _head(pen, code)
    pen.text(35, 5.2, title_of(code), 9.6, INK, 61)


def _picture(pen: Pen, code: str) -> None:
    number = int(code[1:])
    if code[0] == "m":
        draw_major(pen, number)
    elif number > 10:
        draw_court(pen, code[0], number)
    else:
        draw_pips(pen, code[0], number)


def _head(pen: Pen, code: str) -> None:
    pen.text(35, 105.4, number_of(code), 15.5, BLOOD if code[0] == "m" else INK)
    for x in (12.0, 58.0):
        if code[0] == "m":
            pen.star(x, 109.6, 4, 8, GOLD, inner=0.4, stroke=INK, line=0.35)
        else:
            draw_sign(pen, code[0], x, 109.8, 0.72)
