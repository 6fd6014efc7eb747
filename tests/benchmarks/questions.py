"""Count questions in vain: python -m tests.benchmarks.questions [--seeds N] [--first N] [--demo].

The sessions are those of ``tests.benchmarks.virtual``, every frame of them, with the table that the page shows behind
the tracker; nobody answers. With ``--demo`` they are those of ``clashcam play demo``, with the house deck. A question
is in vain if no card lies face up where it asks, or if the table names that card itself while it lies there. With
``--to FILE`` finished sessions are kept there, and a second call goes on from them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from tests.benchmarks.asking import PLAIN, Asked, Questions, questions
from tests.benchmarks.fresh_tables import session
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.capture.spec import SourceKind, SourceSpec
from vision.capture.virtual_source import virtual_table
from vision.tracking.tracker import Tracker
from vision.virtual import VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_tracker

DEMO_FPS: Final = 15.0
DEMO_S: Final = 60.0


def table_of(seed: int, cards: int, demo: bool) -> tuple[VirtualTable, Tracker]:
    """Set a session's table, and who watches it."""
    if demo:
        spec = SourceSpec(SourceKind.DEMO, seed=seed, fps=DEMO_FPS, seconds=DEMO_S, deck=house_deck)
        return virtual_table(spec), make_tracker(Decks().load_all(["house"]))
    table, held_out = session(seed, cards, around_flips_only=False)
    return table, make_tracker([held_out.gallery])


def played(seed: int, cards: int, demo: bool) -> tuple[int, dict[str, Any]]:
    """Play one session; return it as a line to keep."""
    cv2.setNumThreads(1)
    return seed, asdict(questions(*table_of(seed, cards, demo)))


def report(sessions: Iterable[Questions]) -> Iterator[str]:
    """Yield the figures, with n beside each."""
    sessions = list(sessions)
    throws, vain = sum(one.throws for one in sessions), sum(one.vain_throws for one in sessions)
    asked = [each for one in sessions for each in one.asked]
    yield f"throws with a question in vain: {vain} of {throws}"
    named = [each for each in asked if each.card is not None and each.is_vain]
    plain = sum(each.visible >= PLAIN for each in named)
    yield f"asked of a card that was named later: {len(named)}, of them in plain sight when asked: {plain}"
    yield f"asked where no card lay face up: {sum(each.card is None for each in asked)}"
    needed = [each for each in asked if not each.is_vain]
    in_sight = sum(each.visible >= PLAIN for each in needed)
    yield f"asked of a card that was never named: {len(needed)}, of them in plain sight when asked: {in_sight}"
    if needed:
        p50, p95 = np.percentile([each.rested_s for each in needed], (50, 95))
        yield f"  at rest to asked: p50 {p50:.2f} s, p95 {p95:.2f} s, n={len(needed)}"


def read_again(line: dict[str, Any]) -> Questions:
    """Return a kept session."""
    return Questions(line["throws"], [Asked(**each) for each in line["asked"]])


def main() -> None:
    """Play the sessions and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=20, help="cards a session")
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--to", type=Path, help="file that keeps finished sessions")
    arguments = parser.parse_args()
    print(heading(f"{arguments.seeds} sessions"), flush=True)
    done = {line["seed"]: line for line in kept_lines(arguments.to)}
    seeds = [s for s in range(arguments.first, arguments.first + arguments.seeds) if s not in done]
    play = partial(played, cards=arguments.cards, demo=arguments.demo)
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        for seed, kept in tqdm(pool.imap_unordered(play, seeds), total=len(seeds), unit="session"):
            done[seed] = {"seed": seed, **kept}
            keep_line(arguments.to, done[seed])
    print(*report(read_again(done[seed]) for seed in sorted(done)), sep="\n")


if __name__ == "__main__":
    main()
