"""Which function carries out which order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from webui.table.state import TableState

Act: TypeAlias = Callable[["TableState", Any], None]

ACTS: dict[str, Act] = {}
"""Every act by its order's name."""


def carries_out(name: str) -> Callable[[Act], Act]:
    """Register the function that carries out the orders of a name."""

    def register(act: Act) -> Act:
        ACTS[name] = act
        return act

    return register
