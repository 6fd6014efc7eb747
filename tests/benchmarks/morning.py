"""How long the picture and the film of a session's moments take: python -m tests.benchmarks.morning [--entries 60].

A session of so many confirmed clashes; each time its moments are found and put in words, the picture is drawn, with the
kept pictures of its cards, and the film is made, as the page's two links do at the first tap.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks.heading import heading
from tests.webui.session import Session
from webui.http.images.film import make_film
from webui.http.images.poster import draw_poster
from webui.storage.store import Store
from webui.table.contract.moments import Moments
from webui.table.log.library import Library
from webui.table.log.morning import render_moments

ENOUGH_S: Final = 10.0
"""Both together have to be there in less."""

TITLE: Final = "Friday at the Orphanage"
DAY: Final = "20 November 2026"


def played(store: Store, entries: int) -> Session:
    """Return a table with so many confirmed clashes of drawn cards in its log."""
    session, lots = Session(store), random.Random(7)
    codes = [f"{suit}{value:02d}" for suit in "wcsp" for value in range(1, 11)]
    for number in range(entries):
        players, host = lots.sample(codes, 2)
        keys = session.clash("m00" if number % 9 == 8 else players, host)
        session.order("confirm")
        session.table.take(*keys)
        session.look(2.0)
    return session


def moments_of(store: Store, session: Session) -> Moments:
    """Return the moments of the session, read anew as by a program that has just been started."""
    library, now = Library(store), session.table_state.session
    log = library.read(now).entries.log
    return render_moments(library.line(now, now.id, "en"), log, library.figures("en", now.id), "en")


def main(words: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--entries", type=int, default=60)
    parser.add_argument("--times", type=int, default=5)
    arguments = parser.parse_args(words)
    print(heading(f"{arguments.times} times of {arguments.entries} entries"), flush=True)
    spent: dict[str, list[float]] = {"moments": [], "picture": [], "film": [], "all": [], "processor": []}
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        session = played(store, arguments.entries)
        for _ in range(arguments.times):
            began, before_s = time.perf_counter(), time.process_time()
            moments = moments_of(store, session)
            found = time.perf_counter()
            draw_poster(moments, TITLE, DAY, store.picture)
            drawn = time.perf_counter()
            make_film(moments, TITLE, DAY)
            made = time.perf_counter()
            busy_s = time.process_time() - before_s
            took = (found - began, drawn - found, made - drawn, made - began, busy_s)
            for times, each_s in zip(spent.values(), took, strict=True):
                times.append(each_s)
        store.close()
    print(f"moments on the wall: {len(moments.moments)}")
    for name, took_s in spent.items():
        print(f"{name}: median {statistics.median(took_s):.2f} s, {min(took_s):.2f} to {max(took_s):.2f} s")
    quick = sum(took_s < ENOUGH_S for took_s in spent["all"])
    print(f"all in less than {ENOUGH_S:.0f} s: {quick} of {arguments.times}")


if __name__ == "__main__":
    main()
