"""What an address of the program takes and gives, said at its handler: docs/openapi.json is written from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

JSON: Final = "application/json"
JPEG: Final = "image/jpeg"

AnyView = TypeVar("AnyView", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Interface:
    """What a handler takes and gives."""

    gives: Any = None
    """The type of its JSON; None for what is no JSON."""
    kind: str = JSON
    """The media type of what it gives."""
    takes: Any = None
    """The type of the JSON that it is sent; None where nothing is."""
    asks: Mapping[str, str] = field(default_factory=dict)
    """What may stand behind the question mark: each name and what it is."""
    otherwise: Mapping[int, str] = field(default_factory=dict)
    """Other answers by their status, and when they come."""
    host_only: bool = False


def described(
    gives: Any = None,
    *,
    kind: str = JSON,
    takes: Any = None,
    asks: Mapping[str, str] | None = None,
    otherwise: Mapping[int, str] | None = None,
    host_only: bool = False,
) -> Callable[[AnyView], AnyView]:
    """Say at a handler what it takes and gives; its docstring's first line says what it does."""
    interface = Interface(gives, kind, takes, asks or {}, otherwise or {}, host_only)

    def mark(view: AnyView) -> AnyView:
        view.__dict__["interface"] = interface
        return view

    return mark
