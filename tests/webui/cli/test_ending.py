"""Ending `clashcam play`: gently, however often it is asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from webui.cli.ending import ENDINGS, handle_termination

PATIENCE_S = 90
"""A loaded machine takes its time; only a program that never ends fails."""


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
def test_asked_twice_to_end_it_still_ends(tmp_path: Path) -> None:
    words = ["play", "demo", "--no-browser", "--port", "0", "--data", str(tmp_path)]
    command = [sys.executable, "-c", "from webui.cli import main; main()", *words]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            assert program.stderr is not None
            assert "serves http" in program.stderr.readline()
            program.send_signal(signal.SIGTERM)
            program.send_signal(signal.SIGINT)
            said = program.communicate(timeout=PATIENCE_S)[1]
        finally:
            program.kill()
    assert program.returncode == 0
    assert "Goodbye; the log is kept." in said


def test_an_end_that_was_asked_for_while_nobody_could_hear_comes_at_the_next_check() -> None:
    before = {number: signal.getsignal(number) for number in ENDINGS}
    try:
        ending = handle_termination()
        ending.check()
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            ending.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
