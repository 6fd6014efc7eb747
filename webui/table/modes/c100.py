"""A C100: two cards that make a number (D7)."""

from __future__ import annotations

from webui.documents.demon_city.shapes import C100Answer
from webui.table.modes.draw import DrawMode


class C100Mode(DrawMode):
    """A C100 of one seat."""

    title = kind = "c100"
    shape = C100Answer
