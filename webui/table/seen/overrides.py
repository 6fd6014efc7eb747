"""People's overrides of cards."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

SAME_PLACE: Final = 0.04
"""The distance within which an override names the same place, in fractions of the shown picture."""


@dataclass(frozen=True, slots=True)
class CardOverride:
    """A person's override of one card of the throw on the table.

    ``run`` and ``key`` name the card while this program runs; after a restart it is re-identified by its ``place`` on
    the shown picture and by the code that had been ``seen`` there.
    """

    event: int
    throw: int
    run: str
    key: int
    place: tuple[float, float]
    seen: str | None
    card: str | None = None
    seat: str | None = None
    face: str | None = None

    def is_near(self, place: tuple[float, float]) -> bool:
        """Whether it is about this place of the shown picture."""
        return math.dist(self.place, place) < SAME_PLACE


@dataclass(slots=True)
class Overrides:
    """All overrides that hold."""

    corrections: list[CardOverride] = field(default_factory=list)
    assignments: list[CardOverride] = field(default_factory=list)
    counted: list[CardOverride] = field(default_factory=list)
    """Preexisting cards that a person counts in."""
    no_cards: list[CardOverride] = field(default_factory=list)
    """Objects that are no cards: each holds for its place, for the whole session."""


def is_same_object(first: CardOverride, other: CardOverride) -> bool:
    """Whether both are about the same object: one track, or after a restart one place."""
    if first.run == other.run:
        return first.key == other.key
    return first.is_near(other.place)
