"""What seats are called: people by their names, the two sides of a table that nobody has set up in its language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from webui.i18n import catalogue, render

WHOLE_SIDES: Final[Mapping[str, str]] = {"players": "Players", "host": "Host"}
"""The seats of a table before anybody sets it up, a side as a whole each: id and name."""


def seat_name(seat: Mapping[str, Any], language: str) -> str:
    """Return what a seat with this ``id`` and ``name`` is called."""
    return render(f"seat.{seat['id']}", None, language) if is_whole_side(seat) else str(seat["name"])


def whose(seat: Mapping[str, Any] | None, language: str) -> str:
    """Return the words for what is a seat's own; without a seat it is the table's.

    >>> whose({"id": "host", "name": "Host"}, "en"), whose({"id": "s1", "name": "Ann"}, "de")
    ("the Host's", 'von Ann')
    """
    owner = "nobody" if seat is None else seat["id"] if is_whole_side(seat) else "named"
    return render(f"whose.{owner}", {"name": str(seat["name"])} if seat else None, language)


def whose_card(seat: Mapping[str, Any] | None, name: str, language: str) -> str:
    """Return a card of this name as a seat's own.

    >>> host, ann = {"id": "host", "name": "Host"}, {"id": "s1", "name": "Ann"}
    >>> whose_card(host, "The Sun", "en"), whose_card(ann, "Das Gericht", "de")
    ("the Host's Sun", 'Das Gericht von Ann')
    """
    bare = name.removeprefix(catalogue(language)["whose.without"])
    return render("whose.card", {"whose": whose(seat, language), "card": bare}, language)


def is_whole_side(seat: Mapping[str, Any]) -> bool:
    """Tell whether a seat still is a side as a whole, not a character."""
    return bool(WHOLE_SIDES.get(seat["id"]) == seat["name"])
