"""When a throw begins, which cards belong to it, and when it ends.

A throw opens when a card *arrives*: it was not there before, or it is turned over. What lay there before is known and
does not count, whether it can be read or not. A throw closes when everybody who must throw has, every card of it lies
face up, no hand is over the table and all has been still for :data:`CLOSES_AFTER_S`; whoever gathers its cards then
changes nothing. Cards of the last throw may stay on the table: they are old and do not count. Which of a throw's cards
count is a matter of places and of people's words besides (:class:`Standing`); both can change at any time, so nothing
is taken out of a throw for them. Time is the source's own clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import TypeAlias

from vision.tracking.memory import found_here, is_certain, same_name
from vision.types import EventKind, Face, FrameResult, Track, TrackState

CLOSES_AFTER_S = 0.7
"""How long all must have been still before the throw is over."""


@unique
class Standing(StrEnum):
    """A card counts by a person's word, does not by its place or a person's word, or is the camera's to judge."""

    IN = "in"
    OUT = "out"
    OPEN = "open"


Stands: TypeAlias = Callable[[Track], Standing]


@dataclass(slots=True)
class CurrentThrow:
    """The throw on the table: which cards belong to it. Fed with every observation, under lasting numbers."""

    open: bool = False
    closed_s: float | None = None
    began_s: float | None = None
    cards: dict[int, Track] = field(default_factory=dict)
    """The throw's cards as last seen, by track, whatever their standing; those of a closed throw may be gone."""
    known: dict[int, Track] = field(default_factory=dict)
    """What lay there before, here or lost from sight."""
    old: set[int] = field(default_factory=set)
    """Cards of earlier throws, and what was known before them: nobody is asked about these any more."""
    gone: list[Track] = field(default_factory=list)
    swept: bool = False
    """The table was cleared after this throw: none of its cards comes back as one of it."""
    carried: set[int] = field(default_factory=set)
    """Cards of the throw that another pipeline saw, before this one was opened."""
    awaited: bool = False
    """Something has arrived of which the pipeline has not said yet what it is: the throw is not over before it has."""
    _claimed: set[int] = field(default_factory=set)
    _laid: dict[int, int] = field(default_factory=dict)
    _in_sight: set[int] = field(default_factory=set)

    def observe(
        self,
        now: FrameResult,
        stands: Stands,
        done: Set[str] = frozenset(),
        is_enough: Callable[[], bool] = lambda: True,
    ) -> None:
        """Take in one observation; ``done`` holds the codes of the last confirmed throw, ``is_enough`` says whether
        everybody who must throw has."""
        here = {track.id: track for track in now.tracks}
        back, self._in_sight = here.keys() - self._in_sight, set(here)
        laid_s = self.began_s
        self._forget(here)
        self._take_back(here)
        for track in now.tracks:
            if stands(track) is Standing.IN:
                self.claim(track, now.t_s)
            elif is_certain(track, now.busy) and not self._has_met(track.id):
                self._meet(track, here, now.t_s, stands, done)
        if self.began_s != laid_s:  # What came back with the first card of another throw was dealt with it.
            for key in sorted(back & self.old):
                self._revive(key, here, now.t_s, stands)
        for event in now.events:
            if event.kind is EventKind.FLIPPED and event.track is not None:
                self._revive(event.track.id, here, now.t_s, stands)
        self.cards.update({key: here[key] for key in self.cards if key in here})
        self.known.update({key: here[key] for key in self.known if key in here})
        self.awaited = any(self._is_awaited(track, stands) for track in now.tracks)
        rests = self.open and now.still_s >= CLOSES_AFTER_S
        if rests and self.is_readable(stands, now.busy) and is_enough():
            self.close(now.t_s)

    def counted(self, stands: Stands) -> list[Track]:
        """The cards of the throw that count, in the order in which they were laid."""
        counted = [track for track in self.cards.values() if stands(track) is not Standing.OUT]
        return sorted(counted, key=lambda track: self._laid[track.id])

    def is_readable(self, stands: Stands, busy: bool) -> bool:
        """Tell whether each card that counts lies face up and was read, or given up, with no hand over the table."""
        cards = self.counted(stands)
        return bool(cards) and all(map(_is_read, cards)) and not busy and not self.awaited

    def was_gathered(self) -> bool:
        """Whether nothing of the throw lies here any more, and all of it had been read."""
        return bool(self.gone) and not self.cards and all(map(_is_read, self.gone))

    def begin(self) -> None:
        """Begin a new throw now: what lies on the table is old from here on (key "new throw")."""
        self.old |= {*self.cards, *self.known, *(card.id for card in self.gone)}
        self.cards, self.gone, self.swept, self.carried = {}, [], False, set()
        self._claimed, self._laid = set(), {}
        self.open, self.closed_s, self.began_s = False, None, None

    def clear(self) -> None:
        """Nothing lies on the table any more, so nothing that lay there before is only lost from sight: a back that is
        laid where another was known comes now."""
        self.known = {}

    def close(self, now_s: float) -> None:
        """The throw is over now (also the key "judge now"); what was lost face down was never turned over in it."""
        self.open, self.closed_s = False, now_s
        never_turned = {card.id for card in self.gone if card.face is Face.DOWN} - self.carried
        self.old |= never_turned
        self.gone = [card for card in self.gone if card.id not in never_turned]

    def reopen(self) -> None:
        """The throw is not over yet: cards are missing that the rules want drawn anew (D6)."""
        self.open, self.closed_s = True, None

    def lose(self, key: int) -> None:
        """Count a card no longer that was taken away before it was read; it may come back."""
        self.gone.append(self.cards.pop(key))

    def claim(self, track: Track, now_s: float) -> None:
        """Count a card in by a person's word."""
        if track.id not in self.cards:
            self._claimed.add(track.id)
            self._join(track, now_s)

    def unclaim(self, stands: Stands) -> None:
        """Let go of the cards that no person's word counts in any longer: what is left of them was there before."""
        claimed = [key for key in self._claimed if key in self.cards]
        for key in [key for key in claimed if stands(self.cards[key]) is not Standing.IN]:
            self._claimed.discard(key)
            self.old.discard(key)
            self.known[key] = self.cards.pop(key)

    def open_pipeline(self) -> None:
        """Another pipeline looks from now on, which has to find the throw's cards first."""
        self.carried = {*self.cards, *(card.id for card in self.gone)}

    def take_up(self, cards: Sequence[Track], here: Iterable[Track]) -> None:
        """Go on with a throw that was begun before: after a restart, or when a new one was taken back."""
        self.gone, self.open, self.closed_s, self.swept = list(cards), True, None, False
        order = [*(card.id for card in cards), *self.cards]
        self._laid = {key: place for place, key in enumerate(order)}
        self.open_pipeline()
        for key, track in found_here(cards, (one for one in here if one.id not in self.cards)).items():
            self._laid[track.id] = self._laid[key]
            self.gone = [card for card in self.gone if card.id != key]
            self.old.discard(track.id)
            self.known.pop(track.id, None)
            self.cards[track.id] = track

    def was_there_before(self, key: int) -> bool:
        """Whether a track did not arrive, be it that a person's word counts it in."""
        return key in self.known or key in self._claimed

    def unasked(self, here: Set[int]) -> list[Track]:
        """What lies here since before and could be part of the throw: it can be read, or is like a missed card, one
        without a name that another pipeline saw and this one has not found again."""
        away = (card for card in [*self.gone, *self.cards.values()] if card.id not in here)
        missed = {card.face for card in away if card.code is None and card.id in self.carried}
        known = (track for key, track in self.known.items() if key in here and key not in self.old)
        return [track for track in known if track.code is not None or track.face in missed]

    def _has_met(self, key: int) -> bool:
        """Whether it is known what a track is; one whose card is another track's now is met anew."""
        return (
            key in self.cards or key in self.known or key in self.old or any(c.id == key for c in self.gone)
        )

    def _forget(self, here: dict[int, Track]) -> None:
        """Drop cards that were taken away, but remember where they lay."""
        if self.closed_s is None:
            for key in [key for key in self.cards if key not in here]:
                self.lose(key)

    def _take_back(self, here: dict[int, Track]) -> None:
        """Count a lost card again once the camera reports the same track again."""
        back = {card.id for card in self.gone if card.id in here}
        self.carried -= back
        self.gone = [card for card in self.gone if card.id not in back]
        self.cards |= {key: here[key] for key in back}

    def _meet(
        self, track: Track, here: dict[int, Track], now_s: float, stands: Stands, done: Set[str]
    ) -> None:
        thrown = self.cards.keys() | self.old
        named = track.face is Face.UP and track.code is not None
        if named and (
            self._is_gathered(track, here) or (track.code in done and not _lies_there(track, here, thrown))
        ):
            self.old.add(track.id)
        elif track.arrived:
            self._arrive(track, now_s, stands)
        else:
            self.known[track.id] = track

    def _is_gathered(self, track: Track, here: dict[int, Track]) -> bool:
        """Whether a card of a throw that is over is seen elsewhere: it counts where it lay."""
        if self.closed_s is None or self.swept:
            return False
        away = (card for card in (*self.cards.values(), *self.gone) if card.id not in here)
        return any(same_name(card, track) for card in away)

    def _is_awaited(self, track: Track, stands: Stands) -> bool:
        still = track.state is TrackState.STILL and not track.hidden
        return still and track.arrived and not self._has_met(track.id) and stands(track) is not Standing.OUT

    def _arrive(self, track: Track, now_s: float, stands: Stands) -> None:
        if stands(track) is Standing.OUT:
            self._add(track)  # It opens nothing, but counts once its place does.
            return
        if self.closed_s is not None:
            self.begin()
        self._join(track, now_s)

    def _join(self, track: Track, now_s: float) -> None:
        if not self.open and self.closed_s is None:
            self.open = True
        self.began_s = now_s if self.began_s is None else self.began_s
        self._add(track)

    def _add(self, track: Track) -> None:
        self.old.discard(track.id)
        self.known.pop(track.id, None)
        self._laid.setdefault(track.id, 1 + max(self._laid.values(), default=0))
        self.cards[track.id] = track

    def _revive(self, key: int, here: dict[int, Track], now_s: float, stands: Stands) -> None:
        """An old card was flipped, or dealt again: it is thrown now."""
        if (
            key in here
            and here[key].arrived
            and key not in self.cards
            and (key in self.old or key in self.known)
        ):
            self._arrive(here[key], now_s, stands)


def _is_read(card: Track) -> bool:
    return card.face is Face.UP and card.state in (TrackState.SETTLED, TrackState.UNREADABLE)


def face_down(cards: Iterable[Track]) -> list[Track]:
    """Those that still lie face down."""
    return [card for card in cards if card.face is Face.DOWN]


def _lies_there(card: Track, here: dict[int, Track], thrown: Set[int]) -> bool:
    """Whether a card of this name was thrown before and lies there still: another one is its deck's other copy."""
    return any(other.code == card.code and key in thrown for key, other in here.items())
