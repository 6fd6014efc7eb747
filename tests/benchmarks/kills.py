"""Kill a program that keeps verdicts, at random moments: what it had confirmed must be there, its database sound.

    python -m tests.benchmarks.kills --count 500 [--store postgresql]

With a server each tenth kill is the server's own, in the middle of its work, and it is started again. After every kill
it is looked whether what that program confirmed is there, after each fiftieth and at the end whether everything is.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import select
import signal
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.heading import heading
from tests.benchmarks.kept import forked, heard, lost, opened, play

if TYPE_CHECKING:
    from tests.webui.storage.server import Server

LONGEST_S = 0.3
"""So long after its first breath, or its first verdict, a program may live."""

PATIENCE_S = 30.0
WHOLE_AFTER = 50
"""After so many kills everything that was ever confirmed is looked for."""


@dataclass(slots=True)
class Kills:
    """Rounds of one log."""

    folder: Path
    address: str | None = None
    server: Server | None = None
    confirmed: list[int] = field(default_factory=list)
    kills: int = 0
    killed_servers: int = 0
    lost: set[int] = field(default_factory=set)

    def one(self, chance: random.Random) -> None:
        """Let a program run for a moment, kill it or its server, and look."""
        first = self.confirmed[-1] + 1000 if self.confirmed else 0
        child, pipe = forked(partial(play, self.folder, self.address, first))
        if chance.random() < 0.75:  # The others fall while it opens the log and copies it aside.
            select.select([pipe], [], [], PATIENCE_S)
        time.sleep(chance.uniform(0, LONGEST_S))
        if self.server is not None and self.kills % 10 == 9:
            self.server.kill()
            self.killed_servers += 1
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        said = heard(pipe)
        os.waitpid(child, 0)
        if self.server is not None and self.kills % 10 == 9:
            self.server.start()
        self.kills += 1
        self.confirmed += said
        self.lost |= lost(self.folder, self.address, said, sessions=1)
        if self.kills % WHOLE_AFTER == 0:
            self.whole()

    def whole(self) -> None:
        """Look for everything that was ever confirmed."""
        self.lost |= lost(self.folder, self.address, self.confirmed)


@contextlib.contextmanager
def kills(store: str) -> Iterator[Kills]:
    """Prepare a log in a file or on a server of our own."""
    with tempfile.TemporaryDirectory() as folder:
        if store == "sqlite":
            yield Kills(Path(folder))
            return
        from tests.webui.storage.server import Server

        server = Server()
        try:
            made = Kills(Path(folder), server.new("kills"), server)
            opened(made.folder, made.address).close()
            yield made
        finally:
            server.close()


def main() -> None:
    """Kill as often as was asked, and say what was lost."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--seed", type=int, default=18)
    chosen = parser.parse_args()
    print(heading(f"{chosen.count} kills, {chosen.store}"), flush=True)
    chance = random.Random(chosen.seed)
    with kills(chosen.store) as rounds:
        for _ in range(chosen.count):
            rounds.one(chance)
            told = f"{rounds.kills} kills, {len(rounds.confirmed)} confirmed, {len(rounds.lost)} lost"
            print(f"\r{told}", end="", flush=True)
        rounds.whole()
        servers = f"the server itself {rounds.killed_servers} times; " if rounds.server else ""
        print(f"\nkilled {rounds.kills} times; {servers}each time the log was sound")
        print(f"confirmed {len(rounds.confirmed)} verdicts with their pictures; lost {len(rounds.lost)}")
    raise SystemExit(bool(rounds.lost))


if __name__ == "__main__":
    main()
