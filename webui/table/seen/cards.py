"""Cards as the table shows them, what each seat has thrown, and what came of it: a verdict, or a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from vision.types import Candidate, Face, TrackState
from webui.table.settings import Seat

Point: TypeAlias = tuple[float, float]
"""A point of the shown picture, in fractions of it."""

Document: TypeAlias = dict[str, Any]


def middle(corners: Sequence[Point]) -> Point:
    """Return the centre of a card's corners."""
    return (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))


@dataclass(frozen=True, slots=True)
class TableCard:
    """One card as the table shows it; ``by_human`` once a person has said what it is."""

    key: int
    seat: str | None
    face: Face
    state: TrackState
    corners: tuple[Point, ...]
    code: str | None
    reversed: bool | None = None
    confidence: float = 0.0
    candidates: tuple[Candidate, ...] = ()
    by_human: bool = False

    @property
    def is_being_read(self) -> bool:
        """Whether its name may still come by itself."""
        return self.code is None and self.state in (TrackState.MOVING, TrackState.STILL)

    @property
    def place(self) -> Point:
        """The card's middle on the shown picture."""
        return middle(self.corners)


@dataclass(frozen=True, slots=True)
class Hand:
    """What one seat has thrown, in the order in which it was laid."""

    seat: Seat
    cards: tuple[TableCard, ...]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict: the document that was judged and the document that came out."""

    document: Document
    result: Document
    unread: tuple[int, ...] = ()
    """Keys of cards that could not be read and cannot change anything."""
    system: str | None = None
    """Whose document it is; None for Demon City's."""
    said: Mapping[str, str] = field(default_factory=dict)
    """What another system's document came to, in every language."""

    @property
    def is_open(self) -> bool:
        """Whether a side must still choose who acts (D28)."""
        return bool(self.choices)

    @property
    def missing(self) -> int:
        """How many cards must still be drawn, because others did not count (D6)."""
        return int(self.result.get("need") or 0)

    @property
    def choices(self) -> list[str]:
        """Between whom a side must choose."""
        parts = self.result.get("new", [self.result])
        return [seat for part in parts for seat in part.get("choose") or ()]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person must answer before the verdict can come."""

    kind: str
    card: TableCard | None = None
    seat: str | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
