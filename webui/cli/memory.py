"""How the program keeps its memory small and its threads unhurried over a long evening."""

from __future__ import annotations

import ctypes
import gc
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

PICTURE_BYTES: Final = 2 << 20
"""From this size on memory is taken from the system, piece by piece: a camera's picture, but nothing that a look at it
needs hundreds of times (figures: decision 062)."""

M_MMAP_THRESHOLD: Final = -3


def keep_pictures_apart() -> None:
    """Have pictures lie in pieces of their own, which go back whole: between small things that stay they leave holes.

    Without glibc nothing is done.
    """
    mallopt = _of_glibc("mallopt")
    if mallopt is not None:
        mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)


def give_memory_back() -> None:
    """Give memory that nobody uses back to the system, in a thread of its own.

    What is free between things that stay is kept by glibc, and over an evening that adds up. Without glibc nothing is
    done.
    """
    trim = _of_glibc("malloc_trim")
    if trim is not None:
        threading.Thread(target=trim, args=(0,), name="thrift", daemon=True).start()


class Thrift:
    """Gives memory that nobody uses back to the system after each throw; the table waits for nothing."""

    def __init__(self) -> None:
        self._logged = 0

    def follow(self, snapshot: Mapping[str, Any]) -> None:
        """Take in how the table is now."""
        before, self._logged = self._logged, snapshot["log"]["count"]
        if before != self._logged:
            give_memory_back()


def _of_glibc(name: str) -> Callable[..., int] | None:
    """Return one of glibc's own functions; None where there is no glibc."""
    try:
        function: Callable[..., int] = getattr(ctypes.CDLL("libc.so.6"), name)
    except (OSError, AttributeError):
        return None
    return function


def leave_what_stays() -> None:
    """Have Python never look again whether what is there by now is garbage: that stops every thread for 90 ms, on a
    busy machine for half a second.
    """
    gc.collect()
    gc.freeze()
