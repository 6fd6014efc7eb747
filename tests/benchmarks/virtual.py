"""Score watching on many short evenings of the virtual table: python -m tests.benchmarks.virtual [--seeds N] [--cards
N].

Decks and backs are drawn from seeds kept out of every training and enrolled as a user's deck would be. Only what
happens around the flips is rendered. Each evening has its own card height, blur, light, border and overlap. Prints
what settled right, what stayed silent, what was wrong, how long it took, and the same by each of these.
With ``--to FILE`` finished evenings are kept there, and a second call goes on from them.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from tqdm import tqdm

import models
from models.training.designs import HELD_OUT_SEED
from models.training.drawn import DrawnDeck, Tradition
from models.training.held_out import ENROLLED_HEIGHT_PX, HeldOutDeck, drawn_pictures, held_out_deck, seeds_of
from models.training.scene_cards import textured_back
from tests.benchmarks.events import NEAR
from tests.benchmarks.heading import heading
from tests.benchmarks.resume_log import keep_line, kept_lines
from vision.recognition.embedder import Embedder
from vision.tracking.tracker import Tracker
from vision.types import Event, EventKind, Face, Frame
from vision.virtual import Script, Throw, VirtualTable
from vision.virtual.layout import CrowdedTableError
from vision.virtual.truth import Phase, Truth, truth_of
from webui.camera.trackers import make_detector, make_tracker

SEED: Final = HELD_OUT_SEED + 800_000
TRADITIONS: Final = (Tradition.PICTURES,) * 4 + (Tradition.PIPS,) * 2
HEIGHTS_PX: Final = (40.0, 200.0)
MOST_A_SEAT: Final = 4
FPS: Final = 15.0
PACE: Final = 1.6

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
class FaceUp:
    """One card that came to lie face up, as the truth has it over the rendered frames."""

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

    def is_at(self, event: Event) -> bool:
        """Whether an event tells of this place, while the card lies there."""
        return self.is_place_of(event) and self.moments[0][0] - 0.2 <= event.t_s <= self.moments[-1][0] + 0.6

    def is_place_of(self, event: Event) -> bool:
        """Whether an event tells of this place."""
        assert event.track is not None
        apart = np.hypot(*(event.track.quad.mean(axis=0) - self.corners.mean(axis=0)))
        return bool(apart < NEAR * self.height_px)


@cache
def deck(number: int) -> HeldOutDeck:
    """Enrol one of the held-out decks (once for every process; on disk once for all)."""
    seed = list(seeds_of(TRADITIONS, SEED))[number]
    return held_out_deck(
        f"drawn-{seed}", drawn_pictures(seed), Embedder(models.weights_path("embedder.onnx"))
    )


def back_of(number: int, seed: int, size_wh: tuple[int, int]) -> Frame:
    """Draw a back: of the deck's own, or one with a texture."""
    rng = np.random.default_rng([SEED, seed])
    if rng.random() < 0.5:
        return textured_back(rng, size_wh)
    return DrawnDeck(SEED + 10_000 + seed, ENROLLED_HEIGHT_PX).back()


def evening(seed: int, cards: int, *, around_flips_only: bool = True) -> tuple[VirtualTable, int]:
    """Set one evening's table; return it and the number of its deck."""
    rng = np.random.default_rng([SEED, 1, seed])
    number = seed % len(TRADITIONS)
    faces = {d.code: d.printings[0] for d in deck(number).designs}
    size = next(iter(faces.values())).shape
    look: dict[str, Any] = {
        "card_height_px": float(np.exp(rng.uniform(*np.log(HEIGHTS_PX)))),
        "blur_px": float(np.exp(rng.uniform(np.log(0.4), np.log(2.0)))),
        "level": float(rng.uniform(0.35, 1.0)),
        # Most printed cards have a border; some are printed to the edge.
        "border_share": 0.0 if rng.random() < 0.3 else float(rng.uniform(0.03, 0.09)),
    }
    overlap = float(rng.choice([-0.3, -0.1, 0.2, 0.4], p=[0.5, 0.2, 0.15, 0.15]))
    script = Script(cards_per_seat=(MOST_A_SEAT, MOST_A_SEAT), overlap=overlap, pace=PACE, nudge_share=0.0)
    for a_seat in range(MOST_A_SEAT, 0, -1):
        throws = dealt(rng, sorted(faces), a_seat, cards)
        table = VirtualTable(
            seed, faces, back_of(number, seed, (size[1], size[0])), fps=FPS, script=script, throws=throws,
            around_flips_only=around_flips_only, **look,
        )  # fmt: skip
        try:
            list(table.frame_numbers())
        except CrowdedTableError:
            continue
        return table, number
    raise CrowdedTableError(f"seed {seed}: not one card a seat fits")


def dealt(rng: np.random.Generator, codes: Sequence[str], a_seat: int, cards: int) -> list[Throw]:
    """Deal throws of ``a_seat`` cards for each seat until so many cards have been shown."""
    throws = []
    for _ in range(math.ceil(cards / (2 * a_seat))):
        drawn = [codes[int(i)] for i in rng.choice(len(codes), 2 * a_seat, replace=False)]
        throws.append(Throw(tuple(drawn[:a_seat]), tuple(drawn[a_seat:])))
    return throws


def watched(table: VirtualTable, tracker: Tracker) -> tuple[list[Event], list[float]]:
    """Watch an evening; return when cards settled and left, and the seconds of each step."""
    events, spent_s = [], []
    for timed in table:
        begin = time.perf_counter()
        observation = tracker.step(timed.image, timed.t_s)
        spent_s.append(time.perf_counter() - begin)
        events += [event for event in observation.events if event.kind in (EventKind.SETTLED, EventKind.LEFT)]
    return events, spent_s


def faces_up(truth: Truth, frames: Iterable[int]) -> list[FaceUp]:
    """Collect every card that lay face up in the rendered frames."""
    found: dict[int, FaceUp] = {}
    for number in frames:
        at = truth.at(number)
        for card in at.cards:
            if card.face is Face.UP and card.phase is Phase.LYING:
                known = found.setdefault(card.id, FaceUp(card.code, card.quad, []))
                known.moments.append((at.t_s, card.visible))
    return list(found.values())


def outcomes(seed: int, cards: int) -> list[Outcome]:
    """Play one evening and say what became of its cards."""
    cv2.setNumThreads(1)
    table, number = evening(seed, cards)
    events, _ = watched(table, make_tracker([deck(number).gallery]))
    settled = (event for event in events if event.kind is EventKind.SETTLED)
    up = [event for event in settled if event.track is not None and event.track.face is Face.UP]
    lay = faces_up(truth_of(table), table.frame_numbers())
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


def still_there(event: Event, card: FaceUp, events: Sequence[Event]) -> bool:
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


def kept(path: Path | None) -> dict[int, list[Outcome]]:
    """Read the evenings that an earlier call has finished."""
    return {line["seed"]: [Outcome(**row) for row in line["cards"]] for line in kept_lines(path)}


def main() -> None:
    """Play the evenings, two at a time, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=500)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--cards", type=int, default=20, help="cards an evening")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--to", type=Path, help="file that keeps finished evenings")
    arguments = parser.parse_args()
    print(heading(f"{arguments.seeds} evenings of {arguments.cards} cards"), flush=True)
    done = kept(arguments.to)
    seeds = [s for s in range(arguments.first, arguments.first + arguments.seeds) if s not in done]
    make_detector()  # a missing network is told before anything is enrolled
    for number in range(len(TRADITIONS)):
        deck(number)
    begin = time.monotonic()
    with multiprocessing.get_context("spawn").Pool(arguments.workers) as pool:
        played = partial(_numbered, cards=arguments.cards)
        for seed, rows in tqdm(pool.imap_unordered(played, seeds), total=len(seeds), unit="evening"):
            done[seed] = rows
            keep_line(arguments.to, {"seed": seed, "cards": [asdict(row) for row in rows]})
    minutes = (time.monotonic() - begin) / 60
    rows = [row for seed in sorted(done) for row in done[seed]]
    print(f"{len(done)} evenings, {len(rows)} cards, {minutes:.1f} minutes for {len(seeds)} of them")
    print(*report(rows), sep="\n")


def _numbered(seed: int, cards: int) -> tuple[int, list[Outcome]]:
    return seed, outcomes(seed, cards)


if __name__ == "__main__":
    main()
