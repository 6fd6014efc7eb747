"""Do bodies fill the program's memory? ``python -m tests.benchmarks.strangers``.

The program runs in a process of its own. In each wave many callers announce as large a document as a guest may send,
send nearly all of it, and hang up: first strangers, whose requests say that a proxy passed them on, then guests who
have shown the code. The program's memory is looked at while they are there, and once they have gone.
"""

from __future__ import annotations

import argparse
import json
import re
import socket
import tempfile
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from tests.benchmarks.processes import memory_mb
from tests.browser.program import Program
from webui.http.server.door import DOCUMENT_LIMIT

HEAD: Final = (
    f"POST /api/resolve HTTP/1.1\r\nHost: localhost\r\nContent-Length: {DOCUMENT_LIMIT}\r\n"
    "X-Forwarded-For: 203.0.113.9\r\n"
)
SETTLED_S: Final = 6.0
"""The time in which what nobody uses any more is given back."""


def connected(program: Program) -> socket.socket:
    """Return a connection to the program."""
    host, port = program.url.removeprefix("http://").rstrip("/").split(":")
    return socket.create_connection((host, int(port)), timeout=5)


def cookie(program: Program) -> str:
    """Open the network, and show the code as a guest does; return the cookie."""
    body = json.dumps({"version": program.state()["version"], "name": "network", "allow": True}).encode()
    urllib.request.urlopen(f"{program.url}api/command", body, timeout=30).close()
    while not (codes := program.state()["network"]["codes"]):
        time.sleep(0.1)
    with connected(program) as caller:
        line = f"GET /join?code={codes['players']} HTTP/1.1\r\nHost: localhost\r\nVia: x\r\n"
        caller.sendall(f"{line}Connection: close\r\n\r\n".encode())
        found = re.search(r"Set-Cookie: (clashcam=[^;]+)", caller.recv(1 << 16).decode())
    assert found is not None
    return found[1]


def wave(program: Program, callers: int, shown: str) -> float:
    """Let so many callers send their documents, and hang up; return the memory while all are there, in MB."""
    head = f"{HEAD}Cookie: {shown}\r\n\r\n".encode()
    with ExitStack() as stack:
        for _ in range(callers):
            caller = stack.enter_context(connected(program))
            try:
                caller.sendall(head + b"x" * (DOCUMENT_LIMIT - 1000))
            except OSError:  # It was refused.
                continue
        return memory_mb(program.process_id)


def main() -> None:
    """Print the program's memory before, during and after."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--callers", type=int, default=200)
    parser.add_argument("--waves", type=int, default=4)
    asked = parser.parse_args()
    print(heading(f"{asked.waves} waves of {asked.callers} callers, {DOCUMENT_LIMIT} bytes each"))
    with tempfile.TemporaryDirectory() as folder:
        still = Path(folder) / "pictures"
        still.mkdir()
        cv2.imwrite(str(still / "1.png"), np.full((90, 160, 3), 90, np.uint8))
        with Program(str(still), Path(folder) / "data") as program:
            time.sleep(SETTLED_S)
            print(f"before    {memory_mb(program.process_id):4.0f} MB")
            for who in ("strangers", "guests"):
                shown = cookie(program) if who == "guests" else ""
                during = [wave(program, asked.callers, shown) for _ in range(asked.waves)]
                time.sleep(SETTLED_S)
                most, after = max(during), memory_mb(program.process_id)
                print(f"{who:9} {most:4.0f} MB while they are there, {after:4.0f} MB once they have gone")


if __name__ == "__main__":
    main()
