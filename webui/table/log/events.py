"""The events of the log: a model for each kind, and upcasters for the forms that earlier releases wrote.

An event is stored as JSON. Its form is the number in its field ``version``, 0 where it has none: all forms so far are
known by what they lack. A form that changes what a field means gets the next number, and an upcaster from the one
before; a log of each form that was released is read by ``tests/webui/table/log/test_released_events.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AliasChoices, BaseModel, ConfigDict, Field

from webui.documents.demon_city.shapes import Json
from webui.storage.store import StoredEvent
from webui.table.seen.carry_over import LyingCard
from webui.table.settings import AnyCardCode

Upcaster: TypeAlias = Callable[[Json], Json]
"""Makes the next form of a payload."""


class Payload(BaseModel):
    """Base of what an event holds; a newer program may have written more fields."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Nothing(Payload):
    """An event that says no more than its kind."""


class SettingsChanged(Payload):
    """Settings that were set; :class:`webui.table.settings.Settings` checks them."""

    model_config = ConfigDict(extra="allow")

    @property
    def fields(self) -> Json:
        """The settings by their names."""
        return dict(self.model_extra or {})


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


class ThrownCard(Payload):
    """A card of a throw in the log."""

    card: AnyCardCode | None
    reversed: bool | None
    by: Literal["camera", "human"]


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


class Judged(Thrown):
    """A verdict that came, confirmed or not."""

    instead: int | None


class Confirmed(Thrown):
    """A verdict that was confirmed, and the round after it."""

    round_after: Json | None = None


class Recorded(Thrown):
    """A judged document of another system, and the worksheet after it."""

    system: str
    desk: Json | None = None


class EntryConfirmed(Payload):
    """A verdict confirmed later."""

    entry: int


class Removed(Payload):
    """An entry deleted."""

    entry: int


class Noted(Payload):
    """A note beneath an entry."""

    entry: int
    text: str


class JudgedAgain(Payload):
    """An entry after its correction."""

    seats: list[ThrownSeat]
    document: Json
    result: Json
    said: dict[str, str] | None = None


class EntryCorrected(Payload):
    """An old entry judged again; ``word`` is the override of a card that still lies there."""

    entry: int
    seat: str
    index: int
    was: str | None = Field(serialization_alias="from", validation_alias=AliasChoices("from", "was"))
    to: str
    judged: JudgedAgain
    word: Override | None = None


class Undone(Payload):
    """An undo."""

    event: int


class WorksheetKept(Payload):
    """A system's worksheet."""

    system: str
    document: Json | None
    request: str | None = None


class RoundChanged(Payload):
    """An Action Round."""

    round: Json | None


class Chosen(Payload):
    """A side's choice."""

    side: str
    seat: str


class Reshuffled(Payload):
    """A deck that was shuffled."""

    deck: str


class Counted(Payload):
    """Overrides that count preexisting cards in."""

    cards: list[Override]


class Lying(Payload):
    """The throw on the table."""

    cards: list[LyingCard]
    after: int | None = None
    """The entry of the throw before, where nobody confirmed it."""


class Accepted(Payload):
    """An impossible card that was accepted."""

    card: AnyCardCode


class CountAccepted(Payload):
    """A seat whose number of cards was accepted."""

    seat: str


EVENTS: Final[Mapping[str, type[Payload]]] = {
    "accepted": Accepted,
    "assigned": Override,
    "began": Nothing,
    "chosen": Chosen,
    "confirmed": Confirmed,
    "corrected": Override,
    "count-accepted": CountAccepted,
    "counted": Counted,
    "desk": WorksheetKept,
    "entry-confirmed": EntryConfirmed,
    "entry-corrected": EntryCorrected,
    "judged": Judged,
    "lying": Lying,
    "noted": Noted,
    "recorded": Recorded,
    "removed": Removed,
    "reshuffled": Reshuffled,
    "round": RoundChanged,
    "settings": SettingsChanged,
    "thrown": Nothing,
    "undone": Undone,
}
"""The model of each kind of event."""


def _with_people(payload: Json) -> Json:
    """At first those alone who threw were kept of the people."""
    seats = payload.get("seats")
    if payload.get("people") or not isinstance(seats, list):
        return payload
    return payload | {"people": seats}


def _adjusted_in_the_document(round_: object) -> object:
    """At first the Host's + and - stood beside the document of a round."""
    if not isinstance(round_, dict) or "adjusted" not in round_:
        return round_
    others = {name: value for name, value in round_.items() if name != "adjusted"}
    return others | {"document": round_["document"] | {"adjusted": round_["adjusted"]}}


def _round(payload: Json) -> Json:
    return payload | {"round": _adjusted_in_the_document(payload.get("round"))}


def _confirmed(payload: Json) -> Json:
    after = _adjusted_in_the_document(payload.get("round_after"))
    return _with_people(payload) | ({} if after is None else {"round_after": after})


UPCASTERS: Final[Mapping[str, tuple[Upcaster, ...]]] = {
    "confirmed": (_confirmed,),
    "judged": (_with_people,),
    "recorded": (_with_people,),
    "round": (_round,),
}
"""For each kind the upcasters of its forms, from the first one; a form without a number goes through all of them."""


def read_event(event: StoredEvent) -> Payload:
    """Return what an event holds, whatever form it was written in.

    :raise pydantic.ValidationError: it is damaged
    """
    payload = event.payload
    version = payload.get("version", 0)
    for upcast in UPCASTERS.get(event.kind, ())[version if isinstance(version, int) else 0 :]:
        payload = upcast(payload)
    return EVENTS.get(event.kind, Nothing).model_validate(payload)
