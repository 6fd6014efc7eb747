"""Memory that nobody uses goes back to the system: glibc keeps it between things that stay, and over hours it adds
up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Final

M_MMAP_THRESHOLD: Final = -3
"""The option of that name in glibc's malloc.h."""

TRIM_EVERY_S: Final = 60.0
"""So often memory that nobody uses goes back to the system."""


def of_glibc(name: str) -> Callable[..., int] | None:
    """Return one of glibc's own functions; None where there is no glibc."""
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL("libc.so.6"), name)
    except (OSError, AttributeError):
        return None
    return function


def ask_system_from(size_bytes: int) -> None:
    """Take memory from this size on from the system, piece by piece: each is new, and goes back whole.

    Without glibc nothing is done.
    """
    set_option = of_glibc("mallopt")
    if set_option is not None:
        set_option(M_MMAP_THRESHOLD, size_bytes)


def trim_memory() -> None:
    """Give free memory back to the system; without glibc nothing is done."""
    trim = of_glibc("malloc_trim")
    if trim is not None:
        trim(0)
