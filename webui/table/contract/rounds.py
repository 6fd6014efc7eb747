"""The Action Round (D23 to D31)."""

from __future__ import annotations

from pydantic import Field

from webui.documents.demon_city.shapes import AwaitedName, KeepName, PhaseName, UnknownFor
from webui.table.contract.roles import HostOnly, Part, Public


class Awaited(Part):
    """An announcement, throw, choice or damage that the round waits for."""

    seat: Public[str]
    what: Public[AwaitedName] = Field(alias="for")
    stat: Public[str | None] = None
    """The stat whose number is awaited."""


class Unknown(Part):
    """A stat, or a range, that nobody has noted: nothing is judged with it (D30b)."""

    seat: Public[str]
    stat: Public[str]
    """Its name, lower case; range: the distance from `foe`."""
    missing_for: Public[UnknownFor] = Field(alias="for")
    foe: Public[str | None] = None
    text: Public[str]
    """What is not noted, and what does not count therefore, in one sentence."""


class HitPart(Part):
    """Somebody who was hit: who throws the damage, how many cards, what it came to (D33)."""

    seat: Public[str]
    by: Public[str]
    toughness: Public[int | None]
    """The base Toughness of who was hit, and the number of cards; null: nobody has noted it."""
    done: Public[bool]
    say: Public[str]


class RangePart(Part):
    """How far two are from one another as the round begins (D18, D24)."""

    between: Public[list[str]]
    range: Public[str]


class CountReason(Part):
    """A reason for a card more or fewer."""

    by: Public[str]
    """+1, -2 and the like."""
    text: Public[str]
    rule: Public[str]


class CountedCards(Part):
    """The number of cards of a seat."""

    cards: Public[int]
    adjusted: Public[int]
    """The Host's own plus or minus, which is included (D23a)."""
    keep: Public[KeepName]
    say: Public[str]
    reasons: Public[list[CountReason]]


class Round(Part):
    """An Action Round that is being played."""

    number: Public[int]
    phase: Public[PhaseName]
    order: Public[list[str]]
    """The seats, the slowest first."""
    speaker: Public[str | None]
    """The seat that announces next."""
    waiting: Public[list[Awaited]]
    announced: Public[dict[str, dict[str, object]]]
    """By seat: the fields of an `announce` command, with its `text` in one line, and as `deed` without the name."""
    cards: Public[dict[str, CountedCards]]
    awaited: Public[dict[str, int | None]]
    """The number of cards that each awaited seat throws, damage too; null: any number."""
    damage_to: Public[str | None]
    """The seat for whom damage is drawn now."""
    clashes: Public[list[list[str]]]
    conditions: Public[dict[str, list[str]]]
    can_repeat: Public[bool]
    """Whether there was a round before this one."""
    lost_toughness: HostOnly[dict[str, int]] = Field(default_factory=dict)
    """The Toughness that each one in it has lost so far, by seat."""
    unknown: HostOnly[list[Unknown]] = Field(default_factory=list)
    hits: Public[list[HitPart]] = Field(default_factory=list)
    ranges: Public[list[RangePart]] = Field(default_factory=list)
    joining: Public[list[str]] = Field(default_factory=list)
    """The seats that are in the fight from the next round on."""
    leaving: Public[list[str]] = Field(default_factory=list)
    """The seats that are in it until the next round."""
    may_draw: Public[bool] = False
    """Whether equals may draw their lots again."""
    by_phone: Public[list[str]] = Field(default_factory=list)
    """The seats whose announcement came from their own phone and was not changed by the Host."""
