"""Who sees what: every field of the contract names the roles that may see it, in its type.

What names nobody is seen by nobody: a new field is everybody's secret until it says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args

from pydantic import BaseModel, ConfigDict
from pydantic.fields import FieldInfo

Role: TypeAlias = Literal["host", "players", "screen", "overlay"]

HOST: Final = "host"
ROLES: Final[tuple[str, ...]] = get_args(Role)


@dataclass(frozen=True, slots=True)
class Seen:
    """The roles that see a field; with ``null`` the others find it there as null, because pages ask for it."""

    by: frozenset[str]
    null: bool = False

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> dict[str, Any]:
        """Say it in a JSON schema too."""
        found: dict[str, Any] = handler(schema)
        return found if self.by == set(ROLES) else {**found, "x-seen-by": sorted(self.by)}


T = TypeVar("T")

Public: TypeAlias = Annotated[T, Seen(frozenset(ROLES))]
"""A field that every role sees."""

HostOnly: TypeAlias = Annotated[T, Seen(frozenset({HOST}))]
"""A field that is not there for anybody but the Host."""

HostOrNull: TypeAlias = Annotated[T, Seen(frozenset({HOST}), null=True)]
"""A field that is null for everybody but the Host."""


OnScreen: TypeAlias = Annotated[T, Seen(frozenset({HOST, "screen"}))]
"""A field that the TV sees beside the Host."""


class Part(BaseModel):
    """A part of the contract: frozen, checked when it is made, and without fields that are not named."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def seen_by(field: FieldInfo) -> Seen:
    """Return the roles that a field names; nobody where it names none."""
    return next((mark for mark in field.metadata if isinstance(mark, Seen)), Seen(frozenset()))


def told(part: Part, role: str) -> dict[str, Any]:
    """Return as plain JSON values what a role may see of a part."""
    fields = part.__dict__
    return {name: tell(fields[key], role) for key, name, tell in _tellers(type(part), role)}


@cache
def _tellers(kind: type[Part], role: str) -> tuple[tuple[str, str, Any], ...]:
    """For each field that a role finds in a part: its name here, its name in JSON, and what tells its value."""
    return tuple(
        (key, field.alias or key, _teller(field) if role in seen.by else _null)
        for key, field in kind.model_fields.items()
        if role in (seen := seen_by(field)).by or seen.null
    )


def _teller(field: FieldInfo) -> Any:
    return _parts_told if any(True for _ in parts_in(field.annotation)) else _whole


def parts_in(annotation: Any) -> Iterator[type[Part]]:
    """Yield the parts of the contract that a type names."""
    if isinstance(annotation, type) and issubclass(annotation, Part):
        yield annotation
    for argument in get_args(annotation):
        yield from parts_in(argument)


def _whole(value: Any, role: str) -> Any:
    return value


def _null(value: Any, role: str) -> None:
    return None


def _parts_told(value: Any, role: str) -> Any:
    if isinstance(value, Part):
        return told(value, role)
    if isinstance(value, Mapping):
        return {key: _parts_told(item, role) for key, item in value.items()}
    return [_parts_told(item, role) for item in value] if isinstance(value, list) else value
