"""A table as it is played live on this machine: what it costs, and how long people wait; on the virtual table."""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

import cv2
import numpy as np

from vision.capture.clip import Clip
from vision.recognition.gallery import Gallery
from vision.tracking.unchanged import QUIET_S
from vision.types import Event, EventKind, Frame
from vision.virtual import Script, VirtualTable
from vision.virtual.truth import truth_of
from webui.camera.benchmark import CARD_HEIGHT_PX, resting_table
from webui.camera.drawn_decks import house_deck
from webui.camera.trackers import make_tracker
from webui.camera.watch import percentiles

FPS: Final = 30.0

LIVE_S: Final = 16.0
"""Length of the session that is played, in seconds: a throw of six cards, from bare table to bare table."""

MEASURED_S: Final = 5.0
"""Seconds of a table at rest that are measured, after those in which it comes to rest."""

PER_SEAT: Final = (3, 3)
"""Cards of the near and of the far seat."""

SETTLED_BEFORE_S: Final = 0.3
"""A name may be given so long before the card lies: one that is read while it is still being let go."""

LOOP: Final = 15
"""Pictures of a table at rest, each with noise of its own, that are shown again and again."""

NOISE_LEVELS: Final = 2.0
"""Standard deviation of a camera's noise in good light, in grey levels."""

JPEG_QUALITY: Final = 90

Figures: TypeAlias = dict[str, object]


@dataclass(frozen=True, slots=True)
class Load:
    """What a table costs: shares of one core that capture and tracker take, 0 to 1 and more, over ``frames``."""

    table: str
    capture: float
    tracker: float
    frames: int

    @property
    def share_of_core(self) -> float:
        """The share that both take."""
        return self.capture + self.tracker

    def record(self) -> Figures:
        """Return one line of the output."""
        return {
            "table": self.table,
            "share_of_core": round(self.share_of_core, 3),
            "capture": round(self.capture, 3),
            "tracker": round(self.tracker, 3),
            "n": self.frames,
        }


@dataclass(frozen=True, slots=True)
class Live:
    """A throw of so many cards before a camera that waits for nobody: milliseconds of each frame that was looked at,
    and seconds from each card at rest to its name."""

    cards: int
    spent_ms: list[float]
    waits_s: list[float]

    @property
    def frames_per_s(self) -> float:
        """Frames per second that were kept up with."""
        return round(len(self.spent_ms) / LIVE_S, 1)

    @property
    def settle_s(self) -> dict[str, float | None]:
        """Percentiles of the seconds to a name."""
        return percentiles(self.waits_s)

    def record(self) -> Figures:
        """Return one line of the output."""
        return {
            "cards": self.cards,
            "frames_per_s": self.frames_per_s,
            "ms": percentiles(self.spent_ms) | {"n": len(self.spent_ms)},
            "settle_s": self.settle_s | {"n": len(self.waits_s)},
        }


@dataclass
class Played:
    """What a run over a clip took: seconds of processor time by part, and milliseconds of each frame on the clock."""

    frames: int = 0
    capture_s: float = 0.0
    tracker_s: float = 0.0
    spent_ms: list[float] = field(default_factory=list)
    events: list[tuple[float, Event]] = field(default_factory=list)
    """Each event with the moment at which it was known, in seconds of the clip's clock."""


def time_loads(galleries: Sequence[Gallery], share: float = 1.0) -> Iterator[Load]:
    """Yield, for an empty table, a throw at rest and a lively one, the shares of one core that capture and tracker take
    of a camera of 30 frames a second, on a machine that is ``share`` times as fast as this one."""
    with tempfile.TemporaryDirectory() as folder:
        for name, pictures, first in _tables():
            clip = Path(folder) / f"{name}.avi"
            _write_clip(clip, pictures)
            played = _play(clip, galleries, share, first=first)
            scale = FPS / played.frames / share
            yield Load(name, played.capture_s * scale, played.tracker_s * scale, played.frames)


def time_live(galleries: Sequence[Gallery], share: float = 1.0) -> Live:
    """Play a throw of six cards before a camera that waits for nobody: frames per second that are kept up with, and
    seconds from a card at rest to its name, on a machine that is ``share`` times as fast as this one.

    Frames that come while another one is being looked at are dropped.
    """
    with tempfile.TemporaryDirectory() as folder:
        clip = Path(folder) / "live.avi"
        _write_clip(clip, (frame.image for frame in lively_table()))
        played = _play(clip, galleries, share, live=True)
    return Live(sum(PER_SEAT), played.spent_ms, list(_waits_s(played)))


def lively_table(seed: int = 3) -> VirtualTable:
    """Return a session of one throw after another."""
    faces, back = house_deck()
    script = Script(cards=PER_SEAT)
    return VirtualTable(
        seed, faces, back, seconds=LIVE_S, script=script, card_height_px=CARD_HEIGHT_PX, tilt_deg=15.0
    )


def _tables() -> Iterator[tuple[str, Iterable[Frame], int]]:
    """Yield each table's name, pictures, and the number of the first that is measured."""
    quiet = round((QUIET_S + 1.0) * FPS)
    yield "empty", _still(lively_table().render(0).image, quiet), quiet
    yield "resting", _still(resting_table(sum(PER_SEAT)), quiet), quiet
    yield "lively", (frame.image for frame in lively_table()), 0


def _still(picture: Frame, quiet: int) -> Iterator[Frame]:
    """Yield one picture again and again, as a camera shows it."""
    chance = np.random.default_rng(0)
    loop = [
        np.clip(picture + chance.normal(0, NOISE_LEVELS, picture.shape), 0, 255).round().astype(np.uint8)
        for _ in range(LOOP)
    ]
    return itertools.islice(itertools.cycle(loop), quiet + round(MEASURED_S * FPS))


def _write_clip(path: Path, pictures: Iterable[Frame]) -> None:
    video: cv2.VideoWriter | None = None
    for picture in pictures:
        if video is None:
            size_wh = picture.shape[1], picture.shape[0]
            video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, size_wh)
            video.set(cv2.VIDEOWRITER_PROP_QUALITY, JPEG_QUALITY)
        video.write(picture)
    if video is not None:
        video.release()


def _play(
    path: Path, galleries: Sequence[Gallery], share: float, *, live: bool = False, first: int = 0
) -> Played:
    """Show a clip to a tracker; what comes before the ``first`` frame is not measured."""
    tracker, played, known_s = make_tracker(galleries, every_frame=False), Played(), 0.0
    with closing(Clip(str(path), FPS)) as source:
        source.open()
        begun_s, number = time.process_time(), -1
        while (timed := source.read()) is not None:
            captured_s, number = time.process_time(), number + 1
            measured = number >= first
            played.capture_s += measured * (captured_s - begun_s)
            begun_s = captured_s
            if live and timed.t_s < known_s:
                continue
            begin = time.perf_counter()
            result = tracker.step(timed.frame, timed.t_s)
            spent_s = (time.perf_counter() - begin) / share
            known_s = timed.t_s + spent_s
            played.events += [(known_s, event) for event in result.events]
            begun_s = time.process_time()
            if measured:
                played.frames += 1
                played.tracker_s += begun_s - captured_s
                played.spent_ms.append(spent_s * 1000)
    return played


def _waits_s(played: Played) -> Iterator[float]:
    """Yield the seconds from each card that came to rest face up to its name; cards that got none yield nothing."""
    named = [(known_s, event) for known_s, event in played.events if event.kind is EventKind.SETTLED]
    for true in truth_of(lively_table(), "house").events():
        if true.kind is not EventKind.SETTLED or true.track is None or true.track.code is None:
            continue
        known = (
            known_s - true.t_s
            for known_s, event in named
            if event.track is not None
            and event.track.code == true.track.code
            and event.t_s >= true.t_s - SETTLED_BEFORE_S
        )
        wait_s = next(known, None)
        if wait_s is not None:
            yield max(wait_s, 0.0)
