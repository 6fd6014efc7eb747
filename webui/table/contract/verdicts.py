"""A verdict in words, as the page, the TV, the phone and the voice have it."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import Field

from webui.table.contract.roles import Part, Public

Tone: TypeAlias = Literal[
    "players", "host", "win", "tie", "stalemate", "success", "failure", "choice", "number"
]


class Mark(Part):
    """Something that a verdict is marked with."""

    kind: Public[Literal["critical", "fumble", "special", "miscounted"]]
    seat: Public[str]
    """Whose it is; empty where no seat is meant."""
    text: Public[str]


class Step(Part):
    """Something to do next."""

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
    """Somebody who may act (D28)."""

    seat: Public[str]
    name: Public[str]


Outcome: TypeAlias = Literal["won", "lost", "tied"]


class Played(Part):
    """The card that counted for somebody, and how they fared with it."""

    seat: Public[str]
    name: Public[str]
    card: Public[str]
    card_name: Public[str]
    value: Public[int]
    outcome: Public[Outcome | None]
    """null: neither, an ally of the winner or somebody below a tie."""


class Verdict(Part):
    """What a judged document came to, in the language of the table."""

    kind: Public[str]
    """The document's kind: clash, test, round; another system's bears its name, pulp.deal for instance."""
    tone: Public[Tone]
    headline: Public[str]
    title: Public[str]
    """The whole of it in one line: "A Ghoul hits Bill, 8 > 6"."""
    clash: Public[str]
    """Which clash of a round it is, "Clash A"; empty where there is only one."""
    played: Public[list[Played]]
    """Whose cards counted, the winners first."""
    line: Public[str]
    marks: Public[list[Mark]]
    next: Public[list[Step]]
    sum: Public[list[str]] = Field(default_factory=list)
    """By which numbers it was decided, a line each: "13 Queen of Cups > 8 Eight of Pentacles"."""
    why: Public[list[Reason]]
    choose: Public[list[Choice] | None]
    """Between whom a side must choose, null where there is no choice."""
    spoken: Public[str]
    """The whole verdict as the voice says it."""
    result: Public[dict[str, Any]]
    """The document that `clashcam resolve` prints; empty where no document was judged."""
    parts: Public[list[Verdict]] = Field(default_factory=list)
    """Of an Action Round: every verdict of the flip, the one above first. Else empty."""


class LiveVerdict(Verdict):
    """The verdict of what lies on the table."""

    since: Public[float | None]
    """When it came, in seconds of the source's clock."""
    corrected: Public[bool]
    """Whether a person has named one of its cards."""
    unread: Public[list[str]]
    """The keys of cards that cannot be read and change nothing."""
