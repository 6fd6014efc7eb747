"""A tiny painted table whose cards, hands and readings follow a script: what a tracker is tested on.

Frames are painted (the tracker compares pixels), detections and readings come from the script.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, project, rectify
from vision.scene.stabilizer import STANDING, CameraState, Stabilizer, View
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.settings import SETTINGS
from vision.tracking.track import CardTrack
from vision.tracking.tracker import Tracker
from vision.tracking.unchanged import UnchangedTable
from vision.types import (
    Backs,
    Classifier,
    Detection,
    Event,
    Face,
    Frame,
    FrameResult,
    Quad,
    Reading,
    ReadRequest,
)

CARD_WH = (60, 100)
SIZE_WH = (640, 360)

NOISE = [
    np.random.default_rng(seed).normal(0, 2, (SIZE_WH[1], SIZE_WH[0], 3)).round().astype(np.int16)
    for seed in range(7)
]
"""Sensor noise, in grey levels; drawn once, for it costs more than all else."""


@dataclass(frozen=True)
class Lying:
    """A card at one moment. ``code`` None is face down; ``seen`` False is missed by the detector."""

    code: str | None
    x: float
    y: float
    angle_deg: float = 0.0
    seen: bool = True
    deck: str = "house"

    @property
    def quad(self) -> Quad:
        half_w, half_h = CARD_WH[0] / 2, CARD_WH[1] / 2
        corners = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
        turn = np.radians(self.angle_deg)
        matrix = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        return np.asarray(corners @ matrix + (self.x, self.y), np.float32)

    @property
    def face(self) -> Face:
        return Face.DOWN if self.code is None else Face.UP

    def at(self, x: float, y: float) -> Lying:
        return replace(self, x=x, y=y)


@dataclass(frozen=True)
class Scene:
    """All there is at one moment; ``hand`` is the box (left, top, right, bottom) that a hand covers."""

    cards: tuple[Lying, ...] = ()
    hand: tuple[int, int, int, int] | None = None
    light: float = 1.0


class LearningBacks:
    """Knows designs by their pixels: those that it has learnt."""

    def __init__(self) -> None:
        self.designs: list[NDArray[np.float32]] = []

    @property
    def knows_any(self) -> bool:
        return bool(self.designs)

    def look(self, frame: Frame, quad: Quad) -> NDArray[np.float32]:
        return shown_at(frame, quad)

    def learn(self, before: NDArray[np.float32], now: NDArray[np.float32]) -> None:
        if not are_alike(before, now):
            self.know(before)

    def know(self, look: NDArray[np.float32]) -> None:
        self.designs.append(look)

    def among(
        self, pictures: Sequence[Frame], quads: NDArray[np.float32], down: NDArray[np.bool_]
    ) -> NDArray[np.bool_]:
        seen = all_shown(pictures, quads)
        return np.array([any(are_alike(one, each) for each in self.designs) for one in seen], np.bool_)


def all_shown(pictures: Sequence[Frame], quads: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """What quads show, each in its picture."""
    return [shown_at(picture, quad) for picture, quad in zip(pictures, quads, strict=True)]


def shown_at(frame: Frame, quad: Quad) -> NDArray[np.float32]:
    """What a quad shows, as large as a card is drawn."""
    return rectify(frame, quad, CARD_WH).astype(np.float32)


def are_alike(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether two looks show one design, whichever way up."""
    return min(float(np.abs(one - way).mean()) for way in (other, other[::-1, ::-1])) < 20.0


Script = Callable[[float], Scene]
"""The scene at a time in seconds."""

SayName = Callable[[str, int], str | None]
"""What a reading says of a card: its code and how many readings of it there were before."""


def truthful(code: str, number: int) -> str | None:
    return code


class KnownStabilizer(Stabilizer):
    """Remembers the motion of the last frame, so that a script can answer in the steady picture's pixels."""

    motion: Homography = STANDING

    def step(self, frame: Frame, t_s: float, foreground: NDArray[np.bool_] | None = None) -> View:
        view = super().step(frame, t_s, foreground)
        self.motion = STANDING if view.state is CameraState.REBASED else view.motion
        return view


@dataclass
class ScriptedPipeline:
    """Detector and reader that follow the script."""

    say: SayName = truthful
    now: Scene = field(default_factory=Scene)
    readings: dict[str, int] = field(default_factory=dict)
    asked: list[int] = field(default_factory=list)
    now_s: float = 0.0
    stabilizer: KnownStabilizer = field(default_factory=KnownStabilizer)

    def shown(self, card: Lying) -> Quad:
        """Where the steady picture, which the tracker looks at, shows a card."""
        return project(card.quad, np.asarray(np.linalg.inv(self.stabilizer.motion), np.float64))

    def detect(self, frame: Frame) -> list[Detection]:
        seen = [card for card in self.now.cards if card.seen and not covered(card, self.now.hand)]
        return [Detection(np.roll(self.shown(card), 2, axis=0), card.face, 0.9) for card in seen]

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        self.asked.append(len(requests))
        return [self._read(detection) for detection in requests]

    def _read(self, request: ReadRequest) -> Reading:
        if not self.now.cards:
            return Reading(request.quad, request.face)
        centre = request.quad.mean(axis=0)
        card = min(self.now.cards, key=lambda one: float(np.hypot(*(self.shown(one).mean(axis=0) - centre))))
        if card.code is None:
            return Reading(request.quad, Face.DOWN)
        number = self.readings.get(card.code, 0)
        self.readings[card.code] = number + 1
        name = self.say(card.code, number)
        if name is None:
            return Reading(request.quad, Face.UP, candidates=((card.code, 0.4), ("m00", 0.3)))
        return Reading(self.shown(card), Face.UP, name, card.deck, False, 0.9)


def covered(card: Lying, hand: tuple[int, int, int, int] | None) -> bool:
    """Whether the hand lies over the middle of a card."""
    return hand is not None and hand[0] < card.x < hand[2] and hand[1] < card.y < hand[3]


def paint(scene: Scene, number: int) -> Frame:
    """Cloth, cards with a drawing of their own, a hand, some noise."""
    frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), (60, 90, 50), np.uint8)
    source = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32) - np.float32(0.5)
    for card in scene.cards:
        corner = np.maximum(card.quad.min(axis=0).astype(int) - 2, 0)
        box_wh = (card.quad.max(axis=0).astype(int) - corner + 4).tolist()
        matrix = cv2.getPerspectiveTransform(source, card.quad - np.float32(0.5) - corner.astype(np.float32))
        warped = cv2.warpPerspective(drawing(card.code), matrix, box_wh)
        mask = cv2.warpPerspective(np.full((100, 60), 255, np.uint8), matrix, box_wh)
        here = frame[corner[1] : corner[1] + box_wh[1], corner[0] : corner[0] + box_wh[0]]
        shape = here.shape[:2]
        cv2.copyTo(warped[: shape[0], : shape[1]], mask[: shape[0], : shape[1]], here)
    if scene.hand is not None:
        left, top, right, bottom = scene.hand
        frame[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = (120, 150, 210)
    lit = frame if scene.light == 1.0 else cv2.convertScaleAbs(frame, alpha=scene.light)
    return np.asarray(cv2.add(lit, NOISE[number % len(NOISE)], dtype=cv2.CV_8U), np.uint8)


@cache
def drawing(code: str | None) -> Frame:
    """Each code its own blocks of colour; the back is the same for all."""
    chance = np.random.default_rng(zlib.crc32((code or "back").encode()))
    blocks = chance.integers(30, 226, (5, 3, 3), np.uint8)
    return np.asarray(cv2.resize(blocks, (60, 100), interpolation=cv2.INTER_NEAREST), np.uint8)


def new_track(lying: Lying) -> CardTrack:
    """Return the track of a card that was detected for the first time."""
    seen = Detection(lying.quad, lying.face, 0.9)
    return CardTrack(1, seen, paint(Scene((lying,)), 0), 0.0, SETTINGS, arrived=True)


@dataclass
class Run:
    """What a tracker reported of a script."""

    observations: list[FrameResult]
    pipeline: ScriptedPipeline

    @property
    def events(self) -> list[Event]:
        return [event for observation in self.observations for event in observation.events]

    @property
    def reported(self) -> list[str]:
        """Events in order: kind and name."""
        return [f"{e.kind.value} {e.track.code or e.track.face.value}" for e in self.events if e.track]

    def moment(self, reported: str) -> float:
        """When an event was reported first."""
        return next(
            event.t_s for event, line in zip(self.events, self.reported, strict=True) if line == reported
        )

    def names(self) -> set[str]:
        """Every name that was ever settled."""
        return {e.track.code for e in self.events if e.kind == "settled" and e.track and e.track.code}


def play(
    script: Script,
    seconds: float,
    fps: float = 30.0,
    say: SayName = truthful,
    copies: Copies = ONE_OF_EACH,
    pipeline: ScriptedPipeline | None = None,
    backs: Backs | None = None,
    classifier: Classifier | None = None,
    unchanged: UnchangedTable | None = None,
) -> Run:
    """Show a script to a tracker, with a pipeline that errs in a way of its own or says what ``say`` does."""
    pipeline = pipeline or ScriptedPipeline(say)
    tracker = Tracker(
        pipeline, pipeline,
        copies=copies, backs=backs, classifier=classifier, stabilizer=pipeline.stabilizer, unchanged=unchanged,
    )  # fmt: skip
    observations = []
    for number in range(round(seconds * fps)):
        pipeline.now, pipeline.now_s = script(number / fps), number / fps
        observations.append(tracker.step(paint(pipeline.now, number), number / fps))
    return Run(observations, pipeline)
