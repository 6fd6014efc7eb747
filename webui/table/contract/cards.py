"""Cards and seats at the table."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from webui.table.contract.roles import HostOnly, Part, Public
from webui.table.contract.verdicts import Outcome
from webui.table.settings import Condition

Point: TypeAlias = Annotated[list[float], Field(min_length=2, max_length=2)]
"""x and y as fractions (0 to 1) of the shown picture."""

CardState: TypeAlias = Literal[
    "moving", "reading", "settled", "unreadable", "old", "known", "ignored", "no-card"
]


class Candidate(Part):
    """A possible identity of an unnamed card."""

    code: Public[str]
    name: Public[str]
    confidence: Public[float]


class ShownCard(Part):
    """One card on the table."""

    key: Public[str]
    """t and the number of its track, by which commands name it."""
    seat: Public[str | None]
    """The seat in front of which it lies, null: none."""
    face: Public[Literal["up", "down"]]
    card: Public[str | None]
    """Its code, null while it is unnamed."""
    name: Public[str | None]
    value: Public[int | None]
    reversed: Public[bool | None]
    """Whether it is upside down for its seat; null: unknown."""
    state: Public[CardState]
    """The reason why a card does not count: it is an earlier throw's or of no seat that throws now (old), preexisting
    (known), in an ignored area (ignored), or no card at all by a person's override (no-card)."""
    corners: Public[list[Point]]
    """Four corners on the shown picture, clockwise."""
    here: Public[bool] = True
    """Whether it is visible; false: it counts, but was taken away or is covered."""
    confidence: Public[float]
    candidates: Public[list[Candidate]]
    """The likeliest identities, at most three, best first."""
    by: Public[Literal["camera", "human"]]
    significator: Public[bool]
    """Whether it is its seat's Significator."""


class Counted(Part):
    """The card that counts for a seat, and its value there."""

    value: Public[int]
    card: Public[str]
    key: Public[str | None]
    """The key of that card, null once it has been taken away."""
    outcome: Public[Outcome | None]
    """The seat's outcome."""


class SpecialCard(Part):
    """A horror's card with a special effect (D12)."""

    card: Public[str]
    text: Public[str]


class Seat(Part):
    """One participant's place at the table."""

    id: Public[str]
    name: Public[str]
    side: Public[str]
    """players, host, or a side that the Host has named."""
    colour: Public[str]
    region: Public[list[Point] | None]
    """The seat's polygon, null without a region."""
    drawn: Public[bool]
    """Whether somebody drew the region: else it is a half of the picture."""
    away: Public[bool]
    """Known from another session, without a place at the table now."""
    significators: Public[list[str]]
    significator_names: Public[list[str]]
    awaited: Public[int | None]
    """The number of cards that are awaited, null: any number."""
    down: Public[int]
    up: Public[int]
    cards: Public[list[ShownCard]]
    last: Public[str | None]
    """The card that counted for the seat last this session, null: none has yet."""
    counts: Public[Counted | None]
    stats: HostOnly[dict[str, int]]
    specials: HostOnly[list[SpecialCard]]
    weapons: HostOnly[dict[str, int]] = Field(default_factory=dict)
    """The value of the weapon that is noted, by range (D18)."""
    supernatural: HostOnly[bool] = False
    """Whether its attacks are supernatural (D18)."""
    conditions: Public[list[Condition]] = Field(default_factory=list)
    """What the last fight left of it; in an Action Round `round.conditions` has those that hold."""
    lost_toughness: HostOnly[int] = 0
    """The Toughness that it has lost, in a fight and after it (D33)."""


class OpenSeat(Seat):
    """A seat that is not on the Host's side: all roles see its stats."""

    stats: Public[dict[str, int]]
    weapons: Public[dict[str, int]] = Field(default_factory=dict)
    supernatural: Public[bool] = False
    lost_toughness: Public[int] = 0
