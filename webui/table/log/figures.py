"""Figures over evenings: who won how often against what the exact odds promised, and who threw against whom.

Only what was confirmed counts, and of Demon City alone. Luck is told from the throws whose odds the log kept, with
their number. Of an Action Round each clash counts by itself. An evening is counted by itself, which is little to keep,
and figures are told of as many together as somebody wants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import Any, TypeAlias

from webui.i18n.seats import seat_name
from webui.table.contract.figures import Figures, Luck, Person, Rivals
from webui.table.log.logged import Entry, LoggedEntry

Result: TypeAlias = Mapping[str, Any]
"""A judged test, opposed throw or clash."""

Pair: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class _Chances:
    """Of the throws whose odds are known: how many, how many came, how many should have, and how far that wavers."""

    n: int = 0
    came: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def and_(self, chance: float, came: bool) -> _Chances:
        """Return them with one more throw."""
        return self + _Chances(1, int(came), chance, chance * (1 - chance))

    def __add__(self, other: _Chances) -> _Chances:
        return _Chances(
            self.n + other.n,
            self.came + other.came,
            self.expected + other.expected,
            self.variance + other.variance,
        )


@dataclass(slots=True)
class _Tally:
    """What is counted of one character."""

    side: str
    throws: int = 0
    won: int = 0
    criticals: int = 0
    fumbles: int = 0
    wins: _Chances = _Chances()
    critical_luck: _Chances = _Chances()

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(
            self.side,
            self.throws + other.throws,
            self.won + other.won,
            self.criticals + other.criticals,
            self.fumbles + other.fumbles,
            self.wins + other.wins,
            self.critical_luck + other.critical_luck,
        )


@dataclass(slots=True)
class Count:
    """What was counted, in one language's names: as much for a thousand throws as for ten of the same people."""

    n: int = 0
    people: dict[str, _Tally] = field(default_factory=dict)
    rivals: dict[Pair, list[int]] = field(default_factory=dict)

    def __add__(self, other: Count) -> Count:
        people, rivals = dict(self.people), dict(self.rivals)
        for name, tally in other.people.items():
            people[name] = people[name] + tally if name in people else tally
        for pair, came in other.rivals.items():
            rivals[pair] = [sum(both) for both in zip(rivals.get(pair, (0, 0, 0)), came, strict=True)]
        return Count(self.n + other.n, people, rivals)


def figures_of(counts: Iterable[Count]) -> Figures:
    """Return the figures of these together, whatever evenings they are of."""
    found = reduce(Count.__add__, counts, Count())
    return Figures(
        n=found.n,
        people=sorted((_person(*each) for each in found.people.items()), key=lambda each: -each.n),
        rivals=sorted((_rivals(*each) for each in found.rivals.items()), key=lambda each: -each.n),
    )


def count(entries: Iterable[LoggedEntry], language: str) -> Count:
    """Count these entries."""
    found = Count()
    for entry, result in _counted(entries):
        found.n += 1
        names = {seat["id"]: seat_name(seat, language) for seat in entry["seats"]}
        sides = {seat["id"]: str(seat["side"]) for seat in entry["seats"]}
        throws = [throw for throw in _throws(result) if throw["id"] in names]
        for throw in throws:
            tally = found.people.setdefault(names[throw["id"]], _Tally(sides[throw["id"]]))
            _count(tally, throw, _has_won(result, throw["id"], sides), entry.get("odds") or {})
        for pair, came in _met([throw["id"] for throw in throws], result, sides):
            found.rivals.setdefault((names[pair[0]], names[pair[1]]), [0, 0, 0])[came] += 1
    return found


def _counted(entries: Iterable[LoggedEntry]) -> Iterator[tuple[Entry, Result]]:
    """Yield each result that counts, with its entry."""
    for entry in entries:
        if entry.is_played and not entry.system:
            whole = entry.whole
            yield from ((whole, result) for result in _results(whole))


def _results(entry: Entry) -> list[Result]:
    """Return what an entry came to, each clash of a round by itself."""
    results: Sequence[Result] = entry["result"].get("new") or [entry["result"]]
    return [result for result in results if _throws(result)]


def _throws(result: Result) -> list[Result]:
    return list(result.get("actions") or result.get("throws") or ())


def _has_won(result: Result, seat: str, sides: Mapping[str, str]) -> bool:
    """Tell whether a seat won: a test, an opposed throw, or with its side a clash."""
    if result.get("side") is not None:
        return bool(result["outcome"] == "win" and sides[seat] == result["side"])
    return bool(result.get("winner") == seat)


def _count(tally: _Tally, throw: Result, won: bool, odds: Mapping[str, Mapping[str, float]]) -> None:
    critical = bool(throw.get("critical"))
    tally.throws += 1
    tally.won += won
    tally.criticals += critical
    tally.fumbles += bool(throw.get("fumble"))
    if (chances := odds.get(throw["id"])) is not None:
        tally.wins = tally.wins.and_(chances["win"], won)
        tally.critical_luck = tally.critical_luck.and_(chances["critical"], critical)


def _met(ids: Sequence[str], result: Result, sides: Mapping[str, str]) -> Iterator[tuple[Pair, int]]:
    """Yield who threw against whom, the players' first, and what came: 0 the first won, 1 the second, 2 neither."""
    opposed = result.get("actions") is None
    for one, other in combinations(sorted(ids, key=lambda seat: sides[seat] == "host"), 2):
        if opposed or sides[one] != sides[other]:
            won = [_has_won(result, seat, sides) for seat in (one, other)]
            yield (one, other), won.index(True) if any(won) else 2


def _person(name: str, tally: _Tally) -> Person:
    return Person(
        name=name,
        side=tally.side,
        n=tally.throws,
        won=tally.won,
        criticals=tally.criticals,
        fumbles=tally.fumbles,
        wins=_luck(tally.wins),
        critical_luck=_luck(tally.critical_luck),
    )


def _rivals(pair: Pair, came: Sequence[int]) -> Rivals:
    first, second, neither = came
    return Rivals(
        first=pair[0], second=pair[1], n=sum(came), first_won=first, second_won=second, tied=neither
    )


def _luck(of: _Chances) -> Luck | None:
    """Return what came against what was to be expected; None where no odds are known."""
    if not of.n:
        return None
    return Luck(n=of.n, came=of.came, expected=round(of.expected, 3), spread=round(of.variance**0.5, 3))
