"""Photographs of real tables shown as clips: by a camera at rest, one that sways, and one held in the hand."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.calm import SIZE_WH, filled
from tests.benchmarks.tapes.scores import NameScore, SessionScore
from tests.benchmarks.tapes.tape import Tape, encoded
from vision.types import EventKind, Frame, FrameResult
from vision.virtual.surfaces.photographs import load_photograph
from vision.virtual.truth import TrueFrame

QUALITY: Final = 90
"""Of JPEG, as a webcam packs its pictures."""

NOISE: Final = 3.0
FLICKER: Final = 0.01

FOUND_S: Final = 2.0
"""What lies there is found within this; what happens later happens to what nobody touches."""

Motion: TypeAlias = NDArray[np.float64]
"""An affine motion of the picture, shape (2, 3), pixels."""


@dataclass(frozen=True, slots=True)
class Camera:
    """How a photograph is shown: for how many frames, at what rate, and how the picture has moved at each, given its
    number and random numbers of its own."""

    frames: int
    fps: float
    motions: Callable[[int], Sequence[Motion]]


def at_rest(count: int) -> list[Motion]:
    """Return no motion."""
    return [np.eye(2, 3)] * count


def swaying(count: int, reach_px: float, fps: float) -> list[Motion]:
    """Return a slow sway, as of a lamp's arm that holds the camera."""
    found = []
    for number in range(count):
        t_s, motion = number / fps, np.eye(2, 3)
        motion[:, 2] = (
            reach_px * math.sin(2 * math.pi * t_s / 6),
            0.6 * reach_px * math.sin(math.pi * t_s / 2),
        )
        found.append(motion)
    return found


def hand_held(count: int) -> list[Motion]:
    """Return rest, then shaking while the camera comes closer by a fifth and turns by up to 4 degrees, then rest."""
    chance = np.random.default_rng(7)
    walk = np.cumsum(chance.normal(0, 1.5, (count, 2)), axis=0)
    first, last = count // 4, 3 * count // 4
    found = []
    for number in range(count):
        share = min(max((number - first) / (last - first), 0.0), 1.0)
        eased = share * share * (3 - 2 * share)
        middle = (SIZE_WH[0] / 2, SIZE_WH[1] / 2)
        turn = cv2.getRotationMatrix2D(middle, 4 * math.sin(math.pi * eased), 1 + 0.2 * eased)
        motion: Motion = np.asarray(turn, np.float64)
        motion[:, 2] += walk[min(max(number, first), last)] - walk[first]
        motion[:, 2] += chance.normal(0, 0.4, 2) if 0 < share < 1 else np.zeros(2)
        found.append(motion)
    return found


CAMERAS: Final[Mapping[str, Camera]] = {
    "still": Camera(45, 30.0, at_rest),
    "swaying-2": Camera(450, 15.0, lambda count: swaying(count, 2.0, 15.0)),
    "swaying-6": Camera(450, 15.0, lambda count: swaying(count, 6.0, 15.0)),
    "handheld": Camera(180, 30.0, hand_held),
}


@dataclass(frozen=True, slots=True)
class ShownPhotograph:
    """A photograph shown by a camera; ``labels`` are those of its folder. One without cards fills the frame."""

    path: Path
    camera: Camera
    labels: Mapping[str, Any] = field(default_factory=dict)

    def write(self, tape: Tape) -> None:
        """Show it."""
        tape.note(
            deck="rws", photograph=self.path.name, fps=self.camera.fps, labels=dict(self.labels), throws=[]
        )
        picture = load_photograph(self.path)
        there, fit = set(tape.numbers()), fitted if self.labels.get("cards") else filled
        for number, frame in enumerate(shown(fit(picture), self.camera)):
            if number not in there:
                t_s, nobody = number / self.camera.fps, np.zeros((SIZE_WH[1] // 4, SIZE_WH[0] // 4), bool)
                tape.add_frame(number, t_s, encoded(frame, QUALITY), TrueFrame(number, t_s, (), 0), nobody)


def fitted(picture: Frame) -> Frame:
    """Return all of a picture as large as a frame has room for it."""
    height, width = picture.shape[:2]
    scale = min(SIZE_WH[0] / width, SIZE_WH[1] / height)
    small_wh = (round(width * scale), round(height * scale))
    small = cv2.resize(picture, small_wh, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), np.median(small.reshape(-1, 3), axis=0), np.uint8)
    left, top = (SIZE_WH[0] - small_wh[0]) // 2, (SIZE_WH[1] - small_wh[1]) // 2
    frame[top : top + small_wh[1], left : left + small_wh[0]] = small
    return frame


def shown(picture: Frame, camera: Camera) -> Iterator[Frame]:
    """Yield the frames of a clip, with sensor noise and a slight flicker."""
    chance = np.random.default_rng(7)
    for number, motion in enumerate(camera.motions(camera.frames)):
        moved = cv2.warpAffine(picture, motion, SIZE_WH, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        noise = chance.normal(0, NOISE, (SIZE_WH[1], SIZE_WH[0], 1)).astype(np.float32)
        yield np.asarray((moved * (1 + FLICKER * math.sin(number / 5)) + noise).clip(0, 255), np.uint8)


def labels_in(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the labels of a folder of photographs by the names of the files."""
    path = folder / "labels.json"
    return {one["file"]: one for one in json.loads(path.read_text("utf-8"))} if path.is_file() else {}


def score_photograph(results: Sequence[FrameResult], facts: Mapping[str, Any], into: SessionScore) -> None:
    """Score a photograph shown as a clip: the names at its end, by code alone, and what happened though nobody touched
    anything."""
    labels = facts["labels"]
    cards = labels.get("cards", ())
    standing = results[-1].tracks if results else ()
    named = [track.code for track in standing if track.code is not None]
    mine = [
        card
        for card in cards
        if labels.get("deck") == facts["deck"]
        and card.get("code")
        and not card.get("unsure")
        and card.get("face") != "down"
    ]
    into.names = [
        NameScore(f"{card['code']} {n}", right=card["code"] in named, covered=1 - card.get("visible", 1.0))
        for n, card in enumerate(mine)
    ]
    into.stray_names = len([code for code in named if code not in {card.get("code") for card in cards}])
    events = [event for result in results for event in result.events]
    appeared = [event for event in events if event.kind is EventKind.APPEARED]
    into.false_positives = 0 if cards else len(appeared)
    changes = (EventKind.APPEARED, EventKind.LEFT, EventKind.FLIPPED, EventKind.MOVED)
    into.untouched_events = sum(event.kind in changes and event.t_s > FOUND_S for event in events)
