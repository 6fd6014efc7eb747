"""Copies of what holds a table's state: what changes is copied, what never changes is shared."""

from __future__ import annotations

from copy import copy
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

D = TypeVar("D", bound="DataclassInstance")


def copied(thing: D) -> D:
    """Return a dataclass with lists, mappings and sets of its own; what these hold must only ever be replaced."""
    other = copy(thing)
    for each in fields(thing):
        value = getattr(thing, each.name)
        if isinstance(value, list | dict | set):
            setattr(other, each.name, value.copy())
    return other
