"""Backs: which tracks show the design of a back, learnt from the cards that lie face down on this table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.scene.background import NEVER_S
from vision.tracking.track import CardTrack
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
        down = [track for track in tracks if _lies_face_down(track)]
        settled_s = max((track.settled_s or NEVER_S for track in down), default=NEVER_S)
        fresh = [track for track in tracks if _may_be_back(track) and self._has_news(track, settled_s)]
        if not fresh and not any(track.settled_s == track.now_s for track in down):
            return
        # Several of one kind that were brought are backs: they are compared together, whichever is new.
        asked = [
            track for track in tracks if track in fresh or (track.arrived and fresh and _may_be_back(track))
        ]
        both = [*asked, *(track for track in down if track not in asked)]
        pictures = [track.average.steady(frame) for track in both]
        quads = np.stack([track.pose.quad for track in both])
        is_down = np.array([track in down for track in both])
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

    def _has_news(self, track: CardTrack, settled_s: float) -> bool:
        """Whether a track looks otherwise than when its design was compared, was weighed since, or
        others settled face down since, at ``settled_s``."""
        news_s = max(track.pose.rest_s, track.changed_s, track.belief.weighed_s)
        if track.face is Face.DOWN:
            news_s = max(news_s, settled_s)
        return self._compared_s.get(track.number, NEVER_S) < news_s

    def _learn(self, track: CardTrack, frame: Frame) -> None:
        """Know the design that a named track showed before it was turned over, unless it shows the same still."""
        if track.code is not None and track.unchanged and track.number in self._looks:
            now = self._backs.look(track.average.steady(frame), track.pose.quad)
            self._backs.learn(self._looks.pop(track.number), now)
            self._compared_s.clear()


def _lies_face_down(track: CardTrack) -> bool:
    return track.face is Face.DOWN and track.settled_s is not None and track.unchanged


def _may_be_back(track: CardTrack) -> bool:
    """Whether comparing a track's design helps: it rests in sight, and nothing else names it."""
    if not track.unchanged or track.is_occluded or track.code is not None or len(track.belief) == 0:
        return False
    belief = track.belief
    if track.face is Face.DOWN or belief.decide() is not None:
        return True
    return belief.is_exhausted if track.is_card else belief.abstained and not belief.nears_a_name
