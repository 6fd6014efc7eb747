"""The newest value of something, for many readers at their own pace."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """A newest value with its number; subscribers are called for each new one."""

    def __init__(self, first: T) -> None:
        self._lock = threading.Lock()
        self._value = first
        self._number = 0
        self._closed = False
        self._wakes: list[Callable[[], None]] = []

    def put(self, value: T) -> None:
        """Replace the value, and call all subscribers."""
        with self._lock:
            self._value, self._number = value, self._number + 1
        self._wake_all()

    def get(self) -> T:
        """Return the newest value, without waiting."""
        return self._value

    def numbered(self) -> tuple[int, T]:
        """Return the newest value and its number."""
        with self._lock:
            return self._number, self._value

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake``, which must not block, after every new value and at the end."""
        self._wakes.append(wake)

    def close(self) -> None:
        """End: no more values come, and all subscribers are called."""
        self._closed = True
        self._wake_all()

    @property
    def closed(self) -> bool:
        """Whether no more values will come."""
        return self._closed

    def _wake_all(self) -> None:
        for wake in self._wakes:
            wake()
