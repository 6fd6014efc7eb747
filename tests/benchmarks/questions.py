"""Count questions in vain: python -m tests.benchmarks.questions [--seeds N] [--first N] [--demo].

The evenings are those of ``tests.benchmarks.virtual``, every frame of them, with the table that the page shows behind
the tracker; nobody answers. With ``--demo`` they are those of ``clashcam play demo``, with the house deck. A question
is in vain if no card lies face up where it asks, or if the table names that card itself while it lies there. With
``--to FILE`` finished evenings are kept there, and a second call goes on from them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from tests.benchmarks.events import NEAR
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from tests.benchmarks.virtual import deck, evening
from vision.capture.spec import SourceKind, SourceSpec
from vision.capture.virtual_source import virtual_table
from vision.tracking.tracker import Tracker
from vision.types import EventKind, Face, FrameResult, Quad, Track
from vision.virtual import RenderedFrame, VirtualTable
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.decks.readable import Decks
from webui.camera.reports import SeenFrame
from webui.camera.trackers import house_deck, make_tracker
from webui.identities import TAROT_CODES
from webui.storage.store import Store
from webui.table.readings import FreshReadings
from webui.table.seen.cards import Question
from webui.table.state import TableState

DEMO_FPS: Final = 15.0
DEMO_S: Final = 60.0

PLAIN: Final = 0.95
"""A card lies in plain sight with this share of it visible."""


@dataclass(slots=True)
class Asked:
    """A question about a card: in which throw, when, how long after the card had come to rest, and the true card that
    lay there face up, with its visible share; ``named_s`` is when the table named it itself."""

    kind: str
    throw_s: float
    t_s: float
    rested_s: float
    card: int | None
    visible: float
    named_s: float | None = None

    @property
    def is_vain(self) -> bool:
        """Whether nobody need have been asked."""
        return self.card is None or self.named_s is not None


@dataclass(frozen=True, slots=True)
class Questions:
    """What was asked on an evening of so many throws."""

    throws: int
    asked: list[Asked]

    @property
    def vain_throws(self) -> int:
        """Throws with a question in vain."""
        return len({asked.throw_s for asked in self.asked if asked.is_vain})


def as_tarot(code: str | None) -> str | None:
    """Return a card that the rules know for one of a drawn deck, always the same."""
    if code is None or code in TAROT_CODES:
        return code
    return TAROT_CODES[int(code[1:]) % len(TAROT_CODES)]


class Asking:
    """A table behind a tracker, and what it asks."""

    def __init__(self, store: Store, lying: Callable[[int], Iterable[TrueCard]]) -> None:
        """``lying`` tells by a frame's number which true cards lie on the table."""
        self.asked: list[Asked] = []
        self._lying = lying
        noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
        self._table = TableState(store, FreshReadings(lambda: noon), run="run", known_decks=("house",))
        self._key: int | None = None

    def look(self, timed: RenderedFrame, seen: FrameResult) -> None:
        """Take in one frame."""
        known = tuple(replace(track, code=as_tarot(track.code)) for track in seen.tracks)
        self._table.observe(SeenFrame(replace(seen, tracks=known), timed.image, pipeline=1))
        for event in seen.events:
            if event.kind is EventKind.SETTLED and event.track is not None and event.track.code is not None:
                self._answer(event.track, timed)
        judged = self._table.judgement
        card = judged.card if isinstance(judged, Question) else None
        before, self._key = self._key, card.key if card else None
        if isinstance(judged, Question) and card is not None and card.key != before:
            self._ask(judged.kind, self._table.sight.as_read[card.key], timed)

    def _ask(self, kind: str, track: Track, timed: RenderedFrame) -> None:
        true = self._true_card(track.quad, timed.frame)
        began_s, rested_s = self._table.throw.began_s or 0.0, timed.t_s - track.since_s
        key, visible = (true.id, true.visible) if true else (None, 0.0)
        self.asked.append(Asked(kind, began_s, timed.t_s, rested_s, key, visible))

    def _answer(self, track: Track, timed: RenderedFrame) -> None:
        """Take note of a name that the table found itself."""
        open_ones = [asked for asked in self.asked if asked.card is not None and asked.named_s is None]
        true = self._true_card(track.quad, timed.frame) if open_ones else None
        for asked in open_ones:
            if true is not None and asked.card == true.id:
                asked.named_s = timed.t_s

    def _true_card(self, quad: Quad, frame: int) -> TrueCard | None:
        """Return the card that lies face up nearest to a place, if one is near."""
        middle, best, nearest = quad.mean(axis=0), None, NEAR
        for card in self._lying(frame):
            length = float(np.linalg.norm(card.quad[3] - card.quad[0]))
            apart = float(np.hypot(*(card.quad.mean(axis=0) - middle))) / length
            if apart < nearest and card.face is Face.UP and card.phase is Phase.LYING:
                best, nearest = card, apart
        return best


def questions(
    table: VirtualTable, tracker: Tracker, frames: Iterable[RenderedFrame] | None = None
) -> Questions:
    """Watch an evening (``frames``, if they were rendered before) and return what was asked."""
    truth = truth_of(table)
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        asking = Asking(store, lambda frame: truth.at(frame).cards)
        for timed in table if frames is None else frames:
            asking.look(timed, tracker.step(timed.image, timed.t_s))
        store.close()
    return Questions(len(table._play.dealt), asking.asked)


def table_of(seed: int, cards: int, demo: bool) -> tuple[VirtualTable, Tracker]:
    """Set an evening's table, and who watches it."""
    if demo:
        spec = SourceSpec(SourceKind.DEMO, seed=seed, fps=DEMO_FPS, seconds=DEMO_S, deck=house_deck)
        return virtual_table(spec), make_tracker(Decks().load_all(["house"]))
    table, number = evening(seed, cards, around_flips_only=False)
    return table, make_tracker([deck(number).gallery])


def played(seed: int, cards: int, demo: bool) -> tuple[int, dict[str, Any]]:
    """Play one evening; return it as a line to keep."""
    cv2.setNumThreads(1)
    return seed, asdict(questions(*table_of(seed, cards, demo)))


def report(evenings: Iterable[Questions]) -> Iterator[str]:
    """Yield the figures, with n beside each."""
    evenings = list(evenings)
    throws, vain = sum(one.throws for one in evenings), sum(one.vain_throws for one in evenings)
    asked = [each for one in evenings for each in one.asked]
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
    """Return a kept evening."""
    return Questions(line["throws"], [Asked(**each) for each in line["asked"]])


def main() -> None:
    """Play the evenings and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=20, help="cards an evening")
    parser.add_argument("--demo", action="store_true")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--to", type=Path, help="file that keeps finished evenings")
    arguments = parser.parse_args()
    print(heading(f"{arguments.seeds} evenings"), flush=True)
    done = {line["seed"]: line for line in kept_lines(arguments.to)}
    seeds = [s for s in range(arguments.first, arguments.first + arguments.seeds) if s not in done]
    play = partial(played, cards=arguments.cards, demo=arguments.demo)
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        for seed, kept in tqdm(pool.imap_unordered(play, seeds), total=len(seeds), unit="evening"):
            done[seed] = {"seed": seed, **kept}
            keep_line(arguments.to, done[seed])
    print(*report(read_again(done[seed]) for seed in sorted(done)), sep="\n")


if __name__ == "__main__":
    main()
