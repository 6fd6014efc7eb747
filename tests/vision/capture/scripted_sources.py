"""Sources that behave as badly as drivers do, for the capture process to survive."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from vision.capture.spec import LayWish, SourceError, SourceSpec, TimedFrame

STEP_S = 0.01


@dataclass
class Scripted:
    """Counts up: frame ``k`` is filled with ``k`` and has the moment ``k / 100``. ``address`` is its script.

    ``frames 20``: so many, then the end. ``endless``: until killed. ``stuck 5``: the sixth read never returns.
    ``dies 5``: the process is killed at the sixth read. ``breaks 5``: the sixth read raises. ``absent``: cannot be
    opened.
    ``wishes``: each frame is filled with the number of what it is to lay, 255 for nothing.
    ``counts``: each frame's green is how many were passed over before it.
    ``half 20``: so many, at half the rate.
    ``slow 5``: opens in so many steps of a quarter of a second.
    ``grows``: three frames, each larger. ``once FILE``: endless, but stuck after 5 until FILE exists, which the
    second opening makes.
    """

    spec: SourceSpec
    count: int = 0
    wish: int = 255
    passed: int = 0
    on_progress: Callable[[], None] = field(default=lambda: None)

    def take_wish(self, wish: LayWish | None) -> None:
        self.wish = wish.number if wish else 255

    def pass_over(self) -> None:
        self.passed += 1
        time.sleep(STEP_S)

    def open(self) -> None:
        self.verb, _, self.argument = self.spec.address.partition(" ")
        if self.verb == "absent":
            raise SourceError("absent: not there;\n plug it in")
        if self.verb == "slow":
            for _ in range(int(self.argument)):
                time.sleep(0.25)
                self.on_progress()
        if self.verb == "once":
            self.again = Path(self.argument).exists()
            Path(self.argument).touch()

    def read(self) -> TimedFrame | None:
        self.count += 1
        number = self.count - 1
        limit = int(self.argument) if self.argument.isdecimal() and self.verb != "slow" else 10**9
        if number >= limit or (self.verb == "once" and not self.again and number >= 5):
            return self._last_act()
        if self.verb == "grows" and number == 3:
            return None
        if self.spec.live:
            time.sleep(STEP_S)
        side = 40 * (number + 1) if self.verb == "grows" else 40
        filling = self.wish if self.verb == "wishes" else number % 256
        frame = np.full((side, side + 8, 3), filling, np.uint8)
        if self.verb == "counts":
            frame[:, :, 1] = self.passed % 256
        frame[side // 2] = 255  # No camera's picture is black all over.
        rate = 50 if self.verb == "half" else 100
        return TimedFrame(frame, time.monotonic() if self.spec.live else number / rate)

    def close(self) -> None:
        pass

    def _last_act(self) -> TimedFrame | None:
        if self.verb in ("stuck", "once"):
            time.sleep(3600)
        if self.verb == "dies":
            os.kill(os.getpid(), signal.SIGTERM if os.name == "nt" else signal.SIGKILL)
        if self.verb == "breaks":
            raise SourceError("scripted: broke off")
        return None


def open_scripted(spec: SourceSpec) -> Scripted:
    return Scripted(spec)
