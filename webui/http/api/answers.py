"""The JSON answers besides the snapshot, from which docs/openapi.json and the scripts' types are made."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field

from webui.before_sessions import FIELD
from webui.one_line import one_line
from webui.table.contract import Verdict


class Answer(BaseModel):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Taken(Answer):
    """A command was carried out, and is on disk."""

    version: int


class Fault(Answer):
    """A refusal, in one line of the table's language."""

    error: str
    field: str = ""
    code: str = ""
    """The code of the refusal of a document, for a page with its own wording for it."""


class Health(Answer):
    """Whether all is well: frames flow, or a file has been played to its end."""

    ok: bool
    source: str
    """The state of the source, as in the snapshot."""
    why: str | None
    """The fault, in one line."""


class Person(Answer):
    """The holder of a device, by their own account."""

    name: Annotated[str, AfterValidator(one_line), Field(max_length=40)]
    colour: Annotated[str, Field(pattern=r"^(#[0-9a-f]{6})?$")]
    """As #rrggbb; nothing if they chose none."""
    seat: Annotated[str, Field(max_length=64)]
    """Their seat; empty for a viewer without one."""


class Kept(Answer):
    """Whether the caller's sign-in keeps it; this machine has none."""

    kept: bool
    seat: str
    """The seat that the device may announce for; empty: none, or another device holds it."""


class Clock(Answer):
    """The time of this machine's clock."""

    now_ms: int
    """In milliseconds since 1970."""


class SourceChoice(Answer):
    """A source to choose."""

    id: str
    """The `spec` of the command `source`."""
    kind: Literal["camera", "phone", "file", "demo"]
    name: str
    current: bool
    far: bool = False
    """Whether it is the second camera, over the far half of the table."""


class Pairs(Answer):
    """A phone that is to be the camera shows the code of the Host's page."""

    code: str


class Looked(Answer):
    """The state of a phone as the camera."""

    looked: bool
    """Whether this phone is the source."""
    switching: bool
    """Whether it is about to become the source."""
    level: float | None
    """How well cards can be seen, from 0 to 1."""
    problems: list[str]
    """The fault of the picture, in the table's language."""
    delay_ms: int | None
    """The time from a frame's arrival to the end of its recognition, in milliseconds."""
    size: tuple[int, int]
    """Of the requested frames, in pixels: width and height of one that is wider than high."""


class NamedCard(Answer):
    """A card to search for."""

    code: str
    name: str
    value: int | None
    suit: str
    also: str = ""
    """The deck's own name for it, if it has one."""


class DeckCard(Answer):
    """A card of a deck."""

    code: str | None
    """null for a deck that nobody has counted: only the value is known."""
    name: str
    value: int
    where: Literal["pile", "table", "discard"]


class HeldCard(Answer):
    """A Significator in the deck."""

    code: str
    name: str
    held_by: str


class UnlistedCard(Answer):
    """A card that was thrown from a deck, but is not on its list."""

    code: str
    name: str


class Deck(Answer):
    """A deck card by card."""

    deck: Literal["players", "host"]
    counted: bool
    """Whether its cards are listed."""
    fool: bool
    cards: list[DeckCard]
    unlisted: list[UnlistedCard]
    """The cards that were thrown from it, but are not on its list."""
    significators: list[HeldCard]


class Decks(Answer):
    """The Players' Deck and, for the Host, the Horror's Deck."""

    decks: list[Deck]
    faults: list[str]
    """The faults of the decks, in sentences."""


class ReadableDeck(Answer):
    """A deck that can be read, built in or the user's own."""

    name: str
    cards: int
    order: Literal["rws", "marseille"]
    built_in: bool
    on: bool
    """Whether it is switched on."""
    bytes: int
    fault: str
    """The fault of its file; empty if it can be used."""


class DeckChange(Answer):
    """One of the user's own decks, and its new name."""

    deck: str
    name: str = ""


class SessionChange(Answer):
    """Which session, and what it is called from now on."""

    session: Annotated[str, Field(validation_alias=AliasChoices("session", FIELD))]
    name: Annotated[str, AfterValidator(one_line), Field(max_length=80)] = ""


class LoggedFault(Answer):
    """A fault, as the program logged it."""

    at: str
    """The time, with the offset of this machine's clock."""
    level: str
    says: str


class NewsPart(Answer):
    """A part of a release's news, in the words of the changelog (English)."""

    heading: str
    lines: list[str]


class News(Answer):
    """What is new in the version that runs."""

    release: str
    parts: list[NewsPart]


class Support(Answer):
    """Versions, news and faults, for support."""

    versions: dict[str, str]
    news: News
    faults: list[LoggedFault]
    """Newest first."""


class Explanation(Answer):
    """What the tracker believes of each track in the newest frame, and why."""

    tracks: list[str]
    """A line each, as ``clashcam watch --explain`` prints them; none until the frame after the first request."""


class KeptSessions(Answer):
    """Of how many earlier sessions pictures are kept."""

    keep: Annotated[int, Field(ge=1, le=999)]


class TakenAway(Answer):
    """What went with a deleted session, or would go with old pictures."""

    sessions: int
    events: int
    pictures: int
    bytes: int
    shared: int
    """The number of pictures that stay, because other sessions show them too."""
    copies: int
    """The number of copies of the log that were deleted; one new copy was made."""


Numbered: TypeAlias = Literal["rws", "marseille"]
"""The numbering of Strength and Justice in a deck."""

WhichCards: TypeAlias = Literal["tarot", "playing", "pulp"]
"""A whole tarot, a whole pack of playing cards, or Pulp's fourteen of them."""


class RenderedDocument(Answer):
    """A judged document, rendered as a verdict."""

    verdict: Verdict


Document: TypeAlias = dict[str, object]
"""A document of docs/contracts.md."""
