"""What the printer gets: cards of the chosen size that our own eyes read, and a sheet to try the printer with."""

from __future__ import annotations

import io
from collections.abc import Mapping

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

import models
from models.housedeck import DECKS
from models.housedeck.sheets import Sheets, UnknownPaperError, write_pdf, write_test_sheet
from vision.recognition.gallery_file import load_gallery
from vision.types import EventKind, Frame
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.truth import Phase, TrueFrame, truth_of
from webui.camera.trackers import make_tracker

DOTS_A_MM = 5
SETTLING = 14
"""Frames of cards that lie still, until all of them have a name."""


def printed(pdf: bytes, page: int, dots_a_mm: int = DOTS_A_MM) -> Frame:
    """A page as a printer of some 127 dots an inch would leave it, or a finer one."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pixels = document[page].render(scale=dots_a_mm * 25.4 / 72).to_numpy()[:, :, :3]
        return np.ascontiguousarray(pixels)
    finally:
        document.close()


def cut(page: Frame, sheets: Sheets) -> list[Frame]:
    """The cards of a page, cut where the marks are."""
    width, height = (round(side * DOTS_A_MM) for side in sheets.card_wh_mm)
    cards = []
    for x, y in sheets.places:
        left = round(x * DOTS_A_MM)
        top = page.shape[0] - round(y * DOTS_A_MM) - height
        cards.append(np.ascontiguousarray(page[top : top + height, left : left + width]))
    return cards


def sheets_of(sheets: Sheets) -> bytes:
    pdf = io.BytesIO()
    write_pdf(pdf, sheets)
    return pdf.getvalue()


def test_the_back_lies_in_the_file_once() -> None:
    assert len(sheets_of(Sheets())) < 400_000


def at_rest(frame: TrueFrame) -> int:
    return sum(card.phase is Phase.LYING for card in frame.cards)


def read_on_a_table(faces: Mapping[str, Frame], back: Frame, deck: str) -> set[str]:
    """Lay cards on the virtual table, let them lie, and return what the table's eyes call them."""
    script = Script(nudge_share=0.0, reversed_share=0.0, overlap=-0.3, face_up=True, pace=3.0)
    table = VirtualTable(
        3, faces, back, fps=15.0, script=script, throws=[Throw(tuple(faces), ())], card_height_px=170
    )
    tracker = make_tracker([load_gallery(models.gallery_path(deck))])
    truth, said = truth_of(table), set[str]()
    lying = next(number for number in table.frame_numbers() if at_rest(truth.at(number)) == len(faces))
    for number in range(lying, lying + SETTLING):
        for event in tracker.step(table.render(number).image, number / 15.0).events:
            if event.kind is EventKind.SETTLED and event.track and event.track.code:
                said.add(event.track.code)
    return said


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("deck", "size"), [("house", "tarot"), ("house", "poker"), ("english", "poker"), ("english", "tarot")]
)
def test_what_is_printed_and_cut_is_read_at_the_table(deck: str, size: str, paper: str) -> None:
    sheets = Sheets(deck, paper, size)
    pdf = sheets_of(sheets)
    codes = DECKS[deck][:3]
    faces = dict(zip(codes, cut(printed(pdf, 0), sheets), strict=False))
    back = cut(printed(pdf, 1), sheets)[0]
    assert read_on_a_table(faces, back, deck) == set(codes)


def sheet_of(pdf: bytes, sheets: Sheets, number: int) -> dict[str, Frame]:
    """The faces of one sheet, cut, by code; an empty place shows no card and has none."""
    codes = DECKS[sheets.deck][number * len(sheets.places) :]
    return dict(zip(codes, cut(printed(pdf, 2 * number), sheets), strict=False))


@pytest.mark.parametrize(
    ("deck", "size", "paper"), [("house", "poker", "a4"), ("english", "poker", "letter")]
)
def test_every_card_of_a_sheet_in_the_middle_and_of_the_last_is_read(
    deck: str, size: str, paper: str
) -> None:
    sheets = Sheets(deck, paper, size)
    pdf, places = sheets_of(sheets), len(sheets.places)
    last = (len(DECKS[deck]) - 1) // places
    back = cut(printed(pdf, 1), sheets)[0]
    for number in (last // 2, last):
        faces = sheet_of(pdf, sheets, number)
        assert len(faces) == min(places, len(DECKS[deck]) - number * places)
        for start in range(0, len(faces), 3):
            some = dict(list(faces.items())[start : start + 3])
            assert read_on_a_table(some, back, deck) == set(some)


@pytest.mark.parametrize(
    ("deck", "paper", "size"), [("house", "a4", "poker"), ("english", "letter", "tarot")]
)
def test_the_last_sheet_has_a_back_behind_every_face_and_nothing_else(
    deck: str, paper: str, size: str
) -> None:
    sheets = Sheets(deck, paper, size)
    pdf, places = sheets_of(sheets), len(sheets.places)
    last = (len(DECKS[deck]) - 1) // places
    left = len(DECKS[deck]) - last * places
    face, back = (printed(pdf, 2 * last + side).min(axis=2) < 253 for side in (0, 1))
    assert float((face != back[:, ::-1]).mean()) < 0.15, "where the faces are, turned over the long edge"
    design = cut(printed(pdf, 1), sheets)[0].astype(int)
    turned = np.ascontiguousarray(printed(pdf, 2 * last + 1)[:, ::-1])
    for place, piece in enumerate(cut(turned, sheets)):
        unlike = np.abs(piece[:, ::-1].astype(int) - design).mean()
        assert (unlike < 8) == (place < left)


FINE = 20
"""Dots a millimetre, to see lines of 0.15 mm."""

INKY = 110


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("deck", "size"), [("house", "tarot"), ("house", "poker"), ("english", "poker")])
def test_marks_stand_where_the_cards_are_cut_and_the_colour_runs_over_the_cut(
    deck: str, size: str, paper: str
) -> None:
    sheets = Sheets(deck, paper, size)
    (width, height), (wide, high) = sheets.card_wh_mm, sheets.page_wh_mm
    page = printed(sheets_of(sheets), 0, FINE).min(axis=2).astype(int)

    def row(y_mm: float) -> NDArray[np.int64]:
        """The page along a line so high above its lower edge."""
        line: NDArray[np.int64] = page[page.shape[0] - round(y_mm * FINE)]
        return line

    def marks(line: NDArray[np.int64], until: int) -> list[float]:
        """Where thin dark lines cross, in millimetres."""
        dark = np.flatnonzero(line < INKY)
        groups = np.split(dark, np.flatnonzero(np.diff(dark) > 2) + 1) if len(dark) else []
        assert all(len(group) <= 0.3 * FINE for group in groups)
        return [float(group.mean()) / FINE for group in groups if group.max() < until]

    xs, ys = sorted({x for x, _ in sheets.places}), sorted({y for _, y in sheets.places})
    top, right = ys[-1] + height, xs[-1] + width
    cuts_x = sorted({round(edge, 2) for x in xs for edge in (x, x + width)})
    cuts_y = sorted({round(high - edge, 2) for y in ys for edge in (y, y + height)})
    assert marks(row(top + 4), page.shape[1]) == pytest.approx(cuts_x, abs=0.1)
    assert marks(row(ys[0] - 4), page.shape[1]) == pytest.approx(cuts_x, abs=0.1)
    for column in (xs[0] - 4, right + 4):
        assert marks(page[:, round(column * FINE)], page.shape[0]) == pytest.approx(cuts_y, abs=0.1)
    assert marks(row(top + 1), page.shape[1]) == [], "none within the bleed"
    bleed = row(top + 1)[round((xs[0] - 1.5) * FINE) : round((right + 1.5) * FINE)]
    assert bleed.max() < 245, "colour, not paper, two millimetres beyond the cut"
    assert row(top + 3)[round((xs[0] + width / 2) * FINE)] > 250, "and paper beyond"
    assert wide - right == pytest.approx(xs[0], abs=0.01), "in the middle, so that the back lies behind"


def test_the_test_sheet_has_rulers_of_100_mm_on_any_paper() -> None:
    for paper, wide in (("a4", 210.0), ("letter", 215.9)):
        pdf = io.BytesIO()
        assert write_test_sheet(pdf, Sheets(paper=paper), ["Ünser Lineal"]) == 2
        page = printed(pdf.getvalue(), 0)
        assert page.shape[1] == pytest.approx(wide * DOTS_A_MM, abs=2)
        along = np.flatnonzero(page[round(page.shape[0] - 40 * DOTS_A_MM)].min(axis=1) < 128)
        assert (along[-1] - along[0]) / DOTS_A_MM == pytest.approx(100, abs=0.6)


def test_the_back_of_the_test_sheet_lies_behind_its_face() -> None:
    pdf = io.BytesIO()
    write_test_sheet(pdf, Sheets(size="poker"))
    face, back = (upper(printed(pdf.getvalue(), page)).min(axis=2) < 250 for page in (0, 1))
    assert float((face != back[:, ::-1]).mean()) < 0.01


def upper(page: Frame) -> NDArray[np.uint8]:
    return page[: page.shape[0] // 3]


@pytest.mark.parametrize("fields", [{"paper": "a5"}, {"size": "bridge"}])
def test_what_is_not_printed_is_refused_by_name(fields: dict[str, str]) -> None:
    with pytest.raises(UnknownPaperError, match="expected one of"):
        Sheets(**fields)
