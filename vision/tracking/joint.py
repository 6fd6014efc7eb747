"""Two cameras, each over a half of one table, seen as one table: a card that both see is told once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import length_of
from vision.overlap import MAYBE_ONE_SHARE, quad_iou
from vision.types import Event, Frame, FrameResult, Quad, Track

CARDS_KEPT: Final = 8
"""So many cards that both cameras named tell how their pictures lie to each other."""

MOVED: Final = 0.5
"""A card that both name lies this far, in card lengths, from where the other picture has it: a camera was moved."""


class OneTracker(Protocol):
    """What turns frames into observations: :class:`vision.tracking.tracker.Tracker`."""

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take in the next frame."""
        ...


@dataclass(frozen=True, slots=True)
class _Name:
    """A face-up card of one deck by its name."""

    code: str
    deck: str | None


class Overlap:
    """Which cards of the far picture are cards of the near one: by their names, and by where both pictures agree."""

    def __init__(self, *, by_name: bool = True) -> None:
        """``by_name``: a deck has every card once, so that one name in both pictures is one card."""
        self._by_name = by_name
        self._shared: dict[_Name, tuple[Quad, Quad]] = {}
        self._far_to_near: NDArray[np.float64] | None = None

    def doubles(self, near: Sequence[Track], far: Sequence[Track]) -> dict[int, int]:
        """Return the tracks of the far picture that are tracks of the near one, by their numbers."""
        same = self._of_one_name(near, far) if self._by_name else {}
        left = [track for track in far if track.id not in same]
        free = [track for track in near if track.id not in same.values()]
        for track in left:
            found = self._at_its_place(track, free)
            if found is not None:
                same[track.id] = found.id
                free.remove(found)
        return same

    def _of_one_name(self, near: Sequence[Track], far: Sequence[Track]) -> dict[int, int]:
        names = {_name_of(track): track for track in near if track.code is not None}
        same = {}
        for track in far:
            other = names.get(_name_of(track)) if track.code is not None else None
            if other is not None:
                same[track.id] = other.id
                if not (track.hidden or other.hidden):
                    self._learn(_name_of(track), other.quad, track.quad)
        return same

    def _learn(self, name: _Name, near: Quad, far: Quad) -> None:
        """Both quads start at the upright card's own corner: corner lies on corner."""
        there = self._in_near(far)
        if there is not None and _apart(there, near) > MOVED * length_of(near):
            self._shared.clear()
        self._shared.pop(name, None)
        self._shared[name] = near, far
        while len(self._shared) > CARDS_KEPT:
            del self._shared[next(iter(self._shared))]
        self._far_to_near = _fitted(list(self._shared.values()))

    def _in_near(self, quad: Quad) -> Quad | None:
        if self._far_to_near is None:
            return None
        return np.asarray(cv2.perspectiveTransform(quad[None], self._far_to_near)[0], np.float32)

    def _at_its_place(self, track: Track, near: Iterable[Track]) -> Track | None:
        """The card of the near picture that lies where this one does, unless both bear names: these differ."""
        there = self._in_near(track.quad)
        if there is None:
            return None
        alike = (
            one for one in near if one.face is track.face and not (self._by_name and one.code and track.code)
        )
        shared = [(quad_iou(one.quad, there), one) for one in alike]
        share, best = max(shared, key=lambda pair: pair[0], default=(0.0, None))
        return best if share > MAYBE_ONE_SHARE else None


class JointTracker:
    """Two trackers, of the lower (near) and the upper (far) half of every frame; one table.

    Tracks of the near half have even numbers, those of the far half odd ones. A card that both see is told where it
    lies deeper in the picture, so that it counts for the half of the table in which it lies.
    """

    def __init__(self, near: OneTracker, far: OneTracker, *, by_name: bool = True) -> None:
        self._near, self._far = near, far
        self._overlap = Overlap(by_name=by_name)
        self._silent: dict[tuple[int, int], int] = {}
        """Which track of a card that both see is not told, by both their numbers."""
        self._told: set[int] = set()

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame: the far half above the near one, of the same size."""
        seam = frame.shape[0] // 2
        below = self._near.step(np.ascontiguousarray(frame[seam:]), t_s)
        above = self._far.step(np.ascontiguousarray(frame[:seam]), t_s)
        doubles = self._overlap.doubles(below.tracks, above.tracks)
        tracks = (*_laid(below.tracks, 0, seam), *_laid(above.tracks, 1, 0))
        events = (*_happened(below.events, 0, seam), *_happened(above.events, 1, 0))
        silent = self._silenced(doubles, {track.id: track for track in tracks}, seam)
        told = tuple(track for track in tracks if track.id not in silent)
        return FrameResult(
            t_s,
            below.frame,
            (frame.shape[1], frame.shape[0]),
            told,
            tuple(self._heard(events, told)),
            below.busy or above.busy,
            min(below.still_s, above.still_s),
            below.refuted + above.refuted,
        )

    def _silenced(self, doubles: dict[int, int], tracks: dict[int, Track], seam: int) -> set[int]:
        """Return the tracks that are not told because the other camera's is; what was chosen once stays."""
        pairs = [(tracks[2 * near], tracks[2 * far + 1]) for far, near in doubles.items()]
        self._silent = {(near.id, far.id): self._choose(near, far, seam) for near, far in pairs}
        return set(self._silent.values())

    def _choose(self, near: Track, far: Track, seam: int) -> int:
        nameless = [track for track in (far, near) if track.code is None]
        if len(nameless) == 1:
            return nameless[0].id
        depth = float(near.quad[:, 1].mean()) - seam, seam - float(far.quad[:, 1].mean())
        return self._silent.get((near.id, far.id), far.id if depth[0] >= depth[1] else near.id)

    def _heard(self, events: Iterable[Event], told: Sequence[Track]) -> Iterator[Event]:
        """Yield what happened to the cards that are told, or were until now."""
        known = {track.id for track in told} | self._told
        self._told = {track.id for track in told}
        yield from (event for event in events if event.track is None or event.track.id in known)


def _name_of(track: Track) -> _Name:
    return _Name(str(track.code), track.deck)


def _apart(one: Quad, other: Quad) -> float:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0)))


def _fitted(pairs: Sequence[tuple[Quad, Quad]]) -> NDArray[np.float64]:
    """Return what takes the far picture to the near one, shape (3, 3); of a single card without perspective."""
    near, far = (np.concatenate(side).astype(np.float64) for side in zip(*pairs, strict=True))
    if len(pairs) > 1:
        found, _ = cv2.findHomography(far, near)
        if found is not None:
            return np.asarray(found, np.float64)
    flat = np.column_stack([far, np.ones(len(far))])
    affine = np.linalg.lstsq(flat, near, rcond=None)[0].T
    return np.vstack([affine, [0.0, 0.0, 1.0]])


def _laid(tracks: Iterable[Track], odd: int, down_px: int) -> Iterator[Track]:
    for track in tracks:
        yield _moved(track, odd, down_px)


def _happened(events: Iterable[Event], odd: int, down_px: int) -> Iterator[Event]:
    for event in events:
        yield replace(event, track=_moved(event.track, odd, down_px)) if event.track else event


def _moved(track: Track, odd: int, down_px: int) -> Track:
    quad = (track.quad + np.array([0, down_px], np.float32)).astype(np.float32)
    return replace(track, id=2 * track.id + odd, quad=quad)
