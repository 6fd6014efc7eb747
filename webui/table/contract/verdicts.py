"""Verdicts in words, for the page, the TV, the phone and the voice."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from webui.table.contract.roles import Part, Public

Tone: TypeAlias = Literal[
    "players", "host", "win", "tie", "stalemate", "success", "failure", "choice", "number"
]


class Mark(Part):
    """A mark of a verdict."""

    kind: Public[Literal["critical", "fumble", "special", "miscounted"]]
    seat: Public[str]
    """The seat of the mark; empty without one."""
    text: Public[str]


class Step(Part):
    """A next step."""

    code: Public[str]
    text: Public[str]


class Reason(Part):
    """A rule that a verdict rests on."""

    rule: Public[str]
    """Its number, D27 for instance."""
    ruling: Public[bool]
    """Whether it rests on a ruling of ours."""
    text: Public[str]
    ruling_text: Public[str]


class Choice(Part):
    """A candidate of a choice (D28)."""

    seat: Public[str]
    name: Public[str]


Outcome: TypeAlias = Literal["won", "lost", "tied"]


class Played(Part):
    """The card that counted for a seat, and its outcome."""

    seat: Public[str]
    name: Public[str]
    card: Public[str]
    card_name: Public[str]
    value: Public[int]
    outcome: Public[Outcome | None]
    """null: neither, an ally of the winner or somebody below a tie."""


Fate: TypeAlias = Literal["happens", "fails", "outdone", "tie", "open", "idle"]
"""What became of an action; outdone: the other side, or an ally, threw higher; open: it is not decided yet."""


class DeedLine(Part):
    """What one in an Action Round did, and what became of it."""

    seat: Public[str]
    name: Public[str]
    side: Public[str]
    deed: Public[str]
    """The action without the name: "shoots at Bill"."""
    fate: Public[Fate]
    text: Public[str]
    """The fate in words: "outdone by Bill, 13 < 18"."""
    card: Public[str | None]
    """The card that counted, null without a throw."""
    card_name: Public[str | None]
    value: Public[int | None]
    critical: Public[bool]
    fumble: Public[bool]


class Verdict(Part):
    """The verdict on a judged document, in the language of the table."""

    kind: Public[str]
    """The document's kind: clash, test, round; another system's bears its name, pulp.deal for instance."""
    tone: Public[Tone]
    headline: Public[str]
    title: Public[str]
    """The verdict in one line: "A Ghoul hits Bill, 8 > 6"."""
    clash: Public[str]
    """The name of a clash of a round, "Clash A"; empty where there is only one."""
    played: Public[list[Played]]
    """The cards that counted, the winners' first."""
    line: Public[str]
    marks: Public[list[Mark]]
    next: Public[list[Step]]
    sum: Public[list[str]] = Field(default_factory=list)
    """The numbers that decided it, a line each: "13 Queen of Cups > 8 Eight of Pentacles"."""
    why: Public[list[Reason]]
    choose: Public[list[Choice] | None]
    """The candidates between whom a side must choose, null without a choice."""
    spoken: Public[str]
    """The whole verdict as the voice says it."""
    result: Public[dict[str, object]]
    """The document that `clashcam resolve` prints; empty where no document was judged."""
    parts: Public[list[Verdict]] = Field(default_factory=list)
    """For an Action Round: every verdict of the flip, the one above first. Else empty."""
    board: Public[list[DeedLine]] = Field(default_factory=list)
    """For an Action Round: everybody's deed and its fate, in the order of announcing. Else empty."""
    hero: Public[str | None] = None
    """The seat of the most dramatic deed on the board."""


class LiveVerdict(Verdict):
    """The verdict on the throw on the table."""

    since: Public[float | None]
    """When it came, on the source's clock, in seconds."""
    corrected: Public[bool]
    """Whether a person overrode one of its cards."""
    unread: Public[list[str]]
    """The keys of cards that cannot be read and do not change the verdict."""
