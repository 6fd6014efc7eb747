"""Compare events of `clashcam watch` with the virtual table's truth: python -m tests.benchmarks.events EVENTS TRUTH.

Both are JSON Lines as the contract has them. A true card that comes to lie is *right* if an event `settled` names it
(or calls it face down) at its place before it moves again; an event `settled` is *wrong* if it names a card that is not
the one lying there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from tests.benchmarks.heading import heading

Record: TypeAlias = dict[str, Any]

SLACK_S: Final = 0.6
"""An event may come so much after a card has begun to move again, or its naming before the truth's last tick."""

EARLY_S: Final = 0.2
"""At the end of a movement a card creeps: it may be seen to lie so much before it does."""

SHORTEST_SEEN_S: Final = 1.2
"""Of so long a rest a hand that lays or turns the card covers it for the first half second."""

NEAR: Final = 0.5
"""How far apart the centres of the true and the seen card may lie, in card lengths."""

ENDS: Final = ("moved", "flipped", "left")


@dataclass(frozen=True, slots=True)
class Stay:
    """A card that lies still: from ``t_s`` until ``end_s``."""

    card: int
    code: str | None
    t_s: float
    end_s: float
    corners: np.ndarray[Any, Any]

    def is_at(self, record: Record) -> bool:
        """Whether an event tells of this place while the card lies there."""
        length = float(np.linalg.norm(self.corners[1] - self.corners[2]))
        apart = np.asarray(record["corners"]).mean(axis=0) - self.corners.mean(axis=0)
        timely = self.t_s - EARLY_S <= record["t"] <= self.end_s + SLACK_S
        return timely and float(np.hypot(*apart)) < NEAR * length


@dataclass
class Score:
    """Counts over one or many sessions; ``delays_s`` from the truth's rest to the event ``settled``."""

    stays_up: int = 0
    right_up: int = 0
    stays_down: int = 0
    right_down: int = 0
    settled_up: int = 0
    wrong: int = 0
    flips: int = 0
    flips_seen: int = 0
    unreadable: int = 0
    delays_s: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Sum up."""
        for name in (
            "stays_up",
            "right_up",
            "stays_down",
            "right_down",
            "settled_up",
            "wrong",
            "flips",
            "flips_seen",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.unreadable += other.unreadable
        self.delays_s += other.delays_s
        self.failures += other.failures
        self.doubts += other.doubts

    def lines(self) -> Iterable[str]:
        """The figures, with n beside every rate."""
        yield _rate("face up, settled under the right name", self.right_up, self.stays_up)
        yield _rate("face down, settled", self.right_down, self.stays_down)
        yield f"settled under a wrong name: {self.wrong} of {self.settled_up} settled face up"
        yield _rate("flips seen", self.flips_seen, self.flips)
        yield f"called unreadable: {self.unreadable} times"
        if self.delays_s:
            p50, p95 = np.percentile(self.delays_s, (50, 95))
            yield f"still to settled: p50 {p50:.2f} s, p95 {p95:.2f} s, n={len(self.delays_s)}"


def _rate(what: str, part: int, whole: int) -> str:
    return f"{what}: {part} of {whole}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


def stays_of(truth: Sequence[Record], end_s: float) -> list[Stay]:
    """Every time that a true card lay still, face up or face down."""
    stays = []
    for number, record in enumerate(truth):
        if record["event"] == "settled":
            later = (
                r["t"] for r in truth[number + 1 :] if r["track"] == record["track"] and r["event"] in ENDS
            )
            code, corners = record.get("card"), np.asarray(record["corners"], float)
            stays.append(Stay(record["track"], code, record["t"], next(later, end_s), corners))
    return stays


Rest: TypeAlias = Callable[[Stay], float | None]
"""When a stay can first be judged, in seconds: None if it never can (too short, never in sight)."""


def when_long_enough(stay: Stay) -> float | None:
    """The moment of rest itself, where hands are not known: cards laid and taken at once are left out."""
    return stay.t_s if stay.end_s - stay.t_s >= SHORTEST_SEEN_S else None


def score(events: Sequence[Record], truth: Sequence[Record], rest: Rest = lambda stay: stay.t_s) -> Score:
    """Compare events with the truth of the same session."""
    end_s = max((record["t"] for record in truth), default=0.0)
    stays = stays_of(truth, end_s)
    settled = [record for record in events if record["event"] == "settled"]
    result = Score(unreadable=sum(record["event"] == "unreadable" for record in events))
    for stay in stays:
        since_s = rest(stay)
        if since_s is not None:
            _judge_stay(stay, since_s, settled, result)
    for record in settled:
        if record["face"] == "up":
            _judge_name(record, stays, result)
    _count_flips(events, truth, result)
    _name_doubts(events, stays, result)
    return result


def _judge_stay(stay: Stay, since_s: float, settled: Sequence[Record], result: Score) -> None:
    face = "down" if stay.code is None else "up"
    hit = next((r for r in settled if stay.is_at(r) and r["face"] == face and r["card"] == stay.code), None)
    if stay.code is None:
        result.stays_down += 1
        result.right_down += hit is not None
    else:
        result.stays_up += 1
        result.right_up += hit is not None
    if hit is not None:
        result.delays_s.append(max(0.0, hit["t"] - since_s))
    else:
        result.failures.append(
            f"{stay.t_s:.2f} s: card {stay.card} ({stay.code or 'face down'}) never settled"
        )


def _judge_name(record: Record, stays: Sequence[Stay], result: Score) -> None:
    result.settled_up += 1
    there = [stay for stay in stays if stay.is_at(record)]
    if not any(stay.code == record["card"] for stay in there):
        result.wrong += 1
        names = ", ".join(str(stay.code) for stay in there) or "nothing"
        result.failures.append(
            f"{record['t']:.2f} s: track {record['track']} settled as {record['card']}, there lay {names}"
        )


def _count_flips(events: Sequence[Record], truth: Sequence[Record], result: Score) -> None:
    seen = [record for record in events if record["event"] == "flipped"]
    until_s = max((record["t"] for record in truth), default=0.0) - SHORTEST_SEEN_S
    for flip in (r for r in truth if r["event"] == "flipped" and r["t"] < until_s):
        stay = Stay(
            flip["track"], flip["card"], flip["t"], flip["t"] + 2.0, np.asarray(flip["corners"], float)
        )
        result.flips += 1
        found = any(stay.is_at(record) for record in seen)
        result.flips_seen += found
        if not found:
            result.doubts.append(f"{flip['t']:.2f} s: flip of card {flip['track']} ({flip['card']}) not seen")


def _name_doubts(events: Sequence[Record], stays: Sequence[Stay], result: Score) -> None:
    for record in (record for record in events if record["event"] == "unreadable"):
        there = ", ".join(stay.code or "a back" for stay in stays if stay.is_at(record)) or "nothing at rest"
        result.doubts.append(
            f"{record['t']:.2f} s: track {record['track']} called unreadable, there lay {there}"
        )


def read_records(path: Path) -> list[Record]:
    """Read JSON Lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def main() -> None:
    """Print the figures of one session, and every failure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("events", type=Path)
    parser.add_argument("truth", type=Path)
    arguments = parser.parse_args()
    events, truth = read_records(arguments.events), read_records(arguments.truth)
    print(heading(f"{len(events)} events, {len(truth)} in truth"))
    result = score(events, truth)
    for line in [*result.lines(), *result.failures, *result.doubts]:
        print(line)


if __name__ == "__main__":
    main()
