"""Time one table before one camera and before two: python -m tests.benchmarks.two_cameras [--seconds N].

Two cameras see the same picture of the virtual table but for its far, or near, edge. Prints milliseconds a frame and
frames a second of the eyes alone, and in how many frames a card was told twice.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from vision.capture.spec import SourceKind, SourceSpec
from vision.capture.virtual_source import virtual_table
from vision.tracking.joint import JointTracker, OneTracker
from vision.types import Frame
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import tracker_of

UNSEEN: Final = 0.125
"""Share of the picture's height that each camera misses at the other's end of the table."""


def as_one(frame: Frame) -> Frame:
    """One camera's picture."""
    return frame


def as_two(frame: Frame) -> Frame:
    """The far camera's picture above the near one's."""
    unseen = round(UNSEEN * frame.shape[0])
    return np.vstack([frame[:-unseen], frame[unseen:]])


def timed(tracker: OneTracker, shown: Callable[[Frame], Frame], spec: SourceSpec) -> str:
    """Watch a session; return what it cost."""
    spent_ms, twice = [], 0
    for moment in virtual_table(spec):
        frame = shown(moment.image)
        begin = time.perf_counter()
        seen = tracker.step(frame, moment.t_s)
        spent_ms.append((time.perf_counter() - begin) * 1000)
        names = [track.code for track in seen.tracks if track.code is not None]
        twice += len(set(names)) < len(names)
    p50, p95 = np.percentile(spent_ms, [50, 95])
    rate = 1000 / np.mean(spent_ms)
    return f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, {rate:.1f} frames a second, {twice} with a card twice"


def main() -> None:
    """Time both and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0, help="of the table's clock")
    seconds = parser.parse_args().seconds
    cv2.setNumThreads(1)
    spec = SourceSpec(SourceKind.DEMO, fps=15.0, seconds=seconds, deck=house_deck)
    print(heading(f"{round(spec.fps * seconds)} frames of 1280x720"), flush=True)
    eyes = [tracker_of(Decks(), {"house": 1}, every_frame=False) for _ in range(3)]
    print(f"one camera   {timed(eyes[0], as_one, spec)}", flush=True)
    print(f"two cameras  {timed(JointTracker(eyes[1], eyes[2]), as_two, spec)}")


if __name__ == "__main__":
    main()
