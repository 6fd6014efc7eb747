"""Halve and double every hand-set number of the live path: python -m tests.benchmarks.numbers [--only WORD].

A number is a module's constant or a field of the tracker's or the detector's settings, in the stages that a frame goes
through; what networks and files dictate (sizes of crops and inputs) is left out, as are single pictures, enrolment and
the baselines. Each is set to half and to twice its value (counts to whole numbers), and the same short sessions of the
virtual table, drawn once, are watched again: easy ones with the house deck, hard ones with held-out decks, small cards
and overlaps (those of ``tests.benchmarks.virtual``), and one in which the camera is bumped. Prints for each what it was
and what came of it: cards settled right of those that lay, wrong names, flips seen, and still to settled at the 95th
percentile; a number that changes nothing is marked. With ``--to FILE`` finished numbers are kept there, and a second
call goes on from them. What detector, reader and classifier answer is remembered where the changed number is none of
theirs. Numbers of cameras and of playing cards are listed and not changed: these sessions have neither.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import cv2
import numpy as np

import models
from tests.benchmarks.events import Record, Rest, Score, score
from tests.benchmarks.fresh_tables import session
from tests.benchmarks.heading import heading
from tests.benchmarks.remembered import (
    Memory,
    RememberedClassifier,
    RememberedDetector,
    RememberedReader,
)
from tests.benchmarks.resume_log import keep_line, kept_lines
from tests.benchmarks.tracking import in_sight_from
from vision.capture.spec import SourceKind, SourceSpec
from vision.capture.virtual_source import virtual_table
from vision.detection.detector import LIVE_SETTINGS, DetectorSettings, NeuralDetector
from vision.tracking.settings import SETTINGS, TrackerSettings
from vision.tracking.tracker import Tracker
from vision.types import Frame, Reader
from vision.virtual import VirtualTable
from vision.virtual.truth import truth_of
from webui.camera import trackers
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck
from webui.camera.watch import event_record

LIVE: Final = (
    *(f"vision.capture.{path.stem}" for path in sorted(Path("vision/capture").glob("[a-z]*.py"))),
    "vision.types",
    "vision.geometry",
    "vision.overlap",
    "vision.pyramid",
    "vision.detection.detector",
    "vision.detection.proposals",
    "vision.recognition.amodal",
    "vision.recognition.backs",
    "vision.recognition.calibration",
    "vision.recognition.local_features",
    "vision.recognition.playing_reader",
    "vision.recognition.reader",
    "vision.recognition.verification",
    "vision.recognition.views",
    *(f"vision.scene.{path.stem}" for path in sorted(Path("vision/scene").glob("[a-z]*.py"))),
    *(f"vision.tracking.{path.stem}" for path in sorted(Path("vision/tracking").glob("[a-z]*.py"))),
)

DICTATED: Final = frozenset(
    {
        *("STRIDE_PX", "STEP_PX", "STARTS", "FINER", "PLAIN_CROPS", "NOTHING"),
        *("MANUAL", "AUTOMATIC", "FILLINGS", "EMBEDDING_INPUTS", "VERIFIED_INPUTS", "ROUNDED"),
        *("MOTION_JPEG", "UNPACKED", "SIZES_ASKED", "RATES_ASKED", "DISCRETE", "BLOCK_PX"),
        *("DIMENSIONS", "LEVELS", "FULL_SCALE"),
    }
)
"""What networks, drivers, decoders, files or arithmetic dictate."""

SINGLE_PICTURES: Final = frozenset({"FEATURE_IOU", "NAMED_TWICE_SHARE", "SMALL_PX"})

UNWATCHED: Final = ("vision.capture", "vision.recognition.playing_reader")
"""Places of numbers of which the virtual table's sessions show nothing."""

ASKED_ANEW: Final = {
    "scene": (),
    "tracking": (),
    "recognition": ("read",),
    "detection": ("detect", "within"),
}
"""What detector, reader and classifier are asked anew where a number of a stage is another; else all that was asked."""

FACTORS: Final = (0.5, 2.0)
SECONDS: Final = 14.0

HARD: Final = (9710, 9911)
"""Sessions of cards about 40 pixels high, one of pips; hands lay and turn four at each side."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number by its module (or its settings) and name, and what it is now."""

    place: str
    name: str
    value: Any

    @property
    def key(self) -> str:
        """Its full name."""
        return f"{self.place}.{self.name}"

    @property
    def stage(self) -> str:
        """The folder that it belongs to."""
        settings = {TrackerSettings.__name__: "tracking", DetectorSettings.__name__: "detection"}
        folder = self.place.split(".")[1:-1]
        return settings.get(self.place) or (folder[0] if folder else "overlap and geometry")

    def times(self, factor: float) -> Any:
        """Return it so many times as large; whole numbers stay whole, and at least 1."""
        return scaled(self.value, factor)


def as_drawn(image: Frame, _t_s: float) -> Frame:
    """Return what a camera sees that nobody touches."""
    return image


@dataclass(frozen=True, slots=True)
class Session:
    """A short session, drawn once: its frames as JPEG data with their times, what happened, when a stay can be judged,
    and a reader of its deck."""

    frames: list[tuple[float, bytes]]
    truth: list[Record]
    rest: Rest
    reader: Reader

    @classmethod
    def of(
        cls,
        table: VirtualTable,
        reader: Reader,
        seconds: float,
        seen: Callable[[Frame, float], Frame] = as_drawn,
    ) -> Session:
        """Draw the first seconds of one, as a camera has ``seen`` them."""
        truth, frames, numbers = truth_of(table), [], []
        for timed in takewhile(lambda one: one.t_s < seconds, table):
            data = cv2.imencode(".jpg", seen(timed.image, timed.t_s), [cv2.IMWRITE_JPEG_QUALITY, 97])[1]
            frames.append((timed.t_s, data.tobytes()))
            numbers.append(timed.frame)
        events = [event_record(event) for event in truth.events(numbers)]
        return cls(frames, events, in_sight_from(truth, table.fps), reader)

    def score(self, tracker: Tracker) -> Score:
        """Watch it."""
        events = []
        for t_s, data in self.frames:
            frame: Frame = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            events += [event_record(event) for event in tracker.step(frame, t_s).events]
        return score(events, self.truth, self.rest)


def bumped(image: Frame, t_s: float) -> Frame:
    """Return what a camera sees that is bumped in the middle of a session; before, the table is in its corner."""
    moved = np.array([[1, 0.02, -30.0], [-0.02, 1, 20.0]]) if t_s > SECONDS / 2 else np.eye(2, 3)
    height, width = image.shape[:2]
    seen = cv2.warpAffine(image, moved, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def drawn(first: int, seeds: int, seconds: float, fps: float) -> Iterator[Session]:
    """Draw easy sessions, hard ones, and one with a bump."""
    base = SourceSpec(SourceKind.DEMO, fps=fps, seconds=seconds, deck=house_deck)
    house = trackers.make_reader(Decks().load_all(["house"]))
    for seed in range(first, first + seeds):
        yield Session.of(virtual_table(replace(base, seed=seed)), house, seconds)
    for seed in HARD:
        table, held_out = session(seed, 8, around_flips_only=False)
        yield Session.of(table, trackers.make_reader([held_out.gallery]), seconds)
    yield Session.of(virtual_table(replace(base, seed=first)), house, seconds, bumped)


def scaled(value: Any, factor: float) -> Any:
    """Return a number, a tuple or an array of numbers, so many times as large."""
    if isinstance(value, tuple):
        return tuple(scaled(part, factor) for part in value)
    if isinstance(value, np.ndarray):
        return value * factor
    return max(1, round(value * factor)) if isinstance(value, int) else value * factor


def is_number(value: Any) -> bool:
    """Tell whether a constant can be halved."""
    if isinstance(value, tuple):
        return all(is_number(part) for part in value)
    is_array = isinstance(value, np.ndarray) and value.dtype.kind == "f"
    return is_array or (isinstance(value, int | float) and not isinstance(value, bool))


def numbers() -> Iterator[Number]:
    """Yield every number of the live path."""
    for place in LIVE:
        module = importlib.import_module(place)
        for name in constants_of(module):
            value = getattr(module, name)
            if is_number(value) and name not in DICTATED | SINGLE_PICTURES:
                yield Number(place, name, value)
    for settings in (SETTINGS, LIVE_SETTINGS):
        for field in fields(settings):
            yield Number(type(settings).__name__, field.name, getattr(settings, field.name))


def constants_of(module: ModuleType) -> Iterator[str]:
    """Yield the names in capitals to which a module gives a value, ``Final`` or not."""
    assert module.__file__ is not None
    for node in ast.parse(Path(module.__file__).read_text(encoding="utf-8")).body:
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        for target in targets:
            named = (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
            yield from (name for name in named if name.isupper())


def by_stage(chosen: Sequence[Number]) -> str:
    """Return how many there are of each stage, on one line."""
    count = Counter(number.stage for number in chosen)
    return ", ".join(f"{stage} {count[stage]}" for stage in sorted(count))


@contextmanager
def changed(number: Number, value: Any) -> Iterator[tuple[TrackerSettings, DetectorSettings]]:
    """Set a number wherever it was imported to; yield the settings to use."""
    if number.place == TrackerSettings.__name__:
        yield replace(SETTINGS, **{number.name: value}), LIVE_SETTINGS
    elif number.place == DetectorSettings.__name__:
        yield SETTINGS, replace(LIVE_SETTINGS, **{number.name: value})
    else:
        origin = getattr(sys.modules[number.place], number.name)
        bound = [m for m in _modules() if getattr(m, number.name, None) is origin]
        try:
            for module in bound:
                setattr(module, number.name, value)
            yield SETTINGS, LIVE_SETTINGS
        finally:
            for module in bound:
                setattr(module, number.name, origin)


def _modules() -> list[ModuleType]:
    return [module for name, module in sys.modules.items() if name.startswith("vision")]


@dataclass(frozen=True, slots=True)
class Bench:
    """Sessions, and what was answered with every number as it is."""

    sessions: Sequence[Session]
    memory: Memory

    def watched(self, settings: tuple[TrackerSettings, DetectorSettings], memory: Memory) -> Score:
        """Watch the sessions with these settings."""
        total = Score()
        for one in self.sessions:
            detector = NeuralDetector(models.weights_path(trackers.DETECTOR), settings=settings[1])
            classifier = trackers.make_classifier()
            tracker = Tracker(
                RememberedDetector(detector, memory),
                RememberedReader(one.reader, memory),
                classifier=None if classifier is None else RememberedClassifier(classifier, memory),
                settings=settings[0],
            )
            total.add(one.score(tracker))
        return total

    def memory_for(self, number: Number) -> Memory:
        """Return what was answered by those that do not see the number."""
        if number.stage not in ASKED_ANEW:
            return Memory()
        anew = ASKED_ANEW[number.stage]
        return Memory({key: said for key, said in self.memory.answers.items() if key[0] not in anew})


def told(score_: Score) -> str:
    """Return one line of figures."""
    late = f"{np.percentile(score_.delays_s, 95):.2f} s" if score_.delays_s else "never"
    right, lay = score_.right_up + score_.right_down, score_.stays_up + score_.stays_down
    return f"right {right} of {lay}, wrong {score_.wrong}, flips {score_.flips_seen} of {score_.flips}, p95 {late}"


def effect(number: Number, factor: float, bench: Bench) -> str:
    """Return what comes of one number changed; what cannot be built or breaks says so."""
    try:
        with changed(number, number.times(factor)) as settings:
            return told(bench.watched(settings, bench.memory_for(number)))
    except (ValueError, IndexError, ZeroDivisionError, cv2.error) as error:
        return f"breaks: {type(error).__name__}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=1, help="easy sessions")
    parser.add_argument("--first", type=int, default=900)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--fps", type=float, default=10.0)
    parser.add_argument("--only", default="", help="numbers whose full name holds this word")
    parser.add_argument("--list", action="store_true", help="name them, and how many there are")
    parser.add_argument("--to", type=Path, help="file that keeps finished numbers")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    chosen = [number for number in numbers() if arguments.only in number.key]
    print(
        heading(
            f"{len(chosen)} numbers, {arguments.seeds + len(HARD) + 1} sessions of {arguments.seconds:g} s"
        ),
        flush=True,
    )
    if arguments.list:
        print(by_stage(chosen), *(f"{number.key} = {number.value}" for number in chosen), sep="\n")
        return
    sessions = list(drawn(arguments.first, arguments.seeds, arguments.seconds, arguments.fps))
    bench = Bench(sessions, Memory())
    as_is = told(bench.watched((SETTINGS, LIVE_SETTINGS), bench.memory))
    print(f"as they are: {as_is}", flush=True)
    done = {line["key"]: line["told"] for line in kept_lines(arguments.to)}
    for number in (one for one in chosen if not one.place.startswith(UNWATCHED)):
        said = done.get(number.key) or [effect(number, factor, bench) for factor in FACTORS]
        if number.key not in done:
            keep_line(arguments.to, {"key": number.key, "told": said})
        same = " (no effect)" if all(line == as_is for line in said) else ""
        print(f"{number.key} = {number.value}{same}\n  halved: {said[0]}\n  doubled: {said[1]}", flush=True)


if __name__ == "__main__":
    main()
