"""The newest events, so that whoever was away for a moment goes on where they stopped."""

from __future__ import annotations

import secrets
import threading
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from webui.connect.events import Data, GapData, HelloData, Published, number_of, publish

KEPT: Final = 1000
"""So many events are kept: about an hour of play."""


class History:
    """The newest events of one run of the program. Thread-safe."""

    def __init__(self, now: Callable[[], datetime], kept: int = KEPT) -> None:
        """``now`` is this machine's clock."""
        self._now = now
        self.run = secrets.token_hex(4)
        """By which the events of this run are told from another's."""
        self._lock = threading.Lock()
        self._events: deque[Published] = deque(maxlen=kept)
        self._number = self._trials = 0
        self._session = ""
        self._hello: HelloData | None = None
        self._listeners: tuple[Callable[[Published], None], ...] = ()
        self._wakes: tuple[Callable[[], None], ...] = ()

    def add(self, happened: Sequence[Data], session: str, hello: HelloData | None) -> None:
        """Publish what has happened in a session; ``hello`` is how the table stands after it."""
        with self._lock:
            self._session, self._hello = session, hello
            added = [self._published(data) for data in happened]
            self._events.extend(added)
            listeners, wakes = self._listeners, self._wakes
        for event in added:
            for take in listeners:
                take(event)
        if added:
            for wake in wakes:
                wake()

    def trial(self, data: Data) -> Published:
        """Return an event that is not kept, for one receiver alone; its id is no other event's, and no place to go on
        from."""
        with self._lock:
            self._trials += 1
            return publish(data, f"{self.run}-test", self._trials, self._time(), self._session)

    def _published(self, data: Data) -> Published:
        self._number += 1
        return publish(data, self.run, self._number, self._time(), self._session)

    def _time(self) -> str:
        return self._now().isoformat(timespec="milliseconds")

    def listen(self, take: Callable[[Published], None]) -> None:
        """Hand every later event to ``take``, which must not block."""
        with self._lock:
            self._listeners = (*self._listeners, take)

    def leave(self, take: Callable[[Published], None]) -> None:
        """Hand no more events to ``take``."""
        with self._lock:
            self._listeners = tuple(each for each in self._listeners if each != take)

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake``, which must not block, after new events."""
        with self._lock:
            self._wakes = (*self._wakes, wake)

    @property
    def newest(self) -> int:
        """The number of the newest event, 0 before the first."""
        return self._number

    def after(self, number: int) -> list[Published]:
        """Return the events after a number, with a `gap` ahead where some are no longer kept."""
        with self._lock:
            events = [event for event in self._events if event.number > number]
            first = events[0].number if events else self._number + 1
            missed = first - number - 1
        return [self._at(GapData(missed=missed), first - 1), *events] if missed > 0 else events

    def begin(self, last_id: str) -> tuple[int, list[Published]]:
        """Return where a listener begins, and what it gets first: `hello`, and a `gap` if its last event is unknown.

        ``last_id`` is the last event that it had; empty for a new listener, which gets what happens from now on.
        """
        number = number_of(last_id, self.run) if last_id else None
        with self._lock:
            newest, hello = self._number, self._hello
        first: list[Data] = [hello] if hello is not None else []
        if last_id and (number is None or number > newest):
            first.append(GapData(missed=None))
            number = 0
        start = newest if number is None else number
        return start, [self._at(data, start) for data in first]

    def _at(self, data: Data, number: int) -> Published:
        with self._lock:
            return publish(data, self.run, number, self._time(), self._session)
