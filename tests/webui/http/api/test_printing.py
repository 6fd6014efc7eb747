"""Our own decks are printed from the page, by the Host alone."""

from __future__ import annotations

from typing import IO

import pypdfium2
import pytest

from models.housedeck.sheets import Sheets, write_pdf
from tests.webui.http.live import Live


@pytest.mark.parametrize(
    ("address", "pages", "width_pt"),
    [
        ("/print/deck.pdf?deck=english&paper=letter&size=poker", 12, 612),
        ("/print/deck.pdf?deck=english&size=tarot", 28, 595),
        ("/print/test-sheet.pdf", 2, 595),
    ],
)
def test_a_deck_comes_as_a_pdf_of_the_sizes_asked_for(
    live: Live, address: str, pages: int, width_pt: float
) -> None:
    answer = live.client.get(address)
    assert answer.mimetype == "application/pdf"
    document = pypdfium2.PdfDocument(answer.data)
    try:
        assert len(document) == pages
        assert document[0].get_width() == pytest.approx(width_pt, abs=1)
    finally:
        document.close()


def test_a_deck_that_is_asked_for_again_is_not_drawn_again(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Sheets] = []

    def counted(to: IO[bytes], sheets: Sheets) -> int:
        drawn.append(sheets)
        return write_pdf(to, sheets)

    monkeypatch.setattr("models.housedeck.sheets.write_pdf", counted)
    address = "/print/deck.pdf?deck=english&paper=a4&size=poker"
    first, again = (live.client.get(address).data for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF")
    assert len(drawn) <= 1  # Another test may have asked for it already.
    assert live.client.get(address.replace("a4", "letter")).data != first


@pytest.mark.parametrize("asked", ["deck=rws", "paper=a5", "size=bridge"])
def test_what_is_not_printed_is_not_found(live: Live, asked: str) -> None:
    assert live.client.get(f"/print/deck.pdf?{asked}").status_code == 404


@pytest.mark.parametrize("sheet", ["deck", "test-sheet"])
def test_a_guest_prints_nothing(live: Live, sheet: str) -> None:
    assert live.client.get(f"/print/{sheet}.pdf?role=players").status_code == 403
