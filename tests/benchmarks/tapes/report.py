"""What replays come to: rates a kind with n and their 95 % interval, and two replays compared pair by pair."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tests.benchmarks.__main__ import interval
from tests.benchmarks.tapes.scores import NameScore, SessionScore
from tests.benchmarks.tapes.tape import TapeError

FORM: Final = 1

NAMED: Final[Mapping[str, Callable[[NameScore], bool]]] = {
    "right": lambda name: name.right,
    "wrong": lambda name: name.wrong,
    "kept too long": lambda name: name.kept,
    "unnamed": lambda name: name.unnamed,
}


def save(path: Path, commit: str, scores: Iterable[SessionScore]) -> None:
    """Write the scores of a replay."""
    plain = {"form": FORM, "commit": commit, "sessions": [one.plain() for one in scores]}
    path.write_text(json.dumps(plain), encoding="utf-8")


def load(path: Path) -> list[SessionScore]:
    """Read the scores of a replay.

    :raise TapeError: the file is none
    """
    try:
        plain = json.loads(path.read_text("utf-8"))
        if plain["form"] != FORM:
            raise ValueError
        return [SessionScore.read(one) for one in plain["sessions"]]
    except OSError as error:
        raise TapeError(f"{path}: cannot be read ({error.strerror})") from None
    except (ValueError, KeyError, TypeError):
        raise TapeError(f"{path}: holds no scores; make them with `replay --to {path.name}`") from None


def lines(scores: Sequence[SessionScore]) -> Iterator[str]:
    """Yield the figures of each kind, then of all."""
    kinds = list(dict.fromkeys(one.kind for one in scores))
    for kind in kinds:
        yield from _kind_lines(kind, [one for one in scores if one.kind == kind])
    if len(kinds) > 1:
        yield from _kind_lines("all", scores)


def _kind_lines(kind: str, scores: Sequence[SessionScore]) -> Iterator[str]:
    seconds = sum(one.seconds for one in scores)
    yield f"{kind}: {len(scores)} sessions, {seconds:.0f} s, {sum(one.frames for one in scores)} frames"
    names = [name for one in scores for name in one.names if not name.short]
    for word, is_so in NAMED.items():
        if names:
            yield f"  names {word}: {rate(sum(map(is_so, names)), len(names))}"
    yield f"  names told where no card lay: {sum(one.stray_names for one in scores)}"
    if throws := sum(one.throws for one in scores):
        yield f"  throws as dealt: {rate(sum(one.whole_throws for one in scores), throws)}"
    calm = sum(one.false_positives == 0 for one in scores)
    yield f"  false positives: {sum(one.false_positives for one in scores)}; none in {rate(calm, len(scores))}"
    calm = sum(one.untouched_events == 0 for one in scores)
    untouched = sum(one.untouched_events for one in scores)
    yield f"  events of untouched cards: {untouched}; none in {rate(calm, len(scores))}"
    if any(one.kind == "bumps" for one in scores):
        yield f"  failures around bumps: {sum(one.bump_failures for one in scores)}"
    if kind == "clutter":
        at_end = sum(one.standing == 0 for one in scores)
        yield f"  nothing stands at the end: {rate(at_end, len(scores))}"
    delays = [name.delay_s for name in names if name.delay_s is not None]
    yield f"  in sight to named: {percentiles(delays, 's')}"
    yield f"  a frame takes the tracker: {percentiles([ms for one in scores for ms in one.step_ms], 'ms')}"
    asked, known = sum(one.asked for one in scores), sum(one.known for one in scores)
    yield f"  asked anew: {asked} of {asked + known} questions"


def rate(hits: int, n: int) -> str:
    """Return a rate with its 95 % interval (Wilson).

    >>> rate(43, 54)
    '43 of 54 (79.6 %, 67.1 to 88.2 %)'
    """
    if not n:
        return "0 of 0"
    low, high = interval(hits, n)
    return f"{hits} of {n} ({100 * hits / n:.1f} %, {100 * low:.1f} to {100 * high:.1f} %)"


def percentiles(values: Sequence[float], unit: str) -> str:
    """Return median, 95th and 99th percentile."""
    if not values:
        return "n=0"
    p50, p95, p99 = np.percentile(values, (50, 95, 99))
    return f"p50 {p50:.2f}, p95 {p95:.2f}, p99 {p99:.2f} {unit}, n={len(values)}"


@dataclass(frozen=True, slots=True)
class Pairing:
    """How the second of two replays does where they differ, by one measure."""

    measure: str
    better: int
    worse: int
    n: int

    @property
    def p(self) -> float:
        """The chance of a difference so large or larger if neither were better (two-sided sign test).

        >>> round(Pairing("", 8, 1, 20).p, 3)
        0.039
        """
        differ = self.better + self.worse
        tail = sum(math.comb(differ, k) for k in range(min(self.better, self.worse) + 1))
        return float(min(1.0, 2 * tail / 2**differ))

    def __str__(self) -> str:
        return f"{self.measure}: better in {self.better}, worse in {self.worse} of {self.n}, p {self.p:.3g}"


Measure = Callable[[SessionScore], Mapping[str, float]]
"""Figures of a session by what they are of; lower is better."""


def _names(bad: Callable[[NameScore], float]) -> Measure:
    return lambda one: {f"{one.name} {name.key}": bad(name) for name in one.names if not name.short}


MEASURES: Final[Mapping[str, Measure]] = {
    "names right": _names(lambda name: not name.right),
    "names wrong": _names(lambda name: name.wrong),
    "names kept too long": _names(lambda name: name.kept),
    "names told where no card lay": lambda one: {one.name: one.stray_names},
    "throws as dealt, a session": lambda one: {one.name: -one.whole_throws} if one.throws else {},
    "false positives, a session": lambda one: {one.name: one.false_positives},
    "events of untouched cards, a session": lambda one: {one.name: one.untouched_events},
    "failures around bumps, a session": lambda one: {one.name: one.bump_failures},
    "in sight to named, a card": lambda one: {
        f"{one.name} {name.key}": round(name.delay_s, 2) for name in one.names if name.delay_s is not None
    },
    "median time a frame, a session": lambda one: {one.name: float(np.median(one.step_ms or [0.0]))},
}


def comparison(first: Sequence[SessionScore], second: Sequence[SessionScore]) -> Iterator[str]:
    """Yield how the second replay compares with the first, over the sessions that are in both, a kind and in all.

    A measure that is the same in every pair has no line.
    """
    before = {one.name: one for one in first}
    pairs = [(before[one.name], one) for one in second if one.name in before]
    kinds = list(dict.fromkeys(one.kind for _, one in pairs))
    yield f"{len(pairs)} sessions are in both"
    for kind in [*kinds, *(["all"] if len(kinds) > 1 else [])]:
        yield f"{kind}:"
        chosen = [pair for pair in pairs if kind in ("all", pair[1].kind)]
        for name, measure in MEASURES.items():
            pairing = paired(name, measure, chosen)
            if pairing.better + pairing.worse:
                yield f"  {pairing}"


def paired(name: str, measure: Measure, pairs: Iterable[tuple[SessionScore, SessionScore]]) -> Pairing:
    """Compare pairs of sessions by a measure."""
    better = worse = n = 0
    for one, other in pairs:
        before, after = measure(one), measure(other)
        for key in before.keys() & after.keys():
            better += after[key] < before[key]
            worse += after[key] > before[key]
            n += 1
    return Pairing(name, better, worse, n)
