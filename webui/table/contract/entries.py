"""Entries of the log, as they were when they were written."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from webui.table.contract.roles import HostOrNull, Part, Public
from webui.table.contract.verdicts import Verdict


class Chances(Part):
    """A seat's exact chances before the flip."""

    win: Public[float]
    tie: Public[float]
    critical: Public[float]
    fumble: Public[float]


class EntryCard(Part):
    """A card that was thrown."""

    card: Public[str | None]
    name: Public[str]
    value: Public[int | None]
    reversed: Public[bool | None]
    by: Public[Literal["camera", "human"]]
    significator: Public[bool]
    crop: Public[str | None] = None
    """The digest of its own picture: `/pictures/DIGEST.jpg`; null where none was kept."""


class EntrySeat(Part):
    """A seat at the time of its throw."""

    id: Public[str]
    name: Public[str]
    side: Public[str]
    colour: Public[str]
    significators: Public[list[str]]
    cards: Public[list[EntryCard]]


class Correction(Part):
    """A card of an entry that a person overrode later."""

    seat: Public[str]
    index: Public[int]
    """The card's place among the seat's cards, from 0."""
    was: Public[str | None] = Field(alias="from")
    to: Public[str]
    at: Public[str]
    """Time of day."""


class Entry(Part):
    """One line of the log."""

    id: Public[int]
    at: Public[str]
    """Time of day."""
    throw: Public[int | None]
    round: Public[int | None]
    mode: Public[str]
    system: Public[str | None]
    """Another system's code, null: Demon City."""
    verdict: Public[Verdict]
    seats: Public[list[EntrySeat]]
    picture: Public[str | None]
    """The digest of the kept picture: `/pictures/DIGEST.jpg`."""
    crops: Public[list[str]]
    """The digests of the cards' own pictures."""
    odds: HostOrNull[dict[str, Chances] | None]
    """Everybody's chances before the flip, by seat."""
    note: Public[str]
    corrected: Public[list[Correction]]
    confirmed: Public[bool]
    """Whether somebody confirmed it; an unconfirmed verdict is kept, too."""
    undone: Public[bool]
