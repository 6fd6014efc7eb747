"""The names of seats: of people, and of the two sides before the set-up, in the table's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from webui.i18n import catalogue, render

WHOLE_SIDES: Final[Mapping[str, str]] = {"players": "Players", "host": "Host"}
"""The two seats of a table before the set-up, one for each side: id and name."""


class Seated(Protocol):
    """A seat, whatever else is known of it."""

    @property
    def id(self) -> str:
        """The id of the seat."""

    @property
    def name(self) -> str:
        """The name of the person, or of the side."""

    @property
    def side(self) -> str:
        """The side of the seat."""


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """A seat of which only the name and the side are known."""

    id: str
    name: str
    side: str = ""


def seat_name(seat: Seated, language: str) -> str:
    """Return the name of a seat.

    >>> seat_name(NamedSeat("host", "Host"), "de"), seat_name(NamedSeat("s1", "Ann"), "de")
    ('Host', 'Ann')
    """
    return render(f"seat.{seat.id}", None, language) if is_whole_side(seat) else seat.name


def whose(seat: Seated | None, language: str) -> str:
    """Return the possessive of a seat; without a seat, the table's.

    >>> whose(NamedSeat("host", "Host"), "en"), whose(NamedSeat("s1", "Ann"), "de")
    ("the Host's", 'von Ann')
    """
    owner = "nobody" if seat is None else seat.id if is_whole_side(seat) else "named"
    return render(f"whose.{owner}", {"name": seat.name} if seat else None, language)


def possessive_card(seat: Seated | None, name: str, language: str) -> str:
    """Return the name of a card with its seat as the owner.

    >>> host, ann = NamedSeat("host", "Host"), NamedSeat("s1", "Ann")
    >>> possessive_card(host, "The Sun", "en"), possessive_card(ann, "Das Gericht", "de")
    ("the Host's Sun", 'Das Gericht von Ann')
    """
    bare = name.removeprefix(catalogue(language)["whose.without"])
    return render("whose.card", {"whose": whose(seat, language), "card": bare}, language)


def is_whole_side(seat: Seated) -> bool:
    """Return whether a seat still stands for a whole side, not for a character."""
    return WHOLE_SIDES.get(seat.id) == seat.name
