"""Backs: which tracks show the design of a back, learnt from the cards that lie face down on this table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.scene.background import NEVER_S
from vision.tracking.filter.track import CardTrack
from vision.types import Backs, Face, Frame

SHOWS_BACK: Final = -20.0
"""Log-odds of a face up where a back's design shows: the last word on these pixels, whatever is read from them."""

SHOWS_NO_BACK: Final = 3.0
"""The same where backs are known and none of them shows."""


class BackBelief:
    """Compares tracks without a name with the backs of this table, and learns their designs."""

    def __init__(self, backs: Backs) -> None:
        self._backs = backs
        self._compared_s: dict[int, float] = {}
        self._looks: dict[int, NDArray[np.float32]] = {}

    def compare(self, tracks: Sequence[CardTrack], frame: Frame) -> None:
        """Take into each track's belief whether it shows a back: each look of it once, before it gets a name."""
        for track in tracks:
            self._learn(track, frame)
        asked = [track for track in tracks if self._wants(track)]
        if not asked:
            return
        down = [track for track in tracks if track not in asked and _lies_face_down(track)]
        both = [*asked, *down]
        pictures = [track.average.steady(frame) for track in both]
        quads = np.stack([track.pose.quad for track in both])
        is_down = np.array([track.face is Face.DOWN for track in both])
        for track, shows in zip(
            asked, self._backs.among(pictures, quads, is_down)[: len(asked)], strict=True
        ):
            self._compared_s[track.number] = track.now_s
            if shows:
                track.show_back(SHOWS_BACK)
            elif self._backs.knows_any:
                track.filter.see_design(SHOWS_NO_BACK)
            if track.face is Face.DOWN and not shows:
                self._looks[track.number] = self._backs.look(track.average.steady(frame), track.pose.quad)

    def _wants(self, track: CardTrack) -> bool:
        """Whether a look at a track's design would tell something: it rests in sight, and nothing else names it."""
        if not track.unchanged or track.is_occluded or track.code is not None or len(track.belief) == 0:
            return False
        compared_s = self._compared_s.get(track.number, NEVER_S)
        news_s = max(track.pose.rest_s, track.changed_s)
        if track.face is Face.DOWN:
            return compared_s < max(news_s, track.belief.weighed_s)
        return compared_s < news_s and (track.belief.is_in_vain or track.belief.decide() is not None)

    def _learn(self, track: CardTrack, frame: Frame) -> None:
        """Know the design that a named track showed before it was turned over, unless it shows the same still."""
        if track.code is not None and track.unchanged and track.number in self._looks:
            now = self._backs.look(track.average.steady(frame), track.pose.quad)
            self._backs.learn(self._looks.pop(track.number), now)
            self._compared_s.clear()


def _lies_face_down(track: CardTrack) -> bool:
    return track.face is Face.DOWN and track.settled_s is not None and track.unchanged
