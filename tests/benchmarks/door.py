"""Does the Host come in while the door is full? ``python -m tests.benchmarks.door``.

The program runs in a process of its own. Two hundred pages listen, half of which take nothing of what they are sent;
a hundred clients trickle: headers byte by byte, bodies that stop half way, answers that are not read. Whoever is
sent away comes again. Meanwhile the Host's page is opened and orders are given, one after another.
"""

from __future__ import annotations

import argparse
import json
import selectors
import socket
import statistics
import tempfile
import threading
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.benchmarks.heading import heading
from tests.browser.program import Program

LIMIT_S: Final = 1.0
EVENTS: Final = b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
BODY: Final = b"POST /api/command HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000\r\n\r\n{"
SHEET: Final = b"GET /static/all.css HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
HEAD: Final = b"GET /api/state HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@dataclass
class Guest:
    """A client that is a burden: what it says first, what it goes on saying, and whether it listens."""

    begins: bytes
    is_active: bytes
    listens: bool
    socket: socket.socket | None = None
    heard: int = 0
    came: int = 0

    def come(self, address: tuple[str, int], selector: selectors.BaseSelector) -> None:
        """Connect and say the first."""
        try:
            self.socket = socket.create_connection(address, timeout=0.2)
            self.socket.sendall(self.begins)
        except OSError:  # Not all of a hundred requests may be taken at once.
            if self.socket is None:
                return
        self.came += 1
        self.socket.setblocking(False)
        if self.listens:
            selector.register(self.socket, selectors.EVENT_READ, self)

    def go(self, selector: selectors.BaseSelector) -> None:
        """Hang up."""
        if self.socket is not None:
            if self.listens:
                selector.unregister(self.socket)
            self.socket.close()
            self.socket = None


def guests(streams: int, tricklers: int) -> list[Guest]:
    """Return all burdens: listeners, half of them deaf, and a third each of the three that trickle."""
    listening = [Guest(EVENTS, b"", number % 2 == 0) for number in range(streams)]
    kinds = [(HEAD, b"x"), (BODY, b""), (SHEET, b"")]
    return listening + [Guest(*kinds[number % 3], False) for number in range(tricklers)]


@dataclass
class Crowd:
    """All guests, in one thread."""

    address: tuple[str, int]
    guests: list[Guest]
    here: threading.Event = field(default_factory=threading.Event)
    enough: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Be a burden until it is enough."""
        selector = selectors.DefaultSelector()
        while not self.enough.is_set():
            for guest in self.guests:
                if guest.socket is None:
                    guest.come(self.address, selector)
            self.here.set()
            self._go_on(selector)
            self._listen(selector, time.monotonic() + 0.5)
        for guest in self.guests:
            guest.go(selector)

    def _go_on(self, selector: selectors.BaseSelector) -> None:
        for guest in self.guests:
            if guest.socket is not None and guest.is_active:
                try:
                    guest.socket.send(guest.is_active)
                except OSError:
                    guest.go(selector)

    def _listen(self, selector: selectors.BaseSelector, until_s: float) -> None:
        while (left_s := until_s - time.monotonic()) > 0:
            for key, _ in selector.select(left_s):
                guest: Guest = key.data
                assert guest.socket is not None
                try:
                    heard = len(guest.socket.recv(1 << 16))
                except OSError:
                    heard = 0
                guest.heard += heard
                if not heard:
                    guest.go(selector)


def timed(url: str, body: bytes | None = None) -> float:
    """Ask for something and read the whole answer; return the seconds that it took."""
    begin_s = time.perf_counter()
    with urllib.request.urlopen(url, body, timeout=30) as answer:
        answer.read()
    return time.perf_counter() - begin_s


def order(url: str, turn: int) -> float:
    """Give an order as the page does; return the seconds that it took."""
    with urllib.request.urlopen(f"{url}api/state", timeout=30) as answer:
        version = json.load(answer)["version"]
    return timed(f"{url}api/command", json.dumps({"version": version, "name": "view", "turn": turn}).encode())


def measured(program: Program, crowd: list[Guest], seconds: float) -> dict[str, list[float]]:
    """Ask and order for some time while the crowd is there; return the seconds of each."""
    host, port = program.url.removeprefix("http://").rstrip("/").split(":")
    burden = Crowd((host, int(port)), crowd)
    thread = threading.Thread(target=burden.run, daemon=True)
    thread.start()
    took: dict[str, list[float]] = {"page": [], "order": []}
    try:
        assert burden.here.wait(60)
        until_s = time.monotonic() + seconds
        while time.monotonic() < until_s:
            took["page"].append(timed(program.url))
            took["order"].append(order(program.url, 90 * (len(took["order"]) % 4)))
            time.sleep(0.05)
    finally:
        burden.enough.set()
        thread.join(10)
    return took


def main() -> None:
    """Print how long the Host waited."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--tricklers", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--source", default="demo")
    asked = parser.parse_args()
    print(heading(f"{asked.streams} streams, {asked.tricklers} that trickle, {asked.seconds:g} s"))
    crowd = guests(asked.streams, asked.tricklers)
    with tempfile.TemporaryDirectory() as folder, Program(asked.source, Path(folder)) as program:
        took = measured(program, crowd, asked.seconds)
    for what, seconds in took.items():
        late = sum(each > LIMIT_S for each in seconds)
        median, worst = statistics.median(seconds), max(seconds)
        print(f"{what:8} n {len(seconds)}  median {median:.3f} s  worst {worst:.3f} s  over 1 s: {late}")
    heard = sum(guest.heard > 0 for guest in crowd)
    print(f"listeners that heard {heard}, connections made {sum(guest.came for guest in crowd)}")


if __name__ == "__main__":
    main()
