"""Limits of what can be judged, each refused with the same codes in every system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from rules.names import spelt_before
from rules.refusal import Refusal

T = TypeVar("T")

MOST_CARDS = 40
"""The most cards of anything; beyond it a slip of the keyboard is likelier than a throw."""

HIGHEST_NUMBER = 30
"""The highest Intensity, and the highest value of a card."""

HIGHEST_STAT = 100
"""The highest stat, and the highest number compared with one: a resistance, a weapon."""

MOST_USES = 1000
"""The most throws left of a die that wears out."""

MOST_TOUGHNESS_LOST = 1000
"""The highest Toughness: more than any row of blows takes."""


class LimitRefusal(Refusal):
    """A field that was left out, or whose value no rule knows."""


def refuse_unless(holds: bool, code: str, /, *path: str | int, **params: object) -> None:
    """Raise :class:`LimitRefusal` unless the condition holds."""
    if not holds:
        raise LimitRefusal(code, path, **params)


def refuse_outside(value: int, lowest: int, highest: int, *path: str | int) -> None:
    """Raise :class:`LimitRefusal` unless `lowest <= value <= highest`."""
    refuse_unless(lowest <= value <= highest, "between", *path, lowest=lowest, highest=highest, given=value)


def refuse_twice(names: tuple[str, ...], *path: str | int, last: tuple[str, ...] = ()) -> None:
    """Raise :class:`LimitRefusal` if a name stands twice, or differs from another by capitals and blanks alone.

    `last` is the path from each item to its name.
    """
    for index, name in enumerate(names):
        refuse_taken(name, names[:index], *path, index, *last)


def refuse_taken(name: str, earlier: Sequence[str], *path: str | int) -> None:
    """Raise :class:`LimitRefusal` if a new name is empty, or one of the earlier ones but for capitals and blanks."""
    refuse_unless(bool(name.strip()), "nameless", *path)
    refuse_unless(name not in earlier, "own-name", *path, given=name)
    refuse_other_spelling(name, earlier, *path)


def refuse_other_spelling(name: str, earlier: Sequence[str], *path: str | int) -> None:
    """Raise :class:`LimitRefusal` if a name differs from an earlier one by capitals and blanks alone."""
    other = spelt_before(name, earlier)
    refuse_unless(other is None, "spelt-twice", *path, given=name, other=other)


def needed(value: T | None, *path: str | int) -> T:
    """Return the value.

    :raises LimitRefusal: if it was left out
    """
    if value is None:
        raise LimitRefusal("needed-here", path)
    return value


def under(refusal: Refusal, *parent: str | int) -> LimitRefusal:
    """Return a refusal as seen from the request that holds the one it came from."""
    return LimitRefusal(refusal.code, (*parent, *refusal.path), **refusal.params)
