"""The end of a program that serves."""

from __future__ import annotations

import signal
import time
from types import FrameType
from typing import Final, NoReturn

ENDINGS: Final = (signal.SIGINT, signal.SIGTERM)
CHECKS_EVERY_S: Final = 0.5


class Ending:
    """Whether the program was asked to end; a waiting thread checks.

    The interrupt itself may be lost: Python swallows exceptions in callbacks of its garbage collector.
    """

    def __init__(self) -> None:
        self.asked = False

    def check(self) -> None:
        """Raise if the program was asked to end.

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


def handle_termination() -> Ending:
    """Handle a termination like Ctrl-C: everything is closed, and nothing is lost."""
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
