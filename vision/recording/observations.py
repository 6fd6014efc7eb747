"""Observations as records: plain numbers and words, restored exactly.

A card that is unchanged since the last frame is stored by its number alone. Corners are 32-bit numbers, all others
64-bit: both are written so that the very same number is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np

from vision.types import Event, EventKind, Face, FrameResult, Quad, Track, TrackState

Plain: TypeAlias = list[Any]
T = TypeVar("T")

LONGEST_WORD: Final = 200
MOST_CARDS: Final = 2000
LARGEST_SIDE_PX: Final = 20_000


class UnfitObservationError(ValueError):
    """A record that holds no observation."""


class ObservationWriter:
    """Writes the observations of one recording, each relative to the one before."""

    def __init__(self) -> None:
        self._last: dict[int, Plain] = {}

    def write(self, seen: FrameResult) -> Plain:
        """Return the record of an observation."""
        now = {track.id: _plain_track(track) for track in seen.tracks}
        tracks = [key if self._last.get(key) == plain else plain for key, plain in now.items()]
        self._last = now
        events = [self._plain_event(event) for event in seen.events]
        frame = [float(seen.t_s), int(seen.frame), *map(int, seen.size_wh)]
        return [frame, tracks, events, [bool(seen.busy), float(seen.still_s), int(seen.refuted)]]

    def _plain_event(self, event: Event) -> Plain:
        track = event.track
        plain = None if track is None else _plain_track(track)
        stored = track.id if track is not None and self._last.get(track.id) == plain else plain
        return [event.kind.value, float(event.t_s), int(event.frame), stored]


class ObservationReader:
    """Reads the observations of one recording, in order."""

    def __init__(self) -> None:
        self._last: dict[int, Track] = {}

    def read(self, plain: Any) -> FrameResult:
        """Return the observation of a record.

        :raise UnfitObservationError: if it is none, or refers to a card that was not there
        """
        try:
            (t_s, frame, width, height), tracks, events, (busy, still_s, refuted) = plain
            return self._read((t_s, frame, width, height), tracks, events, (busy, still_s, refuted))
        except (ValueError, TypeError, KeyError, IndexError, OverflowError) as fault:
            raise UnfitObservationError(str(fault)) from None

    def _read(self, head: tuple[Any, ...], tracks: Any, events: Any, rest: tuple[Any, ...]) -> FrameResult:
        before = self._last
        listed = _a(list, tracks)
        if len(listed) > MOST_CARDS or len(_a(list, events)) > MOST_CARDS:
            raise UnfitObservationError("more cards than any table holds")
        seen = [before[one] if isinstance(one, int) else _track(one) for one in listed]
        self._last = {track.id: track for track in seen}
        size_wh = (_side(head[2]), _side(head[3]))
        busy, still_s, refuted = rest
        return FrameResult(
            _number(head[0]), _a(int, head[1]), size_wh, tuple(seen), tuple(map(self._event, events)),
            _a(bool, busy), _number(still_s), _a(int, refuted),
        )  # fmt: skip

    def _event(self, plain: Any) -> Event:
        kind, t_s, frame, stored = plain
        track = None if stored is None else self._last[stored] if isinstance(stored, int) else _track(stored)
        return Event(_number(t_s), _a(int, frame), EventKind(kind), track)


def shifted(seen: FrameResult, ids: int, seconds: float) -> FrameResult:
    """Return an observation with ids and times shifted."""

    def of(track: Track) -> Track:
        settled_s = None if track.settled_s is None else track.settled_s + seconds
        return replace(track, id=track.id + ids, since_s=track.since_s + seconds, settled_s=settled_s)

    events = (
        replace(event, t_s=event.t_s + seconds, track=None if event.track is None else of(event.track))
        for event in seen.events
    )
    return replace(seen, t_s=seen.t_s + seconds, tracks=tuple(map(of, seen.tracks)), events=tuple(events))


def _plain_track(track: Track) -> Plain:
    return [
        int(track.id), track.face.value, track.state.value, np.asarray(track.quad, np.float32).ravel().tolist(),
        track.code, track.deck, None if track.reversed is None else bool(track.reversed), float(track.confidence),
        [[code, float(share)] for code, share in track.candidates], float(track.since_s),
        None if track.settled_s is None else float(track.settled_s), bool(track.hidden), bool(track.arrived),
    ]  # fmt: skip


def _track(plain: Any) -> Track:
    key, face, state, quad, code, deck, turned, confidence, candidates, since, settled, hidden, arrived = (
        plain
    )
    return Track(
        _a(int, key), Face(face), TrackState(state), _quad(quad), _or_none(_word, code), _or_none(_word, deck),
        _or_none(lambda value: _a(bool, value), turned), _number(confidence),
        tuple((_word(name), _number(share)) for name, share in candidates), _number(since),
        _or_none(_number, settled), _a(bool, hidden), _a(bool, arrived),
    )  # fmt: skip


def _quad(plain: Any) -> Quad:
    numbers = [_number(each) for each in _a(list, plain)]
    if len(numbers) != 8 or max(map(abs, numbers)) > 1e6:
        raise UnfitObservationError("corners that are none")
    return np.array(numbers, np.float32).reshape(4, 2)


def _side(plain: Any) -> int:
    if not 0 < _a(int, plain) <= LARGEST_SIDE_PX:
        raise UnfitObservationError("a picture of a size that none has")
    return int(plain)


def _a(kind: type[T], value: Any) -> T:
    if not isinstance(value, kind) or (kind is int and not _is_whole(value)):
        raise UnfitObservationError(f"expected {kind.__name__}")
    return value


def _is_whole(value: Any) -> bool:
    return not isinstance(value, bool) and abs(value) < 2**53


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e15:
        raise UnfitObservationError("expected a number")
    return float(value)


def _word(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise UnfitObservationError("expected a word")
    return value


def _or_none(read: Callable[[Any], T], value: Any) -> T | None:
    return None if value is None else read(value)
