"""The Action Round (D23 to D31)."""

from __future__ import annotations

from pydantic import Field

from webui.documents.demon_city.shapes import AwaitedName, KeepName, PhaseName
from webui.table.contract.roles import Part, Public


class Awaited(Part):
    """An announcement, throw, choice or damage that the round waits for."""

    seat: Public[str]
    what: Public[AwaitedName] = Field(alias="for")


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
    """By seat: the fields of an `announce` command, with its `text` in one line."""
    cards: Public[dict[str, CountedCards]]
    awaited: Public[dict[str, int | None]]
    """The number of cards that each awaited seat throws, damage too; null: any number."""
    damage_to: Public[str | None]
    """The seat for whom damage is drawn now."""
    clashes: Public[list[list[str]]]
    conditions: Public[dict[str, list[str]]]
    can_repeat: Public[bool]
    """Whether there was a round before this one."""
