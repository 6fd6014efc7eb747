"""How the program keeps its memory small and its threads unhurried over a long evening."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from typing import Final

ARENAS: Final = 2
"""From so many places memory is taken (figures: docs/benchmarks.md)."""

M_ARENA_MAX: Final = -8


def share_arenas() -> None:
    """Have all threads take memory from few places, so that what one frees another uses.

    glibc makes one for almost every thread, and each stays as large as it ever was. Without glibc nothing changes.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL("libc.so.6").mallopt(M_ARENA_MAX, ARENAS)


def leave_what_stays() -> None:
    """Have Python never look again whether what is there by now is garbage: that stops every thread for 90 ms, on a
    busy machine for half a second.
    """
    gc.collect()
    gc.freeze()
