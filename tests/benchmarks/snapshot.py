"""How long a table takes to be told to both kinds of roles: python -m tests.benchmarks.snapshot [--against CHECKOUT].

A table with three throws in the log and four seats' worth of cards, written down and told to the Host and to an
onlooker, as every publication does. With ``--against`` another checkout does the same, by turns with this one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.benchmarks.heading import heading
from tests.webui.session import FAR_Y, NEAR_Y, Session
from webui.storage.store import Store
from webui.table.snapshot.builder import SnapshotBuilder

ROOT = Path(__file__).resolve().parents[2]
TURNS = 5


def told_ms(times: int) -> float:
    """Return the median time in which a table is told to both, in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        session = laid_table(store)
        took = [_once_ms(session) for _ in range(times)]
        store.close()
    return statistics.median(took)


def laid_table(store: Store) -> Session:
    """Return a table with three throws in the log and ten cards on it."""
    session = Session(store)
    for players, host in (("w09", "c06"), ("w03", "s05"), ("c05", "s08")):
        keys = session.clash(players, host)
        session.order("confirm")
        session.table.take(*keys)
        session.look(2.0)
    for place in range(4):
        session.table.down(400 + 150 * place, NEAR_Y)
        session.table.down(400 + 150 * place, FAR_Y)
    session.clash("w10", "c02")
    return session


def _once_ms(session: Session) -> float:
    begun = time.perf_counter()
    builder = SnapshotBuilder(session.table_state)
    builder.write("host")
    builder.write("overlay")
    return 1000 * (time.perf_counter() - begun)


def _told_in(checkout: Path, times: int) -> float:
    """Let a checkout measure itself, with this file."""
    code = f"import runpy; print(runpy.run_path({str(Path(__file__))!r})['told_ms']({times}))"
    environment = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=checkout,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100, help="in each turn")
    parser.add_argument("--against", type=Path, help="another checkout")
    arguments = parser.parse_args(words)
    checkouts = [ROOT, *([arguments.against.resolve()] if arguments.against else [])]
    print(heading(f"{TURNS} turns of {arguments.times}"), flush=True)
    turns = [[_told_in(each, arguments.times) for each in checkouts] for _ in range(TURNS)]
    medians = [statistics.median(turn) for turn in zip(*turns, strict=True)]
    print(f"told to both: {medians[0]:.2f} ms")
    if arguments.against:
        ratios = sorted(here / there for here, there in turns)
        print(
            f"there: {medians[1]:.2f} ms; ratio {statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
        )


if __name__ == "__main__":
    main()
