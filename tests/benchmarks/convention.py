"""Many tables, one log: ``python -m tests.benchmarks.convention --tables 16 --seconds 600``.

Each table is a program of its own on a recording of its own, at the recording's pace, in one PostgreSQL log that the
run starts itself; somebody confirms at every table what they see on its page. Looked for afterwards: throws that were
played and stand in no log, orders that were answered and are not there, throws of one table in the log of another,
pictures that are missing, and what the page of all tables says. Told are processor, memory and rows a table.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from flask.testing import FlaskClient

from tests.benchmarks.heading import heading
from tests.benchmarks.processes import children, memory_mb, processor_s
from tests.benchmarks.recorded_session import FPS, Throw, record
from tests.webui.storage.server import Server
from webui.http.convention import convention_app
from webui.storage.store import Store

STARTS_S: Final = 240.0
SLOWEST: Final = 20
"""So many times as long as it was recorded a session may take on a machine that is busy."""

SIZES: Final = (
    "SELECT (SELECT count(*) FROM events) + (SELECT count(*) FROM pictures), "
    "pg_database_size(current_database())"
)


@dataclass
class Play:
    """One table's program, and somebody who confirms what its page shows."""

    name: str
    thrown: list[Throw]
    process: subprocess.Popen[str]
    url: str = ""
    confirmed: list[int] = field(default_factory=list)
    """The versions that were answered."""
    is_over: bool = False
    started_s: float = 0.0
    """What starting took of the processor."""
    processor_s: float = 0.0
    memory_mb: float = 0.0

    def follow(self, ending: threading.Event) -> None:
        """Confirm every verdict, until the recording is over."""
        line = self.process.stderr.readline() if self.process.stderr else ""
        found = re.search(r"serves (http://\S+)", line)
        assert found, line
        self.url = found[1]
        while not ending.is_set() and not self.is_over:
            state = self.state()
            self.is_over = state["source"]["state"] == "ended" and state["phase"] != "verdict"
            if state["phase"] == "verdict":
                self._confirm(state["version"])
            self.measure()
            ending.wait(0.5)

    def state(self) -> dict[str, Any]:
        with urllib.request.urlopen(f"{self.url}api/state", timeout=60) as answer:
            state: dict[str, Any] = json.load(answer)
            return state

    def _confirm(self, version: int) -> None:
        body = json.dumps({"version": version, "name": "confirm"}).encode()
        try:
            with urllib.request.urlopen(f"{self.url}api/command", body, timeout=60) as answer:
                self.confirmed.append(json.load(answer)["version"])
        except urllib.error.HTTPError as fault:
            if fault.code not in (409, 422):  # The table had moved on meanwhile.
                raise

    def measure(self) -> None:
        """Read what the program and its capture process have used."""
        pids = [self.process.pid, *children(self.process.pid)]
        self.started_s = self.started_s or sum(map(processor_s, pids))
        self.processor_s = max(self.processor_s, sum(map(processor_s, pids)) - self.started_s)
        self.memory_mb = max(self.memory_mb, sum(map(memory_mb, pids)))


@dataclass
class Found:
    """What the tables came to."""

    lost: list[str] = field(default_factory=list)
    mixed: list[str] = field(default_factory=list)
    throws: int = 0
    confirmed: int = 0
    rows: int = 0
    bytes: int = 0

    @property
    def is_well(self) -> bool:
        return not self.lost and not self.mixed


def entries_of(address: str, table: str) -> tuple[list[Throw], list[Throw], list[str]]:
    """Return what a table's log holds: throws that were judged, in order, those confirmed, and missing pictures."""
    with closing(Store(Path(), database=address, table=table, writing=False)) as store:
        (session,) = store.sessions()
        judged: list[Throw] = []
        confirmed: list[Throw] = []
        missing = []
        for event in store.events(session.id):
            if event.kind not in ("judged", "confirmed"):
                continue
            codes = frozenset(card["card"] for seat in event.payload["seats"] for card in seat["cards"])
            if codes not in judged[-1:]:
                judged.append(codes)
            if event.kind == "confirmed":
                confirmed.append(codes)
            if store.picture(event.payload["picture"]) is None:
                missing.append(f"{table}: the picture of event {event.id}")
    return judged, confirmed, missing


def check(address: str, plays: list[Play]) -> Found:
    """Compare every table's log with what was thrown at it and answered to it."""
    found = Found()
    everything = {throw: play.name for play in plays for throw in play.thrown}
    for play in plays:
        judged, confirmed, missing = entries_of(address, play.name)
        found.lost += missing
        found.lost += [f"{play.name}: {sorted(throw)}" for throw in play.thrown if throw not in judged]
        strange = [throw for throw in judged if throw not in play.thrown]
        found.mixed += [f"{play.name}: {sorted(throw)} of {everything.get(throw)}" for throw in strange]
        if len(confirmed) < len(play.confirmed):
            found.lost.append(f"{play.name}: {len(play.confirmed)} confirmed, {len(confirmed)} kept")
        found.throws += len(play.thrown)
        found.confirmed += len(play.confirmed)
    found.mixed += page_faults(address, plays)
    return found


def page_faults(address: str, plays: list[Play]) -> list[str]:
    """Return what the page of all tables says otherwise than the tables do."""
    with convention_app(address) as app:
        client = app.test_client()
        listed = {each["table"]: each for each in client.get("/api/tables").get_json()}
        faults = [
            f"the page says of {play.name}: {fault}"
            for play in plays
            if (fault := _fault(play, listed, client))
        ]
    strange = set(listed) - {play.name for play in plays}
    return faults + [f"the page lists {name}" for name in sorted(strange)]


def _fault(play: Play, listed: dict[str, dict[str, Any]], client: FlaskClient) -> str:
    told = listed.get(play.name)
    if told is None or told["phase"] != "over" or told["entries"] != len(play.thrown):
        return f"{told}"
    status = client.get(f"/pictures/{told['picture']}.jpg").status_code
    return "" if status == 200 else f"its picture answers {status}"


def run(tables: int, seconds: float, folder: Path, address: str) -> tuple[list[Play], Found, float]:
    """Play so many tables to the end of their recordings."""
    ending = threading.Event()
    plays = []
    paths = [folder / f"{number}.recording" for number in range(tables)]
    sessions = [record(path, number, seconds) for number, path in enumerate(paths)]
    for number, (path, thrown) in enumerate(zip(paths, sessions, strict=True)):
        data = folder / f"data-{number}"
        words = ["play", f"replay:{path}", "--deck", "house", "--no-browser", "--port", "0"]
        words += ["--data", str(data), "--database", address, "--table", f"table {number}"]
        command = [sys.executable, "-c", "from webui.cli import main; main()", *words]
        process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        plays.append(Play(f"table {number}", thrown, process))
    followers = [threading.Thread(target=play.follow, args=(ending,)) for play in plays]
    began_s = time.monotonic()
    try:
        for follower in followers:
            follower.start()
        for follower in followers:
            follower.join(max(0.0, began_s + STARTS_S + SLOWEST * seconds - time.monotonic()))
    finally:
        ending.set()
        for play in plays:
            play.process.send_signal(signal.SIGTERM)
        for play in plays:
            play.process.wait(timeout=60)
    took_s = time.monotonic() - began_s
    assert all(play.is_over for play in plays), [play.name for play in plays if not play.is_over]
    found = check(address, plays)
    import psycopg  # An extra: whoever only lists the benchmarks does not need it.

    with psycopg.connect(address) as connection:
        row = connection.execute(SIZES).fetchone()
    assert row is not None
    found.rows, found.bytes = int(row[0]), int(row[1])
    return plays, found, took_s


def main() -> None:
    """Print what became of the throws, and what a table costs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=600.0)
    asked = parser.parse_args()
    print(heading(f"{asked.tables} tables, {asked.seconds:g} s each at {FPS} frames a second"))
    server = Server()
    try:
        with tempfile.TemporaryDirectory() as name:
            plays, found, took_s = run(asked.tables, asked.seconds, Path(name), server.new("convention"))
    finally:
        server.close()
    print(
        f"{found.throws} throws, {found.confirmed} confirmed; lost: {len(found.lost)}, mixed up: {len(found.mixed)}"
    )
    for line in [*found.lost, *found.mixed][:20]:
        print(f"    {line}")
    count, played_s = len(plays), asked.seconds
    print(f"played {played_s:g} s in {took_s:.0f} s, starting included")
    print(f"processor a table: {sum(play.processor_s for play in plays) / count / played_s:.3f} cores")
    print(f"starting a table: {sum(play.started_s for play in plays) / count:.1f} s of a core")
    print(f"memory a table: {sum(play.memory_mb for play in plays) / count:.0f} MB")
    hours = played_s / 3600
    print(
        f"rows a table and hour: {found.rows / count / hours:.0f}; log: {found.bytes / 1e6 / count:.2f} MB a table"
    )
    sys.exit(0 if found.is_well else 1)


if __name__ == "__main__":
    main()
