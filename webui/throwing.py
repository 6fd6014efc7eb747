"""When a throw begins, which cards belong to it, and when it ends.

A throw opens at the first new card after the last throw was over. It closes when every card of it lies face up,
no hand is over the table and all has been still for :data:`CLOSES_AFTER_S`. Cards of the last throw may stay on
the table: they are known as old and do not count. Time is the source's own clock and comes with the observation.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from dataclasses import dataclass, field

import numpy as np

from vision.types import EventKind, Face, Observation, Quad, Track, TrackState

CLOSES_AFTER_S = 0.7
"""How long all must have been still before the throw is over."""

ALREADY_THERE_S = 1.0
"""What lies face down when we begin to look is a pile, not a throw."""

SAME_PLACE = 0.5
"""A card that comes back within this share of its own longer side from where it lay is the same card."""

Outside = Callable[[Track], bool]
"""Tells that a card lies where nothing counts: an ignored area, or no seat."""


@dataclass(slots=True)
class Throwing:
    """The throw on the table. Fed with every observation; owns nothing but memory of which card is which."""

    open: bool = False
    closed_s: float | None = None
    cards: dict[int, Track] = field(default_factory=dict)
    """The throw's cards as last seen, by track; a card of a closed throw stays though it was taken away."""
    old: set[int] = field(default_factory=set)
    gone: list[Track] = field(default_factory=list)
    began_s: float | None = None
    swept: bool = False
    """The table was cleared after this throw: none of its cards comes back as one of it."""
    _seen: set[int] = field(default_factory=set)
    _first_s: float | None = None

    def observe(self, now: Observation, outside: Outside, done: Set[str] = frozenset()) -> None:
        """Take in one observation; ``done`` holds the codes of the last confirmed throw."""
        self._first_s = now.t_s if self._first_s is None else self._first_s
        here = {track.id: track for track in now.tracks}
        self._forget(here)
        for track in now.tracks:
            if track.state is not TrackState.MOVING and not track.hidden and not outside(track):
                self._meet(track, here, now.t_s, done)
        for event in now.events:
            if event.kind is EventKind.FLIPPED and event.track is not None and event.track.id in self.old:
                self._revive(event.track.id, here, now.t_s, outside)
        self.cards.update({key: here[key] for key in self.cards if key in here})
        if self.open and self._is_over(now):
            self.close(now.t_s)

    def begin(self) -> None:
        """Begin a new throw now: what lies on the table is old from here on (key "new throw")."""
        self.old |= set(self.cards)
        self.cards, self.gone, self.swept = {}, [], False
        self.open, self.closed_s, self.began_s = False, None, None

    def close(self, now_s: float) -> None:
        """The throw is over now (also the key "judge now")."""
        self.open, self.closed_s = False, now_s

    def claim(self, track: Track) -> None:
        """Count a card in by a person's word."""
        self.old.discard(track.id)
        self.cards[track.id] = track

    def disown(self, key: int) -> None:
        """Count a card out by a person's word."""
        self.cards.pop(key, None)
        self.old.add(key)

    @property
    def face_down(self) -> list[Track]:
        """The throw's cards that still lie face down."""
        return [track for track in self.cards.values() if track.face is Face.DOWN]

    def is_readable(self, busy: bool) -> bool:
        """Tell whether every card of the throw lies face up and has been read, or given up, under a free sky."""
        done = (TrackState.SETTLED, TrackState.UNREADABLE)
        return (
            bool(self.cards)
            and not busy
            and all(track.face is Face.UP and track.state in done for track in self.cards.values())
        )

    def _is_over(self, now: Observation) -> bool:
        return now.still_s >= CLOSES_AFTER_S and self.is_readable(now.busy)

    def _forget(self, here: dict[int, Track]) -> None:
        """Drop cards that were taken away, but remember where they lay."""
        self.old &= set(here)
        if not self.open:
            return
        for key in [key for key in self.cards if key not in here]:
            self.gone.append(self.cards.pop(key))

    def _meet(self, track: Track, here: dict[int, Track], now_s: float, done: Set[str]) -> None:
        if track.id in self._seen:
            return
        if track.face is Face.UP and track.code is None and track.state is TrackState.STILL:
            return  # Not read yet: its name may tell that it is an old acquaintance.
        self._seen.add(track.id)
        if self._was_there_before(track, now_s, done):
            self.old.add(track.id)
        elif self._came_back(track, here):
            self.cards[track.id] = track
        else:
            self._arrive(track, now_s)

    def _was_there_before(self, track: Track, now_s: float, done: Set[str]) -> bool:
        assert self._first_s is not None
        if track.face is Face.DOWN:
            return now_s - self._first_s < ALREADY_THERE_S
        return track.code in done

    def _came_back(self, track: Track, here: dict[int, Track]) -> bool:
        """Tell whether this is a card of the throw on the table that a hand had hidden or pushed."""
        if self.swept:
            return False
        taken_away = [card for card in self.cards.values() if card.id not in here]
        for known in [*self.gone, *taken_away]:
            if _same_card(known, track):
                self.cards.pop(known.id, None)
                self.gone = [other for other in self.gone if other.id != known.id]
                return True
        return False

    def _arrive(self, track: Track, now_s: float) -> None:
        if not self.open:
            if self.closed_s is not None or not self.cards:
                self.begin()
            self.open, self.began_s = True, now_s
        self.cards[track.id] = track

    def _revive(self, key: int, here: dict[int, Track], now_s: float, outside: Outside) -> None:
        """A card that lay face down as an old one was flipped: it is thrown now."""
        if key in here and not outside(here[key]):
            self.old.discard(key)
            self._arrive(here[key], now_s)


def _same_card(known: Track, found: Track) -> bool:
    """Tell whether a new track continues a lost one: by its name, or by its place while one of them has none."""
    if known.code is not None and found.code is not None:
        return known.code == found.code
    return known.face is found.face and _same_place(known.quad, found.quad)


def _same_place(one: Quad, other: Quad) -> bool:
    longer_side_px = max(float(np.linalg.norm(one[i] - one[i - 1])) for i in range(4))
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < SAME_PLACE * longer_side_px
