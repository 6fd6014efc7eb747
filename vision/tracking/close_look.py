"""What lies still is looked at once from close by, and what is seen so stands until something changes there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vision.geometry import box_area
from vision.overlap import NEARLY_ALL, are_one, is_mostly_on, is_taken, share_hidden
from vision.pyramid import CLOSER, LOOK_PIXELS, close_pixels
from vision.scene.background import SceneMasks
from vision.scene.resting import resting_places
from vision.tracking.schedule import Schedule, Work
from vision.types import Box, Detection, Frame, PartDetector, Quad


class CloseLook:
    """A detector that can look closely, where it did, and what it saw there.

    Of cards that overlap, or are small, a look at the whole frame may see one outline, or none, or one too many.
    """

    def __init__(self, detector: PartDetector, schedule: Schedule) -> None:
        self._detector, self._schedule = detector, schedule
        self._seen: list[Detection] = []
        self._searched: list[Quad] = []

    def forget(self) -> None:
        """The camera sees something else."""
        self._seen, self._searched = [], []

    def note_change(self, masks: SceneMasks) -> None:
        """Forget what was seen, and where was looked, where something moves."""
        self._seen = [one for one in self._seen if masks.moving_share(one.quad) == 0]
        self._searched = [place for place in self._searched if masks.moving_share(place) == 0]

    def look(self, frame: Frame, whole: Sequence[Detection], masks: SceneMasks) -> list[Detection]:
        """Return what a look at the ``whole`` frame found, in its stead what was seen from close by, now or before."""
        if places := resting_places(masks, [one.quad for one in whole], self._searched):
            large, small = list[Quad](), list[Quad]()
            for place in places:
                (large if _is_large(place, frame) else small).append(place)
            # One at a time: what it shows may be what another place is about.
            for place in small[:1]:
                box = about(place)
                size = close_pixels(box_area(box)) / LOOK_PIXELS
                if self._schedule.take(Work.ZOOM, [size]):
                    with self._schedule.doing(Work.ZOOM, size):
                        seen = self._detector.detect_closely(frame, [box], [one.quad for one in self._seen])
                    self._seen += [one for one in seen if lies_in(one.quad, place)]
                    self._searched.append(place)
            self._searched += large
        return _joined(whole, self._seen)


def _joined(whole: Sequence[Detection], closely: Sequence[Detection]) -> list[Detection]:
    """Return all finds, those from close by instead of what a look at the whole sees of them."""
    seen = [one.quad for one in closely]
    larger = [one for one in whole if not is_mostly_on(one.quad, seen)]
    close = [one for one in closely if not _is_piece(one, larger)]
    quads, lie = [one.quad for one in close], [one.quad for one in whole]
    found = [replace(one, close=one.close and not is_taken(one.quad, lie)) for one in close]
    return found + [one for one in whole if not (is_taken(one.quad, quads) or is_mostly_on(one.quad, quads))]


def _is_piece(close: Detection, whole: Sequence[Detection]) -> bool:
    """Whether what is seen from close by lies within something else that was found with a higher score: a piece of a
    card looks a little like a card."""
    others = (one.quad for one in whole if one.score >= close.score and not are_one(one.quad, close.quad))
    return share_hidden(close.quad, others) > NEARLY_ALL


def lies_in(quad: Quad, place: Quad) -> bool:
    """Whether the middle of a find lies in an upright place: what surrounds the place may be cut."""
    middle = quad.mean(axis=0)
    return bool((place[0] <= middle).all() and (middle <= place[2]).all())


def _is_large(place: Quad, frame: Frame) -> bool:
    """Whether a close look shows a place smaller than the frame has it, and hardly larger than a look at the whole."""
    height, width = frame.shape[:2]
    return bool(box_area(about(place)) > max(LOOK_PIXELS, width * height / CLOSER**2))


def about(place: Quad) -> Box:
    """Return a box about an upright place, wider on each side by its shorter one."""
    beside = (place[2] - place[0]).min()
    first, last = place[0] - beside, place[2] + beside
    return (float(first[0]), float(first[1]), float(last[0]), float(last[1]))
