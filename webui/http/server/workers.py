"""Worker pools that answer complete requests: the Host's apart from guests', quick ones apart from slow ones."""

from __future__ import annotations

import queue
import threading
import time
from typing import Final, Protocol

SLOW: Final = (
    "/preview.jpg",
    "/session",
    "/api/odds",
    "/api/resolve",
    "/api/tell",
    "/export",
    "/api/log",
    "/api/galleries",
    "/api/enrolment/pictures",
    "/print/",
)
"""Addresses whose answers may take long: they open cameras, compute odds or send whole sessions."""


class Call(Protocol):
    """A connection with a complete request."""

    def answer(self) -> None:
        """Answer the request."""
        ...


class WorkerPool:
    """A pool of threads, started as they are needed."""

    def __init__(self, name: str, most: int) -> None:
        self._name = name
        self._most = most
        self._calls: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._busy = 0

    def put(self, call: Call) -> None:
        """Queue a call for the next free thread."""
        with self._lock:
            self._busy += 1
            if self._busy > len(self._threads) < self._most:
                self._threads.append(self._started())
        self._calls.put(call)

    def stop(self, until_s: float) -> None:
        """Stop the threads; one that still works at ``until_s`` (monotonic clock, seconds) is abandoned."""
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join(max(0.0, until_s - time.monotonic()))

    def _started(self) -> threading.Thread:
        name = f"{self._name} {len(self._threads)}"
        thread = threading.Thread(target=self._run, name=name, daemon=True)
        thread.start()
        return thread

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                call.answer()
            finally:
                with self._lock:
                    self._busy -= 1


class WorkerPools:
    """The four pools: however much guests ask for, threads are left for the Host's machine."""

    def __init__(self) -> None:
        self._host = WorkerPool("host", 12)
        self._host_slow = WorkerPool("host slow", 4)
        self._guests = WorkerPool("guests", 6)
        self._guests_slow = WorkerPool("guests slow", 2)

    def start(self) -> None:
        """Nothing to do: threads start with the first call."""

    def put(self, call: Call, path: str, at_home: bool) -> None:
        """Queue a call in the pool of its kind."""
        slow = path.startswith(SLOW)
        if at_home:
            (self._host_slow if slow else self._host).put(call)
        else:
            (self._guests_slow if slow else self._guests).put(call)

    def stop(self, timeout_s: float) -> None:
        """Stop all pools within a time."""
        until_s = time.monotonic() + timeout_s
        for workers in (self._host, self._host_slow, self._guests, self._guests_slow):
            workers.stop(until_s)
