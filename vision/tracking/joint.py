"""Two cameras, each over a half of one table, seen as one table: a card that both see is reported once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum, unique
from itertools import permutations
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import length_of
from vision.overlap import PART, quad_iou
from vision.scene.table_plane import MEMORY
from vision.tracking.names import ONE_OF_EACH, Copies
from vision.tracking.pose import NEAR
from vision.tracking.trace import tracks_of
from vision.tracking.track import CardTrack
from vision.types import Event, EventKind, Frame, FrameResult, Quad, Track, TrackState


@unique
class Half(IntEnum):
    """A camera's half; the near one's tracks have even numbers on the joint table, the far one's odd ones."""

    NEAR = 0
    FAR = 1


AS_IT_LIES: Final = {TrackState.SETTLED: EventKind.SETTLED, TrackState.UNREADABLE: EventKind.UNREADABLE}
"""What has happened to a card that is reported for the first time and lies so."""


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
    """Which cards of the far picture are cards of the near one: by their names, and by where both pictures agree.

    Of a deck that lies there once one name in both pictures is one card. Of one that lies there more often it is one
    card where the pictures agree, which two names at places that fit each other show, too.
    """

    def __init__(self, copies: Copies = ONE_OF_EACH) -> None:
        self._copies = copies
        self._shared: dict[_Name, tuple[Quad, Quad]] = {}
        self._far_to_near: NDArray[np.float64] | None = None

    def doubles(self, near: Sequence[Track], far: Sequence[Track]) -> dict[int, int]:
        """Return the tracks of the far picture that are tracks of the near one, by their numbers."""
        same = self._of_one_name(near, far)
        self._learn_from_copies(near, far)
        left = [track for track in far if track.id not in same]
        free = [track for track in near if track.id not in same.values()]
        for track in left:
            found = self._at_its_place(track, free)
            if found is not None:
                same[track.id] = found.id
                free.remove(found)
        return same

    def _of_one_name(self, near: Sequence[Track], far: Sequence[Track]) -> dict[int, int]:
        names = {_name_of(track): track for track in near if self._is_sole(track)}
        same = {}
        for track in far:
            other = names.get(_name_of(track)) if self._is_sole(track) else None
            if other is not None:
                same[track.id] = other.id
                if not (track.hidden or other.hidden):
                    self._learn(_name_of(track), other.quad, track.quad)
        return same

    def _is_sole(self, track: Track) -> bool:
        """Whether the name says which card it is: its deck lies there once."""
        return track.code is not None and self._copies.get(track.deck or "", 1) == 1

    def _learn_from_copies(self, near: Sequence[Track], far: Sequence[Track]) -> None:
        """Two cards that both pictures name, at places that fit each other, are most likely one each, no copies."""
        both = [
            (one, other)
            for other in far
            for one in near
            if not (self._is_sole(other) or one.hidden or other.hidden) and _is_one_name(one, other)
        ]
        agreeing = next((pair for pair in permutations(both, 2) if _agree(*pair)), ())
        for one, other in agreeing:
            self._learn(_name_of(one), one.quad, other.quad)

    def _learn(self, name: _Name, near: Quad, far: Quad) -> None:
        """Both quads start at the upright card's own corner: corner lies on corner."""
        there = self._in_near(far)
        if there is not None and _apart(there, near) > NEAR * length_of(near):
            self._shared.clear()  # a camera was moved
        self._shared.pop(name, None)
        self._shared[name] = near, far
        while len(self._shared) > MEMORY:
            del self._shared[next(iter(self._shared))]
        self._far_to_near = _fitted(list(self._shared.values()))

    def _in_near(self, quad: Quad) -> Quad | None:
        if self._far_to_near is None:
            return None
        return _taken_over(self._far_to_near, quad)

    def _at_its_place(self, track: Track, near: Iterable[Track]) -> Track | None:
        """The card of the near picture that lies where this one does, unless their names differ."""
        there = self._in_near(track.quad)
        if there is None:
            return None
        alike = (one for one in near if one.face is track.face and _may_be_one(one, track))
        shared = [(quad_iou(one.quad, there), one) for one in alike]
        share, best = max(shared, key=lambda pair: pair[0], default=(0.0, None))
        return best if share > PART else None


class JointTracker:
    """Two trackers, of the lower (near) and the upper (far) half of every frame; one table.

    A card that both see is reported where it
    lies deeper in the picture, so that it counts for the half of the table in which it lies.
    """

    def __init__(self, near: OneTracker, far: OneTracker, copies: Copies = ONE_OF_EACH) -> None:
        self._near, self._far = near, far
        self._overlap = Overlap(copies)
        self._suppressed: dict[tuple[int, int], int] = {}
        """Which track of a card that both see is not reported, by both their numbers."""
        self._reported: dict[int, Track] = {}

    @property
    def frame_tracks(self) -> Sequence[CardTrack]:
        """The tracks of both in the last frame, each as its own camera sees it."""
        return (*tracks_of(self._near), *tracks_of(self._far))

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        """Take the next frame: the far half above the near one, of the same size."""
        seam = frame.shape[0] // 2
        below = self._near.step(np.ascontiguousarray(frame[seam:]), t_s)
        above = self._far.step(np.ascontiguousarray(frame[:seam]), t_s)
        doubles = self._overlap.doubles(below.tracks, above.tracks)
        came = _came(below.tracks, above.tracks, doubles)
        tracks = [*_laid(below.tracks, Half.NEAR, seam, came), *_laid(above.tracks, Half.FAR, 0, came)]
        events = [
            *_happened(below.events, Half.NEAR, seam, came),
            *_happened(above.events, Half.FAR, 0, came),
        ]
        suppressed = self._suppress(doubles, {track.id: track for track in tracks}, seam)
        reported = tuple(track for track in tracks if track.id not in suppressed)
        return FrameResult(
            t_s,
            below.frame,
            (frame.shape[1], frame.shape[0]),
            reported,
            tuple(self._events_of(events, reported, t_s, below.frame)),
            below.busy or above.busy,
            min(below.still_s, above.still_s),
            below.refuted + above.refuted,
            below.unchanged and above.unchanged,
        )

    def _suppress(self, doubles: dict[int, int], tracks: dict[int, Track], seam: int) -> set[int]:
        """Return the tracks that are not reported because the other camera's is; what was chosen once stays."""
        pairs = [
            (tracks[_joint(near, Half.NEAR)], tracks[_joint(far, Half.FAR)]) for far, near in doubles.items()
        ]
        self._suppressed = {(near.id, far.id): self._choose(near, far, seam) for near, far in pairs}
        return set(self._suppressed.values())

    def _choose(self, near: Track, far: Track, seam: int) -> int:
        nameless = [track for track in (far, near) if track.code is None]
        if len(nameless) == 1:
            return nameless[0].id
        depth = float(near.quad[:, 1].mean()) - seam, seam - float(far.quad[:, 1].mean())
        return self._suppressed.get((near.id, far.id), far.id if depth[0] >= depth[1] else near.id)

    def _events_of(
        self, events: Sequence[Event], reported: Sequence[Track], t_s: float, frame: int
    ) -> Iterator[Event]:
        """Yield the events of the reported cards; one that is the other camera's from now on leaves, one that
        is reported in its stead appears.
        """
        before, self._reported = self._reported, {track.id: track for track in reported}
        said = {(event.kind, event.track.id) for event in events if event.track}
        for key in sorted(before.keys() - self._reported.keys()):
            if (EventKind.LEFT, key) not in said:
                yield Event(t_s, frame, EventKind.LEFT, before[key])
        for key in sorted(self._reported.keys() - before.keys()):
            if (EventKind.APPEARED, key) not in said:
                yield Event(t_s, frame, EventKind.APPEARED, self._reported[key])
                lies = AS_IT_LIES.get(self._reported[key].state)
                if lies is not None and (lies, key) not in said:
                    yield Event(t_s, frame, lies, self._reported[key])
        for event in events:
            known = before if event.kind is EventKind.LEFT else self._reported
            if event.track is None or event.track.id in known:
                yield event


def _name_of(track: Track) -> _Name:
    return _Name(str(track.code), track.deck)


def _may_be_one(one: Track, other: Track) -> bool:
    return not (one.code and other.code) or _is_one_name(one, other)


def _is_one_name(one: Track, other: Track) -> bool:
    return one.code is not None and _name_of(one) == _name_of(other)


def _agree(first: tuple[Track, Track], second: tuple[Track, Track]) -> bool:
    """Whether what takes the first card from the far picture (second of each) to the near one takes the other along."""
    there = _taken_over(_fitted([(first[0].quad, first[1].quad)]), second[1].quad)
    return not _is_one_name(first[0], second[0]) and quad_iou(second[0].quad, there) > PART


def _taken_over(far_to_near: NDArray[np.float64], quad: Quad) -> Quad:
    """Return where a card of the far picture lies in the near one."""
    return np.asarray(cv2.perspectiveTransform(quad[None], far_to_near)[0], np.float32)


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


def _joint(number: int, half: Half) -> int:
    return 2 * number + half


def _came(near: Iterable[Track], far: Iterable[Track], doubles: dict[int, int]) -> set[int]:
    """Return the joint numbers of what both see and either saw come: the other may have begun to look later."""
    saw_it_come = {_joint(track.id, Half.NEAR) for track in near if track.arrived}
    saw_it_come |= {_joint(track.id, Half.FAR) for track in far if track.arrived}
    pairs = ({_joint(one, Half.NEAR), _joint(other, Half.FAR)} for other, one in doubles.items())
    return set().union(*(pair for pair in pairs if pair & saw_it_come))


def _laid(tracks: Iterable[Track], half: Half, down_px: int, came: set[int]) -> Iterator[Track]:
    """Yield the tracks of one half as they lie on the joint table."""
    for track in tracks:
        number = _joint(track.id, half)
        quad = (track.quad + np.array([0, down_px], np.float32)).astype(np.float32)
        yield replace(track, id=number, quad=quad, arrived=track.arrived or number in came)


def _happened(events: Iterable[Event], half: Half, down_px: int, came: set[int]) -> Iterator[Event]:
    for event in events:
        tracks = _laid([event.track] if event.track else [], half, down_px, came)
        yield replace(event, track=next(tracks, None))
