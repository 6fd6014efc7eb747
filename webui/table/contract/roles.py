"""Redaction by role: every field of the contract names the roles that may see it, in its type.

A field that names no role is visible to none, so a new field stays secret until its type names one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

Role: TypeAlias = Literal["host", "players", "screen", "overlay"]

HOST: Final = "host"
ROLES: Final[tuple[str, ...]] = get_args(Role)

Serializer: TypeAlias = Callable[[object, str], object]
"""Returns the value of a field as a role gets it."""


@dataclass(frozen=True, slots=True)
class VisibleTo:
    """The roles that see a field; with ``null`` the others get it as null, because scripts read it."""

    roles: frozenset[str]
    null: bool = False

    def __get_pydantic_json_schema__(self, schema: object, handler: Any) -> dict[str, object]:
        """Name the roles in the JSON schema, as ``x-seen-by``, unless all see the field."""
        found: dict[str, object] = handler(schema)
        return found if self.roles == set(ROLES) else {**found, "x-seen-by": sorted(self.roles)}


T = TypeVar("T")

Public: TypeAlias = Annotated[T, VisibleTo(frozenset(ROLES))]
"""A field that every role sees."""

HostOnly: TypeAlias = Annotated[T, VisibleTo(frozenset({HOST}))]
"""A field that only the Host gets."""

HostOrNull: TypeAlias = Annotated[T, VisibleTo(frozenset({HOST}), null=True)]
"""A field that is null for everybody but the Host."""


OnScreen: TypeAlias = Annotated[T, VisibleTo(frozenset({HOST, "screen"}))]
"""A field that the TV sees beside the Host."""


class Part(BaseModel):
    """A part of the contract: frozen, checked when it is made, and without fields that are not named."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def visible_to(field: FieldInfo) -> VisibleTo:
    """Return the roles that a field names; none where it names none."""
    return next((mark for mark in field.metadata if isinstance(mark, VisibleTo)), VisibleTo(frozenset()))


def redact(part: Part, role: str) -> dict[str, object]:
    """Return the fields of a part that are visible to a role, as plain JSON values."""
    fields = part.__dict__
    return {name: serialize(fields[key], role) for key, name, serialize in _fields_for(type(part), role)}


@cache
def _fields_for(kind: type[Part], role: str) -> tuple[tuple[str, str, Serializer], ...]:
    """Each field that a role gets: its name in Python, its name in JSON, and the function that serializes it."""
    return tuple(
        (key, field.alias or key, _serializer(field) if role in seen.roles else _null)
        for key, field in kind.model_fields.items()
        if role in (seen := visible_to(field)).roles or seen.null
    )


def _serializer(field: FieldInfo) -> Serializer:
    return _redact_parts if any(True for _ in parts_in(field.annotation)) else _whole


def parts_in(annotation: object) -> Iterator[type[Part]]:
    """Yield the parts of the contract that a type names."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for argument in get_args(annotation):
        yield from parts_in(argument)


def _whole(value: object, role: str) -> object:
    return value


def _null(value: object, role: str) -> None:
    return None


def _redact_parts(value: object, role: str) -> object:
    if isinstance(value, Part):
        return redact(value, role)
    if isinstance(value, Mapping):
        return {key: _redact_parts(item, role) for key, item in value.items()}
    return [_redact_parts(item, role) for item in value] if isinstance(value, list) else value
