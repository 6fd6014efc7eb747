"""Speed of vision on this machine: each stage on the virtual table, in milliseconds."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.memory import own_memory_mb
from vision.recognition.gallery import Gallery
from vision.tracking.tracker import Tracker
from vision.types import Box, Detection, Detector, Frame, PartDetector, Quad, Reader, Reading, ReadRequest
from vision.virtual import Script, Throw, VirtualTable
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_detector, make_reader, make_tracker
from webui.camera.watch import percentiles

WARM_UP: Final = 5
"""Frames before the measurement starts: the first runs of networks and caches are slow."""

CARD_HEIGHT_PX: Final = 90.0
"""Twenty-four cards of this height fit on the table."""

STAGES: Final = ("detect", "read", "track", "whole")


@dataclass
class Stopwatch:
    """A detector and a reader that record their durations, in milliseconds."""

    detector: Detector
    reader: Reader
    detect_ms: float = 0.0
    read_ms: float = 0.0

    def detect(self, frame: Frame) -> list[Detection]:
        """Detect cards, timed."""
        begin = time.perf_counter()
        found = self.detector.detect(frame)
        self.detect_ms = (time.perf_counter() - begin) * 1000
        return found

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Name cards, timed."""
        begin = time.perf_counter()
        readings = self.reader.read(frame, requests)
        self.read_ms += (time.perf_counter() - begin) * 1000
        return readings


@dataclass
class PartStopwatch(Stopwatch):
    """The same for a detector of parts of a frame."""

    detector: PartDetector

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        """Detect the cards of a part, timed."""
        begin = time.perf_counter()
        found = self.detector.detect_within(frame, box, known)
        self.detect_ms = (time.perf_counter() - begin) * 1000
        return found

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        """Detect the cards of some boxes on zoomed tiles, timed together with the pass before."""
        begin = time.perf_counter()
        found = self.detector.detect_closely(frame, boxes, known)
        self.detect_ms += (time.perf_counter() - begin) * 1000
        return found


@dataclass
class Times:
    """Milliseconds of every frame, by stage."""

    cards: int
    share: float = 1.0
    """How fast the machine is, in shares of this one's speed."""
    spent_ms: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})

    def add(self, watch: Stopwatch, whole_ms: float) -> None:
        """Add one frame; frames without a reading do not count as readings."""
        track_ms = whole_ms - watch.detect_ms - watch.read_ms
        for stage, spent_ms in zip(STAGES, (watch.detect_ms, watch.read_ms, track_ms, whole_ms), strict=True):
            if stage != "read" or spent_ms:
                self.spent_ms[stage].append(spent_ms / self.share)

    def record(self) -> dict[str, object]:
        """Return one line of the output."""
        stages = {stage: percentiles(spent) | {"n": len(spent)} for stage, spent in self.spent_ms.items()}
        return {"cards": self.cards, "frames_per_s": self.frames_per_s, "ms": stages}

    @property
    def frames_per_s(self) -> float:
        """Return the whole frames per second."""
        return round(1000 / self.mean_ms, 1)

    @property
    def mean_ms(self) -> float:
        """Return the mean milliseconds of a whole frame."""
        return float(np.mean(self.spent_ms["whole"]))


def machine() -> str:
    """Return a description of this machine."""
    return f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def frames_with(cards: int, seed: int = 0) -> Iterator[tuple[Frame, float]]:
    """Return pictures of so many cards at rest that are turned over, one after another, with their times."""
    faces, back = house_deck()
    codes = tuple(faces)[:cards]
    far = len(codes) // 2
    throws = [Throw(codes[far:], codes[:far])]
    table = VirtualTable(
        seed, faces, back, throws=throws, around_flips_only=True, card_height_px=CARD_HEIGHT_PX, tilt_deg=15.0
    )
    return ((timed.image, timed.t_s) for timed in table)


def time_stages(galleries: Sequence[Gallery], cards: int, frames: int, share: float = 1.0) -> Times:
    """Observe a table of so many cards and time each stage, on a machine that is ``share`` times as fast as this
    one."""
    detector, reader = make_detector(), make_reader(galleries)
    watch = (
        PartStopwatch(detector, reader) if isinstance(detector, PartDetector) else Stopwatch(detector, reader)
    )
    tracker = Tracker(watch, watch)
    times = Times(cards, share)
    for number, (frame, t_s) in enumerate(frames_with(cards)):
        watch.detect_ms = watch.read_ms = 0.0
        begin = time.perf_counter()
        tracker.step(frame, t_s)
        whole_ms = (time.perf_counter() - begin) * 1000
        if number >= WARM_UP:
            times.add(watch, whole_ms)
        if number + 1 >= frames + WARM_UP:
            break
    return times


PHOTOGRAPH_WH: Final = (1920, 1080)
PHOTOGRAPH_CARDS: Final = 12
PHOTOGRAPH_TIMES: Final = 10


COVERED: Final = 0.4
"""Share of a card's width that its neighbour covers on the second photograph."""


def resting_table(cards: int, seed: int = 0) -> Frame:
    """Return a picture of so many cards that lie face up, with nobody's hand over the table."""
    faces, back = house_deck()
    codes = tuple(faces)[:cards]
    half = len(codes) // 2
    throws = [Throw(codes[half:], codes[:half])]
    table = VirtualTable(
        seed, faces, back, throws=throws, around_flips_only=True, card_height_px=CARD_HEIGHT_PX, tilt_deg=15.0
    )
    *_, last = table.frame_numbers()
    return table.render(last).image


def photograph(covered: float = 0.0, seed: int = 2) -> Frame:
    """Return a picture of twelve cards that lie face up, as a phone would take it from above: apart, or each but the
    last of a row with that share of its width under its neighbour."""
    faces, back = house_deck()
    codes = tuple(faces)[:PHOTOGRAPH_CARDS]
    half = len(codes) // 2
    table = VirtualTable(
        seed, faces, back, PHOTOGRAPH_WH, throws=[Throw(codes[half:], codes[:half])], around_flips_only=True,
        card_height_px=240.0, tilt_deg=15.0, script=Script(overlap=covered) if covered else Script(),
    )  # fmt: skip
    *_, last = table.frame_numbers()
    return table.render(last).image


def time_photograph(
    galleries: Sequence[Gallery], covered: float = 0.0, share: float = 1.0
) -> dict[str, object]:
    """Time ``clashcam identify`` on one photograph, after a first run that loads the networks."""
    from webui.camera.recognizers import make_recognizer

    frame, recognizer = photograph(covered), make_recognizer(galleries)
    named = sum(reading.code is not None for reading in recognizer.recognize(frame))
    spent_ms = [time_ms(recognizer.recognize, frame) / share for _ in range(PHOTOGRAPH_TIMES)]
    return {
        "cards": PHOTOGRAPH_CARDS,
        "covered": covered,
        "named": named,
        "size_wh": list(PHOTOGRAPH_WH),
        "ms": percentiles(spent_ms) | {"n": PHOTOGRAPH_TIMES},
    }


def time_ms(recognize: Callable[[Frame], object], frame: Frame) -> float:
    """Return the milliseconds of one frame."""
    begin = time.perf_counter()
    recognize(frame)
    return (time.perf_counter() - begin) * 1000


START: Final = """
import sys, time
from webui.camera.benchmark import first_answer
if __name__ == "__main__":
    first_answer(float(sys.argv[1]), sys.argv[2].split(","))
"""


def time_start(decks: Sequence[str], share: float = 1.0) -> dict[str, object]:
    """Start a fresh program on the virtual table: seconds to its first processed frame, and memory after two
    seconds; of a second start, since the first one compiles all modules."""
    with tempfile.TemporaryDirectory() as folder:
        places = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        places |= {"PYTHONPYCACHEPREFIX": folder}
        for _ in range(2):
            command = [sys.executable, "-c", START, str(time.time()), ",".join(decks)]
            done = subprocess.run(command, capture_output=True, text=True, check=True, env=places)
    answer: dict[str, float | None] = json.loads(done.stdout.splitlines()[-1])
    first_s = answer.pop("first_answer_s") or 0.0
    record: dict[str, object] = {"first_answer_s": round(first_s / share, 2)}
    return record | dict(answer)


def first_answer(begin_s: float, decks: Sequence[str]) -> None:
    """In the fresh program: process frames of the virtual table and print the figures for :func:`time_start`."""
    from vision.capture.capture import Capture
    from vision.capture.spec import SourceKind, SourceSpec
    from webui.camera.decks.readable import Decks

    cv2.setNumThreads(1)
    with closing(Capture(SourceSpec(SourceKind.DEMO, seconds=2.0, deck=house_deck))) as capture:
        capture.start()
        tracker = make_tracker(Decks().load_all(decks))
        capture.open()
        answered_s, own_mb = 0.0, dict[str, float | None]()
        for captured in capture.frames():
            tracker.step(captured.frame, captured.t_s)
            answered_s = answered_s or time.time() - begin_s
            if captured.index % round(capture.spec.fps) == 0 and capture.pid is not None:
                own_mb = {"own_mb": own_memory_mb(), "capture_own_mb": own_memory_mb(capture.pid)}
    print(json.dumps({"first_answer_s": round(answered_s, 2), **_memory_mb(), **own_mb}))


def _memory_mb() -> dict[str, float | None]:
    """Return the peak memory of this process and its capture process; None where the system has no such figure."""
    if sys.platform == "win32":
        return {"memory_mb": None, "capture_memory_mb": None}
    import resource

    unit = 2**20 if sys.platform == "darwin" else 2**10
    kinds = {"memory_mb": resource.RUSAGE_SELF, "capture_memory_mb": resource.RUSAGE_CHILDREN}
    return {name: round(resource.getrusage(kind).ru_maxrss / unit, 1) for name, kind in kinds.items()}


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = (line.partition(":")[2].strip() for line in file if line.startswith("model name"))
            return next(names, platform.machine())
    except OSError:
        return platform.processor() or platform.machine()
