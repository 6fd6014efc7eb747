"""The JSON of enrolment."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webui.http.api.answers import Answer, Numbered, WhichCards


class DraftDeck(Answer):
    """A deck that is being enrolled."""

    name: str
    order: Numbered
    cards: WhichCards


class StepsDone(Answer):
    """A progress: done, and all."""

    done: int
    of: int


class LikeCards(Answer):
    """Two cards of a deck, their likeness (a cosine), and whether one might be taken for the other."""

    first: str
    second: str
    likeness: float
    confused: bool


class LearntDeck(Answer):
    """An enrolled deck."""

    deck: str
    cards: int
    unrecognised: list[str]
    """Cards that were not read right from their own pictures."""
    closest: list[LikeCards]


class TakenNote(Answer):
    """Guesses about cards from a file, for a person to correct.

    `why` is `name` (the file's name does not say outright which card it is), `photograph` (its cards are those that
    were missing, row by row), `turned` (it lay on its side: it is unknown which of two ways is up) or `cut` (a table
    lay around it).
    """

    file: str
    cards: list[str]
    why: Literal["name", "photograph", "turned", "cut"]


class Enrolment(Answer):
    """The enrolment; all fields are empty while there is none."""

    draft: DraftDeck | None = None
    codes: list[str] = Field(default_factory=list)
    """Its cards, in the order of asking."""
    taken: list[str] = Field(default_factory=list)
    next_card: str | None = None
    """The card asked for; null when all have pictures."""
    last: str | None = None
    again: bool = False
    """Whether there is a picture of the card asked for that showed only a part of it."""
    looking: bool = False
    """Whether the camera looks for the next card."""
    hint: Literal["", "small", "part", "glare", "known", "back"] = ""
    likest: str | None = None
    """With the hint `known`: the card on the table that has a picture already."""
    notes: list[TakenNote] = Field(default_factory=list)
    """The guesses about files, until a person corrects them."""
    progress: StepsDone | None = None
    result: LearntDeck | None = None
    fault: str = ""


class EnrolmentStep(Answer):
    """A step of the enrolment; `name`, `order`, `cards` to `start`, `code` of the one card."""

    do: Literal["start", "resume", "pause", "want", "drop", "rename", "turn", "insist", "finish", "abandon"]
    name: str = ""
    order: Numbered = "rws"
    cards: WhichCards = "tarot"
    code: str = ""
    to: str = ""
    """With `rename`: the true card of the picture of `code`; two pictures change places."""


class DroppedFiles(Answer):
    """The paths of files that were dropped on the page."""

    names: list[str]


class LeftOut(Answer):
    """Files in a deck's folder that are not its cards: how many, and where."""

    deck: str
    files: int
    places: str


class ChosenFiles(Answer):
    """The dropped files that may show cards; for a deck in the Arcana Land format, its cards alone."""

    names: list[str]
    left_out: list[LeftOut]


class DeckTitle(Answer):
    """The name of a deck in its own file, shortened to the limits here; empty if there is none."""

    title: str
