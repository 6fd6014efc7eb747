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


def printed(pdf: bytes, page: int) -> Frame:
    """A page as a printer of some 127 dots an inch would leave it."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        pixels = document[page].render(scale=DOTS_A_MM * 25.4 / 72).to_numpy()[:, :, :3]
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
