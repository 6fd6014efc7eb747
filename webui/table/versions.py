"""Which version of the table a page has seen, and whether what it is about has changed since (decision 004)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from webui.table.errors import StaleCommandError

Scope: TypeAlias = Literal["throw", "settings", "log"]
"""The parts of the table that can have changed under a person's hand."""


@dataclass(slots=True)
class Versions:
    """The table's version, and at which one each part of it changed last in a way that a person can see."""

    newest: int = 0
    changed: dict[Scope, int] = field(default_factory=lambda: dict.fromkeys(get_args(Scope), 0))

    def refuse_stale(self, scope: Scope | None, seen: int) -> None:
        """Refuse what was pressed on a page that showed an older state of its scope.

        :raise StaleCommandError: that part has changed since
        """
        if scope is not None and seen < self.changed[scope]:
            raise StaleCommandError("moved-on")

    def raise_for(self, scope: Scope | None) -> None:
        """Note that something a person can see has changed: older commands about it are stale."""
        self.newest += 1
        if scope is not None:
            self.changed[scope] = self.newest

    def raise_for_all(self) -> None:
        """Note that anything may have changed."""
        for scope in self.changed:
            self.raise_for(scope)

    def overtake(self, other: Versions, since: int) -> None:
        """Go on after versions published meanwhile: what changed here since one of them has changed only now."""
        moved = [scope for scope, at in self.changed.items() if at > since]
        self.newest = max(self.newest, other.newest)
        self.changed |= {scope: max(at, other.changed[scope]) for scope, at in self.changed.items()}
        for scope in moved:
            self.raise_for(scope)
