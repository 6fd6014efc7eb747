"""A first session with an installed program: from the double click to the closed page."""

from __future__ import annotations

import json
import subprocess
import time
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

BROWSER = '#!/bin/sh\necho "$1" > /home/player/opened\n'
START_S = 120.0
VERDICT_S = 240.0
"""A loaded machine takes its time; the limit of the stop-watch is judged by the caller."""
END_S = 60.0


def wait_for(what: Callable[[], Any], within_s: float, name: str) -> Any:
    """Return what is there as soon as it is true."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        try:
            if found := what():
                return found
        except OSError:
            pass
        time.sleep(0.2)
    raise AssertionError(f"not within {within_s:.0f} s: {name}")


def state(url: str) -> dict[str, Any]:
    """Return the table's snapshot."""
    with urllib.request.urlopen(f"{url}api/state", timeout=10) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def confirm(url: str) -> None:
    """Confirm the verdict into the log."""
    body = json.dumps({"version": state(url)["version"], "name": "confirm"}).encode()
    asked = urllib.request.Request(f"{url}api/command", body, {"Content-Type": "application/json"})
    urllib.request.urlopen(asked, timeout=10).close()


def play_by_double_click(command: Sequence[str], home: Path) -> float:
    """Start the program as a desktop does, see the first verdict, save it, close the page; return seconds to it.

    The browser is a stand-in that notes what it is to open; this process is then the page.
    """
    browser = home / "browser"
    browser.write_text(BROWSER, "utf-8")
    browser.chmod(0o755)
    opened = home / "opened"
    opened.unlink(missing_ok=True)
    start_s = time.monotonic()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        try:
            wait_for(opened.exists, START_S, "the browser is opened")
            url = wait_for(lambda: opened.read_text("utf-8").strip(), START_S, "the browser has an address")
            with urllib.request.urlopen(f"{url}api/events", timeout=30) as page:
                assert page.readline()
                wait_for(lambda: state(url)["phase"] == "verdict", VERDICT_S, "the first verdict")
                took_s = time.monotonic() - start_s
                confirm(url)
            said = program.communicate(timeout=END_S)[1]
        finally:
            program.kill()
    assert f"serves {url}" in said, said
    assert program.returncode == 0, said
    return took_s
