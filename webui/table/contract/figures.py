"""Figures over evenings; they tell of the Horror's Deck and of earlier evenings, and are the Host's alone."""

from __future__ import annotations

from webui.table.contract.roles import HostOnly, Part


class Luck(Part):
    """How often something came, against what the exact odds promised."""

    n: HostOnly[int]
    """Throws whose odds are known."""
    came: HostOnly[int]
    expected: HostOnly[float]
    spread: HostOnly[float]
    """One standard deviation of what was to be expected."""


class Person(Part):
    """A character's throws."""

    name: HostOnly[str]
    side: HostOnly[str]
    n: HostOnly[int]
    """Throws."""
    won: HostOnly[int]
    criticals: HostOnly[int]
    fumbles: HostOnly[int]
    wins: HostOnly[Luck | None]
    critical_luck: HostOnly[Luck | None]


class Rivals(Part):
    """Two who threw against one another."""

    first: HostOnly[str]
    second: HostOnly[str]
    n: HostOnly[int]
    """Throws against one another."""
    first_won: HostOnly[int]
    second_won: HostOnly[int]
    tied: HostOnly[int]


class Figures(Part):
    """What came of the confirmed throws of some evenings."""

    n: HostOnly[int]
    """Throws of the table."""
    people: HostOnly[list[Person]]
    rivals: HostOnly[list[Rivals]]
