"""The house's own decks to print and cut, and a sheet to test the printer with."""

from __future__ import annotations

import io
import threading
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, abort, request, send_file

from models.housedeck.atlas import UnknownDeckError
from webui.http.api.described import described
from webui.http.parts import DECKS, language, require_host
from webui.i18n.printed import lines_of_test_sheet

if TYPE_CHECKING:
    from models.housedeck.sheets import Sheets

printing = Blueprint("printing", __name__)

KEPT: Final = 8
"""How many laid-out decks are cached: one for each deck, paper and size."""

_drawing: Final = threading.Lock()
"""Simultaneous requests for the same deck share one result."""

PDF = "application/pdf"
ASKS = {
    "deck": "house or english",
    "paper": "a4 or letter",
    "size": "of a card: tarot, poker; the deck's own if left out",
}
OTHERWISE = {404: "there is no such deck, paper or size"}


@printing.get("/print/deck.pdf")
@described(kind=PDF, asks=ASKS, otherwise=OTHERWISE, host_only=True)
def deck() -> Response:
    """Return one of the house's decks as a PDF: both sides of every sheet, with bleed and crop marks."""
    sheets = _sheets_asked_for()
    with _drawing:
        return _file(f"{sheets.deck}-{sheets.paper}.pdf", _drawn(sheets))


@printing.get("/print/test-sheet.pdf")
@described(kind=PDF, asks=ASKS, otherwise=OTHERWISE, host_only=True)
def test_sheet() -> Response:
    """Return one sheet that shows whether the printer keeps the size and aligns both sides."""
    from models.housedeck.sheets import write_test_sheet

    sheets = _sheets_asked_for()
    pdf = io.BytesIO()
    write_test_sheet(pdf, sheets, lines_of_test_sheet(language()))
    return _file(f"test-sheet-{sheets.paper}.pdf", pdf.getvalue())


@lru_cache(KEPT)
def _drawn(sheets: Sheets) -> bytes:
    from models.housedeck.sheets import write_pdf

    pdf = io.BytesIO()
    write_pdf(pdf, sheets)
    return pdf.getvalue()


def _sheets_asked_for() -> Sheets:
    from models.housedeck.sheets import Sheets, UnknownPaperError  # Most sessions print nothing.

    require_host(DECKS)
    asked = request.args
    try:
        return Sheets(asked.get("deck", "house"), asked.get("paper", "a4"), asked.get("size", ""))
    except (UnknownDeckError, UnknownPaperError) as fault:
        abort(404, str(fault))


def _file(name: str, pdf: bytes) -> Response:
    return send_file(io.BytesIO(pdf), PDF, as_attachment=True, download_name=name)
