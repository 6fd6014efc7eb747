"""Decks from our own strokes: vector pages (PDF) and the pixels made of them.

``python -m models.housedeck.drawing`` writes the atlases that the program loads.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .atlas import ATLAS_COLUMNS, CARD_WH_PX, DECKS, Picture, atlas_path
from .card import CARD_WH_MM as TAROT_WH_MM
from .card import draw_card
from .card_back import draw_back
from .english import POKER_WH_MM
from .english import draw_back as draw_english_back
from .english import draw_card as draw_english_card
from .pen import Pen

Drawing: TypeAlias = Callable[[Pen], None]


CARD_WH_MM = {"house": TAROT_WH_MM, "english": POKER_WH_MM}


def drawings_of(deck: str) -> list[Drawing]:
    """Return every face of a deck in the order of its codes, then the back."""
    face, behind = (draw_card, draw_back) if deck == "house" else (draw_english_card, draw_english_back)
    return [*(partial(face, code=code) for code in DECKS[deck]), behind]


def pages(deck: str) -> bytes:
    """Return a PDF with one card a page, each in its true size."""
    return _pdf(CARD_WH_MM[deck], drawings_of(deck))


def large_face(code: str, size_wh: tuple[int, int]) -> Picture:
    """Return a tarot card's face of the house deck in any size, shape (h, w, 3), BGR: the atlas is too coarse for it.

    :raise ValueError: the house deck has no such card
    """
    drawing = drawings_of("house")[DECKS["house"].index(code)]
    return rasterise(_pdf(CARD_WH_MM["house"], [drawing]), size_wh)[0]


def _pdf(card_wh_mm: tuple[float, float], drawings: Sequence[Drawing]) -> bytes:
    stream = io.BytesIO()
    width, height = card_wh_mm
    canvas = Canvas(stream, pagesize=(width * mm, height * mm), invariant=1)
    for drawing in drawings:
        canvas.scale(mm, mm)
        drawing(Pen(canvas))
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def rasterise(pdf: bytes, size_wh: tuple[int, int]) -> list[Picture]:
    """Return the pages of a PDF as BGR pictures, drawn at twice the size and averaged down."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_pixels(page, size_wh) for page in document]
    finally:
        document.close()


def _pixels(page: pypdfium2.PdfPage, size_wh: tuple[int, int]) -> Picture:
    bitmap = page.render(scale=2 * size_wh[1] / page.get_height())
    large: NDArray[np.uint8] = np.ascontiguousarray(bitmap.to_numpy()[:, :, :3])
    return np.asarray(cv2.resize(large, size_wh, interpolation=cv2.INTER_AREA), np.uint8)


def tile(pictures: Sequence[Picture]) -> Picture:
    """Return all pictures on one sheet, row by row; empty places are black."""
    height, width = pictures[0].shape[:2]
    rows = -(-len(pictures) // ATLAS_COLUMNS)
    sheet = np.zeros((rows * height, ATLAS_COLUMNS * width, 3), np.uint8)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, ATLAS_COLUMNS)
        sheet[row * height : (row + 1) * height, column * width : (column + 1) * width] = picture
    return sheet


def write_atlas(deck: str, path: Path) -> None:
    """Draw a deck and store its pixels as one WebP file."""
    sheet = tile(rasterise(pages(deck), CARD_WH_PX[deck]))
    encoded = cv2.imencode(".webp", sheet, [cv2.IMWRITE_WEBP_QUALITY, 95])[1]
    path.write_bytes(encoded.tobytes())


if __name__ == "__main__":
    for name in DECKS:
        write_atlas(name, atlas_path(name))
        print(
            f"{atlas_path(name)}: {len(DECKS[name])} faces and a back, {atlas_path(name).stat().st_size} bytes"
        )
