"""What is taped: simulated sessions of every kind that the benchmarks play, clips, and photographs shown as clips."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.photographs import FOLDER
from tests.benchmarks import bumps, videos
from tests.benchmarks.fresh_tables import deck, number_of
from tests.benchmarks.fresh_tables import session as fresh_session
from tests.benchmarks.tapes.photo_clips import CAMERAS, QUALITY, ShownPhotograph, labels_in
from tests.benchmarks.tapes.tape import Tape, encoded
from vision.geometry import project
from vision.recognition.gallery import Gallery
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.surfaces.photographs import photographs
from vision.virtual.truth import TrueFrame, truth_of
from webui.camera.decks.readable import Decks
from webui.camera.drawn_decks import house_deck

SHARED: Final = Path(os.environ.get("CLASHCAM_SHARED") or FOLDER.parent)
"""The folder of photographs and clips beside the checkout."""

FPS: Final = 15.0
"""Frames a second of simulated sessions, as in the other benchmarks; clips have their own."""

CARDS: Final = 20
SECONDS: Final = 60.0
COMMIT_EVERY: Final = 15
"""Frames from one commit to the next: what a killed recording does again."""

HELD_OUT: Final = "held-out:"


class MissingSessionError(LookupError):
    """There is no session of this kind and seed."""


class Session(Protocol):
    """What can be written onto a tape."""

    def write(self, tape: Tape) -> None:
        """Add its facts and those of its frames that are missing."""
        ...


def galleries_of(name: str) -> list[Gallery]:
    """Return the decks that lie on a tape's table, by the name that its facts have."""
    if name.startswith(HELD_OUT):
        return [deck(int(name.removeprefix(HELD_OUT))).gallery]
    return Decks().load_all(name.split(","))


@dataclass(frozen=True, slots=True)
class Simulated:
    """A session of the virtual table. Its frames are JPEG of the virtual camera's own quality, so that a tape holds
    exactly what the camera gives.

    Of its throws those before ``throws_end`` count; its end may cut off the last one, or all.
    """

    table: VirtualTable
    deck: str
    throws_end: int | None = None

    def write(self, tape: Tape) -> None:
        """Render what is missing."""
        numbers = list(self.table.frame_numbers())
        throws = [{"near": one.near, "far": one.far} for one in self.table.dealt[: self.throws_end]]
        tape.note(deck=self.deck, fps=self.table.fps, throws=throws, style=_style(self.table))
        quality = self.table.style.jpeg_quality or QUALITY
        self.table._stage._sensor._jpeg_quality = 0  # Its JPEG is what is kept.
        truth, there = truth_of(self.table), set(tape.numbers())
        for count, number in enumerate(numbers):
            if number not in there:
                timed = self.table.render(number)
                tape.add_frame(
                    number, timed.t_s, encoded(timed.image, quality), truth.at(number), truth.hands(number)
                )
            if count % COMMIT_EVERY == 0:
                tape.commit()


@dataclass(frozen=True, slots=True)
class Bumped:
    """A session whose camera is bumped (``tests.benchmarks.bumps``); visible shares are those of the larger picture."""

    seed: int

    def write(self, tape: Tape) -> None:
        """Render what is missing."""
        table = bumps.table_of(self.seed)
        numbers, truth = list(table.frame_numbers()), truth_of(table)
        drawn = bumps.drawn_bumps(table, np.random.default_rng([self.seed, 5]))
        tape.note(
            deck="house", fps=table.fps, throws=[], style=_style(table), bumps=[asdict(b) for b in drawn]
        )
        quality, there = table.style.jpeg_quality or QUALITY, set(tape.numbers())
        table._stage._sensor._jpeg_quality = 0
        for count, number in enumerate(numbers):
            if number not in there:
                timed = table.render(number)
                stand = bumps.stand_at(drawn, timed.t_s)
                picture = encoded(bumps.seen_from(timed.image, stand), quality)
                hands = _seen_hands(truth.hands(number), stand)
                tape.add_frame(number, timed.t_s, picture, _seen_truth(truth.at(number), stand), hands)
            if count % COMMIT_EVERY == 0:
                tape.commit()


def _seen_truth(truth: TrueFrame, stand: bumps.Stand) -> TrueFrame:
    cards = tuple(replace(card, quad=project(card.quad, stand.motion)) for card in truth.cards)
    return replace(truth, cards=cards)


def _seen_hands(hands: NDArray[np.bool_], stand: bumps.Stand) -> NDArray[np.bool_]:
    width, height = (side + 2 * bumps.RIM_PX for side in bumps.SIZE_WH)
    large = cv2.resize(hands.astype(np.uint8), (width, height), interpolation=cv2.INTER_NEAREST)
    seen = cv2.warpAffine(large, stand.motion[:2], bumps.SIZE_WH, flags=cv2.INTER_NEAREST)
    return np.asarray(seen[2::4, 2::4], bool)


def _style(table: VirtualTable) -> dict[str, Any]:
    style = asdict(table.style)
    return {name: value for name, value in style.items() if isinstance(value, str | int | float | bool)}


@dataclass(frozen=True, slots=True)
class ClipFile:
    """A video file, with the labels of its index, if there is one. The tape holds the file itself."""

    path: Path
    labels: Mapping[str, Any] = field(default_factory=dict)

    def write(self, tape: Tape) -> None:
        """Copy the file."""
        deck_name = self.labels.get("deck") or "rws"
        tape.note(deck=deck_name, clip=self.path.name, labels=dict(self.labels), throws=[])
        tape.add_clip(self.path.name, self.path.read_bytes())


def played_around_flips(seed: int) -> Session:
    """Play a session of a drawn deck, what happens around the flips."""
    return Simulated(fresh_session(seed, CARDS)[0], f"{HELD_OUT}{number_of(seed)}")


def played_whole(seed: int, surfaces: bool) -> Session:
    """Play a whole session of a drawn deck, on a drawn table or on photographs."""
    folder = SHARED / "backgrounds" if surfaces else None
    table, _ = fresh_session(seed, CARDS, around_flips_only=False, surfaces=folder)
    return Simulated(table, f"{HELD_OUT}{number_of(seed)}")


def played_thrown(seed: int, script: Script) -> Session:
    """Play a session of the house deck whose end cuts off the last throw."""
    faces, back = house_deck()
    table = VirtualTable(500 + seed, faces, back, fps=FPS, seconds=SECONDS, script=script)
    return Simulated(table, "house", throws_end=-1)


def played_trouble(seed: int, kind: str) -> Session:
    """Play a session of ``tests.benchmarks.videos``."""
    return Simulated(videos.table_of(kind, seed), f"{HELD_OUT}{number_of(seed)}", throws_end=0)


def clip_of(seed: int, folder: Path) -> Session:
    """Return a clip of a folder by its place among them."""
    index = folder / "index.json"
    labels = {one["file"]: one for one in json.loads(index.read_text("utf-8"))} if index.is_file() else {}
    path = _file_at(sorted((folder / "clips").glob("*.*")), seed, folder)
    return ClipFile(path, labels.get(path.name, {}))


def photograph_of(seed: int, folder: Path, camera: str) -> Session:
    """Return a photograph shown by a camera, by its place among those of a folder."""
    path = _file_at([one.path for one in photographs(folder)], seed, folder)
    return ShownPhotograph(path, CAMERAS[camera], labels_in(folder).get(path.name, {}))


def _file_at(files: list[Path], number: int, folder: Path) -> Path:
    if number >= len(files):
        raise MissingSessionError(f"{folder}: holds {len(files)} files, and none of number {number}")
    return files[number]


KINDS: Final[Mapping[str, Callable[[int], Session]]] = {
    "clips": partial(clip_of, folder=SHARED / "videos"),
    "clutter": partial(photograph_of, folder=SHARED / "photos" / "clutter", camera="still"),
    **{
        camera: partial(photograph_of, folder=SHARED / "photos" / "tarot", camera=camera)
        for camera in CAMERAS
    },
    "flips": played_around_flips,
    "drawn": partial(played_whole, surfaces=False),
    "photographs": partial(played_whole, surfaces=True),
    "thrown": partial(played_thrown, script=Script()),
    "overlapping": partial(played_thrown, script=Script(overlap=0.3)),
    "discards": partial(played_thrown, script=Script(piles=True, discards=True)),
    "bumps": Bumped,
    "tidy": partial(played_trouble, kind="tidy"),
    "low-view": partial(played_trouble, kind="from 20 to 30 degrees"),
    "1920x1080": partial(played_trouble, kind="1920x1080"),
    "480x272": partial(played_trouble, kind="480x272"),
    "352x640": partial(played_trouble, kind="352x640"),
    "pile": partial(played_trouble, kind="dealt one upon the other"),
    "held-up": partial(played_trouble, kind="held up"),
    "person": partial(played_trouble, kind="a person at the end"),
    "captions": partial(played_trouble, kind="captions"),
}
"""How a session of each kind is set, by its seed: for files their place in the folder."""


def throws_of(facts: Mapping[str, Any]) -> list[Throw]:
    """Return the throws of a tape that its end does not cut off."""
    return [Throw(tuple(one["near"]), tuple(one["far"])) for one in facts["throws"]]
