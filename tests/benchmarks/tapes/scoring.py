"""Scoring a replayed session of the virtual table against the truth of each of its frames.

A card is right once a settled track at its place bears its name; wrong if a track settled there under a name that no
card there has. An event is of an untouched card if every card at its place has lain there for a while.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks import bumps
from tests.benchmarks.events import EARLY_S, NEAR, SLACK_S
from tests.benchmarks.tapes.scores import NameScore, SessionScore
from tests.benchmarks.virtual import SAME_SIGHT, TIME_TO_SETTLE_S
from vision.types import Event, EventKind, Face, FrameResult, Quad, Track, TrackState
from vision.virtual.truth import Phase, TrueCard, TrueFrame

KEPT_S: Final = 0.5
"""The name of what lay there before may stand for so long."""

UNTOUCHED_S: Final = 2.0
"""A card that has lain for so long is not touched: what is told of it is told of nothing."""

CARRIED_S: Final = 0.6
"""What was a card so long ago may be told now."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One frame: the truth, and what the tracker made of it."""

    t_s: float
    truth: TrueFrame
    result: FrameResult


@dataclass(slots=True)
class Stay:
    """A card that lies face up, without a break; by frame: moments, places and visible shares."""

    card: int
    code: str
    t_s: list[float] = field(default_factory=list)
    quads: list[Quad] = field(default_factory=list)
    visible: list[float] = field(default_factory=list)
    named_s: float | None = None
    wrong: bool = False
    kept_s: float = 0.0

    def is_near(self, place: NDArray[np.float32], t_s: float) -> bool:
        """Tell whether a place is the card's, while it lies there."""
        return self.t_s[0] - EARLY_S <= t_s <= self.t_s[-1] + SLACK_S and is_near(place, self.quad_at(t_s))

    def quad_at(self, t_s: float) -> Quad:
        """Return where it lies at a moment, or at the next one that is known."""
        index = min(int(np.searchsorted(self.t_s, t_s - 1e-6)), len(self.quads) - 1)
        return self.quads[index]

    @property
    def in_sight_s(self) -> float:
        """When it first lay as much in sight as it ever did."""
        best = max(self.visible) - SAME_SIGHT
        return next(t_s for t_s, share in zip(self.t_s, self.visible, strict=True) if share >= best)

    def score(self, frame_s: float) -> NameScore:
        """Return what became of it; a frame takes ``frame_s``."""
        best = max(self.visible)
        seen_s = sum(share >= best - SAME_SIGHT for share in self.visible) * frame_s
        delay_s = None if self.named_s is None else max(0.0, self.named_s - self.in_sight_s)
        return NameScore(
            f"{self.card}@{self.t_s[0]:.2f}",
            right=self.named_s is not None and not self.wrong,
            wrong=self.wrong,
            kept=self.kept_s > KEPT_S and not self.wrong,
            short=self.named_s is None and not self.wrong and seen_s < TIME_TO_SETTLE_S,
            delay_s=delay_s,
            covered=1 - best,
        )


def score(seen: Sequence[Seen], facts: Mapping[str, Any], into: SessionScore) -> None:
    """Score a session."""
    frame_s = 1 / facts["fps"]
    stays = stays_of(seen)
    for one in seen:
        _note_names(one, stays, frame_s)
    events = [event for one in seen for event in _at(one)]
    into.stray_names = sum(_is_stray(event, stays) for event in events)
    into.names = [stay.score(frame_s) for stay in stays]
    into.false_positives = sum(
        event.kind is EventKind.APPEARED and not _is_card(event, seen) for event in events
    )
    into.untouched_events = sum(_is_of_untouched(event, seen) for event in events)
    into.bump_failures = sum(1 for _ in _bump_failures(seen, facts.get("bumps", ())))


def _at(one: Seen) -> Iterator[Event]:
    """Yield a frame's events that are of a track."""
    return (event for event in one.result.events if event.track is not None)


def stays_of(seen: Sequence[Seen]) -> list[Stay]:
    """Return every stay of a card face up, in order of their beginnings."""
    stays: list[Stay] = []
    open_stays: dict[int, Stay] = {}
    for one in seen:
        lying = {card.id: card for card in _lying(one.truth.cards) if card.face is Face.UP}
        open_stays = {number: stay for number, stay in open_stays.items() if number in lying}
        for number, card in lying.items():
            if number not in open_stays:
                open_stays[number] = Stay(number, card.code)
                stays.append(open_stays[number])
            stay = open_stays[number]
            stay.t_s.append(one.t_s)
            stay.quads.append(card.quad)
            stay.visible.append(card.visible)
    return stays


def _note_names(one: Seen, stays: Sequence[Stay], frame_s: float) -> None:
    """Let stays know what was told of them in a frame."""
    told = {event.track.id for event in _at(one) if event.track and event.kind is EventKind.SETTLED}
    active = [stay for stay in stays if stay.t_s[0] - EARLY_S <= one.t_s <= stay.t_s[-1] + SLACK_S]
    for track in one.result.tracks:
        if track.code is None or track.state is not TrackState.SETTLED:
            continue
        middle = track.quad.mean(axis=0)
        there = [stay for stay in active if stay.is_near(middle, one.t_s)]
        right = [stay for stay in there if stay.code == track.code]
        for stay in right:
            stay.named_s = one.t_s if stay.named_s is None else stay.named_s
        if there and not right:
            nearest = min(there, key=lambda stay: _apart(middle, stay.quad_at(one.t_s)))
            nearest.wrong = nearest.wrong or track.id in told
            nearest.kept_s += frame_s if nearest.in_sight_s <= one.t_s <= nearest.t_s[-1] else 0.0


def _is_stray(event: Event, stays: Iterable[Stay]) -> bool:
    """Tell whether a name was told where no card lies face up."""
    track = event.track
    if track is None or event.kind is not EventKind.SETTLED or track.code is None:
        return False
    middle = track.quad.mean(axis=0)
    return not any(stay.is_near(middle, event.t_s) for stay in stays)


def _is_card(event: Event, seen: Sequence[Seen]) -> bool:
    """Tell whether a card lies, or was carried, where something was told."""
    return any(
        is_near(_middle(event), card.quad)
        for one in _between(seen, event.t_s - CARRIED_S, event.t_s)
        for card in one.truth.cards
    )


def _is_of_untouched(event: Event, seen: Sequence[Seen]) -> bool:
    """Tell whether an event says that something happened where cards only lie."""
    if event.kind not in (EventKind.LEFT, EventKind.FLIPPED, EventKind.MOVED):
        return False
    lately = _between(seen, event.t_s - UNTOUCHED_S, event.t_s)
    if not lately or lately[0].t_s > event.t_s - UNTOUCHED_S + 0.2:
        return False
    there = [{c.id: c for c in one.truth.cards if is_near(_middle(event), c.quad)} for one in lately]
    first = there[0]
    return bool(first) and all(
        now.keys() == first.keys()
        and all(card.phase is Phase.LYING and card.face is first[number].face for number, card in now.items())
        for now in there
    )


def _between(seen: Sequence[Seen], start_s: float, end_s: float) -> list[Seen]:
    first = _index(seen, start_s - 1e-6)
    return list(seen[first : _index(seen, end_s + 1e-6)])


def _index(seen: Sequence[Seen], t_s: float) -> int:
    """Return the index of the first frame that is not before a moment."""
    low, high = 0, len(seen)
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if seen[middle].t_s < t_s else (low, middle)
    return low


def _bump_failures(seen: Sequence[Seen], plain: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what went wrong around bumps, as ``tests.benchmarks.bumps`` has it."""
    watched = bumps.Watched(
        [one.t_s for one in seen],
        [one.result.tracks for one in seen],
        [one.truth.cards for one in seen],
        [{card.id: card.quad for card in one.truth.cards} for one in seen],
        [event for one in seen for event in one.result.events],
    )
    for one in plain:
        before, after = bumps.Stand(**one["before"]), bumps.Stand(**one["after"])
        bump = bumps.Bump(one["t_s"], one["lasts_s"], before, after)
        yield from bumps.failures_of(watched, bump, bumps.untouched(watched, bump))


def _lying(cards: Iterable[TrueCard]) -> Iterator[TrueCard]:
    return (card for card in cards if card.phase is Phase.LYING)


def _middle(event: Event) -> NDArray[np.float32]:
    track: Track | None = event.track
    assert track is not None
    return np.asarray(track.quad.mean(axis=0), np.float32)


def _apart(place: NDArray[np.float32], quad: Quad) -> float:
    """Return how far a place is from a card's middle, in card lengths."""
    length = max(float(np.linalg.norm(quad[3] - quad[0])), 1e-6)
    return float(np.hypot(*(quad.mean(axis=0) - place))) / length


def is_near(place: NDArray[np.float32], quad: Quad) -> bool:
    """Tell whether a place is that of a card."""
    return _apart(place, quad) < NEAR
