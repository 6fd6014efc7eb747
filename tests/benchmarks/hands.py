"""What knowing hands is worth: python -m tests.benchmarks.hands [--first N] [--seeds K].

Sessions of ``tests.benchmarks.virtual`` are watched three times: by the tracker as it is, which takes for hands what
differs from the bare table; with the true hands in their stead, as no mask could know them better; and with none, so
that cards are read under hands and beside them. Prints what settled, how long it took, and how much the first shares
with the truth (intersection over union of cells).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from unittest.mock import patch

import cv2
import numpy as np
from tqdm import tqdm

from tests.benchmarks import virtual
from tests.benchmarks.fresh_tables import FPS, session
from tests.benchmarks.heading import heading
from vision.geometry import Homography
from vision.recognition.gallery import Gallery
from vision.scene.background import BackgroundModel, SceneMasks
from vision.tracking.tracker import Tracker
from vision.types import Frame, Quad
from vision.virtual.truth import Truth, truth_of
from webui.camera.trackers import make_tracker

WAYS: Final = ("as it is", "true hands", "no hands")


@dataclass
class Hands(BackgroundModel):
    """A background model that is told where hands are; its own opinion is compared with the truth."""

    model: BackgroundModel
    truth: Truth
    way: str
    both: int = 0
    either: int = 0

    def step(
        self,
        frame: Frame,
        t_s: float,
        cards: Sequence[Quad],
        things: Sequence[Quad] = (),
        *,
        frames: int = 1,
    ) -> SceneMasks:
        """Take the next frame."""
        masks = self.model.step(frame, t_s, cards, things, frames=frames)
        true = self.truth.hands(round(t_s * FPS))
        self.both += int((true & masks.foreground).sum())
        self.either += int((true | masks.foreground).sum())
        if self.way == "as it is":
            return masks
        return replace(masks, foreground=true if self.way == "true hands" else np.zeros_like(true))

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped."""
        self.model.carry(motion)


@dataclass
class Watch:
    """What was made of the sessions in one way."""

    rows: list[virtual.Outcome] = field(default_factory=list)
    both: int = 0
    either: int = 0

    def told(self) -> Iterator[str]:
        """Yield the lines of the report."""
        delays = [row.delay_s for row in self.rows if row.delay_s is not None]
        p50, p95 = np.percentile(delays, (50, 95)) if delays else (np.nan, np.nan)
        yield f"{virtual.told(self.rows)}; in sight to settled p50 {p50:.2f} s, p95 {p95:.2f} s, n={len(delays)}"
        if self.either:
            yield f"what differs from the bare table and true hands: IoU {self.both / self.either:.2f}"


def watch(seed: int, cards: int, way: str, into: Watch) -> None:
    """Watch a session in one way."""
    table, _ = session(seed, cards)
    told: list[Hands] = []

    def made(galleries: Sequence[Gallery]) -> Tracker:
        tracker = make_tracker(galleries)
        told.append(Hands(tracker._background, truth_of(table), way))
        tracker._background = told[0]
        return tracker

    with patch.object(virtual, "make_tracker", made):
        into.rows += virtual.outcomes(seed, cards)
    if way == WAYS[0]:
        into.both, into.either = into.both + told[0].both, into.either + told[0].either


def main() -> None:
    """Watch the sessions and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=20, help="cards a session")
    arguments = parser.parse_args()
    print(heading(f"{arguments.seeds} sessions of {arguments.cards} cards"), flush=True)
    cv2.setNumThreads(1)
    watched = {way: Watch() for way in WAYS}
    for seed in tqdm(range(arguments.first, arguments.first + arguments.seeds), unit="session"):
        for way in WAYS:
            watch(seed, arguments.cards, way, watched[way])
    for way in WAYS:
        print(way, *watched[way].told(), sep="\n  ")


if __name__ == "__main__":
    main()
