"""Page, knight, queen and king of the four suits."""

from __future__ import annotations

from .pen import Pen
from .suits import COLOURS, draw_sign


def draw_court(pen: Pen, suit: str, number: int) -> None:
    """The picture of a court card, 62 by 87 mm."""
    pen.sky(0, 0, 62, 87, COLOURS[suit].high, COLOURS[suit].low)
    pen.text(31, 30, "PKQR"[number - 11], 40, COLOURS[suit].light)
    draw_sign(pen, suit, 31, 70, 2)
