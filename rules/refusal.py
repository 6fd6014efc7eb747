"""Refusals of the rules: a code, the path of the fault in the request, and its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, TypeVar

Path = tuple[str | int, ...]
"""Leads from a request to one of its fields: `("combatants", 1, "cards")`."""


class Refusal(ValueError):  # noqa: N818 (a refusal is no fault of the program)
    """A request that the rules cannot judge; `path` leads from the request to the field at fault."""

    def __init__(self, code: str, path: Path = (), /, **params: object) -> None:
        super().__init__(code, path, params)
        self.code = code
        self.path = path
        self.params = params
        self.others: tuple[Refusal, ...] = ()
        """Further faults of the same request."""

    @property
    def each(self) -> tuple[Refusal, ...]:
        """This fault and the others."""
        return (self, *self.others)

    def within(self, *outer: str | int) -> Self:
        """The same fault in a request that holds this one; `where`, the place it was counted with, moves along."""
        inner = self.params.get("where")
        where = {"where": (*outer, *inner)} if isinstance(inner, tuple) else {}
        return type(self)(self.code, (*outer, *self.path), **self.params | where)

    def __str__(self) -> str:
        where = ".".join(str(step) for step in self.path)
        return f"{where}: {self.code} {self.params}" if where else f"{self.code} {self.params}"


R = TypeVar("R", bound=Refusal)


def first_of(refusals: Sequence[R]) -> R:
    """Return the first of these refusals (one at least), with the others attached."""
    refusals[0].others = tuple(refusals[1:])
    return refusals[0]


def refuse(found: Iterable[Refusal]) -> None:
    """Raise the first of these refusals with the others attached, if there are any."""
    refusals = [each for one in found for each in one.each]
    if refusals:
        raise first_of(refusals)
