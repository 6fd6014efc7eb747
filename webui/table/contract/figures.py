"""Figures over sessions; they reveal the Horror's Deck and earlier sessions, and only the Host gets them."""

from __future__ import annotations

from webui.table.contract.roles import HostOnly, Part


class Luck(Part):
    """The frequency of an outcome, against the exact odds."""

    n: HostOnly[int]
    """Throws whose odds are known."""
    came: HostOnly[int]
    expected: HostOnly[float]
    spread: HostOnly[float]
    """One standard deviation of the expected number."""


class Person(Part):
    """The throws of a character, or of all on one side."""

    name: HostOnly[str]
    side: HostOnly[str]
    whole_side: HostOnly[bool]
    """Whether it stands for a side, not for a character: the seats of a table before the set-up do."""
    n: HostOnly[int]
    """Throws."""
    succeeded: HostOnly[int]
    """Throws whose action happened."""
    outdone: HostOnly[int]
    """Throws whose action did not happen because an ally's did."""
    failed: HostOnly[int]
    """Throws that were beaten or fumbled; a tie is none of the three."""
    criticals: HostOnly[int]
    fumbles: HostOnly[int]
    success_luck: HostOnly[Luck | None]
    """Over the throws whose action has exact odds of its own."""
    critical_luck: HostOnly[Luck | None]


class Rivals(Part):
    """Two characters who threw against one another."""

    first: HostOnly[str]
    second: HostOnly[str]
    n: HostOnly[int]
    """Throws in which one acted against the other."""
    first_won: HostOnly[int]
    """Times that the first's action against the second happened."""
    second_won: HostOnly[int]
    neither: HostOnly[int]


class Figures(Part):
    """The figures of the confirmed throws of some sessions."""

    n: HostOnly[int]
    """Throws of the table: a round is one, however many clashes it has."""
    unconfirmed: HostOnly[int]
    """Entries that nobody has confirmed: they are not counted."""
    sides: HostOnly[list[Person]]
    """The Players' and the Host's, each with the throws of all its seats; the name is the side."""
    people: HostOnly[list[Person]]
    rivals: HostOnly[list[Rivals]]
