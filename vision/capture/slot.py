"""One place in shared memory for the newest frame, between the capture process and the vision process."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory
from multiprocessing.synchronize import Lock
from struct import Struct
from typing import Final

import numpy as np

from vision.capture.waits import STALL_S
from vision.types import Frame

HEADER: Final = Struct("qqqqd")
"""Whether the slot is full, the frame's index, height and width, and its time in seconds."""


class SlotStuckError(TimeoutError):
    """The other process died, or was killed, in the middle of a copy."""


@dataclass(frozen=True, slots=True)
class Captured:
    """A frame, its time on the source's clock in seconds, and its number from 0, dropped ones counted."""

    frame: Frame
    t_s: float
    index: int


class Slot:
    """Shared memory that holds one frame; the lock is held only for the copy."""

    def __init__(self, memory: SharedMemory, lock: Lock, *, owner: bool) -> None:
        self._memory = memory
        self._lock = lock
        # Freed even if nobody closes it: when this is collected, or when the program ends.
        self._free = weakref.finalize(self, memory.unlink) if owner else None

    @classmethod
    def create(cls, frame_bytes: int, lock: Lock) -> Slot:
        """Create a slot for frames of at most this many bytes; the creator frees it."""
        return cls(SharedMemory(create=True, size=HEADER.size + frame_bytes), lock, owner=True)

    @classmethod
    def attach(cls, name: str, lock: Lock) -> Slot:
        """Open a slot that the other process made."""
        return cls(SharedMemory(name), lock, owner=False)

    @property
    def name(self) -> str:
        """Name by which the other process attaches."""
        return self._memory.name

    @property
    def frame_bytes(self) -> int:
        """The largest frame that fits."""
        return self._memory.size - HEADER.size

    def put(self, captured: Captured) -> bool:
        """Copy a frame in, over any other; return whether the last one had been taken.

        :raise SlotStuckError: if the reader never releases the lock.
        """
        height, width = captured.frame.shape[:2]
        with self._held():
            was_full, *_ = HEADER.unpack_from(self._buffer)
            np.copyto(self._pixels(height, width), captured.frame)
            HEADER.pack_into(self._buffer, 0, 1, captured.index, height, width, captured.t_s)
        return not was_full

    def take(self) -> Captured | None:
        """Copy the frame out and mark the slot empty; None if it is empty.

        :raise SlotStuckError: if the writer never releases the lock.
        """
        with self._held():
            full, index, height, width, t_s = HEADER.unpack_from(self._buffer)
            if not full:
                return None
            frame = self._pixels(height, width).copy()
            HEADER.pack_into(self._buffer, 0, 0, index, height, width, t_s)
        return Captured(frame, t_s, index)

    def close(self) -> None:
        """Release the memory, and free it if this side created it."""
        self._memory.close()
        if self._free is not None:
            self._free()

    def _pixels(self, height: int, width: int) -> Frame:
        """Return a view of the frame; it must not outlive the call, or the memory refuses to close."""
        return np.ndarray((height, width, 3), np.uint8, self._buffer, HEADER.size)

    @property
    def _buffer(self) -> memoryview:
        buffer = self._memory.buf
        if buffer is None:
            raise ValueError("the frame slot is closed")
        return buffer

    @contextmanager
    def _held(self) -> Iterator[None]:
        if not self._lock.acquire(timeout=STALL_S):
            raise SlotStuckError("the frame slot is held by a process that is gone")
        try:
            yield
        finally:
            self._lock.release()
