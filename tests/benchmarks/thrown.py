"""Do throws stand in the log as they were dealt? python -m tests.benchmarks.thrown [--seeds N] [--discards].

Whole evenings of our own deck on the virtual table, before the tracker and the table as they ship, and nobody who
confirms or corrects anything: each throw is laid, turned over and gathered. A throw is whole if every seat's cards
stand in the log and no others. With ``--discards`` gathered cards stay on the table, on a pile beside each seat.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import cv2
from tqdm import tqdm

from tests.benchmarks.asking import stands_whole
from tests.benchmarks.heading import heading
from tests.webui.evening import after_looking
from vision.virtual import Script, VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.reports import SeenFrame
from webui.camera.trackers import house_deck, make_tracker
from webui.storage.store import Store
from webui.table.readings import FreshReadings
from webui.table.seen.cards import Question
from webui.table.state import TableState

NOON: Final = datetime(2026, 11, 20, 12, tzinfo=UTC)


def tables(evening: VirtualTable, folder: Path) -> Iterator[TableState]:
    """Yield the table after each frame of an evening."""
    with closing(Store(folder)) as store:
        table = TableState(store, FreshReadings(lambda: NOON), run="run", known_decks=("house",))
        tracker = make_tracker(Decks().load_all(["house"]))
        for timed in evening:
            look = SeenFrame(tracker.step(timed.image, timed.t_s), timed.image, pipeline=1)
            table = after_looking(table, look)
            yield table


def played(evening: VirtualTable) -> tuple[list[bool], int]:
    """Play an evening; return whether each throw of its log is whole, and how many throws were asked about."""
    asked: set[float | None] = set()
    with tempfile.TemporaryDirectory() as folder:
        for table in tables(evening, Path(folder)):
            if isinstance(table.judgement, Question):
                asked.add(table.throw.began_s)
    log = [logged.whole for logged in table.projection.entries.log]
    return [stands_whole(entry, dealt) for entry, dealt in zip(log, evening.dealt, strict=False)], len(asked)


def main() -> None:
    """Play evenings and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=500, help="the seed of the first evening")
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--discards", action="store_true")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.seeds} evenings of {arguments.seconds:g} s"), flush=True)
    faces, back = house_deck()
    script = Script(piles=arguments.discards, discards=arguments.discards)
    whole: list[bool] = []
    asked = 0
    for seed in tqdm(range(arguments.first, arguments.first + arguments.seeds), unit="evening"):
        stands, questions = played(VirtualTable(seed, faces, back, seconds=arguments.seconds, script=script))
        whole, asked = whole + stands, asked + questions
    print(f"throws that stand whole in the log: {sum(whole)}/{len(whole)}; asked about: {asked}")


if __name__ == "__main__":
    main()
