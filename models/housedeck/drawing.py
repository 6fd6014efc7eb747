"""Decks from our own strokes: vector pages (PDF) and the pixels made of them.

``python -m models.housedeck.drawing`` writes the atlases that the program loads.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from .atlas import ATLAS_COLUMNS, CARD_WH_PX, DECKS, Picture, atlas_path
from .back import draw_back
from .card import CARD_WH_MM, draw_card
from .pen import Pen

Drawing: TypeAlias = Callable[[Pen], None]


def drawings_of(deck: str) -> list[Drawing]:
    """Every face of a deck in the order of its codes, then the back."""
    faces = [lambda pen, code=code: draw_card(pen, code) for code in DECKS[deck]]
    return [*faces, draw_back]


def pages(drawings: Sequence[Drawing]) -> bytes:
    """A PDF with one card of 70 by 120 mm a page."""
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(CARD_WH_MM[0] * mm, CARD_WH_MM[1] * mm), invariant=1)
    for drawing in drawings:
        canvas.scale(mm, mm)
        drawing(Pen(canvas))
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def rasterise(pdf: bytes, size_wh: tuple[int, int] = CARD_WH_PX) -> list[Picture]:
    """The pages of a PDF as BGR pictures, drawn at twice the size and averaged down."""
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
    """All pictures on one sheet, row by row; the rest stays black."""
    width, height = CARD_WH_PX
    rows = -(-len(pictures) // ATLAS_COLUMNS)
    sheet = np.zeros((rows * height, ATLAS_COLUMNS * width, 3), np.uint8)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, ATLAS_COLUMNS)
        sheet[row * height : (row + 1) * height, column * width : (column + 1) * width] = picture
    return sheet


def write_atlas(deck: str, path: Path) -> None:
    """Draw a deck and store its pixels as one WebP file."""
    sheet = tile(rasterise(pages(drawings_of(deck))))
    encoded = cv2.imencode(".webp", sheet, [cv2.IMWRITE_WEBP_QUALITY, 92])[1]
    path.write_bytes(encoded.tobytes())


if __name__ == "__main__":
    for name in DECKS:
        write_atlas(name, atlas_path(name))
        print(
            f"{atlas_path(name)}: {len(DECKS[name])} faces and a back, {atlas_path(name).stat().st_size} bytes"
        )
