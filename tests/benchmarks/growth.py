"""How time and memory grow with cards, cameras, listeners and hours: python -m tests.benchmarks.growth
[--to docs/growth.svg] [--frames 60] [--seconds 10].

Frames of the virtual table with so many cards, before one camera and before two that see nearly the same; the shares of
a core that the running program and its capture process take while so many follow its events and pictures; and the
memory of a long session, from the newest figures of ``tests.benchmarks.soak``. The plot has one panel each.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.benchmarks.__main__ import RESULTS, newest
from tests.benchmarks.heading import heading
from tests.benchmarks.processes import children, processor_s
from tests.benchmarks.two_cameras import as_one, as_two
from tests.browser.program import Program
from vision.tracking.joint import OneTracker
from vision.virtual import Throw, VirtualTable
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import tracker_of

CARDS: Final = (1, 6, 12, 24, 48)
LISTENERS: Final = (0, 1, 3, 10)
CARD_HEIGHT_PX: Final = 62.0
"""Forty-eight cards of this height fit on the table."""

WARM_UP: Final = 8
STREAMS: Final = ("api/events", "video.mjpg")
STORED: Final = "growth of the program in eight hours"
WIDTH, HEIGHT, PAD, GAP = 250, 200, 52, 24
INKS: Final = ("#2a6f97", "#c1666b")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a panel: its name, and its points (x, y)."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Panel:
    """One part of the plot."""

    across: str
    upwards: str
    lines: Sequence[Line]


def frame_ms(cards: int, cameras: int, frames: int) -> tuple[float, float]:
    """Return the median and the 95th percentile of the milliseconds of a frame with so many cards."""
    faces, back = house_deck()
    codes = tuple(faces)[:cards]
    throws = [Throw(codes[cards // 2 :], codes[: cards // 2])]
    table = VirtualTable(
        0, faces, back, throws=throws, around_flips_only=True, card_height_px=CARD_HEIGHT_PX, tilt_deg=15.0
    )
    tracker: OneTracker = tracker_of(Decks(), {"house": 1}, cameras, every_frame=True)
    shown, spent_ms = as_one if cameras == 1 else as_two, []
    for moment in islice(table, WARM_UP + frames):
        frame = shown(moment.image)
        begin = time.perf_counter()
        tracker.step(frame, moment.t_s)
        spent_ms.append((time.perf_counter() - begin) * 1000)
    p50, p95 = np.percentile(spent_ms[WARM_UP:], [50, 95])
    return float(p50), float(p95)


@contextmanager
def listening(url: str, count: int) -> Iterator[None]:
    """Let so many follow the events and the pictures of a table."""
    ended = threading.Event()

    def listen(path: str) -> None:
        with urllib.request.urlopen(f"{url}{path}", timeout=30) as stream:
            while not ended.is_set() and stream.read(4096):
                pass

    threads = [threading.Thread(target=listen, args=(path,)) for _ in range(count) for path in STREAMS]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def share_of_core(listeners: int, seconds: float) -> float:
    """Return the share of a core that program and capture take on the virtual table, 0 to 1 and more."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Program("demo", Path(folder)) as program,
        listening(program.url, listeners),
    ):
        time.sleep(seconds / 2)  # The start is another figure.
        whose = [program.process_id, *children(program.process_id)]
        before_s, begin_s = sum(map(processor_s, whose)), time.monotonic()
        time.sleep(seconds)
        return (sum(map(processor_s, whose)) - before_s) / (time.monotonic() - begin_s)


def hours_mb() -> Line:
    """Return the memory of the program after a tenth of eight hours and at their end, from the kept figures."""
    with RESULTS.open(encoding="utf-8") as lines:
        figure = next(one.figure for one in newest(lines) if one.question == STORED)
    early, late = map(float, re.findall(r"(\d+\.\d) (?:to|MB)", figure)[:2])
    return Line("program", [(0.8, early), (8.0, late)])


def measured(frames: int, seconds: float) -> Iterator[Panel]:
    """Measure, print and yield every panel."""
    lines = []
    for cameras in (1, 2):
        found = [(cards, *frame_ms(cards, cameras, frames)) for cards in CARDS]
        for cards, p50, p95 in found:
            print(f"{cameras} camera(s), {cards:2d} cards: p50 {p50:.1f} ms, p95 {p95:.1f} ms", flush=True)
        lines.append(
            Line(f"{cameras} camera{'s' * (cameras > 1)}", [(cards, p50) for cards, p50, _ in found])
        )
    yield Panel("cards", "ms a frame (p50)", lines)
    shares = []
    for listeners in LISTENERS:
        shares.append((listeners, 100 * share_of_core(listeners, seconds)))
        print(f"{listeners:2d} listeners: {shares[-1][1]:.0f} % of a core", flush=True)
    yield Panel("listeners", "% of a core", [Line("program and capture", shares)])
    yield Panel("hours", "MB", [hours_mb()])


def growth_svg(panels: Sequence[Panel]) -> str:
    """Draw the panels side by side, each from zero to its greatest value."""
    wide = len(panels) * (WIDTH + PAD + GAP)
    drawn = "".join(_drawn(panel, i * (WIDTH + PAD + GAP) + PAD) for i, panel in enumerate(panels))
    size = f"{wide} {HEIGHT + 2 * PAD}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" font-family="sans-serif" font-size="12">'
        f'<rect width="{wide}" height="{HEIGHT + 2 * PAD}" fill="#fff"/>{drawn}</svg>\n'
    )


def _drawn(panel: Panel, left: float) -> str:
    most_x = max(x for line in panel.lines for x, _ in line.points)
    most_y = max(y for line in panel.lines for _, y in line.points) * 1.1
    low = PAD + HEIGHT

    def place(x: float, y: float) -> str:
        return f"{left + x / most_x * WIDTH:.1f},{low - y / most_y * HEIGHT:.1f}"

    parts = [f'<path d="M{left},{PAD} V{low} H{left + WIDTH}" stroke="#333" fill="none"/>']
    for number, (line, ink) in enumerate(zip(panel.lines, INKS, strict=False)):
        points = " ".join(place(*point) for point in line.points)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"/>')
        for x, y in line.points:
            across, up = place(x, y).split(",")
            parts.append(
                f'<circle cx="{across}" cy="{up}" r="3" fill="{ink}"><title>{y:.1f}</title></circle>'
            )
            parts.append(
                f'<text x="{across}" y="{float(up) - 7:.1f}" text-anchor="middle" fill="{ink}">{y:.0f}</text>'
            )
        parts.append(f'<text x="{left + 8}" y="{PAD - 8 - 15 * number}" fill="{ink}">{line.name}</text>')
    for x, _ in panel.lines[0].points:
        across = place(x, 0).split(",")[0]
        parts.append(f'<text x="{across}" y="{low + 16}" text-anchor="middle">{x:g}</text>')
    middle = PAD + HEIGHT / 2
    parts.append(f'<text x="{left + WIDTH / 2}" y="{low + 36}" text-anchor="middle">{panel.across}</text>')
    parts.append(
        f'<text x="{left - 14}" y="{middle}" text-anchor="middle" '
        f'transform="rotate(-90 {left - 14} {middle})">{panel.upwards}</text>'
    )
    return "".join(parts)


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--to", type=Path, help="draw a plot into this file")
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument(
        "--seconds", type=float, default=10.0, help="of the clock, for each number of listeners"
    )
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    print(heading(f"{asked.frames} frames of each table, {asked.seconds:g} s of each audience"), flush=True)
    panels = list(measured(asked.frames, asked.seconds))
    if asked.to is not None:
        asked.to.write_text(growth_svg(panels), encoding="utf-8")


if __name__ == "__main__":
    main()
