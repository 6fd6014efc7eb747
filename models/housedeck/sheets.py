"""Sheets to print and cut: cards in their true size, as many a page as fit, backs on every other page.

Print double-sided, turned over the long edge, at 100 %.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, TypeAlias

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .atlas import DECKS, UnknownDeckError
from .drawing import CARD_WH_MM, Drawing, drawings_of
from .palette import BONE, INK, PAPER
from .pen import Pen

PAPERS = {"a4": A4, "letter": LETTER}
_RIM_MM = 6.0
"""No printer reaches the rim of the paper."""
_BLEED_MM, _MARK_MM = 2.0, 4.0
_BLEED_COLOURS = {"house": BONE, "english": PAPER}

_Place: TypeAlias = tuple[float, float]


class UnknownPaperError(ValueError):
    """No paper of that name is known."""


def write_pdf(path: Path, deck: str = "house", paper: str = "a4") -> int:
    """Write a deck for print and return the number of pages.

    :raise UnknownDeckError: for a deck that the house does not draw.
    :raise UnknownPaperError: for a paper other than ``a4`` and ``letter``.
    """
    if deck not in DECKS:
        raise UnknownDeckError(f"deck {deck!r}: expected one of {', '.join(DECKS)}")
    if paper not in PAPERS:
        raise UnknownPaperError(f"paper {paper!r}: expected one of {', '.join(PAPERS)}")
    canvas = Canvas(str(path), pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle(f"Clashcam: the {deck} deck")
    *faces, back = drawings_of(deck)
    wide, high = (side / mm for side in PAPERS[paper])
    places = _places(wide, high, CARD_WH_MM[deck])
    for start in range(0, len(faces), len(places)):
        sheet = faces[start : start + len(places)]
        _page(canvas, deck, list(zip(sheet, places, strict=False)))
        behind = [(wide - x - CARD_WH_MM[deck][0], y) for x, y in places[: len(sheet)]]
        _page(canvas, deck, [(back, place) for place in behind])
    canvas.save()
    return int(canvas.getPageNumber()) - 1


def _places(wide_mm: float, high_mm: float, card_wh_mm: tuple[float, float]) -> list[_Place]:
    """Lower left corners of the cards of a page, from the top left on, in millimetres."""
    width, height = card_wh_mm
    columns, rows = int((wide_mm - 2 * _RIM_MM) / width), int((high_mm - 2 * _RIM_MM) / height)
    left, bottom = (wide_mm - columns * width) / 2, (high_mm - rows * height) / 2
    downwards = reversed(range(rows))
    return [(left + column * width, bottom + row * height) for row in downwards for column in range(columns)]


def _page(canvas: Any, deck: str, cards: list[tuple[Drawing, _Place]]) -> None:
    canvas.saveState()
    canvas.scale(mm, mm)
    pen = Pen(canvas)
    width, height = CARD_WH_MM[deck]
    for _, (x, y) in cards:
        _cut_marks(pen, x, y, width, height)
    for _, (x, y) in cards:
        bleed = 2 * _BLEED_MM
        pen.rect(x - _BLEED_MM, y - _BLEED_MM, width + bleed, height + bleed, _BLEED_COLOURS[deck])
    for drawing, (x, y) in cards:
        with pen.at(x, y), pen.clipped(0, 0, width, height):
            drawing(pen)
    canvas.restoreState()
    canvas.showPage()


def _cut_marks(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Lines outwards from the corners, beyond the bleed; those between cards are painted over."""
    near, far = _BLEED_MM, _BLEED_MM + _MARK_MM
    for corner_x, side_x in ((x, -1), (x + width, 1)):
        for corner_y, side_y in ((y, -1), (y + height, 1)):
            pen.line([(corner_x + side_x * near, corner_y), (corner_x + side_x * far, corner_y)], INK, 0.15)
            pen.line([(corner_x, corner_y + side_y * near), (corner_x, corner_y + side_y * far)], INK, 0.15)
