"""What may hide a card, or a part of it: a hand near it, a face cut short, a detector that does not see it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.geometry import CORNER_REACH, SAME_SIZE, Homography, aligned, length_of, project
from vision.overlap import NEARLY_ALL, is_taken
from vision.scene.background import SceneMasks
from vision.tracking.pose import NEAR, displacement
from vision.tracking.settings import TrackerSettings
from vision.types import Quad


class Occlusion:
    """What is known to hide one card.

    ``face_down`` is where it lay before it was turned over: a back shows its outline where a dark face on dark cloth
    does not. ``unseen`` cards lie there although no detection shows them. ``buried`` ones have a name, and a part of
    them lies under what was laid since.
    """

    def __init__(self, t_s: float, settings: TrackerSettings) -> None:
        self.under_hand = False
        self.near_hand = False
        self.shortened = False
        self.unseen = False
        self.buried = False
        self.face_down: Quad | None = None
        self.stirred_s = t_s
        self._free_s = t_s
        self._settings = settings

    def update(self, masks: SceneMasks, quad: Quad, t_s: float, still_s: float, *, unnamed: bool) -> bool:
        """Take note whether a hand may lie on it: a pip under a finger makes an eight a ten, so it is not read until
        the hand is gone. A hand that rests there as long as the card holds it up to be seen: read it as a covered one.

        Tell whether it was cut short until now: what was read in vain was not the card's own quad.
        """
        self.near_hand = unnamed and masks.is_near_hand(quad)
        touched = self.near_hand and masks.is_under_hand(quad)
        self._free_s = self._free_s if touched else t_s
        self.under_hand = touched and min(t_s - self._free_s, still_s) < self._settings.patience_s
        was_shortened, self.shortened = self.shortened, unnamed and self._is_shorter(masks, quad, still_s)
        return was_shortened and not self.shortened

    def carry(self, motion: Homography) -> None:
        """Follow a camera that was bumped."""
        self.face_down = None if self.face_down is None else project(self.face_down, motion)

    def lay_near(self, quad: Quad) -> bool:
        """Whether it lay face down near a quad."""
        return self.face_down is not None and displacement(quad, self.face_down) <= NEAR

    def _is_shorter(self, masks: SceneMasks, quad: Quad, still_s: float) -> bool:
        """Whether it is, since lately, shorter than it was face down, and no bare table shows where it ended then.

        Partly under a hand it is read as it lay, since of seven signs five may show.
        """
        if self.face_down is None or still_s >= self._settings.patience_s:
            return False
        missing = 1 - length_of(quad) / max(length_of(self.face_down), 1.0)
        if not self.lay_near(quad) or missing <= SAME_SIZE:
            return False
        return masks.background_share(self.face_down) < NEARLY_ALL * missing

    def match(self, t_s: float) -> None:
        """Take note of a detection."""
        self.unseen, self.stirred_s = False, t_s

    def look_for(
        self, home: Quad, others: Iterable[Quad], masks: SceneMasks, t_s: float, *, may_lie: bool
    ) -> bool:
        """Tell whether a card that no detection shows lies at ``home``: something other than table is still there and
        no hand is near. Most likely it was turned over, and the detector misses its face."""
        if (
            not may_lie
            or is_taken(home, others)
            or masks.moving_share(home) > 0
            or masks.is_near_hand(home)
            or masks.background_share(home) > NEARLY_ALL
        ):
            self.stirred_s = t_s
        self.unseen = self.unseen or t_s - self.stirred_s >= self._settings.moment_s
        return t_s - self.stirred_s >= self._settings.moment_s

    def as_it_lay(self, quad: Quad) -> tuple[Quad, ...]:
        """Where it lies if its corners are wrong: as it lay face down, or as large as then and one corner right."""
        if self.face_down is None or not self.lay_near(quad):
            return ()
        then = aligned(self.face_down, quad)
        away = quad - then
        if np.abs(away).max() <= CORNER_REACH * length_of(then):
            return ()
        return (then, *(np.asarray(then + corner, np.float32) for corner in away))
