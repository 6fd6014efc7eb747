"""Damaged events: the shape of each kind of event, and the report of an event that does not have it.

A disk, another program or a newer Clashcam may have left anything in the store. A damaged event stays there; it is
left out of the projection, and reported by its number and kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webui.i18n.refusals import RefusedError
from webui.storage.store import StoredEvent
from webui.table.settings import AnyCardCode


class DamagedError(RefusedError, ValueError):
    """The reason why an event cannot be read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An event that was left out, and the reason."""

    event: int
    kind: str
    why: RefusedError

    def render(self, language: str) -> str:
        """Return the report in one line of a language."""
        named = {"event": self.event, "kind": self.kind[:40], "what": self.why.render(language)}
        return DamagedError("unread", **named).render(language)


class Shape(BaseModel):
    """The least shape of a kind of event; a newer program may have written more fields."""

    model_config = ConfigDict(strict=True, extra="ignore")


class Spoken(Shape):
    """A person's override of a card."""

    throw: int
    run: str
    key: int
    place: Annotated[list[float], Field(min_length=2, max_length=2)]
    seen: str | None
    face: Literal["up", "down"] | None = None
    card: AnyCardCode | Literal["down"] | None = None
    seat: str | None = None


class ThrownCard(Shape):
    """A card of a throw in the log."""

    card: AnyCardCode | None
    reversed: bool | None
    by: str


class ThrownSeat(Shape):
    """A seat of a throw in the log."""

    id: str
    name: str
    side: str
    colour: str
    significators: list[AnyCardCode]
    cards: list[ThrownCard]


class Logged(Shape):
    """An entry of the log."""

    throw: int | None
    mode: str
    document: dict[str, Any]
    result: dict[str, Any]
    seats: list[ThrownSeat]
    picture: str | None
    crops: list[str]
    system: str | None = None
    said: dict[str, str] = {}
    desk: dict[str, Any] | None = None
    round_after: dict[str, Any] = {}
    instead: int | None = None
    """The earlier entry of the same throw."""


class Recorded(Logged):
    """A judged document of another system."""

    system: str


class Judged(Logged):
    """A verdict that came, confirmed or not."""

    instead: int | None


class EntryConfirmed(Shape):
    """A verdict confirmed later."""

    entry: int


class Removed(Shape):
    """An entry deleted."""

    entry: int


class Noted(Shape):
    """A note beneath an entry."""

    entry: int
    text: str


class EntryCorrected(Shape):
    """An old entry judged again."""

    entry: int
    seat: str
    index: int
    judged: dict[str, Any]


class Undone(Shape):
    """An undo."""

    event: int


class Worksheet(Shape):
    """A system's worksheet."""

    system: str
    document: dict[str, Any] | None


class Round(Shape):
    """An Action Round."""

    round: dict[str, Any] | None


class Chosen(Shape):
    """A side's choice."""

    side: str
    seat: str


class Reshuffled(Shape):
    """A deck that was shuffled."""

    deck: str


class Counted(Shape):
    """Overrides that count preexisting cards in."""

    cards: list[Spoken]


class LyingCard(Shape):
    """A card of the throw on the table; its corners are fractions of the camera's frame."""

    card: str | None
    face: Literal["up", "down"]
    quad: Annotated[
        list[Annotated[list[float], Field(min_length=2, max_length=2)]], Field(min_length=4, max_length=4)
    ]


class Lying(Shape):
    """The throw on the table."""

    cards: list[LyingCard]
    after: int | None = None
    """The entry of the throw before, where nobody confirmed it."""


class Accepted(Shape):
    """An impossible card that was accepted."""

    card: AnyCardCode


class CountAccepted(Shape):
    """A seat whose number of cards was accepted."""

    seat: str


SHAPES: Final[Mapping[str, type[Shape]]] = {
    "accepted": Accepted,
    "assigned": Spoken,
    "began": Shape,
    "chosen": Chosen,
    "confirmed": Logged,
    "corrected": Spoken,
    "count-accepted": CountAccepted,
    "counted": Counted,
    "desk": Worksheet,
    "entry-confirmed": EntryConfirmed,
    "entry-corrected": EntryCorrected,
    "judged": Judged,
    "lying": Lying,
    "noted": Noted,
    "recorded": Recorded,
    "removed": Removed,
    "reshuffled": Reshuffled,
    "round": Round,
    "settings": Shape,
    "thrown": Shape,
    "undone": Undone,
}
"""The shape of each kind of event; settings are checked by their own model."""


def refuse_damaged(event: StoredEvent) -> None:
    """Check that an event can be applied.

    :raise RefusedError: in one line, why it cannot
    """
    if event.fault is not None:
        raise event.fault
    try:
        datetime.fromisoformat(event.at)
    except ValueError:
        raise DamagedError("event-undated") from None
    try:
        SHAPES.get(event.kind, Shape).model_validate(event.payload)
    except ValidationError as fault:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "payload"
        raise DamagedError("event-misfit", field=where, what=first["msg"]) from None
