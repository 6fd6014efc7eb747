"""Score watching on many short sessions of the virtual table: python -m tests.benchmarks.virtual [--seeds N] [--cards
N].

Decks and backs are drawn from seeds kept out of every training and enrolled as a user's deck would be. Only what
happens around the flips is rendered. Each session has its own card height, blur, light, border and overlap. Prints
what settled right, what stayed silent, what was wrong, how long it took, and the same by each of these.
With ``--to FILE`` finished sessions are kept there, and a second call goes on from them.

With ``--whole`` every frame is watched, with the table that the page shows behind the tracker and nobody who answers:
it prints in how many throws that asks in vain (``tests.benchmarks.questions``), too, what was told as a card where no
card was, how many of the cards that lay face down were counted, and how many throws stand in the log as dealt. With
``--surfaces DIR`` whole sessions are played on photographs of DIR, those that are kept out of training, among pieces of
them, sheets, books, phones and bodies (``vision.virtual.things.rich_tables``). With ``--pictures DIR`` the deck is that
of a folder of scans named by card code.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

from tests.benchmarks.asking import Asking
from tests.benchmarks.events import NEAR
from tests.benchmarks.fresh_tables import FPS, TRADITIONS, deck, number_of, real_tables, scanned, session
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.overlap import PART
from vision.tracking.tracker import Tracker
from vision.types import Event, EventKind, Face
from vision.virtual import VirtualTable
from vision.virtual.truth import Phase, Truth, truth_of
from webui.camera.trackers import make_detector, make_tracker
from webui.storage.store import Store

TIME_TO_SETTLE_S: Final = 0.45
"""A card that lies in sight for less before the picture breaks off need not settle."""

SAME_SIGHT: Final = 0.05
"""A card lies as much in sight as it ever will when all but this share of its best is seen."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one card: ``said`` is right, silent, wrong or short (it was not given the time)."""

    height_px: float
    blur_px: float
    level: float
    border: float
    covered: float
    said: str
    delay_s: float | None
    deck: int


@dataclass(slots=True)
class Laid:
    """One card that came to lie with one side up, as the truth has it over the rendered frames."""

    code: str
    corners: np.ndarray[Any, Any]
    moments: list[tuple[float, float]]

    @property
    def best_share(self) -> float:
        """The largest share of it that was ever in sight."""
        return max(share for _, share in self.moments)

    @property
    def in_sight_s(self) -> float:
        """When it first lay as much in sight as it ever did."""
        return next(t_s for t_s, share in self.moments if share >= self.best_share - SAME_SIGHT)

    @property
    def seen_s(self) -> float:
        """How long it lay so in rendered frames."""
        return sum(share >= self.best_share - SAME_SIGHT for _, share in self.moments) / FPS

    @property
    def height_px(self) -> float:
        """Its own height in the picture."""
        return float(np.linalg.norm(self.corners[3] - self.corners[0]))

    @property
    def is_in_sight(self) -> bool:
        """Whether it lay, hidden by a part at most, for long enough to be told."""
        return self.best_share > 1 - PART and self.seen_s >= TIME_TO_SETTLE_S

    def is_counted(self, events: Iterable[Event]) -> bool:
        """Whether one of these events tells that a card lies face down there."""
        return any(
            event.kind is EventKind.SETTLED and event.track.face is Face.DOWN and self.is_at(event)
            for event in events
            if event.track is not None
        )

    def is_at(self, event: Event) -> bool:
        """Whether an event tells of this place, while the card lies there."""
        return self.is_place_of(event) and self.moments[0][0] - 0.2 <= event.t_s <= self.moments[-1][0] + 0.6

    def is_place_of(self, event: Event) -> bool:
        """Whether an event tells of this place."""
        assert event.track is not None
        apart = np.hypot(*(event.track.quad.mean(axis=0) - self.corners.mean(axis=0)))
        return bool(apart < NEAR * self.height_px)


@dataclass(frozen=True, slots=True)
class Session:
    """What became of a session's cards; of a whole one also its throws, those with a question in vain, how often
    something was told as a card where none was, how many cards lay face down in sight and were counted so, and how many
    throws stand in the log as they were dealt."""

    cards: list[Outcome]
    throws: int = 0
    vain: int = 0
    phantoms: int = 0
    face_down: int = 0
    counted: int = 0
    whole: int = 0

    @property
    def is_open(self) -> bool:
        """Whether at least half of each of its cards could be seen."""
        return all(row.covered <= 0.5 for row in self.cards)


@dataclass(frozen=True, slots=True)
class World:
    """How sessions are played: around the flips or whole, on drawn tables or on a folder's photographs, with drawn
    decks or with that of a folder of scans."""

    whole: bool = False
    surfaces: Path | None = None
    pictures: Path | None = None

    @property
    def name(self) -> str:
        """What tells sessions of one kind from those of another in a file that keeps them."""
        world = self.surfaces.name if self.surfaces else "whole" if self.whole else ""
        return f"{world} {self.pictures.name}" if self.pictures else world


DRAWN: Final = World()


def watched(table: VirtualTable, tracker: Tracker, asking: Asking | None = None) -> list[Event]:
    """Watch a session, with a table behind the tracker if one is given; return when cards settled and left."""
    events: list[Event] = []
    for timed in table:
        observation = tracker.step(timed.image, timed.t_s)
        if asking is not None:
            asking.look(timed, observation)
        events += [event for event in observation.events if event.kind in (EventKind.SETTLED, EventKind.LEFT)]
    return events


def laid(truth: Truth, frames: Iterable[int], side: Face) -> list[Laid]:
    """Collect every card that lay with a side up in the rendered frames."""
    found: dict[int, Laid] = {}
    for number in frames:
        at = truth.at(number)
        for card in at.cards:
            if card.face is side and card.phase is Phase.LYING:
                known = found.setdefault(card.id, Laid(card.code, card.quad, []))
                known.moments.append((at.t_s, card.visible))
    return list(found.values())


def outcomes(seed: int, cards: int) -> list[Outcome]:
    """Play one session around its flips and say what became of its cards."""
    return played(seed, cards, DRAWN).cards


def played(seed: int, cards: int, world: World) -> Session:
    """Play one session of a world and say what became of it."""
    cv2.setNumThreads(1)
    whole = world.whole or world.surfaces is not None
    table, held_out = session(
        seed, cards, around_flips_only=not whole, surfaces=world.surfaces, pictures=world.pictures
    )
    number = number_of(seed)
    truth, tracker = truth_of(table), make_tracker([held_out.gallery])
    if not whole:
        return Session(_judged(table, truth, number, watched(table, tracker)))
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        asking = Asking(store, lambda frame: truth.at(frame).cards)
        events = watched(table, tracker, asking)
        store.close()
    vain = len({asked.throw_s for asked in asking.asked if asked.is_vain})
    rows = _judged(table, truth, number, events)
    face_down = [
        one.is_counted(events) for one in laid(truth, table.frame_numbers(), Face.DOWN) if one.is_in_sight
    ]
    nowhere, logged = phantoms(truth, events), asking.whole(table.dealt)
    return Session(rows, len(table.dealt), vain, nowhere, len(face_down), sum(face_down), logged)


def phantoms(truth: Truth, events: Iterable[Event]) -> int:
    """Count what settled where no card was, lying or in a hand, whichever side up."""
    count = 0
    for event in events:
        if event.kind is EventKind.SETTLED and event.track is not None:
            middle = event.track.quad.mean(axis=0)
            near = (
                np.hypot(*(card.quad.mean(axis=0) - middle))
                < NEAR * np.linalg.norm(card.quad[3] - card.quad[0])
                for card in truth.at(event.frame).cards
            )
            count += not any(near)
    return count


def _judged(table: VirtualTable, truth: Truth, number: int, events: Sequence[Event]) -> list[Outcome]:
    """Say what became of each card, and what was named where none was."""
    settled = (event for event in events if event.kind is EventKind.SETTLED)
    up = [event for event in settled if event.track is not None and event.track.face is Face.UP]
    lay = laid(truth, table.frame_numbers(), Face.UP)
    wrong = [event for event in up if not any(s.is_at(event) and s.code == _code(event) for s in lay)]
    style = table.style
    rows = []
    for card in lay:
        hit = next((e for e in up if card.is_at(e) and _code(e) == card.code), None)
        hit = hit or next((e for e in up if _code(e) == card.code and still_there(e, card, events)), None)
        mistaken = any(card.is_at(event) for event in wrong)
        said = "wrong" if mistaken else "right" if hit else "silent"
        if said == "silent" and card.seen_s < TIME_TO_SETTLE_S:
            said = "short"
        delay = max(0.0, hit.t_s - card.in_sight_s) if hit else None
        rows.append(
            Outcome(
                card.height_px,
                style.blur_px,
                style.level,
                style.border_share,
                1 - card.best_share,
                said,
                delay,
                number,
            )
        )
    away = [event for event in wrong if not any(card.is_at(event) for card in lay)]
    rows += [
        Outcome(
            style.card_height_px, style.blur_px, style.level, style.border_share, 0.0, "wrong", None, number
        )
        for _ in away
    ]
    return rows


def still_there(event: Event, card: Laid, events: Sequence[Event]) -> bool:
    """Whether a card that settled before lies there yet: the next throw may bring it to the same place, and of what is
    between two throws nothing is rendered."""
    assert event.track is not None
    came_s, number = card.moments[0][0], event.track.id
    left = (e for e in events if e.kind is EventKind.LEFT and e.track is not None and e.track.id == number)
    gone = any(event.t_s < e.t_s <= came_s for e in left)
    return card.is_place_of(event) and event.t_s < came_s and not gone


def _code(event: Event) -> str | None:
    return event.track.code if event.track else None


BANDS: Final = {
    "card height, px": ("height_px", (0, 50, 60, 80, 100, 130, 160, 1000)),
    "blur, px": ("blur_px", (0, 0.6, 0.9, 1.3, 1.7, 3)),
    "light": ("level", (0, 0.5, 0.65, 0.8, 1.01)),
    "border, share of the width": ("border", (0, 0.01, 1)),
    "covered": ("covered", (-1, 0.05, 0.2, 0.4, 1.01)),
    "deck": ("deck", tuple(range(len(TRADITIONS) + 1))),
}


def told(rows: Sequence[Outcome]) -> str:
    """Return one line of figures."""
    judged = [row for row in rows if row.said != "short"]
    count = {word: sum(row.said == word for row in judged) for word in ("right", "silent", "wrong")}
    share = 100 * count["right"] / len(judged) if judged else math.nan
    return f"right {count['right']} ({share:.1f} %), silent {count['silent']}, wrong {count['wrong']}, n={len(judged)}"


def report(rows: Sequence[Outcome]) -> Iterator[str]:
    """Yield the figures and the tables."""
    yield f"all: {told(rows)}; not given {TIME_TO_SETTLE_S} s in sight: {sum(r.said == 'short' for r in rows)}"
    plain = [r for r in rows if r.height_px >= 60 and r.covered < 0.05]
    yield f"60 px and higher, nothing on them: {told(plain)}"
    delays = [row.delay_s for row in rows if row.delay_s is not None]
    if delays:
        p50, p95, p99 = np.percentile(delays, (50, 95, 99))
        yield f"in sight to settled: p50 {p50:.2f} s, p95 {p95:.2f} s, p99 {p99:.2f} s, n={len(delays)}"
    for title, (name, edges) in BANDS.items():
        yield title
        for low, high in pairwise(edges):
            within = [row for row in rows if low <= getattr(row, name) < high]
            if within:
                yield f"  {low:g} to {high:g}: {told(within)}"


def report_whole(sessions: Sequence[Session]) -> Iterator[str]:
    """Yield what whole sessions show besides."""
    throws = sum(one.throws for one in sessions)
    yield f"throws with a question in vain: {sum(one.vain for one in sessions)}, n={throws}"
    yield f"told as a card where none was: {sum(one.phantoms for one in sessions)}, n={len(sessions)} sessions"
    face_down = sum(one.face_down for one in sessions)
    yield f"counted while they lay face down: {sum(one.counted for one in sessions)}, n={face_down} in sight"
    seen = [one for one in sessions if one.is_open]
    open_ones = f"{sum(one.whole for one in seen)}, n={sum(one.throws for one in seen)}"
    logged = sum(one.whole for one in sessions)
    yield f"throws in the log as dealt: {logged}, n={throws}; no card covered by half: {open_ones}"


def kept(path: Path | None, world: World) -> dict[int, Session]:
    """Read the sessions of a world that an earlier call has finished."""
    lines = (line for line in kept_lines(path) if line.pop("world", "") == world.name)
    return {
        line.pop("seed"): Session([Outcome(**row) for row in line.pop("cards")], **line) for line in lines
    }


def main() -> None:
    """Play the sessions, two at a time, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=20, help="cards a session")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--to", type=Path, help="file that keeps finished sessions")
    parser.add_argument("--whole", action="store_true", help="every frame, and what the page asks in vain")
    parser.add_argument("--surfaces", type=Path, help="a folder of photographs without cards to lie on")
    parser.add_argument("--pictures", type=Path, help="a folder of scans named by code, to play with")
    arguments = parser.parse_args()
    whole = arguments.whole or arguments.surfaces is not None
    world = World(whole, arguments.surfaces, arguments.pictures)
    print(heading(f"{arguments.seeds} sessions of {arguments.cards} cards"), flush=True)
    if world.surfaces:
        files = real_tables(world.surfaces).photographs.files
        print(f"tables  {world.surfaces}, {len(files)} photographs kept out of training", flush=True)
    done = kept(arguments.to, world)
    seeds = [s for s in range(arguments.first, arguments.first + arguments.seeds) if s not in done]
    make_detector()  # a missing network is told before anything is enrolled
    if world.pictures:
        scanned(world.pictures)
    else:
        for number in range(len(TRADITIONS)):
            deck(number)
    begin = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        play = partial(_numbered, cards=arguments.cards, world=world)
        for seed, one in tqdm(pool.imap_unordered(play, seeds), total=len(seeds), unit="session"):
            done[seed] = one
            keep_line(arguments.to, {"seed": seed, "world": world.name, **asdict(one)})
    minutes = (time.monotonic() - begin) / 60
    rows = [row for seed in sorted(done) for row in done[seed].cards]
    print(f"{len(done)} sessions, {len(rows)} cards, {minutes:.1f} minutes for {len(seeds)} of them")
    print(*report(rows), sep="\n")
    if world.whole:
        print(*report_whole(list(done.values())), sep="\n")


def _numbered(seed: int, cards: int, world: World) -> tuple[int, Session]:
    return seed, played(seed, cards, world)


if __name__ == "__main__":
    main()
