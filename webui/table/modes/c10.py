"""A C10 (D6)."""

from __future__ import annotations

from webui.documents.demon_city.shapes import C10Answer
from webui.table.modes.draw import DrawMode


class C10Mode(DrawMode):
    """A C10 of one seat."""

    title = kind = "c10"
    shape = C10Answer
