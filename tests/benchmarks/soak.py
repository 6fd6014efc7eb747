"""A session that does not end: ``python -m tests.benchmarks.soak --hours 8``.

The program plays a recording of so many hours as fast as it goes, in a process of its own. Three browsers' worth of
listeners follow it: the Host's, the TV's and a player's events, each with the picture beside them; the Host confirms
what is judged and looks at the log. Told are the memory of the program and of its capture process after the first
tenth and at the end, by how much it grew with each throw, the longest time without a new frame, and whether every
throw is in the log.

What a throw costs shows in minutes: ``python -m tests.benchmarks.soak --hours 0.4 --fps 2 --throw-s 6``.
"""

from __future__ import annotations

import argparse
import http.client
import json
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import numpy as np

from tests.benchmarks.heading import heading
from tests.benchmarks.processes import allocated_mb, children
from tests.benchmarks.recorded_session import FPS, record
from vision.recording.file import RecordingReader
from webui.camera.decks.readable import Decks
from webui.cli.looking import spec_of
from webui.cli.memory import freeze_garbage_collector
from webui.cli.program import Place, Running

GROWTH_LIMIT: Final = 0.05
STALL_LIMIT_S: Final = 1.0
THROW_S: Final = 60.0
LOOK_S: Final = 0.005
TELL_S: Final = 0.2
LISTENERS: Final = ("host", "screen", "players")
CONFIRM_S: Final = 0.2


def serve(recording: str, data: Path) -> None:
    """Be the program; tell again and again where it serves, how far it has come, and the longest wait for a frame: on
    the clock, and in processor time of its own, which other programs do not lengthen.
    """
    spec = replace(spec_of(str(recording)), hurried=True)
    decks = ("house",)
    with Running(Place("127.0.0.1", 0, data), spec, _no_tracker, Decks(data), decks) as running:
        freeze_garbage_collector()
        vision, frames, worst = running.vision_thread, 0, (0.0, 0.0)
        changed_s = told_s = time.monotonic()
        used_s = time.process_time()
        while vision.state != "ended":
            time.sleep(LOOK_S)
            now_s, newest = time.monotonic(), vision.newest
            if newest is not None and newest.number + 1 != frames:
                waits = now_s - changed_s, time.process_time() - used_s
                worst = (max(worst[0], waits[0]), max(worst[1], waits[1])) if frames else worst
                frames, changed_s, used_s = newest.number + 1, now_s, time.process_time()
            if now_s - told_s >= TELL_S:
                told_s = now_s
                _tell(running.url, frames, worst)
        _tell(running.url, frames, worst, over=True)
        sys.stdin.read()


def _tell(url: str, frames: int, worst: tuple[float, float], over: bool = False) -> None:
    print(json.dumps({"url": url, "frames": frames, "worst": worst, "over": over}), flush=True)


def _no_tracker(*_: object) -> Any:
    raise AssertionError("a recording tells what was seen")


@dataclass
class Browser:
    """One browser's worth of listeners: a role's events and the picture; the Host's confirms what it is shown."""

    url: str
    role: str
    ending: threading.Event
    events: int = 0
    picture_bytes: int = 0
    confirmed: int = 0

    def start(self) -> list[threading.Thread]:
        threads = [threading.Thread(target=each, daemon=True) for each in (self._follow, self._look)]
        for thread in threads:
            thread.start()
        return threads

    def _follow(self) -> None:
        event = b""
        for line in self._lines(f"/api/events?role={self.role}"):
            if line.startswith(b"event: "):
                event = line.removeprefix(b"event: ").strip()
            elif line.startswith(b"data: ") and event == b"state":
                self.events += 1
                if self.role == "host":
                    self._confirm(json.loads(line.removeprefix(b"data: ")))

    def _look(self) -> None:
        for line in self._lines("/video.mjpg"):
            self.picture_bytes += len(line)

    def _lines(self, path: str) -> Iterator[bytes]:
        where = urlsplit(self.url)
        with closing(http.client.HTTPConnection(where.hostname or "", where.port, timeout=30)) as call:
            call.request("GET", path)
            answer = call.getresponse()
            with suppress(OSError, http.client.HTTPException):
                while not self.ending.is_set() and (line := answer.readline(1 << 20)):
                    yield line

    def _confirm(self, state: dict[str, Any]) -> None:
        if state["phase"] != "verdict":
            return
        body = json.dumps({"version": state["version"], "name": "confirm"}).encode()
        with suppress(
            urllib.error.HTTPError, http.client.RemoteDisconnected
        ):  # The table has moved on, or ended.
            with urllib.request.urlopen(f"{self.url}api/command", body, timeout=60) as answer:
                answer.read()
            self.confirmed += 1
            with urllib.request.urlopen(f"{self.url}api/log", timeout=60) as answer:
                answer.read()


@dataclass
class Soak:
    """What a run came to."""

    throws: int
    frames: int
    seen: int = 0
    worst_s: float = 0.0
    worst_own_s: float = 0.0
    took_s: float = 0.0
    entries: int = 0
    confirmed: int = 0
    samples: list[tuple[float, float, float]] = field(default_factory=list)
    """The share that was played, and the memory of the program and of its capture process, in MB."""

    def measure(self, pid: int) -> None:
        """Look at the processes' memory; tell it at each tenth."""
        capture_mb = sum(map(allocated_mb, children(pid)))
        if not capture_mb:
            return
        share, before = self.seen / self.frames, self.samples[-1][0] if self.samples else 0.0
        self.samples.append((share, allocated_mb(pid), capture_mb))
        if int(share * 10) > int(before * 10):
            program, capture = self.samples[-1][1:]
            print(f"    {share:.0%}: {program:.1f} MB and {capture:.1f} MB", flush=True)

    def memory_mb(self, process: int) -> tuple[float, float]:
        """Return a process's memory after the first tenth and at the end: the least of a tenth each."""
        begun = [each for each in self.samples if each[0] >= 0.1]
        # A short run may have been looked at later only.
        early = [each[1 + process] for each in begun if each[0] <= max(0.2, begun[0][0])]
        # At the very end the capture process goes.
        late = [each[1 + process] for each in self.samples if 0.9 <= each[0] < 1]
        return min(early, default=0.0), min(late, default=0.0)

    def growth(self, process: int) -> float:
        """Return by which share it has grown between."""
        early, late = self.memory_mb(process)
        return late / early - 1 if early else float("inf")

    def kb_a_throw(self, process: int) -> float:
        """Return by how much it has grown with each throw since the first tenth, on the line that fits best.

        A picture more or less is no growth: of every twentieth of the run the least counts.
        """
        least: dict[int, tuple[float, float]] = {}
        for share, *memory_mb in self.samples:
            if 0.1 <= share < 1:
                here = (memory_mb[process], share * self.throws)
                least[int(share * 20)] = min(here, least.get(int(share * 20), here))
        if len(least) < 2:
            return float("nan")
        memory, throws = zip(*least.values(), strict=True)
        return float(np.polyfit(throws, memory, 1)[0]) * 1024

    @property
    def is_whole(self) -> bool:
        """Tell whether every frame was seen and every throw is in the log."""
        return self.seen == self.frames and self.entries == self.throws


def soak(hours: float, folder: Path, fps: int = FPS, throw_s: float = THROW_S) -> Soak:
    """Play so many hours of table time as fast as it goes."""
    recording = folder / "soak.recording"
    thrown = record(recording, 0, hours * 3600, throw_s, fps)
    found = Soak(len(thrown), sum("seen" in each for each in RecordingReader(recording).records()))
    command = [sys.executable, "-m", "tests.benchmarks.soak", "--serve", str(recording)]
    command += ["--data", str(folder / "data")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        try:
            _follow(program, found)
        finally:
            program.kill()
    return found


def _follow(program: subprocess.Popen[str], found: Soak) -> None:
    ending, began_s = threading.Event(), time.monotonic()
    browsers: list[Browser] = []
    assert program.stdout is not None
    for line in program.stdout:
        told = json.loads(line)
        if not browsers:
            browsers = [Browser(told["url"], role, ending) for role in LISTENERS]
            for browser in browsers:
                browser.start()
        found.seen, (found.worst_s, found.worst_own_s) = told["frames"], told["worst"]
        found.took_s = time.monotonic() - began_s
        found.measure(program.pid)
        if told["over"]:
            break
    assert browsers, "the program has told nothing"
    # The log of the page lacks the verdict that still stands on the table.
    with urllib.request.urlopen(f"{browsers[0].url}export.json", timeout=60) as answer:
        found.entries = len(json.load(answer)["entries"])
    ending.set()
    found.confirmed = browsers[0].confirmed
    assert all(browser.events and browser.picture_bytes for browser in browsers)


def show(found: Soak) -> None:
    """Print it."""
    print(
        f"{found.seen} of {found.frames} frames in {found.took_s:.0f} s ({found.seen / found.took_s:.0f} a second)"
    )
    print(f"{found.throws} throws, {found.entries} in the log, {found.confirmed} confirmed")
    for number, name in enumerate(("program", "capture")):
        early, late = found.memory_mb(number)
        grown = f"{early:.1f} MB after a tenth, {late:.1f} MB at the end ({found.growth(number):+.1%})"
        print(f"memory of the {name}: {grown}, {found.kb_a_throw(number):.1f} kB a throw")
    print(
        f"longest time without a new frame: {found.worst_s:.2f} s; "
        f"most processor time of the program's own between two: {found.worst_own_s:.2f} s"
    )


def main() -> None:
    """Print what grew and what stood still."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hours", type=float, default=8.0)
    parser.add_argument("--fps", type=int, default=FPS, help="frames in a second of table time")
    parser.add_argument("--throw-s", type=float, default=THROW_S, help="table time from throw to throw")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--data", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(f"replay:{asked.serve}", asked.data)
        return
    print(
        heading(f"{asked.hours:g} h of table time, {asked.fps} frames a second, three browsers"), flush=True
    )
    with tempfile.TemporaryDirectory() as name:
        found = soak(asked.hours, Path(name), asked.fps, asked.throw_s)
    show(found)
    grown = max(found.growth(0), found.growth(1)) > GROWTH_LIMIT
    sys.exit(grown or found.worst_s > STALL_LIMIT_S or not found.is_whole)


if __name__ == "__main__":
    main()
