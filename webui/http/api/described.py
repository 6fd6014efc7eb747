"""Descriptions of addresses, given at their handlers, from which docs/openapi.json is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"

AnyView = TypeVar("AnyView", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Interface:
    """The description of a handler."""

    gives: Any = None
    """The type of the JSON that it answers; None for other media."""
    kind: str = JSON
    """The media type of the answer."""
    takes: Any = None
    """The type of the JSON that it takes; None if it takes none."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """The parameters of the query: names and meanings."""
    otherwise: Mapping[int, str] = field(default_factory=dict)
    """Other answers by status, and when they come."""
    host_only: bool = False


def described(
    gives: object = None,
    *,
    kind: str = JSON,
    takes: object = None,
    asks: Mapping[str, str] | None = None,
    otherwise: Mapping[int, str] | None = None,
    host_only: bool = False,
) -> Callable[[AnyView], AnyView]:
    """Describe a handler's input and answers; the first line of its docstring is its summary."""
    interface = Interface(gives, kind, takes, asks or {}, otherwise or {}, host_only)

    def mark(view: AnyView) -> AnyView:
        view.__dict__["interface"] = interface
        return view

    return mark
