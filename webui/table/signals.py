"""Signals between the screens of a table: who is ready to flip, and when all flip.

Nothing is written of them, and no rule depends on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

LEAD_MS: Final = 3500
"""How long before the flip a countdown is announced: three seconds, and time for the news to reach every screen."""

ThrowTitle: TypeAlias = tuple[int | None, int]
"""The number of the round, and of the throw in the log."""


@dataclass(frozen=True, slots=True)
class Signals:
    """Who is ready for which throw, by seat; and the time of the newest flip, in milliseconds since 1970."""

    ready_for: Mapping[str, ThrowTitle] = field(default_factory=dict)
    flip_at_ms: int | None = None

    def with_ready(self, seat: str, throw: ThrowTitle | None) -> Signals:
        """Return the signals with a seat that is ready for a throw; None: for none."""
        others = {each: kept for each, kept in self.ready_for.items() if each != seat}
        return replace(self, ready_for=others if throw is None else {**others, seat: throw})

    def with_flip(self, at_ms: int) -> Signals:
        """Return the signals with another time of the flip."""
        return replace(self, flip_at_ms=at_ms)

    def ready(self, throw: ThrowTitle) -> list[str]:
        """Return who is ready for a throw."""
        return [seat for seat, ready_for in self.ready_for.items() if ready_for == throw]
