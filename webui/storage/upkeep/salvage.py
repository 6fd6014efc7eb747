"""The readable rows of a damaged database, around the damage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

T = TypeVar("T")

HIGHEST: Final = 1 << 22
"""No session's events bear higher numbers; where the end of the log is broken, nobody can say how far it went."""

PATIENCE: Final = 200
"""The number of failures after which the rest is given up: a log that is damaged everywhere takes too long."""


@dataclass(slots=True)
class Salvage(Generic[T]):
    """Reads numbered rows in ranges, and halves a range that cannot be read."""

    read: Callable[[int, int], list[T]]
    """Returns the rows from the first number up to, not including, the second; raises what it cannot read."""
    found: list[T] = field(default_factory=list)
    failures: int = 0

    def collect(self, first: int, end: int) -> None:
        """Collect the readable rows from ``first`` up to ``end``."""
        if self.failures >= PATIENCE:
            return
        try:
            self.found += self.read(first, end)
        except OSError:
            self.failures += 1
            if end - first > 1:
                middle = (first + end) // 2
                self.collect(first, middle)
                self.collect(middle, end)
