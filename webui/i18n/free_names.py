"""Default names, each given once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.names import normalized


def free_name(name_of: Callable[[int], str], taken: Iterable[str], first: int) -> str:
    """Return the first free name, from number ``first`` on; capitals and spaces make no difference.

    >>> free_name("Seat {}".format, ["Seat 1", "seat  3"], 2)
    'Seat 2'
    >>> free_name("Seat {}".format, ["Seat 1", "seat  3"], 3)
    'Seat 4'
    """
    known = {normalized(name) for name in taken}
    number = first
    while normalized(name_of(number)) in known:
        number += 1
    return name_of(number)


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """Return a name, with the next free number if it is taken.

    >>> distinct_name("iPhone", []), distinct_name("iPhone", ["iPhone", "iPhone 2"]), distinct_name("", [""])
    ('iPhone', 'iPhone 3', '')
    """
    if not name:
        return name
    return free_name(lambda number: name if number == 1 else f"{name} {number}", taken, 1)
