"""A phone as the camera: its pairing, and its newest frame."""

from __future__ import annotations

import math
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from vision.capture.jpeg import jpeg_size
from webui.http.auth import time_of_day
from webui.http.pairing import Pairing

FRESH_S: Final = 1.0
"""The age from which a frame is not shown."""

UNDER_WAY_S: Final = 1.0
"""How long frames may be under way that a page took before it was hidden."""

MOST_A_SECOND: Final = 40
"""The most frames a second; more are dropped."""


class TooManyPicturesError(ValueError):
    """More frames in a second than any camera gives."""


class PhoneFeed:
    """The newest frame of the phone, for the capture process: a :class:`~webui.http.server.broadcast.Feed`."""

    greeting = b""
    beat = b""
    beat_s = math.inf
    pause_s = 0.0

    def __init__(self, clock_s: Callable[[], float]) -> None:
        self._clock_s = clock_s
        self._lock = threading.Lock()
        self._jpeg, self._taken_s = b"", -math.inf
        self._number = 0
        self._come_s: deque[float] = deque(maxlen=MOST_A_SECOND)
        self._wakes: list[Callable[[], None]] = []

    def take(self, jpeg: bytes) -> None:
        """Replace the newest frame.

        :raise TooManyPicturesError: too many came within a second
        :raise ValueError: it is no whole JPEG, or too large
        """
        now_s = self._clock_s()
        with self._lock:
            if len(self._come_s) == MOST_A_SECOND and now_s - self._come_s[0] < 1.0:
                raise TooManyPicturesError("too many pictures a second")
            self._come_s.append(now_s)
        jpeg_size(jpeg)
        with self._lock:
            self._jpeg, self._taken_s, self._number = jpeg, now_s, self._number + 1
        for wake in self._wakes:
            wake()

    def forget(self) -> None:
        """Forget the frame of a phone that is gone for good."""
        with self._lock:
            self._jpeg = b""

    def newest(self) -> tuple[int, bytes] | None:
        """Return the newest frame's number, and the frame as a part of a ``multipart/x-mixed-replace`` answer."""
        with self._lock:
            if not self._jpeg or self._clock_s() - self._taken_s > FRESH_S:
                return None
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(self._jpeg)}\r\n\r\n"
            return self._number, head.encode() + self._jpeg

    def subscribe(self, wake: Callable[[], None]) -> None:
        """Call ``wake`` for each new frame."""
        self._wakes.append(wake)


class Phone:
    """The state of the phone that is the camera."""

    def __init__(
        self,
        clock_s: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], str] = time_of_day,
    ) -> None:
        self.pairing = Pairing(clock_s, wall_clock)
        self.feed = PhoneFeed(clock_s)
        self.key = secrets.token_urlsafe(16)
        """The secret with which the capture process fetches the frames."""
        self.url = ""
        """The address of the phone's page; empty while no phone may connect."""
        self.opened: Callable[[bool], None] = lambda _: None
        """Opens the server for a phone, or closes it."""
        self.changed: Callable[[], None] = lambda: None
        """Is called when a phone was paired or its sign-in ended."""
        self.arrived: Callable[[], bool] = lambda: True
        """Chooses the phone that has just connected as the source, and returns whether it was taken."""
        self._clock_s = clock_s
        self._sends = self._chosen = False
        self._hidden_s: float | None = None

    @property
    def is_here(self) -> bool:
        """Whether the paired phone has sent a frame."""
        return self._sends and self.pairing.paired is not None

    @property
    def is_chosen(self) -> bool:
        """Whether it was chosen as the source since it was paired."""
        return self._chosen

    def open(self, url: str) -> None:
        """Open for a phone, whose page is at this address."""
        self.url = url
        self.pairing.open()

    def close(self) -> None:
        """Close for phones; a paired one is signed out."""
        self.url = ""
        self.pairing.close()
        self.feed.forget()
        self.changed()

    def pair(self, code: str, address: str, name: str) -> str:
        """Pair a phone in place of the last one; return its secret.

        :raise ValueError: the code opens nothing, or too many were tried
        """
        secret = self.pairing.enter(code, address, name)
        self._sends = self._chosen = False
        self._hidden_s = None
        self.changed()
        return secret

    def take(self, jpeg: bytes) -> None:
        """Take a frame of the paired phone.

        :raise ValueError: it is no picture, or one too many
        """
        self.feed.take(jpeg)
        news, self._sends = not self._sends, True
        if self._hidden_s is not None and self._clock_s() - self._hidden_s > UNDER_WAY_S:
            news, self._hidden_s = True, None
        # Once for each pairing: who comes back after a while does not push another camera aside.
        self._chosen = self._chosen or self.arrived()
        if news:
            self.changed()

    def hide(self) -> None:
        """Note that its page is hidden, as of a locked phone, until its next frame."""
        news, self._hidden_s = self._hidden_s is None, self._clock_s()
        if news:
            self.changed()

    def end(self) -> None:
        """End the sign-in of the phone."""
        self.pairing.end()
        self.feed.forget()
        self.changed()

    def host_view(self) -> dict[str, Any] | None:
        """Return the state that the Host's page shows; None while no phone may connect."""
        if not self.url:
            return None
        paired = self.pairing.paired
        return {
            "url": self.url,
            "code": self.pairing.code,
            "name": paired.name if paired else None,
            "since": paired.since if paired else None,
            "sends": self.is_here,
            "hidden": self._hidden_s is not None,
        }
