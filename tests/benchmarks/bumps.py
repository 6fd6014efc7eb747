"""Bump into the camera in the middle of throws: python -m tests.benchmarks.bumps [--count N] [--seed S].

The virtual table plays; once a throw, between its first and its last card turned over, the picture moves by 5 to 60
pixels and turns by 1 to 5 degrees within a fifth of a second. The camera sees a part of a larger picture, so what
comes into sight is the table. Every card that was settled and that nobody touches must keep its track, and so its
seat, and its name, and no event may tell of it; nor may anything appear where no card came. Prints every failure; the
exit status is 1 if there was one.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from models import housedeck
from tests.benchmarks.corners import nearest
from tests.benchmarks.heading import heading
from vision.geometry import Homography, project
from vision.types import Event, EventKind, Face, Frame, Track, TrackState
from vision.virtual import Script, VirtualTable
from vision.virtual.truth import Phase, TrueCard, truth_of
from webui.camera.trackers import make_tracker

SIZE_WH: Final = (1280, 720)
RIM_PX: Final = 110
FPS: Final = 15.0
SECONDS: Final = 60.0

SHIFT_PX: Final = (5.0, 60.0)
TURN_DEG: Final = (1.0, 5.0)
LASTS_S: Final = 0.2
FURTHEST_PX: Final = 55.0
FURTHEST_DEG: Final = 3.0
"""So far from where it first stood the camera ever is: what it sees has to be drawn."""

BEFORE_S: Final = 0.3
AFTER_S: Final = 1.5
"""Cards that lie untouched for so long around a bump must not notice it."""

QUIET: Final = (
    EventKind.APPEARED,
    EventKind.FLIPPED,
    EventKind.SETTLED,
    EventKind.MOVED,
    EventKind.LEFT,
    EventKind.UNREADABLE,
)


@dataclass(frozen=True, slots=True)
class Stand:
    """Where the camera stands, seen from where it first stood: pixels to the right and down, degrees."""

    x: float = 0.0
    y: float = 0.0
    turn_deg: float = 0.0

    def towards(self, other: Stand, share: float) -> Stand:
        """Return a stand on the way to another."""
        eased = share * share * (3 - 2 * share)
        pairs = ((self.x, other.x), (self.y, other.y), (self.turn_deg, other.turn_deg))
        return Stand(*(a + eased * (b - a) for a, b in pairs))

    @property
    def motion(self) -> Homography:
        """What this does to points of the large picture: those of the camera's."""
        middle = (SIZE_WH[0] / 2 + RIM_PX, SIZE_WH[1] / 2 + RIM_PX)
        turn = cv2.getRotationMatrix2D(middle, self.turn_deg, 1)
        turn[:, 2] += np.array([self.x - RIM_PX, self.y - RIM_PX])
        return np.vstack([turn, (0, 0, 1)])


@dataclass(frozen=True, slots=True)
class Bump:
    """When the camera is bumped, for how long it moves, and where it stands before and after."""

    t_s: float
    lasts_s: float
    before: Stand
    after: Stand


@dataclass(slots=True)
class Outcome:
    """What became of the bumps of one session: how many cards lay untouched, and every failure."""

    bumps: int = 0
    cards: int = 0
    failures: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Watched:
    """The session as the tracker saw it: what was told in each frame, and the true cards in the camera's pixels."""

    t_s: list[float] = field(default_factory=list)
    tracks: list[tuple[Track, ...]] = field(default_factory=list)
    cards: list[tuple[TrueCard, ...]] = field(default_factory=list)
    quads: list[dict[int, NDArray[np.float32]]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def between(self, start_s: float, end_s: float) -> list[int]:
        """Return the frames of a time."""
        return [i for i, t_s in enumerate(self.t_s) if start_s <= t_s <= end_s]


def drawn_bumps(table: VirtualTable, chance: np.random.Generator) -> list[Bump]:
    """Draw a bump for each throw."""
    bumps, stand = [], Stand()
    for first_s, last_s in throws_of(table):
        after = _elsewhere(stand, chance)
        bumps.append(Bump(chance.uniform(first_s, last_s), chance.uniform(0, LASTS_S), stand, after))
        stand = after
    return bumps


def _elsewhere(stand: Stand, chance: np.random.Generator) -> Stand:
    """Return a stand that is as far away as a bump takes a camera."""
    while True:
        way, goes = chance.uniform(*SHIFT_PX), chance.uniform(0, 2 * math.pi)
        turn = chance.uniform(*TURN_DEG) * chance.choice([-1, 1])
        new = Stand(stand.x + way * math.cos(goes), stand.y + way * math.sin(goes), stand.turn_deg + turn)
        if max(abs(new.x), abs(new.y)) <= FURTHEST_PX and abs(new.turn_deg) <= FURTHEST_DEG:
            return new


def throws_of(table: VirtualTable) -> Iterator[tuple[float, float]]:
    """Yield of each throw when its first and its last card had been turned over for a while."""
    ends_s = sorted(flip.end_s + 0.5 for flip in table._play.flips())
    groups: list[list[float]] = []
    for end_s in ends_s:
        if groups and end_s - groups[-1][-1] < 3.0:
            groups[-1].append(end_s)
        else:
            groups.append([end_s])
    for group in groups:
        if group[-1] + AFTER_S < SECONDS:
            yield group[0], group[-1]


def stand_at(bumps: Sequence[Bump], t_s: float) -> Stand:
    """Return where the camera stands at a moment."""
    begun = [bump for bump in bumps if bump.t_s <= t_s]
    if not begun:
        return Stand()
    last = begun[-1]
    return last.before.towards(last.after, min(1.0, (t_s - last.t_s) / max(last.lasts_s, 1e-6)))


def seen_from(image: Frame, stand: Stand) -> Frame:
    """Return what the camera sees of the large picture."""
    return np.asarray(cv2.warpAffine(image, stand.motion[:2], SIZE_WH, flags=cv2.INTER_LINEAR), np.uint8)


def table_of(seed: int) -> VirtualTable:
    """Set the table of one session, larger than what the camera sees of it."""
    large = (SIZE_WH[0] + 2 * RIM_PX, SIZE_WH[1] + 2 * RIM_PX)
    script = Script(cards_per_seat=(1, 4), pace=1.6, nudge_share=0.0)
    faces, back = housedeck.faces("house"), housedeck.back("house")
    table = VirtualTable(seed, faces, back, large, FPS, SECONDS, script)
    table._play.write_until(SECONDS)
    return table


def watched(seed: int) -> tuple[Watched, list[Bump]]:
    """Watch a session."""
    from webui.camera.decks.readable import Decks

    table = table_of(seed)
    truth, tracker = truth_of(table), make_tracker(Decks().load_all(["house"]))
    bumps, seen = drawn_bumps(table, np.random.default_rng([seed, 5])), Watched()
    for timed in table:
        stand = stand_at(bumps, timed.t_s)
        result = tracker.step(seen_from(timed.image, stand), timed.t_s)
        cards = truth.at(timed.frame).cards
        seen.t_s.append(timed.t_s)
        seen.tracks.append(result.tracks)
        seen.cards.append(cards)
        seen.quads.append({card.id: project(card.quad, stand.motion) for card in cards})
        seen.events += result.events
    return seen, bumps


def untouched(seen: Watched, bump: Bump) -> dict[int, Track]:
    """Return the settled tracks of cards that nobody touches around a bump, by the number of the true card."""
    frames = seen.between(bump.t_s - BEFORE_S, bump.t_s + bump.lasts_s + AFTER_S)
    just_before = max(i for i, t_s in enumerate(seen.t_s) if t_s < bump.t_s)
    kept = {}
    for card in seen.cards[just_before]:
        states = [next((c for c in seen.cards[i] if c.id == card.id), None) for i in frames]
        if all(c is not None and c.phase is Phase.LYING and c.face is card.face for c in states):
            track = _track_of(seen, just_before, card)
            if track is not None and track.state is TrackState.SETTLED:
                kept[card.id] = track
    return kept


def _track_of(seen: Watched, frame: int, card: TrueCard) -> Track | None:
    quad = nearest(seen.quads[frame][card.id], [track.quad for track in seen.tracks[frame]])
    found = next((track for track in seen.tracks[frame] if track.quad is quad), None)
    right = found is not None and found.code == (card.code if card.face is Face.UP else None)
    return found if right else None


def failures_of(seen: Watched, bump: Bump, kept: dict[int, Track]) -> Iterator[str]:
    """Yield what went wrong around one bump."""
    end_s = bump.t_s + bump.lasts_s + AFTER_S
    last = seen.between(bump.t_s, end_s)[-1]
    for number, track in kept.items():
        name = f"{bump.t_s:.2f} s: card {number} ({track.code or 'face down'})"
        now = nearest(seen.quads[last][number], [one.quad for one in seen.tracks[last]])
        found = next((one for one in seen.tracks[last] if one.quad is now), None)
        if found is None or (found.id, found.code, found.state) != (track.id, track.code, TrackState.SETTLED):
            told = "nothing" if found is None else f"track {found.id} {found.code} {found.state.value}"
            yield f"{name}, track {track.id}, is {told} afterwards"
    for event in seen.events:
        if bump.t_s <= event.t_s <= end_s and event.kind in QUIET and event.track is not None:
            yield from _told_of(seen, event, kept)


def _told_of(seen: Watched, event: Event, kept: dict[int, Track]) -> Iterator[str]:
    """Yield why an event should not have been told."""
    assert event.track is not None
    frame = min(seen.between(event.t_s - 1e-6, event.t_s + 1e-6))
    here = {
        number: quad
        for number, quad in seen.quads[frame].items()
        if nearest(quad, [event.track.quad]) is not None
    }
    name = f"{event.t_s:.2f} s: {event.kind.value} of track {event.track.id} ({event.track.code})"
    if event.track.id in {track.id for track in kept.values()}:
        yield f"{name}, which nobody touched"
    elif here and all(number in kept for number in here):
        yield f"{name}, where an untouched card lies"
    elif not here and event.kind is EventKind.APPEARED:
        yield f"{name}, where no card lies"


def outcome_of(seed: int) -> Outcome:
    """Watch one session and judge its bumps."""
    cv2.setNumThreads(1)
    seen, bumps = watched(seed)
    outcome = Outcome()
    for bump in bumps:
        kept = untouched(seen, bump)
        if not kept:
            continue
        outcome.bumps += 1
        outcome.cards += len(kept)
        outcome.failures += [f"seed {seed}: {failure}" for failure in failures_of(seen, bump, kept)]
    return outcome


def joined(outcomes: Iterator[Outcome], count: int) -> Outcome:
    """Join sessions until so many bumps were judged."""
    total = Outcome()
    with tqdm(total=count, unit="bump") as bar:
        for one in outcomes:
            total.bumps += one.bumps
            total.cards += one.cards
            total.failures += one.failures
            bar.update(one.bumps)
            if total.bumps >= count:
                break
    return total


def main() -> None:
    """Bump, and print what was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    print(heading(f"{arguments.count} bumps"), flush=True)
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        seeds = islice(iter(range(arguments.seed, arguments.seed + 10_000)), arguments.count)
        total = joined(pool.imap(outcome_of, seeds), arguments.count)
        pool.terminate()
    print(f"{total.bumps} bumps, {total.cards} untouched cards, {len(total.failures)} failures")
    print(*total.failures, sep="\n")
    sys.exit(bool(total.failures))


if __name__ == "__main__":
    main()
