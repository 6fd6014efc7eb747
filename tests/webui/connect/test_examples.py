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
EXAMPLES = {"python": "examples/stream.py", "javascript": "examples/stream.mjs"}
LINES = {"python": 14, "javascript": 12}


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[tuple[Live, str]]:
    with program(Live(tmp_path)) as found:
        yield found


@pytest.mark.parametrize("language", EXAMPLES)
def test_an_example_is_the_file_that_it_names(language: str) -> None:
    (shown,) = re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    file = (ROOT / EXAMPLES[language]).read_text(encoding="utf-8")
    assert file.endswith(shown)
    assert len(shown.split("\n\n")[-1].splitlines()) <= LINES[language]


@pytest.mark.parametrize(("language", "command"), [("python", sys.executable), ("javascript", "node")])
def test_an_example_prints_each_verdict(serving: tuple[Live, str], language: str, command: str) -> None:
    live, address = serving
    token = live.connections.make_token("an example")
    called = [command, str(ROOT / EXAMPLES[language]), address, token]
    with subprocess.Popen(called, stdout=subprocess.PIPE, text=True) as example:
        assert example.stdout is not None
        lines: list[str] = []
        reading = threading.Thread(target=lines.extend, args=(iter(example.stdout.readline, ""),))
        reading.start()
        try:
            (kept,) = live.connections.tokens.all()
            until(lambda: live.connections.tokens.used(kept.key))
            live.look()
            flip_two(live)
            until(lambda: lines)
        finally:
            example.terminate()
            reading.join(20)
    assert "9" in lines[0]
    assert "6" in lines[0]
