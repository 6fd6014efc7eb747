"""The events of the public stream, version 1.

``docs/stream.schema.json`` is written from these models (``python -m tests.contract --write``). As long as
:data:`VERSION` is 1, a field may be added, and an event of a new name; nothing is taken away or gets another meaning.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from webui.documents.plain_json import write_json

VERSION: Final = 1


class Data(BaseModel):
    """The data of one kind of event; ``event`` is its name in the stream."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    event: ClassVar[str]


class CameraData(Data):
    """The state of the camera has changed."""

    event = "camera"
    ok: bool
    """Whether cards can be seen: pictures come, or a file has been played to its end."""
    state: str
    """starting, live, lost, ended, none, locked, stuck."""
    kind: str
    """camera, phone, file, url, demo, none."""
    text: str
    """What is wrong, in one sentence; empty if nothing is."""


class HelloData(Data):
    """The state of the table as a listener comes; the first event of every connection to the stream."""

    event = "hello"
    program: str
    """The version of Clashcam."""
    language: str
    """The language of every text in the stream."""
    session_name: str
    phase: str
    """empty, gathering, ready, flipping, reading, question, verdict, confirmed."""
    throw: int
    """The number of the throw on the table."""
    round: int | None
    """The number of the Action Round, null outside of one."""
    paused: bool
    camera: CameraData


class SessionData(Data):
    """Another session has begun; `session` of the envelope is its id."""

    event = "session"
    session_name: str


class ThrowOpenedData(Data):
    """The first card of a throw has come."""

    event = "throw-opened"
    throw: int
    kind: str
    """clash, test, opposed, c10, c100, damage, round, pulp and the like."""
    round: int | None


class CardReadData(Data):
    """A card that counts has a name, from the camera or from a person."""

    event = "card-read"
    throw: int
    seat: str
    name: str
    """Who sits there."""
    side: str
    """players, host, or a side that the Host has named."""
    card: str
    """Its code, w03 for instance."""
    card_name: str
    value: int | None
    reversed: bool | None
    by: Literal["camera", "human"]
    significator: bool


class PlayedData(BaseModel):
    """The card that counted for a seat."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    seat: str
    name: str
    card: str
    card_name: str
    value: int
    outcome: str | None
    """won, lost, tied; null: neither."""


class MarkData(BaseModel):
    """A mark of a verdict: critical, fumble, special, miscounted."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    kind: str
    seat: str
    """Empty without a seat."""
    text: str


class PartData(BaseModel):
    """A verdict: the whole of one, or one clash of an Action Round."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    kind: str
    """The document's kind: clash, test, round; another system's bears its name, pulp.deal for instance."""
    tone: str
    """players, host, win, tie, stalemate, success, failure, choice, number."""
    headline: str
    title: str
    """In one line: "A Ghoul hits Bill, 8 > 6"."""
    line: str
    played: list[PlayedData]
    marks: list[MarkData]


class VerdictData(Data, PartData):
    """The verdict on a throw; a higher `revision` of the same throw replaces it."""

    event = "verdict"
    throw: int
    round: int | None
    revision: int
    """1, and one more for each time that it was judged again: a correction, a choice."""
    spoken: str
    """The whole verdict as the voice says it."""
    result: dict[str, object]
    """The document that `clashcam resolve` prints; empty where no document was judged."""
    parts: list[PartData]
    """Of an Action Round: every verdict of the flip. Else empty."""


class MarkedData(Data):
    """Somebody's throw is marked."""

    throw: int
    seat: str
    name: str
    text: str
    card: str | None
    card_name: str | None
    value: int | None


class CriticalData(MarkedData):
    """A throw is a critical; it is sent with the verdict, once for a seat and throw."""

    event = "critical"


class FumbleData(MarkedData):
    """A throw is a fumble; it is sent with the verdict, once for a seat and throw."""

    event = "fumble"


class VerdictConfirmedData(Data):
    """The verdict has been confirmed into the log."""

    event = "verdict-confirmed"
    throw: int
    title: str


class VerdictWithdrawnData(Data):
    """The verdict holds no longer: a question came up, or a card was corrected; another may follow."""

    event = "verdict-withdrawn"
    throw: int


class RoundData(Data):
    """An Action Round goes on: another number, another phase, or somebody else announces."""

    event = "round"
    number: int
    phase: str
    """announcing, throwing, choosing, damage, over; closed: nobody acts any more."""
    order: list[str]
    """The seats, the slowest first."""
    speaker: str | None
    """The seat that announces next."""
    speaker_name: str | None


class DamageData(Data):
    """Damage is due, or has been thrown (D33)."""

    event = "damage"
    state: Literal["due", "done"]
    throw: int
    seat: str | None
    """Who was hit; null where the throw does not say."""
    name: str | None
    by: str | None
    """Who throws it."""
    by_name: str | None
    text: str


class QuestionData(Data):
    """A question waits for an answer on the Host's page, or does no longer; what is asked is the Host's alone."""

    event = "question"
    waiting: bool


class PauseData(Data):
    """The table was paused, or goes on."""

    event = "pause"
    on: bool


class GapData(Data):
    """Events are missing before this one: the listener was away for too long, or the program was started again."""

    event = "gap"
    missed: int | None
    """How many; null: nobody knows."""


class TrialData(Data):
    """A trial that the Host sent, which says nothing of the table."""

    event = "test"
    text: str


KINDS: Final[tuple[type[Data], ...]] = (
    HelloData, SessionData, ThrowOpenedData, CardReadData, VerdictData, CriticalData, FumbleData,
    VerdictConfirmedData, VerdictWithdrawnData, RoundData, DamageData, QuestionData, CameraData, PauseData,
    GapData, TrialData,
)  # fmt: skip
"""Every kind of event, in the order of docs/connect.md."""


class Envelope(BaseModel):
    """One event of the stream."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)
    version: Literal[1] = VERSION
    id: str
    """By which a listener goes on after a break (Last-Event-ID); no two events bear the same, but a `hello`
    and a `gap` bear that of the event before them."""
    at: str
    """When it happened by this machine's clock, with its offset (RFC 3339)."""
    session: str
    """The id of the session."""
    event: str
    """Its name; a listener leaves out names that it does not know."""
    data: dict[str, object] = Field(default_factory=dict)
    """Its data; a listener leaves out fields that it does not know."""


@dataclass(frozen=True, slots=True)
class Published:
    """An event with its number, and its envelope as JSON text."""

    number: int
    id: str
    at: str
    data: Data
    text: str

    @property
    def event(self) -> str:
        """Its name in the stream."""
        return self.data.event


def publish(data: Data, run: str, number: int, at: str, session: str) -> Published:
    """Return an event in its envelope; ``run`` names the run of the program."""
    name = f"{run}-{number}"
    envelope = Envelope(id=name, at=at, session=session, event=data.event, data=data.model_dump())
    return Published(number, name, at, data, write_json(envelope.model_dump()))


def number_of(event_id: str, run: str) -> int | None:
    """Return the number of an event of this run of the program; None for any other text.

    >>> number_of("3f2a-17", "3f2a"), number_of("77-17", "3f2a"), number_of("3f2a-x", "3f2a")
    (17, None, None)
    """
    begun, _, number = event_id.rpartition("-")
    known = begun == run and number.isascii() and number.isdecimal() and len(number) < 16
    return int(number) if known else None


def names() -> Iterator[str]:
    """Yield the name of every kind of event."""
    return (kind.event for kind in KINDS)
