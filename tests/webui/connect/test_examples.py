"""The examples of the guide run, and are the files that they name."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.played import program
from tests.webui.connect.receivers import until
from tests.webui.http.live import Live, flip_two

ROOT = Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs" / "connect.md"
STREAMS = {"examples/stream.py": sys.executable, "examples/stream.mjs": "node"}
COMMAND = "examples/command.py"
LINES = {"examples/stream.py": 14, "examples/stream.mjs": 12, COMMAND: 14}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple[Live, str]]:
    with program(Live(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("example", LINES)
def test_an_example_is_the_file_that_it_names(example: str) -> None:
    named = rf"\[{re.escape(example)}\][^\n]*:\n\n```\w+\n(.*?)```"
    (shown,) = re.findall(named, GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    file = (ROOT / example).read_text(encoding="utf-8")
    assert file.endswith(shown)
    assert len(shown.split("\n\n")[-1].splitlines()) <= LINES[example]


@pytest.mark.parametrize(("example", "command"), STREAMS.items())
def test_an_example_prints_each_verdict(serving: tuple[Live, str], example: str, command: str) -> None:
    live, address = serving
    token = live.connections.make_token("an example")
    called = [command, str(ROOT / example), address, token]
    with subprocess.Popen(called, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        lines: list[str] = []
        reading = threading.Thread(target=lines.extend, args=(iter(running.stdout.readline, ""),))
        reading.start()
        try:
            (kept,) = live.connections.tokens.all()
            until(lambda: live.connections.tokens.used(kept.key))
            live.look()
            flip_two(live)
            until(lambda: lines)
        finally:
            running.terminate()
            reading.join(20)
    assert "9" in lines[0]
    assert "6" in lines[0]


def test_the_example_gives_a_command_or_prints_why_not(serving: tuple[Live, str]) -> None:
    live, address = serving
    token = live.connections.make_token("an example", commands=True)

    def gives(command: str) -> tuple[int, str]:
        called = [sys.executable, str(ROOT / COMMAND), address, token, command]
        ended = subprocess.run(called, capture_output=True, text=True, timeout=60, check=False)
        return ended.returncode, (ended.stdout + ended.stderr).strip()

    assert gives("confirm") == (1, "There is no verdict to confirm yet.")
    live.look()
    flip_two(live)
    assert gives("confirm") == (0, "done: confirm")
    assert live.state()["phase"] == "confirmed"
