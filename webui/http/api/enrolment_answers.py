"""What the page and the program say to each other about a deck that is being learnt."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webui.http.api.answers import Answer, Numbered, WhichCards


class DraftDeck(Answer):
    """A deck that is being learnt."""

    name: str
    order: Numbered
    cards: WhichCards


class StepsDone(Answer):
    """How far something has come."""

    done: int
    of: int


class LikeCards(Answer):
    """Two cards of a deck, how alike they look (a cosine), and whether one might be taken for the other."""

    first: str
    second: str
    likeness: float
    confused: bool


class LearntDeck(Answer):
    """A deck that was learnt."""

    deck: str
    cards: int
    unrecognised: list[str]
    """Cards that were not read as themselves from their own pictures."""
    closest: list[LikeCards]


class TakenNote(Answer):
    """What a person may want to correct about cards that were taken from a file.

    `why` is `name` (the file's name does not say outright which card it is), `photograph` (its cards are those that
    were missing, row by row), `turned` (it lay on its side: nobody knows which of two ways is up) or `cut` (a table
    lay around it).
    """

    file: str
    cards: list[str]
    why: Literal["name", "photograph", "turned", "cut"]


class Enrolment(Answer):
    """The deck that is being learnt; all is empty while there is none."""

    draft: DraftDeck | None = None
    codes: list[str] = Field(default_factory=list)
    """Its cards in the order in which they are asked for."""
    taken: list[str] = Field(default_factory=list)
    wanted: str | None = None
    """The card that is asked for; null when there are pictures of all."""
    last: str | None = None
    again: bool = False
    """Whether a picture of the wanted card was taken before, and showed only a part of it."""
    looking: bool = False
    """Whether the camera looks for the next card."""
    hint: Literal["", "small", "part", "glare", "known", "back"] = ""
    likest: str | None = None
    """With the hint `known`: the card that was taken before and that lies there."""
    notes: list[TakenNote] = Field(default_factory=list)
    """What was guessed about files, until a person corrects it."""
    progress: StepsDone | None = None
    result: LearntDeck | None = None
    fault: str = ""


class EnrolmentStep(Answer):
    """What is done about the deck that is being learnt; `name`, `order`, `cards` to `start`, `code` of the one card."""

    do: Literal["start", "resume", "pause", "want", "drop", "rename", "turn", "insist", "finish", "abandon"]
    name: str = ""
    order: Numbered = "rws"
    cards: WhichCards = "tarot"
    code: str = ""
    to: str = ""
    """With `rename`: the card that the picture of `code` really shows; two pictures change places."""


class DroppedFiles(Answer):
    """Files that were dropped on the page, by their paths."""

    names: list[str]


class LeftOut(Answer):
    """What lies in a deck's folder and is none of its cards: how many files, and where."""

    deck: str
    files: int
    places: str


class ChosenFiles(Answer):
    """Which of the dropped files may show cards; of a deck after the Arcana Land specification its cards alone."""

    names: list[str]
    left_out: list[LeftOut]


class DeckTitle(Answer):
    """What a deck's own file calls it, as far as a deck can be called so here; empty if it says nothing."""

    title: str
