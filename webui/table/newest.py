"""The newest value of something, for many who look at their own pace: nobody is held up by a slow one."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Newest(Generic[T]):
    """The newest value of something, and a way to wait for the next."""

    def __init__(self, first: T) -> None:
        self._changed = threading.Condition()
        self._value = first
        self._number = 0
        self._closed = False

    def put(self, value: T) -> None:
        """Replace the value and wake everybody who waits."""
        with self._changed:
            self._value, self._number = value, self._number + 1
            self._changed.notify_all()

    def get(self) -> T:
        """Return the newest value at once."""
        return self._value

    def close(self) -> None:
        """Let everybody who waits go home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def closed(self) -> bool:
        """Whether no more values will come."""
        return self._closed

    def wait(self, seen: int, timeout_s: float) -> tuple[int, T]:
        """Wait until there is a value after number ``seen``; return the newest and its number."""
        with self._changed:
            self._changed.wait_for(lambda: self._number != seen or self._closed, timeout_s)
            return self._number, self._value
