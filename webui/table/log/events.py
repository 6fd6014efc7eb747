"""The events of the log: what each holds, what it does to the projection, and how older forms become the newest.

A kind of event is declared where it is written: a model of what it holds (:class:`Payload`), and below it, with
:func:`event`, what it does to the projection. Those of commands stand beside their commands
(:mod:`webui.table.commands`), those that no command writes in :mod:`webui.table.log.journal` and
:mod:`webui.table.keeping`. Here is what several of them share.

An event is stored as JSON. Its form is the number in its field ``version``, 0 where it has none: all forms so far are
known by what they lack. A form that changes what a field means gets the next number, and an upcaster from the one
before; a log of each form that was released is read by ``tests/webui/table/log/test_released_events.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Annotated, Final, Literal, TypeAlias, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field

from webui.documents.demon_city.shapes import Json
from webui.i18n import Words, declare
from webui.storage.store import StoredEvent
from webui.table.seen.overrides import CardOverride
from webui.table.settings import AnyCardCode

Upcaster: TypeAlias = Callable[[Json], Json]
"""Makes the next form of a payload."""

Apply: TypeAlias = Callable[..., None]
"""Changes the projection: called with (:class:`webui.table.log.projection.Projection`, event, what it holds)."""

AnyApply = TypeVar("AnyApply", bound=Apply)


Fight: TypeAlias = Literal["noted", "joined", "ended"]


class Payload(BaseModel):
    """Base of what an event holds; a newer program may have written more fields."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Nothing(Payload):
    """An event that says no more than its kind."""


class Override(Payload):
    """A person's override of a card."""

    throw: int
    run: str
    key: int
    place: Annotated[list[float], Field(min_length=2, max_length=2)]
    seen: str | None
    face: Literal["up", "down"] | None = None
    card: AnyCardCode | Literal["down"] | None = None
    seat: str | None = None

    def of(self, event: StoredEvent) -> CardOverride:
        """Return the override that an event makes."""
        x, y = self.place
        named = (self.throw, self.run, self.key, (x, y), self.seen)
        return CardOverride(event.id, *named, self.card, self.seat, self.face)


class ThrownCard(Payload):
    """A card of a throw in the log."""

    card: AnyCardCode | None
    reversed: bool | None
    by: Literal["camera", "human"]
    crop: str | None = None
    """The digest of its own picture; None where none was kept, or by a release that kept them by the throw alone."""


class Person(Payload):
    """Somebody at the table."""

    id: str
    name: str
    side: str


class ThrownSeat(Person):
    """A seat of a throw in the log."""

    colour: str
    significators: list[AnyCardCode]
    cards: list[ThrownCard]


class SeatChances(Payload):
    """A seat's chances before the flip."""

    win: float
    tie: float
    critical: float
    fumble: float


class Thrown(Payload):
    """A judged throw: document and result as JSON, the people, the seats with their cards, pictures, odds."""

    throw: int | None
    mode: str
    document: Json
    result: Json
    people: list[Person] = Field(default_factory=list)
    """Everybody who had a seat."""
    seats: list[ThrownSeat]
    picture: str | None
    crops: list[str]
    odds: dict[str, SeatChances] | None = None
    odds_of_actions: bool = False
    """Whether the odds are those of announced actions, not of a plain clash."""
    round: int | None = None
    system: str | None = None
    said: dict[str, str] = Field(default_factory=dict)
    instead: int | None = None
    """The earlier entry of the same throw."""
    request: str | None = None
    """The request that made it (:meth:`webui.table.commands.log.RecordThrow.request`)."""


@dataclass(frozen=True, slots=True)
class EventSpec:
    """A declared kind of event."""

    shape: type[Payload]
    apply: Apply
    is_undoable: bool
    upcasters: Sequence[Upcaster]

    def read(self, payload: Json) -> Payload:
        """Return what an event holds, whatever form it was written in.

        :raise pydantic.ValidationError: it is damaged
        """
        version = payload.get("version", 0)
        for upcast in self.upcasters[version if isinstance(version, int) else 0 :]:
            payload = upcast(payload)
        return self.shape.model_validate(payload)


_EVENTS: Final[dict[str, EventSpec]] = {}


def event(
    kind: str, *, undo: Words | None, upcasters: Sequence[Upcaster] = ()
) -> Callable[[AnyApply], AnyApply]:
    """Declare a kind of event by what it does to the projection; its third argument is annotated with what it holds.

    ``undo`` are the words by which the page offers to undo it; None: undo passes it over. ``upcasters`` are those of
    its forms, from the first one; a form without a number goes through all of them.

    :raise ValueError: a language lacks the words
    """
    if undo is not None:
        declare(f"act.{kind}", undo)

    def register(apply: AnyApply) -> AnyApply:
        shape = list(get_type_hints(apply).values())[2]
        _EVENTS[kind] = EventSpec(shape, apply, undo is not None, tuple(upcasters))
        return apply

    return register


DECLARED_IN: Final = ("webui.table.commands", "webui.table.keeping")
"""What has to be imported so that every kind of event is declared."""


@cache
def declared_events() -> Mapping[str, EventSpec]:
    """Return every kind of event; what reads a log need not know who writes it."""
    for module in DECLARED_IN:
        import_module(module)
    return _EVENTS


def read_event(stored: StoredEvent) -> Payload:
    """Return what an event holds; of a kind that is not known, nothing.

    :raise pydantic.ValidationError: it is damaged
    """
    spec = declared_events().get(stored.kind)
    return spec.read(stored.payload) if spec is not None else Nothing()


def with_people(payload: Json) -> Json:
    """At first those alone who threw were kept of the people."""
    seats = payload.get("seats")
    if payload.get("people") or not isinstance(seats, list):
        return payload
    return payload | {"people": seats}


def adjusted_in_the_document(round_: object) -> object:
    """At first the Host's + and - stood beside the document of a round."""
    if not isinstance(round_, dict) or "adjusted" not in round_:
        return round_
    others = {name: value for name, value in round_.items() if name != "adjusted"}
    return others | {"document": round_["document"] | {"adjusted": round_["adjusted"]}}
