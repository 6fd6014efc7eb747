"""The real program in a process of its own, as a user starts it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

START_S = 120.0
STANDING = ("source", "phase", "throw", "seats", "loose", "uncounted", "question")
"""What the report of a failed test tells of the table."""


class Program:
    """`clashcam play` on a free port, its data in a folder of the test's. Use as a context manager.

    A first start is declined as soon as it serves, unless ``first_start``: the table's page would lead to it.
    """

    def __init__(self, source: str, data: Path, *options: str, first_start: bool = False) -> None:
        self._declines = not first_start
        self._command = [
            sys.executable, "-c", "from webui.cli import main; main()",
            "play", source, "--port", "0", "--no-browser", "--data", str(data), *options,
        ]  # fmt: skip
        self.url = ""

    def __enter__(self) -> Program:
        self._log = Path(self._command[self._command.index("--data") + 1]) / "stderr.txt"
        self._log.parent.mkdir(parents=True, exist_ok=True)
        with self._log.open("w") as log:
            self._process = subprocess.Popen(self._command, stderr=log, stdin=subprocess.DEVNULL)
        self._wait_until_healthy(time.monotonic() + START_S)
        if self._declines and self.state()["wizard"]:
            self.order("wizard-done")
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is not None:
                self._tell_how_it_stands()
        finally:
            self._end()

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise

    @contextmanager
    def standing_still(self) -> Iterator[None]:
        """Let it stand still meanwhile, as the program of a laptop that sleeps: its connections stay open."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it without any warning, as an unplugged machine would."""
        self._process.kill()
        self._process.wait(timeout=60)

    @property
    def process_id(self) -> int:
        """The number that the system gave the process."""
        return self._process.pid

    @property
    def errors(self) -> str:
        """What it wrote to standard error."""
        return self._log.read_text()

    def state(self) -> dict[str, Any]:
        """The table as the Host sees it."""
        with urllib.request.urlopen(f"{self.url}api/state", timeout=60) as answer:
            state: dict[str, Any] = json.load(answer)
            return state

    def order(self, name: str) -> None:
        """Give a command without arguments, of the newest version."""
        document = json.dumps({"version": self.state()["version"], "name": name}).encode()
        request = urllib.request.Request(
            f"{self.url}api/command", document, {"Content-Type": "application/json"}
        )
        urllib.request.urlopen(request, timeout=60).close()

    def _tell_how_it_stands(self) -> None:
        """Print what the report of a test that failed needs: what it wrote, and what it takes the table for."""
        print(self.errors)
        if self._process.poll() is None:
            state = self.state()
            print(json.dumps({name: state[name] for name in STANDING}, indent=1))

    def wait_for_source(self, kind: str, state: str, within_s: float = 60.0) -> None:
        """Wait until it looks through such a source, and that is so."""
        until_s = time.monotonic() + within_s
        while (source := self.state()["source"]) and (source["kind"], source["state"]) != (kind, state):
            assert time.monotonic() < until_s, source
            time.sleep(0.1)

    def _wait_until_healthy(self, deadline: float) -> None:
        while time.monotonic() < deadline:
            found = re.search(r"serves (http://\S+)", self.errors)
            if found and self._is_healthy(found[1]):
                self.url = found[1]
                return
            if self._process.poll() is not None:
                raise AssertionError(f"the program ended early: {self.errors}")
            time.sleep(0.1)
        self.kill()
        raise AssertionError(f"the program did not answer in {START_S} s: {self.errors}")

    def _is_healthy(self, url: str) -> bool:
        try:
            with urllib.request.urlopen(f"{url}healthz", timeout=30):
                return True
        except (urllib.error.URLError, OSError):
            return False
