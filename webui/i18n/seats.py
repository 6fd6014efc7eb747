"""The names of seats: of people, and of the two sides before the set-up, in the table's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from webui.i18n import catalogue, render

WHOLE_SIDES: Final[Mapping[str, str]] = {"players": "Players", "host": "Host"}
"""The two seats of a table before the set-up, one for each side: id and name."""


def seat_name(seat: Mapping[str, Any], language: str) -> str:
    """Return the name of the seat with this ``id`` and ``name``."""
    return render(f"seat.{seat['id']}", None, language) if is_whole_side(seat) else str(seat["name"])


def whose(seat: Mapping[str, Any] | None, language: str) -> str:
    """Return the possessive of a seat; without a seat, the table's.

    >>> whose({"id": "host", "name": "Host"}, "en"), whose({"id": "s1", "name": "Ann"}, "de")
    ("the Host's", 'von Ann')
    """
    owner = "nobody" if seat is None else seat["id"] if is_whole_side(seat) else "named"
    return render(f"whose.{owner}", {"name": str(seat["name"])} if seat else None, language)


def possessive_card(seat: Mapping[str, Any] | None, name: str, language: str) -> str:
    """Return the name of a card with its seat as the owner.

    >>> host, ann = {"id": "host", "name": "Host"}, {"id": "s1", "name": "Ann"}
    >>> possessive_card(host, "The Sun", "en"), possessive_card(ann, "Das Gericht", "de")
    ("the Host's Sun", 'Das Gericht von Ann')
    """
    bare = name.removeprefix(catalogue(language)["whose.without"])
    return render("whose.card", {"whose": whose(seat, language), "card": bare}, language)


def is_whole_side(seat: Mapping[str, Any]) -> bool:
    """Tell whether a seat still stands for a whole side, not for a character."""
    return bool(WHOLE_SIDES.get(seat["id"]) == seat["name"])
