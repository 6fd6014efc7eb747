"""Cards as the table shows them, what each seat has thrown, and what came of it: a verdict, or a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from vision.types import Candidate, Face, TrackState
from webui.documents.demon_city.shapes import (
    C10Answer,
    C100Answer,
    ClashAnswer,
    FlipAnswer,
    HarmAnswer,
    Miscount,
    TableAnswer,
)
from webui.table.rendering.system_verdicts import SystemAnswer
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


@dataclass(frozen=True, eq=False)
class Judgement:
    """A verdict: the document that was judged, and the record of what it came to.

    Two are equal if they are written alike: that of an entry of the log and that of the cards on the table.
    """

    document: Document
    record: TableAnswer | SystemAnswer
    unread: tuple[int, ...] = ()
    """Keys of cards that could not be read and cannot change anything."""
    system: str | None = None
    """Whose document it is; None for Demon City's."""
    said: Mapping[str, str] = field(default_factory=dict)
    """What another system's document came to, in every language."""
    miscounts: tuple[Miscount, ...] | None = None
    """Throws of another number of cards than was counted (D23a); None: those of the record."""
    written: Document | None = None
    """The record's JSON as it was written, where it comes from the log."""

    def __eq__(self, other: object) -> bool:
        """Compare documents, results, unread cards and words."""
        if not isinstance(other, Judgement):
            return NotImplemented
        about = (self.document, self.unread, self.system, self.said)
        if about != (other.document, other.unread, other.system, other.said):
            return False
        if self.written is None and other.written is None:
            return (self.record, self.miscounts) == (other.record, other.miscounts)
        return self.result == other.result

    __hash__ = None  # type: ignore[assignment]

    @cached_property
    def result(self) -> Document:
        """The record as JSON has it."""
        if self.written is not None:
            return self.written
        result = self.record.serialize()
        if self.miscounts is not None:
            result["miscounted"] = [each.serialize() for each in self.miscounts]
        return result

    @property
    def noted_miscounts(self) -> tuple[Miscount, ...]:
        """Throws of another number of cards than was counted."""
        noted = None if isinstance(self.record, SystemAnswer) else self.record.miscounted
        return (noted if self.miscounts is None else self.miscounts) or ()

    @property
    def is_open(self) -> bool:
        """Whether a side must still choose who acts (D28)."""
        return bool(self.choices)

    @property
    def missing(self) -> int:
        """How many cards must still be drawn, because others did not count (D6)."""
        return self.record.need or 0 if isinstance(self.record, C10Answer | C100Answer | HarmAnswer) else 0

    @property
    def choices(self) -> list[str]:
        """Between whom a side must choose."""
        parts = self.record.new if isinstance(self.record, FlipAnswer) else (self.record,)
        return [seat for part in parts if isinstance(part, ClashAnswer) for seat in part.choose or ()]


@dataclass(frozen=True, slots=True)
class Question:
    """What a person must answer before the verdict can come."""

    kind: str
    card: TableCard | None = None
    seat: str | None = None
    params: Mapping[str, object] = field(default_factory=dict)

    def asks_the_same_as(self, other: object) -> bool:
        """Return whether another question is the same, but for where exactly its card lies and how it is read."""
        return isinstance(other, Question) and self._asked == other._asked

    @property
    def _asked(self) -> tuple[object, ...]:
        card = self.card
        of_card = None if card is None else (card.key, card.seat, card.face, card.code, card.by_human)
        return (self.kind, of_card, self.seat, self.params)
