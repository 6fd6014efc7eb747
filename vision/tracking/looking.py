"""When a frame is looked at by the detector: whenever something stirs, else now and then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.geometry import CORNER_REACH
from vision.overlap import MOST, NEARLY_ALL, PART, are_one, is_taken, share_hidden
from vision.pyramid import LOOK_PIXELS
from vision.scene.background import SceneMasks
from vision.scene.unexplained import unexplained
from vision.tracking.settings import TrackerSettings
from vision.types import Box, Detection, Detector, Frame, PartDetector, Quad


class Looking:
    """A detector and what it found last; ``opened_s`` is when frames of this size began."""

    def __init__(self, detector: Detector, settings: TrackerSettings) -> None:
        self.opened_s = 0.0
        self._detector = detector
        self._part_detector = detector if isinstance(detector, PartDetector) else None
        self._settings = settings
        self._found: Sequence[Detection] = ()
        self._close: list[Detection] = []
        self._searched: list[Quad] = []
        self._looked_s = -1e9
        self._shape: tuple[int, ...] = ()

    def open(self, frame: Frame, t_s: float) -> bool:
        """Take note of a frame's size; tell whether it is another than before."""
        if frame.shape == self._shape:
            return False
        self.opened_s, self._shape = t_s, frame.shape
        self.forget()
        return True

    def forget(self) -> None:
        """Look anew: the camera sees something else."""
        self._looked_s = -1e9
        self._close, self._searched = [], []

    def lay_before(self, quad: Quad, t_s: float, lately: SceneMasks) -> bool:
        """Whether what is found only now did not come now: the first picture has only just come, or nothing stirred
        there ``lately``, so that it is the detector that changed its mind."""
        return t_s - self.opened_s < self._settings.patience_s or lately.moving_share(quad) <= CORNER_REACH

    def detect(self, frame: Frame, t_s: float, masks: SceneMasks, *, quiet: bool) -> Sequence[Detection]:
        """Detect anew where something has changed; a moment after the last look at the whole frame, at all of it.

        What is ``quiet`` and unchanged is not looked at.
        """
        self._close = [one for one in self._close if masks.moving_share(one.quad) == 0]
        self._searched = [place for place in self._searched if masks.moving_share(place) == 0]
        lately = 0 <= t_s - self._looked_s < self._settings.moment_s
        unchanged = not masks.changed.any()
        if lately and unchanged and (quiet or self._part_detector):
            return self._found
        if lately and self._found and self._part_detector:
            self._found = self._looked_again(frame, masks, self._part_detector)
        else:
            self._found, self._looked_s = self._detector.detect(frame), t_s
            if self._part_detector:
                self._look_closely(frame, masks, self._part_detector)
        return self._found

    def _look_closely(self, frame: Frame, masks: SceneMasks, detector: PartDetector) -> None:
        """Look closely, once, where something lies still that is not the bare table, and no card was found but what is
        mostly table; what was seen so stands until something changes there, or it or what it is a piece of is found."""
        whole = self._found
        found = [one.quad for one in whole if masks.background_share(one.quad) <= MOST]
        known = [*found, *(one.quad for one in self._close)]
        if places := unexplained(masks, [*known, *self._searched]):
            boxes = _affordable([_about(place) for place in places])
            seen = detector.detect_closely(frame, boxes, known)
            self._close += [one for one in seen if share_hidden(one.quad, known) <= PART]
            self._searched += places[: len(boxes)]
        self._close = [one for one in self._close if not (is_taken(one.quad, found) or _is_piece(one, whole))]
        self._found = _each_once(whole, self._close)

    def _looked_again(self, frame: Frame, masks: SceneMasks, detector: PartDetector) -> list[Detection]:
        """Return what lay where nothing has changed, and what is seen now where something has."""
        kept = [one for one in self._found if masks.moving_share(one.quad) == 0]
        lie = [one.quad for one in kept]
        seen = detector.detect_within(frame, self._changed_box(masks), lie)
        return kept + [
            one for one in seen if masks.moving_share(one.quad) > 0 and not is_taken(one.quad, lie)
        ]

    def _changed_box(self, masks: SceneMasks) -> Box:
        """Return where something has changed, widened by the largest card, which may reach as far beyond."""
        rows, columns = np.nonzero(masks.changed)
        reach = max(float(np.ptp(one.quad, axis=0).max()) for one in self._found)
        low = np.array([columns.min(), rows.min()]) / masks.scale - reach
        high = np.array([columns.max() + 1, rows.max() + 1]) / masks.scale + reach
        return (float(low[0]), float(low[1]), float(high[0]), float(high[1]))


def _is_piece(close: Detection, whole: Sequence[Detection]) -> bool:
    """Whether what is seen from close by lies within something else that was found with a higher score: a piece of a
    card looks a little like a card."""
    others = (one.quad for one in whole if one.score >= close.score and not are_one(one.quad, close.quad))
    return share_hidden(close.quad, others) > NEARLY_ALL


def _each_once(whole: Sequence[Detection], closely: Sequence[Detection]) -> list[Detection]:
    """Return all finds, of one that was seen both ways the better look: it was not seen from close by only."""
    found = []
    for one in whole:
        looks = [one, *(close for close in closely if are_one(close.quad, one.quad))]
        found.append(replace(max(looks, key=lambda look: look.score), close=False))
    return found + [close for close in closely if not is_taken(close.quad, [one.quad for one in whole])]


def _about(place: Quad) -> Box:
    """Return a box three times as wide and high as an upright place."""
    size = place[2] - place[0]
    first, last = place[0] - size, place[2] + size
    return (float(first[0]), float(first[1]), float(last[0]), float(last[1]))


def _affordable(boxes: Sequence[Box]) -> Sequence[Box]:
    """Return the first boxes: as many as have, at their own size, no more pixels than a look at the whole frame."""
    areas = np.cumsum([(right - left) * (bottom - top) for left, top, right, bottom in boxes])
    return boxes[: int(np.count_nonzero(areas <= LOOK_PIXELS))]
