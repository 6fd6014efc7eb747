"""Memory that nobody uses goes back to the system: glibc keeps it between things that stay, and over hours it adds
up.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable


def of_glibc(name: str) -> Callable[..., int] | None:
    """Return one of glibc's own functions; None where there is no glibc."""
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL("libc.so.6"), name)
    except (OSError, AttributeError):
        return None
    return function


def trim_memory() -> None:
    """Give free memory back to the system; without glibc nothing is done."""
    trim = of_glibc("malloc_trim")
    if trim is not None:
        trim(0)
