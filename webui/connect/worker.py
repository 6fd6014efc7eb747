"""Hands events on to one receiver, in a thread that sleeps while there is nothing to do.

What the queue promises: each of the newest :data:`QUEUED` events is tried until the receiver takes it or refuses it,
as long as the program runs; an event may come twice, and bears the same id then.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from webui.connect.events import Published
from webui.connect.faults import DeliveryError, UndeliverableError
from webui.i18n.refusals import RefusedError

log = logging.getLogger(__name__)

QUEUED: Final = 256
"""So many events wait for a receiver that is away; then the oldest goes."""

FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 60.0
"""How long to wait before the next try: a second at first, twice as long each time, a minute at most."""


class Receiver(Protocol):
    """The other end of a connection."""

    kinds: frozenset[str] | None
    """The names of the events that it takes; None: all."""

    def deliver(self, event: Published) -> str:
        """Deliver an event, and return the receiver's answer in short.

        :raise DeliveryError: try again later
        :raise UndeliverableError: do not
        """
        ...

    def watch(self, on_lost: Callable[[], None]) -> None:
        """Call ``on_lost``, from any thread, when a standing connection has ended."""
        ...

    def keep_up(self) -> str:
        """Do what keeps a standing connection, and return how it stands; empty without one.

        :raise DeliveryError: try again later
        :raise UndeliverableError: do not
        """
        ...

    def close(self) -> None:
        """End the connection."""
        ...


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of the last try: the receiver's answer, or the fault."""

    at: datetime
    said: str
    fault: RefusedError | None = None


class Worker:
    """The queue of one receiver, and the thread that empties it."""

    def __init__(
        self, name: str, receiver: Receiver, now: Callable[[], datetime], limit: int = QUEUED
    ) -> None:
        """``now`` is this machine's clock; ``limit`` is how many events wait at most."""
        self._receiver, self._now, self._limit = receiver, now, limit
        self._news = threading.Condition()
        self._queue: deque[Published] = deque()
        self._trial: Published | None = None
        self._stopping = self._nudged = False
        self._wait_s, self._again_s = 0.0, 0.0
        self.lost = 0
        """How many events went because the queue was full, or because the receiver refused them."""
        self.answer: Answer | None = None
        self._thread = threading.Thread(target=self._run, name=f"connection-{name}", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, wait_s: float = 0.0) -> None:
        """Stop; what waits is given up. ``wait_s``: how long to wait for the thread's end."""
        with self._news:
            self._stopping = True
            self._news.notify()
        if wait_s and self._thread.is_alive():
            self._thread.join(wait_s)

    @property
    def waiting(self) -> int:
        """How many events wait."""
        return len(self._queue)

    def take(self, event: Published) -> None:
        """Queue an event if the receiver takes its kind; never blocks."""
        if self._receiver.kinds is not None and event.event not in self._receiver.kinds:
            return
        with self._news:
            self._queue.append(event)
            if len(self._queue) > self._limit:
                self._queue.popleft()
                self.lost += 1
            self._news.notify()

    def test(self, event: Published) -> None:
        """Deliver a trial at once, ahead of all that waits."""
        with self._news:
            self._trial = event
            self._news.notify()

    def nudge(self) -> None:
        """Let the receiver look after its connection; from any thread."""
        with self._news:
            self._nudged = True
            self._news.notify()

    def _run(self) -> None:
        while True:
            with self._news:
                while not self._stopping and not self._is_due():
                    self._news.wait(self._patience_s())
                if self._stopping:
                    break
                trial, self._trial = self._trial, None
                event = trial or (self._queue[0] if self._queue else None)
            if event is None:
                self._keep_up()
            else:
                self._try(event, is_trial=trial is not None)
        self._receiver.close()

    def _is_due(self) -> bool:
        if self._trial is not None:
            return True
        return bool(self._queue or self._nudged) and time.monotonic() >= self._again_s

    def _patience_s(self) -> float | None:
        """How long to sleep if nothing comes: until the next try; for ever while nothing waits."""
        return max(0.0, self._again_s - time.monotonic()) if self._queue or self._nudged else None

    def _keep_up(self) -> None:
        self._nudged = False
        try:
            said = self._receiver.keep_up()
        except DeliveryError as fault:
            self.answer = Answer(self._now(), "", fault)
            self._nudged = True
            self._wait(fault.wait_s)
            return
        except UndeliverableError as fault:
            self.answer = Answer(self._now(), "", fault)
            return
        self._wait_s, self._again_s = 0.0, 0.0
        if said:
            self.answer = Answer(self._now(), said)

    def _try(self, event: Published, *, is_trial: bool) -> None:
        try:
            said = self._receiver.deliver(event)
        except DeliveryError as fault:
            self.answer = Answer(self._now(), "", fault)
            if not is_trial:
                self._wait(fault.wait_s)
            return
        except UndeliverableError as fault:
            self.answer = Answer(self._now(), "", fault)
            self.lost += 0 if is_trial else 1
        except Exception:
            # A receiver's own fault must not end the thread: the event is given up, and the log says why.
            log.exception("an event could not be handed on")
            self.answer = Answer(self._now(), "", UndeliverableError("connect-broken"))
            self.lost += 0 if is_trial else 1
        else:
            self.answer = Answer(self._now(), said)
        self._wait_s, self._again_s = 0.0, 0.0
        if not is_trial:
            with self._news:
                if self._queue and self._queue[0] is event:
                    self._queue.popleft()

    def _wait(self, asked_s: float) -> None:
        """Let the receiver alone for a while: as long as it asks for, else twice as long as last time."""
        self._wait_s = min(LONGEST_WAIT_S, max(FIRST_WAIT_S, 2 * self._wait_s))
        self._again_s = time.monotonic() + max(self._wait_s, asked_s)
