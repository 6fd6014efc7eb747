"""Score watching on sessions of the virtual table: python -m tests.benchmarks.tracking [--pipeline DECK] [--seeds N].

Prints how many cards settled under their right name, how many under a wrong one, and how long after they lay still and
in sight.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from models import housedeck
from tests.benchmarks.events import Record, Score, Stay, score
from tests.benchmarks.heading import heading
from tests.benchmarks.truthful import Faults, TruthfulPipeline
from vision.capture.spec import SourceKind, SourceSpec
from vision.capture.virtual_source import virtual_table
from vision.tracking.tracker import Tracker
from vision.virtual.truth import Truth, truth_of
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_tracker
from webui.camera.watch import event_record

IN_SIGHT: Final = 0.95
"""A card lies in sight when this share of it is covered by nothing."""

SHORTEST_S: Final = 0.45
"""A card that lies in sight for less than this need not settle: it is not given the time."""


def watched(spec: SourceSpec, pipeline: str, spent_ms: list[float]) -> Iterator[Record]:
    """Events of one session."""
    table = virtual_table(spec)
    before: Callable[[int], None] = lambda number: None  # noqa: E731
    if pipeline == "truthful":
        truthful = TruthfulPipeline(
            truth_of(virtual_table(spec)), tuple(housedeck.faces()), spec.seed, Faults()
        )
        tracker = Tracker(truthful, truthful)

        def before(number: int) -> None:
            truthful.frame_number = number

    else:
        from webui.camera.decks.readable import Decks

        tracker = make_tracker(Decks().load_all(pipeline.split(",")))
    for timed in table:
        before(timed.frame)
        begin = time.perf_counter()
        observation = tracker.step(timed.image, timed.t_s)
        spent_ms.append((time.perf_counter() - begin) * 1000)
        yield from (event_record(event) for event in observation.events)


def in_sight_from(truth: Truth, fps: float) -> Callable[[Stay], float | None]:
    """When a card that lies still comes out from under the hands, if it then lies long enough to settle."""

    def rest(stay: Stay) -> float | None:
        for frame in range(round(stay.t_s * fps), round((stay.end_s - SHORTEST_S) * fps)):
            card = next((card for card in truth.at(frame).cards if card.id == stay.card), None)
            if card is not None and card.visible >= IN_SIGHT:
                return frame / fps
        return None

    return rest


def score_session(spec: SourceSpec, pipeline: str, spent_ms: list[float]) -> Score:
    """Watch one session and compare."""
    events = list(watched(spec, pipeline, spent_ms))
    truth = [event_record(event) for event in truth_of(virtual_table(spec)).events()]
    return score(events, truth, in_sight_from(truth_of(virtual_table(spec)), spec.fps))


def main() -> None:
    """Print the figures over the seeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--pipeline", default="truthful", help="truthful (the tracker alone), or the decks to read"
    )
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--fps", type=float, default=30.0)
    parser.add_argument("--failures", action="store_true", help="name every failure and doubt")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.seeds} sessions of {arguments.seconds:g} s"), flush=True)
    total, spent_ms = Score(), list[float]()
    base = SourceSpec(SourceKind.DEMO, fps=arguments.fps, seconds=arguments.seconds, deck=house_deck)
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        found = score_session(replace(base, seed=seed), arguments.pipeline, spent_ms)
        found.failures = [f"seed {seed}: {failure}" for failure in found.failures]
        found.doubts = [f"seed {seed}: {doubt}" for doubt in found.doubts]
        total.add(found)
    for line in total.lines():
        print(line)
    print(
        "ms a frame: p50 {:.1f}, p95 {:.1f}, p99 {:.1f}, n={}".format(
            *np.percentile(spent_ms, (50, 95, 99)), len(spent_ms)
        )
    )
    if arguments.failures:
        print(*total.failures, *total.doubts, sep="\n")


if __name__ == "__main__":
    main()
