"""Which card that was lost from sight a track is: numbers that last over hands, losses, other trackers and restarts."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from vision.types import Face, FrameResult, Quad, Track, TrackState

SAME_PLACE: Final = 0.5
"""A card that comes back within this share of its longer side, where it is seen larger, is the same card."""


@dataclass(slots=True)
class TrackMemory:
    """Numbers tracks so that a number names one card, whoever tracks it, as long as the program runs.

    ``others`` are numbers of cards out of sight that another tracker gave: this one may read the same card otherwise.
    """

    others: frozenset[int] = frozenset()
    _last: int = 0
    _numbers: dict[int, int] = field(default_factory=dict)
    _uncertain: frozenset[int] = frozenset()
    _here: dict[int, Track] = field(default_factory=dict)
    _away: dict[int, Track] = field(default_factory=dict)

    def copy(self) -> TrackMemory:
        """Return the same, to go on by itself."""
        return replace(self, _numbers=dict(self._numbers), _here=dict(self._here), _away=dict(self._away))

    def change_tracker(self) -> None:
        """Another tracker looks from now on: all that is known is out of its sight."""
        self._away |= self._here
        self.others = frozenset(self._away)
        self._here, self._numbers, self._uncertain = {}, {}, frozenset()

    def load(self, kept: Iterable[Track]) -> list[Track]:
        """Take cards that were kept, as if another tracker had seen them; return them under their numbers."""
        numbered = [replace(track, id=self._next()) for track in kept]
        self._away |= {track.id: track for track in numbered}
        self.others |= {track.id for track in numbered}
        return numbered

    def identify(
        self, seen: FrameResult, thrown: Set[int], lay_before: Set[int], *, gathered: bool = False
    ) -> FrameResult:
        """Return a frame's result under lasting numbers.

        :param thrown: the cards that are re-identified by their name, wherever they lie, or else by their place
        :param lay_before: the cards that are re-identified where they lay, if they look alike
        :param gathered: whether the cards that were thrown are looked for at their places alone
        """
        here: dict[int, Track] = {}
        uncertain = set[int]()
        present = {self._numbers[track.id] for track in seen.tracks if track.id in self._numbers}
        away = {key: track for key, track in (self._away | self._here).items() if key not in present}
        for track in seen.tracks:
            if track.id not in self._numbers or track.id in self._uncertain:
                known = None
                if is_certain(track, seen.busy):
                    at_place = thrown - self.others if gathered else frozenset[int]()
                    known = self._reidentified(track, away, thrown, lay_before, at_place)
                else:
                    uncertain.add(track.id)
                if known is not None:
                    # The tracker's number that stood for this card stands for it no longer.
                    self._numbers = {key: number for key, number in self._numbers.items() if number != known}
                    self._numbers[track.id] = known
                    del away[known]
                elif track.id not in self._numbers:
                    self._numbers[track.id] = self._next()
            here[self._numbers[track.id]] = track
        self._here = {key: replace(track, id=key) for key, track in here.items()}
        named = self._numbered(seen)
        self._away = {key: track for key, track in away.items() if key in thrown or key in lay_before}
        self.others &= self._away.keys()
        self._uncertain = frozenset(uncertain)
        self._numbers = {
            key: number for key, number in self._numbers.items() if number in here or number in self._away
        }
        return named

    def _reidentified(
        self,
        track: Track,
        away: dict[int, Track],
        thrown: Set[int],
        lay_before: Set[int],
        at_place: Set[int],
    ) -> int | None:
        """Return the number of the card out of sight that a track is: by its name, else at its place; the nearest of
        several. Names decide, unless another tracker gave them."""
        cards = [card for key, card in away.items() if key in thrown]
        named = [
            card
            for card in cards
            if same_name(card, track) and (card.id not in at_place or same_place(card, track))
        ]
        here = [
            card
            for card in cards
            if card.face is track.face
            and same_place(card, track)
            and (card.id in self.others or None in (card.code, track.code))
        ]
        lay = [
            card
            for key, card in away.items()
            if key in lay_before and _looks_alike(card, track) and same_place(card, track)
        ]
        best = min(named or here or lay[:1], key=lambda card: apart_px(card, track), default=None)
        return None if best is None else best.id

    def _numbered(self, seen: FrameResult) -> FrameResult:
        events = (
            replace(event, track=replace(event.track, id=self._number_of(event.track.id)))
            if event.track
            else event
            for event in seen.events
        )
        return replace(seen, tracks=tuple(self._here.values()), events=tuple(events))

    def _number_of(self, track: int) -> int:
        """Return the number of a track that something happened to; one that was never in sight has none of its own."""
        return self._numbers[track] if track in self._numbers else self._next()

    def _next(self) -> int:
        self._last += 1
        return self._last


def is_certain(track: Track, busy: bool) -> bool:
    """Tell whether a track is settled: it is visible, and has a name, is a back, or its readings are exhausted.

    What cannot be read while a hand is over the table may be the hand itself.
    """
    if track.state is TrackState.MOVING or track.hidden:
        return False
    if track.face is Face.DOWN or track.code is not None:
        return True
    return track.state is TrackState.UNREADABLE and not busy


def found_here(kept: Iterable[Track], here: Iterable[Track]) -> dict[int, Track]:
    """Return which of the tracks in sight each kept card is, by its number: of the same name, else at its place."""
    left, found = list(here), {}
    for card in kept:
        named = [track for track in left if same_name(card, track)]
        at_its_place = [track for track in left if card.face is track.face and same_place(card, track)]
        best = min(named or at_its_place, key=lambda track: apart_px(card, track), default=None)
        if best is not None:
            found[card.id] = best
            left.remove(best)
    return found


def same_name(known: Track, found: Track) -> bool:
    """Whether two tracks bear one name, and not that of two decks; of which deck a kept card was is not known."""
    same = known.code is not None and known.code == found.code
    return same and (known.deck == found.deck or None in (known.deck, found.deck))


def same_place(known: Track, found: Track) -> bool:
    """Whether two tracks lie at one place, whichever came first: on the way back the same cards are re-identified."""
    longer_side_px = max(_longer_side_px(known.quad), _longer_side_px(found.quad))
    return apart_px(known, found) < SAME_PLACE * longer_side_px


def apart_px(one: Track, other: Track) -> float:
    """Return the distance in pixels between the middles of two tracks."""
    return float(np.linalg.norm(one.quad.mean(axis=0) - other.quad.mean(axis=0)))


def _looks_alike(known: Track, found: Track) -> bool:
    return known.face is found.face and (known.code == found.code or None in (known.code, found.code))


def _longer_side_px(quad: Quad) -> float:
    return max(float(np.linalg.norm(quad[i] - quad[i - 1])) for i in range(4))
