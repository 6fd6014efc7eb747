"""How the program keeps its memory small and its threads unhurried over a long session."""

from __future__ import annotations

import gc
import threading
import time
from typing import Final

from vision.memory import TRIM_EVERY_S, ask_system_from, trim_memory

PICTURE_BYTES: Final = 2 << 20
"""The size from which memory is mapped separately: that of a camera's frame, but of nothing that its recognition
allocates hundreds of times (figures: decision 062)."""


def map_frames_separately() -> None:
    """Map large blocks such as frames separately, so that they go back whole and leave no holes."""
    ask_system_from(PICTURE_BYTES)


def give_memory_back() -> None:
    """Give unused memory back to the system, in a thread of its own."""
    threading.Thread(target=trim_memory, name="trimmer", daemon=True).start()


class MemoryTrimmer:
    """Gives unused memory back to the system after each throw and once a minute; the table does not wait."""

    def __init__(self) -> None:
        self._logged = 0
        self._trimmed_s = time.monotonic()

    def follow(self, entries: int) -> None:
        """Take in how many entries the log has."""
        before, self._logged = self._logged, entries
        now_s = time.monotonic()
        if before != self._logged or now_s - self._trimmed_s >= TRIM_EVERY_S:
            self._trimmed_s = now_s
            give_memory_back()


def freeze_garbage_collector() -> None:
    """Exempt all present objects from garbage collection: it would stop every thread for 90 ms, on a
    busy machine for half a second.
    """
    gc.collect()
    gc.freeze()
