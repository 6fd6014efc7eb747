"""A pipeline that knows the truth and is made worse: the tracker alone is scored, whatever recognizer there is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.types import Detection, Face, Frame, Reading, ReadRequest
from vision.virtual.truth import TrueCard, TrueFrame, Truth


@dataclass(frozen=True, slots=True)
class Faults:
    """How bad the pipeline is: trembling corners, cards missed in a frame, wrong names and wrong faces, as shares."""

    jitter_px: float = 1.0
    missed: float = 0.05
    misread: float = 0.05
    misfaced: float = 0.01
    visible_needed: float = 0.6


class TruthfulPipeline:
    """Detector and reader in one; ``frame_number`` is set before each frame. ``codes`` are what it misreads as."""

    def __init__(self, truth: Truth, codes: tuple[str, ...], seed: int, faults: Faults = Faults()) -> None:
        self.frame_number = 0
        self._truth = truth
        self._codes = codes
        self._faults = faults
        self._chance = np.random.default_rng([seed, 77])
        self._now: TrueFrame | None = None

    def detect(self, frame: Frame) -> list[Detection]:
        """What lies in sight, more or less."""
        self._now = self._truth.at(self.frame_number)
        return [self._seen(card) for card in self._now.cards if self._is_seen(card)]

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        """Names, mostly right."""
        return [self._read(detection) for detection in requests]

    def _is_seen(self, card: TrueCard) -> bool:
        return card.visible >= self._faults.visible_needed and self._chance.random() >= self._faults.missed

    def _seen(self, card: TrueCard) -> Detection:
        tremble = self._chance.normal(0, self._faults.jitter_px, (4, 2))
        quad = np.roll(card.quad + tremble, 2 * int(self._chance.integers(2)), axis=0)
        other = Face.UP if card.face is Face.DOWN else Face.DOWN
        face = other if self._chance.random() < self._faults.misfaced else card.face
        return Detection(quad.astype(np.float32), face, 0.9)

    def _read(self, request: ReadRequest) -> Reading:
        card = self._card_at(request)
        if card is None or card.face is Face.DOWN or card.visible < 0.8:
            return Reading(request.quad, card.face if card else request.face)
        wrong = self._chance.random() < self._faults.misread
        code = str(self._chance.choice(self._codes)) if wrong else card.code
        return Reading(card.quad.astype(np.float32), Face.UP, code, "house", card.reversed, 0.9)

    def _card_at(self, request: ReadRequest) -> TrueCard | None:
        assert self._now is not None
        centre = request.quad.mean(axis=0)
        near = [card for card in self._now.cards if np.hypot(*(card.quad.mean(axis=0) - centre)) < 30]
        return min(near, key=lambda card: float(np.hypot(*(card.quad.mean(axis=0) - centre))), default=None)
