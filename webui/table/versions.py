"""Versions of the table: a command about a part that has changed since its snapshot is stale (decision 004)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from webui.table.errors import StaleCommandError

Scope: TypeAlias = Literal["throw", "settings", "log"]
"""The parts of the table that a command can be about."""


@dataclass(slots=True)
class Versions:
    """The version of the table, and the version at which each part of it last changed visibly."""

    newest: int = 0
    changed: dict[Scope, int] = field(default_factory=lambda: dict.fromkeys(get_args(Scope), 0))

    def refuse_stale(self, scope: Scope | None, seen: int) -> None:
        """Refuse a command from a page that showed an older state of its scope.

        :raise StaleCommandError: that part has changed since
        """
        if scope is not None and seen < self.changed[scope]:
            raise StaleCommandError("moved-on")

    def raise_for(self, scope: Scope | None) -> None:
        """Raise the version after a visible change: older commands about that part are stale."""
        self.newest += 1
        if scope is not None:
            self.changed[scope] = self.newest

    def raise_for_all(self) -> None:
        """Raise the version after a change of all parts."""
        for scope in self.changed:
            self.raise_for(scope)

    def continue_from(self, version: int) -> None:
        """Go on after a version: all snapshots so far are stale."""
        self.newest = version
        self.raise_for_all()

    def merge(self, other: Versions, since: int) -> None:
        """Go on after versions published meanwhile: what changed here since one of them has changed only now."""
        moved = [scope for scope, at in self.changed.items() if at > since]
        self.newest = max(self.newest, other.newest)
        self.changed |= {scope: max(at, other.changed[scope]) for scope, at in self.changed.items()}
        for scope in moved:
            self.raise_for(scope)
