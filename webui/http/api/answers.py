"""The JSON that addresses beside the snapshot give: what the scripts and docs/openapi.json know of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from webui.one_line import one_line
from webui.table.contract import Verdict


class Answer(BaseModel):
    """A JSON object with these fields and no others."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Taken(Answer):
    """A command was carried out, and is on disk."""

    version: int


class Fault(Answer):
    """Why not, in one line of the language of the table."""

    error: str
    field: str = ""
    code: str = ""
    """Which refusal it is, of a document that does not fit: for a page that has words of its own for it."""


class Health(Answer):
    """Whether nothing is wrong: frames flow, or a file has been seen to its end."""

    ok: bool
    source: str
    """The state of the source, as in the snapshot."""
    why: str | None
    """What is wrong, in one line."""


class Person(Answer):
    """Who holds a device, as they say themselves."""

    name: Annotated[str, AfterValidator(one_line), Field(max_length=40)]
    colour: Annotated[str, Field(pattern=r"^(#[0-9a-f]{6})?$")]
    """As #rrggbb; nothing if they chose none."""
    seat: Annotated[str, Field(max_length=64)]
    """The seat that is theirs; nothing if they only look on."""


class Kept(Answer):
    """Whether the caller's session keeps it; this machine has none."""

    kept: bool


class SourceChoice(Answer):
    """Something to look through."""

    id: str
    """What the command `source` takes as its `spec`."""
    kind: Literal["camera", "phone", "file", "demo"]
    name: str
    current: bool
    far: bool = False
    """Whether it is the second camera, over the far half of the table."""


class Pairs(Answer):
    """A phone that is to be the camera shows the code of the Host's page."""

    code: str


class Looked(Answer):
    """What the table makes of a phone's pictures just now."""

    looked: bool
    """Whether it looks through this phone."""
    switching: bool
    """Whether it is about to."""
    level: float | None
    """How well the cards can be seen, 0 to 1."""
    problems: list[str]
    """What is wrong with the picture, in the language of the table."""
    delay_ms: int | None
    """From a picture's arrival until it had been looked at."""
    size: tuple[int, int]
    """Of the pictures that are wanted, in pixels: width and height of one that is wider than high."""


class NamedCard(Answer):
    """A card to search for."""

    code: str
    name: str
    value: int | None
    suit: str
    also: str = ""
    """What a deck of the table calls it, if it brought names of its own."""


class DeckCard(Answer):
    """A card of a deck."""

    code: str | None
    """null: nobody has counted the deck, and only its value is known."""
    name: str
    value: int
    where: Literal["pile", "table", "discard"]


class HeldCard(Answer):
    """A Significator of the deck's."""

    code: str
    name: str
    held_by: str


class UnlistedCard(Answer):
    """A card that was thrown from a deck though its list does not hold it."""

    code: str
    name: str


class Deck(Answer):
    """A deck card by card."""

    deck: Literal["players", "host"]
    counted: bool
    """Whether somebody has listed its cards."""
    fool: bool
    cards: list[DeckCard]
    unlisted: list[UnlistedCard]
    """What was thrown from it though its list does not hold it."""
    significators: list[HeldCard]


class Decks(Answer):
    """The Players' Deck and, for the Host, the Horror's Deck."""

    decks: list[Deck]
    faults: list[str]
    """What is wrong with them, in sentences."""


class ReadableDeck(Answer):
    """A deck that can be read, built in or the user's own."""

    name: str
    cards: int
    order: Literal["rws", "marseille"]
    built_in: bool
    on: bool
    """Whether it is looked for."""
    bytes: int
    fault: str
    """Why its file cannot be used; empty if it can."""


class DeckChange(Answer):
    """Which of the user's own decks, and what it is called from now on."""

    deck: str
    name: str = ""


class EveningChange(Answer):
    """Which evening, and what it is called from now on."""

    evening: str
    name: Annotated[str, AfterValidator(one_line), Field(max_length=80)] = ""


class LoggedFault(Answer):
    """Something that went wrong, as the program wrote it down."""

    at: str
    """When, with the offset of this machine's clock."""
    level: str
    says: str


class Support(Answer):
    """What whoever mends the program asks first."""

    versions: dict[str, str]
    faults: list[LoggedFault]
    """Newest first."""


class KeptEvenings(Answer):
    """Of how many earlier evenings pictures are kept."""

    keep: Annotated[int, Field(ge=1, le=999)]


class TakenAway(Answer):
    """What went with a deleted evening, or would go with old pictures."""

    evenings: int
    events: int
    pictures: int
    bytes: int
    shared: int
    """Pictures that stay, because other evenings show them too."""
    copies: int
    """Copies of the log that went; one new one was made."""


Numbered: TypeAlias = Literal["rws", "marseille"]
"""How a deck numbers Strength and Justice."""

WhichCards: TypeAlias = Literal["tarot", "playing", "pulp"]
"""A whole tarot, a whole pack of playing cards, or Pulp's fourteen of them."""


class RenderedDocument(Answer):
    """A judged document, rendered as a verdict."""

    verdict: Verdict


Document: TypeAlias = dict[str, Any]
"""A document of docs/contracts.md."""
