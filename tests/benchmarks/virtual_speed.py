"""How fast the virtual table is: ``python -m tests.benchmarks.virtual_speed [--seconds S] [--seed N]``, on one core."""

from __future__ import annotations

import argparse
import time
from typing import Final

import cv2
import numpy as np

from tests.benchmarks.heading import heading
from vision.virtual.plays.script import Script
from vision.virtual.table import VirtualTable

TABLES: Final = ((1, 120.0), (3, 120.0), (6, 120.0), (12, 90.0))
"""Cards a seat, and their height in pixels."""


def _plain_deck(count: int = 78) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """Faces of noise: what is on them does not change the speed."""
    chance = np.random.default_rng(0)
    return {f"x{i:02d}": chance.integers(0, 255, (360, 210, 3), np.uint8) for i in range(count)}, np.full(
        (360, 210, 3), 60, np.uint8
    )


def measure(
    seed: int, seconds: float, cards_per_seat: int, card_height_px: float
) -> tuple[float, np.ndarray]:
    """Seconds to build the table, and milliseconds of the processor for every frame."""
    faces, back = _plain_deck()
    begin = time.perf_counter()
    script = Script(cards_per_seat=(cards_per_seat, cards_per_seat), pace=1.5)
    table = VirtualTable(seed, faces, back, seconds=seconds, script=script, card_height_px=card_height_px)
    built_s = time.perf_counter() - begin
    spent = []
    for number in table.frame_numbers():
        begin = time.process_time()
        table.render(number)
        spent.append((time.process_time() - begin) * 1000)
    return built_s, np.array(spent)


def main() -> None:
    """Print one line for each number of cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--seed", type=int, default=3)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{arguments.seconds:g} s at each of {len(TABLES)} tables"), flush=True)
    print("1280x720, one core, milliseconds of its time a frame (30 frames a second allow 33.3)")
    for cards, height in TABLES:
        built_s, ms = measure(arguments.seed, arguments.seconds, cards, height)
        p50, p95, p99 = np.percentile(ms, [50, 95, 99])
        print(
            f"{2 * cards:2d} cards of {height:.0f} px: n={len(ms)} mean {ms.mean():5.1f} p50 {p50:5.1f} p95 {p95:5.1f} "
            f"p99 {p99:5.1f}, {1000 / ms.mean():4.0f} frames/s, built in {built_s:.2f} s"
        )


if __name__ == "__main__":
    main()
