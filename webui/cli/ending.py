"""How a program that serves ends."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Final

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)


def end_gently() -> None:
    """Let a termination end as Ctrl-C does: everything is closed and nothing lost."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Asked twice it must not end half closed: threads that nobody ends would keep the program for ever.
        for number in ENDINGS:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    for number in ENDINGS:
        signal.signal(number, stop)
