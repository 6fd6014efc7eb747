"""Free memory goes back to the system: glibc keeps it between long-lived objects, and over hours it adds up."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Final

M_MMAP_THRESHOLD: Final = -3
"""The option of that name in glibc's malloc.h."""

TRIM_EVERY_S: Final = 60.0
"""Interval at which free memory goes back to the system, in seconds."""


def of_glibc(name: str) -> Callable[..., int] | None:
    """Return one of glibc's own functions; None where there is no glibc."""
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL("libc.so.6"), name)
    except (OSError, AttributeError):
        return None
    return function


def own_memory_mb(process: int | None = None) -> float | None:
    """Return the memory that a process, this one if None, shares with no other, in MiB: what its end gives back.

    None where the system does not say so.
    """
    try:
        with open(f"/proc/{process or 'self'}/smaps_rollup", encoding="ascii") as file:
            pages = dict(line.split(":", 1) for line in file if ":" in line.split(maxsplit=1)[0])
    except OSError:
        return None
    return round(sum(int(pages[kind].split()[0]) for kind in ("Private_Clean", "Private_Dirty")) / 1024, 1)


def ask_system_from(size_bytes: int) -> None:
    """Allocate memory from this size on piece by piece from the system, so that it is returned as a whole.

    A no-op without glibc.
    """
    set_option = of_glibc("mallopt")
    if set_option is not None:
        set_option(M_MMAP_THRESHOLD, size_bytes)


def trim_memory() -> None:
    """Give free memory back to the system; a no-op without glibc."""
    trim = of_glibc("malloc_trim")
    if trim is not None:
        trim(0)
