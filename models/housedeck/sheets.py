"""Sheets to print and cut: cards in their true size, as many a page as fit, backs on every other page.

Print double-sided, turned over the long edge, at 100 %; the test sheet shows whether the printer keeps to both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, TypeAlias

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .atlas import DECKS, UnknownDeckError
from .card import CARD_WH_MM as TAROT_WH_MM
from .drawing import CARD_WH_MM, Drawing, drawings_of
from .english import POKER_WH_MM
from .palette import BLOOD, BONE, GOLD, INK, PAPER
from .pen import Pen

PAPERS = {"a4": A4, "letter": LETTER}
SIZES = {"tarot": TAROT_WH_MM, "poker": POKER_WH_MM}
"""Sizes of cards in millimetres; a deck drawn for the other size gets wider borders."""

_RIM_MM = 6.0
"""Margin of the paper that printers do not reach."""
_BLEED_MM, _MARK_MM = 2.0, 4.0
_BLEED_COLOURS = {"house": BONE, "english": PAPER}
_RULER_MM = 100

_Place: TypeAlias = tuple[float, float]


class UnknownPaperError(ValueError):
    """An unknown name of a paper or of a size of cards."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """A deck laid out for print: its name, the paper, the cards' size (its own if empty).

    :raise UnknownDeckError: if the house does not draw such a deck
    :raise UnknownPaperError: if there is no such paper, or no such size
    """

    deck: str = "house"
    paper: str = "a4"
    size: str = ""

    def __post_init__(self) -> None:
        _known("deck", self.deck, DECKS, UnknownDeckError)
        _known("paper", self.paper, PAPERS, UnknownPaperError)
        _known("size", self.size or "tarot", SIZES, UnknownPaperError)

    @property
    def card_wh_mm(self) -> tuple[float, float]:
        """Width and height of a card after cutting."""
        return SIZES[self.size] if self.size else CARD_WH_MM[self.deck]

    @property
    def page_wh_mm(self) -> tuple[float, float]:
        """Width and height of the paper."""
        wide, high = PAPERS[self.paper]
        return wide / mm, high / mm

    @property
    def places(self) -> list[_Place]:
        """Lower left corners of the cards of a page, from the top left on, in millimetres."""
        (width, height), (wide, high) = self.card_wh_mm, self.page_wh_mm
        columns, rows = int((wide - 2 * _RIM_MM) / width), int((high - 2 * _RIM_MM) / height)
        left, bottom = (wide - columns * width) / 2, (high - rows * height) / 2
        return [
            (left + column * width, bottom + row * height)
            for row in reversed(range(rows))
            for column in range(columns)
        ]


def write_pdf(to: Path | IO[bytes], sheets: Sheets) -> int:
    """Write a deck for print and return the number of pages."""
    canvas = _canvas(to, sheets, f"Clashcam: the {sheets.deck} deck")
    *faces, drawn_back = drawings_of(sheets.deck)
    back = _drawn_once(canvas, "back", drawn_back)
    places, width = sheets.places, sheets.card_wh_mm[0]
    for start in range(0, len(faces), len(places)):
        sheet = faces[start : start + len(places)]
        _page(canvas, sheets, list(zip(sheet, places, strict=False)))
        behind = [(sheets.page_wh_mm[0] - x - width, y) for x, y in places[: len(sheet)]]
        _page(canvas, sheets, [(back, place) for place in behind])
    canvas.save()
    return int(canvas.getPageNumber()) - 1


def write_test_sheet(to: Path | IO[bytes], sheets: Sheets, lines: Sequence[str] = ()) -> int:
    """Write one sheet that shows how the printer prints, with these lines on it; return the number of pages.

    A ruler of 100 mm each way, one card's outline, its front and its back in one place, and patches of the colours.
    """
    canvas = _canvas(to, sheets, "Clashcam: test sheet")
    wide, high = sheets.page_wh_mm
    width, height = sheets.card_wh_mm
    face, *_, back = drawings_of(sheets.deck)
    place = ((wide - width) / 2, high - _RIM_MM - _MARK_MM - height)
    for drawing in (
        face,
        back,
    ):  # The middle of the page is behind itself, whichever way it is turned over.
        with _millimetres(canvas) as pen:
            _cards(pen, sheets, [(drawing, place)])
            if drawing is face:
                _rulers(pen, wide)
                _patches(pen, wide)
                _words(canvas, wide, lines)
    canvas.save()
    return int(canvas.getPageNumber()) - 1


def _known(what: str, name: str, known: Iterable[str], fault: type[ValueError]) -> None:
    if name not in known:
        raise fault(f"{what} {name!r}: expected one of {', '.join(known)}")


def _canvas(to: Path | IO[bytes], sheets: Sheets, title: str) -> Any:
    canvas = Canvas(str(to) if isinstance(to, Path) else to, pagesize=PAPERS[sheets.paper], invariant=1)
    canvas.setTitle(title)
    return canvas


@contextmanager
def _millimetres(canvas: Any) -> Iterator[Pen]:
    """Draw one page in millimetres."""
    canvas.saveState()
    canvas.scale(mm, mm)
    yield Pen(canvas)
    canvas.restoreState()
    canvas.showPage()


def _drawn_once(canvas: Any, name: str, drawing: Drawing) -> Drawing:
    """Store a drawing that is on many places once in the file."""
    canvas.beginForm(name)
    drawing(Pen(canvas))
    canvas.endForm()
    return lambda pen: pen.canvas.doForm(name)


def _page(canvas: Any, sheets: Sheets, cards: list[tuple[Drawing, _Place]]) -> None:
    with _millimetres(canvas) as pen:
        _cards(pen, sheets, cards)


def _cards(pen: Pen, sheets: Sheets, cards: list[tuple[Drawing, _Place]]) -> None:
    width, height = sheets.card_wh_mm
    paint, bleed = _BLEED_COLOURS[sheets.deck], 2 * _BLEED_MM
    for _, (x, y) in cards:
        _cut_marks(pen, x, y, width, height)
    for _, (x, y) in cards:
        pen.rect(x - _BLEED_MM, y - _BLEED_MM, width + bleed, height + bleed, paint)
    drawn_wh = CARD_WH_MM[sheets.deck]
    scale = min(width / drawn_wh[0], height / drawn_wh[1])
    left, bottom = (width - scale * drawn_wh[0]) / 2, (height - scale * drawn_wh[1]) / 2
    for drawing, (x, y) in cards:
        with pen.at(x + left, y + bottom, scale=scale), pen.clipped(0, 0, *drawn_wh):
            drawing(pen)


def _cut_marks(pen: Pen, x: float, y: float, width: float, height: float) -> None:
    """Lines outwards from the corners, beyond the bleed; those between cards are painted over."""
    near, far = _BLEED_MM, _BLEED_MM + _MARK_MM
    for corner_x, side_x in ((x, -1), (x + width, 1)):
        for corner_y, side_y in ((y, -1), (y + height, 1)):
            pen.line([(corner_x + side_x * near, corner_y), (corner_x + side_x * far, corner_y)], INK, 0.15)
            pen.line([(corner_x, corner_y + side_y * near), (corner_x, corner_y + side_y * far)], INK, 0.15)


def _rulers(pen: Pen, wide_mm: float) -> None:
    """One along, one up, with a tick every millimetre, a longer one every five and ten."""
    left, low = (wide_mm - _RULER_MM) / 2, 40.0
    for degrees in (0, 90):
        with pen.at(left, low, degrees):
            pen.line([(0, 0), (_RULER_MM, 0)], INK, 0.2)
            for tick in range(_RULER_MM + 1):
                length = 5.0 if tick % 10 == 0 else 3.5 if tick % 5 == 0 else 2.0
                side = -length if degrees == 0 else length
                pen.line([(tick, 0), (tick, side)], INK, 0.1)


def _patches(pen: Pen, wide_mm: float) -> None:
    """Greys from white to black, then the inks of the decks."""
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(255, -1, -51)]
    colours = [*greys, BONE, PAPER, BLOOD, GOLD]
    side = 9.0
    left = (wide_mm - side * len(colours)) / 2
    for index, colour in enumerate(colours):
        pen.rect(left + index * side, 20, side, side, colour, INK, 0.1)


def _words(canvas: Any, wide_mm: float, lines: Sequence[str]) -> None:
    canvas.setFillColor(HexColor(INK))
    canvas.setFont("Helvetica", 3.4)
    for index, line in enumerate(lines):
        canvas.drawString((wide_mm - _RULER_MM) / 2 + 6, 100 - 6 * index, line)
