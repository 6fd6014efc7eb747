"""What seats are called: people by their names, the two sides of a table that nobody has set up in its language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from webui.i18n import render

WHOLE_SIDES: Final[Mapping[str, str]] = {"players": "Players", "host": "Host"}
"""The seats of a table before anybody sets it up, a side as a whole each: id and name."""


def seat_name(seat: Mapping[str, Any], language: str) -> str:
    """Return what a seat with this ``id`` and ``name`` is called."""
    return render(f"seat.{seat['id']}", None, language) if is_whole_side(seat) else str(seat["name"])


def is_whole_side(seat: Mapping[str, Any]) -> bool:
    """Tell whether a seat still is a side as a whole, not a character."""
    return bool(WHOLE_SIDES.get(seat["id"]) == seat["name"])
