"""What videos of real tables show: python -m tests.benchmarks.videos [--seeds N] [--first N] [--only KIND].

Sessions of the virtual table with held-out decks, one kind of trouble each: a camera from as low as 20 degrees over the
table, small pictures, cards dealt one upon the other, cards held up to the camera, somebody at the table's end,
captions over the picture. Prints for each what settled right, what stayed silent, what was wrong, and how many things
were told where no card was (phantoms). Frames come 15 a second.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import cv2
import numpy as np

from tests.benchmarks.events import NEAR
from tests.benchmarks.fresh_tables import FPS, SEED, back_of, deck, number_of
from tests.benchmarks.heading import heading
from tests.benchmarks.virtual import TIME_TO_SETTLE_S, laid
from vision.types import Event, EventKind, Face
from vision.virtual import Script, VirtualTable
from vision.virtual.plays.layout import CrowdedTableError
from vision.virtual.truth import Truth, truth_of
from webui.camera.trackers import make_tracker

SECONDS: Final = 24.0
HD: Final = (1280, 720)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What one kind of session is like."""

    size_wh: tuple[int, int] = HD
    script: Script = field(default_factory=lambda: Script(cards_per_seat=(1, 3), pace=1.4))
    style: Mapping[str, Any] = field(default_factory=dict)


KINDS: Final[dict[str, Trouble]] = {
    "tidy": Trouble(),
    "from 20 to 30 degrees": Trouble(style={"tilt_deg": (60.0, 70.0), "card_height_px": (70.0, 110.0)}),
    "1920x1080": Trouble((1920, 1080), style={"card_height_px": (172.0, 240.0)}),
    "480x272": Trouble((480, 272), style={"card_height_px": (50.0, 70.0)}),
    "352x640": Trouble((352, 640), style={"card_height_px": (70.0, 100.0)}),
    "dealt one upon the other": Trouble(script=Script(cards=(5, 5), overlap=0.93, face_up=True)),
    "held up": Trouble(script=Script(cards_per_seat=(1, 2), show_share=1.0, pace=1.4)),
    "a person at the end": Trouble(style={"person": True, "tilt_deg": (40.0, 60.0)}),
    "captions": Trouble(style={"captions": True}),
}


def table_of(kind: str, seed: int) -> VirtualTable:
    """Set the table of one session; what does not fit is made smaller."""
    trouble, number = KINDS[kind], number_of(seed)
    rng = np.random.default_rng([SEED, 3, seed])
    faces = {design.code: design.printings[0] for design in deck(number).designs}
    height, width = next(iter(faces.values())).shape[:2]
    style: dict[str, Any] = {
        name: float(rng.uniform(*value)) if isinstance(value, tuple) else value
        for name, value in trouble.style.items()
    }
    for smaller in (1.0, 0.8, 0.6):
        if "card_height_px" in style:
            style["card_height_px"] *= smaller
        try:
            table = VirtualTable(
                seed, faces, back_of(number, seed, (width, height)), trouble.size_wh, FPS, SECONDS,
                trouble.script, border_share=0.05, **style,
            )  # fmt: skip
            list(table.frame_numbers())
        except CrowdedTableError:
            continue
        return table
    raise CrowdedTableError(f"{kind}, seed {seed}: the cards do not fit")


def is_a_card(truth: Truth, event: Event) -> bool:
    """Whether a card lay, or was carried, where something was told."""
    assert event.track is not None
    for frame in (event.frame, max(0, event.frame - round(0.6 * FPS))):
        for card in truth.at(frame).cards:
            high = float(np.linalg.norm(card.quad[3] - card.quad[0]))
            apart = float(np.hypot(*(event.track.quad.mean(axis=0) - card.quad.mean(axis=0))))
            if apart < NEAR * high:
                return True
    return False


def counted(seed: int, kind: str) -> Counter[str]:
    """Play one session of a kind and count what became of it."""
    cv2.setNumThreads(1)
    table = table_of(kind, seed)
    tracker = make_tracker([deck(number_of(seed)).gallery])
    events: list[Event] = []
    for timed in table:
        events += tracker.step(timed.image, timed.t_s).events
    truth, counts = truth_of(table), Counter[str]()
    settled = [
        event
        for event in events
        if event.kind is EventKind.SETTLED and event.track and event.track.face is Face.UP
    ]
    lay = laid(truth, table.frame_numbers(), Face.UP)
    for card in lay:
        right = any(card.is_at(event) and event.track and event.track.code == card.code for event in settled)
        if right or card.seen_s >= TIME_TO_SETTLE_S:
            counts["right" if right else "silent"] += 1
    for event in settled:
        at = [card for card in lay if card.is_at(event)]
        counts["wrong"] += not any(event.track and card.code == event.track.code for card in at)
    appeared = [event for event in events if event.kind is EventKind.APPEARED]
    counts["phantoms"] = sum(not is_a_card(truth, event) for event in appeared)
    return counts


def line(kind: str, counts: Iterable[Counter[str]]) -> str:
    """Return the figures of one kind."""
    total: Counter[str] = sum(counts, Counter[str]())
    n = total["right"] + total["silent"]
    share = f"{100 * total['right'] / n:.1f} %" if n else "none lay"
    return f"{kind}: right {total['right']} of {n} ({share}), wrong {total['wrong']}, phantoms {total['phantoms']}"


def main(words: Sequence[str] | None = None) -> None:
    """Play the sessions and print a line for each kind."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=6)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=list(KINDS))
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args(words)
    print(heading(f"{arguments.seeds} sessions of {SECONDS:.0f} s of each kind"), flush=True)
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    for number in {number_of(seed) for seed in seeds}:
        deck(number)
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        for kind in [arguments.only] if arguments.only else KINDS:
            print(line(kind, pool.map(partial(counted, kind=kind), seeds)), flush=True)


if __name__ == "__main__":
    main()
