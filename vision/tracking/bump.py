"""A camera that was bumped: nothing on the table has moved, the whole picture has."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum, unique
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.geometry import Homography, Points, points_inside, project
from vision.scene.background import SceneMasks
from vision.scene.camera_motion import Features, Motion, features_of, motion_between
from vision.tracking.pose import TrackPose
from vision.tracking.settings import TrackerSettings
from vision.types import Frame


@unique
class Camera(StrEnum):
    """What a frame says of the camera."""

    STANDS = "stands"
    MOVED = "moved"
    SHAKES = "shakes"


class Witness(Protocol):
    """A track whose place shows what the camera did, as far as it ``is_witness``."""

    @property
    def number(self) -> int:
        """Its number."""
        ...

    @property
    def pose(self) -> TrackPose:
        """Where it lies."""
        ...

    @property
    def is_witness(self) -> bool:
        """Whether it is known to lie in sight."""
        ...


class CameraWatch:
    """Tells bumps: many cards' places change in one frame, features all over the picture moved alike, and where that
    puts the cards the pixels are as they were. ``motion`` is what the last bump did to the picture."""

    def __init__(self, settings: TrackerSettings) -> None:
        self.motion: Homography | None = None
        self._settings = settings
        self._before: Frame | None = None
        self._features: Features | None = None
        self._changed: set[int] = set()
        self._as_they_were: set[int] = set()
        self._shaken_s: float | None = None
        self._last: Motion | None = None
        self._moves = False

    def watch(self, frame: Frame, t_s: float, cards: Sequence[Witness], hands: SceneMasks | None) -> Camera:
        """Take the next frame, once every card was compared with it; ``hands`` is what the one before showed."""
        said = self._said(frame, cards, hands)
        if said is Camera.SHAKES and self._shaken_s is None:
            self._shaken_s = t_s
        if said is Camera.SHAKES and t_s - (self._shaken_s or 0.0) < self._settings.patience_s:
            return said
        self._shaken_s = self._last = None
        self._before, self._features, self._moves = frame, None, said is Camera.MOVED
        self._changed = {card.number for card in cards if card.pose.changed} - self._as_they_were
        return Camera.STANDS if said is Camera.SHAKES else said

    def forget(self) -> None:
        """Compare the next frame with none: the picture has another reference view."""
        self._before, self._features, self._shaken_s, self._last, self._moves = None, None, None, None, False

    def _said(self, frame: Frame, cards: Sequence[Witness], hands: SceneMasks | None) -> Camera:
        self._as_they_were = set()
        lying = [card for card in cards if card.is_witness and card.number not in self._changed]
        changed = [card for card in lying if card.pose.changed]
        same = self._before is not None and self._before.shape == frame.shape
        # A bump changes half of the cards that lie at once: a hand covers fewer.
        if not same or not changed or 2 * len(changed) < len(lying):
            return Camera.STANDS
        motion = self._motion_to(frame)
        if motion is None:
            return Camera.STANDS
        seen = (
            card for card in lying if card.pose.shows_at(project(card.pose.rest, motion.homography), frame)
        )
        there = {card.number for card in seen}
        if not motion.moved:
            self._as_they_were = there  # A bump may begin so: fine print changes by a part of a pixel.
            return Camera.STANDS
        free = {card.number for card in lying if hands is not None and not hands.is_near_hand(card.pose.rest)}
        asked = free or {card.number for card in lying}
        as_they_were = 2 * len(there & asked) > len(asked)
        # A hand moved a card that went alone, or hides it, unless none was at it and it is seen as it was.
        by_hand = len(lying) == 1 and not free & there
        outvoted = _outvotes_table(motion, cards, lying)
        if by_hand if outvoted is None else not outvoted:
            # Cards went as one that no hand moved, which a slow bump begins with: the table may show it a frame later.
            return Camera.SHAKES if as_they_were and not by_hand else Camera.STANDS
        before, self._last = self._last, motion
        self.motion = motion.homography
        # Where hands hide cards, a camera that has come to rest says that it was bumped.
        rests = motion.is_clear and before is not None and motion.agrees_with(before)
        if as_they_were or rests:
            self._as_they_were = there
            return Camera.MOVED
        # One that has just moved most likely does so still.
        shakes = motion.is_clear or before is not None or self._moves
        return Camera.SHAKES if shakes else Camera.STANDS

    def _motion_to(self, frame: Frame) -> Motion | None:
        if self._features is None:
            assert self._before is not None
            self._features = features_of(self._before)
        return motion_between(self._features, features_of(frame))


def _outvotes_table(motion: Motion, cards: Sequence[Witness], lying: Sequence[Witness]) -> bool | None:
    """Tell whether the table moved with the cards: what is beside all of them, or, where that shows nothing that could
    be found again, beside those that lie in sight; None where neither shows any."""
    for those in (cards, lying):
        outvoted = motion.outvotes_rest(_beside(those, motion.places))
        if outvoted is not None:
            return outvoted
    return None


def _beside(cards: Sequence[Witness], places: Points) -> NDArray[np.bool_]:
    beside = np.ones(len(places), np.bool_)
    for card in cards:
        beside &= ~points_inside(places, card.pose.rest)
    return beside
