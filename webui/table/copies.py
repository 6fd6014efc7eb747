"""Copies of a table's state: containers are copied, immutable values are shared."""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

D = TypeVar("D", bound="DataclassInstance")


def copied(thing: D) -> D:
    """Return a copy of a dataclass with its own lists, dicts and sets; their items are shared and must be immutable."""
    other = copy(thing)
    for each in fields(thing):
        value = getattr(thing, each.name)
        if isinstance(value, list | dict | set):
            setattr(other, each.name, value.copy())
    return other
