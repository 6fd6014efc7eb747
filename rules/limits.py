"""Limits of what can be judged, each refused with the same codes in every system."""

from __future__ import annotations

from typing import TypeVar

from rules.refusal import Refusal

T = TypeVar("T")


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
    """Raise :class:`LimitRefusal` if a name stands twice; `last` leads on from each one to its name."""
    for index, name in enumerate(names):
        refuse_unless(name not in names[:index], "own-name", *path, index, *last, given=name)


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
