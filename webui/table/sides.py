"""The sides of seats: the players', the Host's, and those that the Host names; the hues that each wears."""

from __future__ import annotations

from typing import Final

from rules.demon_city import HOST_SIDE, misspelt_side
from rules.names import normalized
from webui.table.settings import HOST_COLOUR, PLAYERS_COLOUR

__all__ = ["HOST_COLOURS", "SEAT_COLOURS", "hues_of", "misspelt_side"]

SEAT_COLOURS: Final = (
    PLAYERS_COLOUR, "#8fc0a9", "#b7a4e0", "#e0c26a", "#7fa7ff", "#c9c2b8", "#9ad0c9", "#d5a6bd",
)  # fmt: skip
"""Calm hues that colour-blind people can distinguish from the Host's."""

HOST_COLOURS: Final = (HOST_COLOUR, "#e2686f", "#a9765a", "#f2b48c")
"""The Host's: all of them warm, each of its own lightness."""


def hues_of(side: str) -> tuple[str, ...]:
    """Return the hues of a side, however it is spelt: the Host's are warm, those of all other sides calm.

    >>> hues_of("Host ") == HOST_COLOURS, hues_of("the cult") == SEAT_COLOURS
    (True, True)
    """
    return HOST_COLOURS if normalized(side) == HOST_SIDE else SEAT_COLOURS
