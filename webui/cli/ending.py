"""How a program that serves ends."""

from __future__ import annotations

import signal
import time
from types import FrameType
from typing import Final, NoReturn

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)
CHECKS_EVERY_S: Final = 0.5


class Ending:
    """Whether the program was asked to end; who waits for the end checks.

    The interrupt that says so is lost where Python swallows what is raised, as in callbacks of its garbage collection.
    """

    def __init__(self) -> None:
        self.asked = False

    def check(self) -> None:
        """End if that was asked.

        :raise KeyboardInterrupt: it was
        """
        if self.asked:
            raise KeyboardInterrupt

    def wait(self) -> NoReturn:
        """Wait for the end.

        :raise KeyboardInterrupt: it was asked for
        """
        while True:
            self.check()
            time.sleep(CHECKS_EVERY_S)


def end_gently() -> Ending:
    """Let a termination end as Ctrl-C does: everything is closed and nothing lost."""
    ending = Ending()

    def stop(_number: int, _frame: FrameType | None) -> None:
        # Asked twice it must not end half closed: threads that nobody ends would keep the program for ever.
        for number in ENDINGS:
            signal.signal(number, signal.SIG_IGN)
        ending.asked = True
        raise KeyboardInterrupt

    for number in ENDINGS:
        signal.signal(number, stop)
    return ending
