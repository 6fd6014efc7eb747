"""Figures over sessions: whose actions happened how often, what the exact odds promised, and who acted against whom.

Only what was confirmed counts, and of Demon City alone. A throw counts by what became of its own action: it happened,
an ally's happened in its place, it failed, or nothing was decided. Luck is computed from the throws for whose own
action the log kept odds, with their number. Of an Action Round each clash counts by itself. Figures are kept for each
session, and added up for any choice of sessions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from functools import reduce
from itertools import combinations
from typing import Any, TypeAlias

from webui.i18n.clash_lines import ALLY_ACTED
from webui.i18n.seats import seat_name
from webui.table.contract.figures import Figures, Luck, Person, Rivals
from webui.table.log.logged import Entry, LoggedEntry

Result: TypeAlias = Mapping[str, Any]
"""A judged test, opposed throw or clash."""

Pair: TypeAlias = tuple[str, str]


@unique
class ActionOutcome(StrEnum):
    """The outcome of an action."""

    HAPPENED = "happened"
    OUTDONE = "outdone"
    FAILED = "failed"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class _Chances:
    """Sums over throws with known odds: their number, the successes, the expected successes, and the variance."""

    n: int = 0
    came: int = 0
    expected: float = 0.0
    variance: float = 0.0

    def and_(self, chance: float, came: bool) -> _Chances:
        """Return the sums with one more throw."""
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
    """The counts of one character."""

    side: str
    throws: int = 0
    succeeded: int = 0
    outdone: int = 0
    failed: int = 0
    criticals: int = 0
    fumbles: int = 0
    successes: _Chances = _Chances()
    critical_luck: _Chances = _Chances()

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(
            self.side,
            self.throws + other.throws,
            self.succeeded + other.succeeded,
            self.outdone + other.outdone,
            self.failed + other.failed,
            self.criticals + other.criticals,
            self.fumbles + other.fumbles,
            self.successes + other.successes,
            self.critical_luck + other.critical_luck,
        )


@dataclass(slots=True)
class Count:
    """The counts of all characters, by names in one language; their size depends on the people, not on the throws."""

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
    """Return the figures of these together, whatever sessions they are of."""
    found = reduce(Count.__add__, counts, Count())
    return Figures(
        n=found.n,
        people=sorted((_person(*each) for each in found.people.items()), key=lambda each: -each.n),
        rivals=sorted((_rivals(*each) for each in found.rivals.items()), key=lambda each: -each.n),
    )


def count(entries: Iterable[LoggedEntry], language: str) -> Count:
    """Count entries."""
    found = Count()
    for entry, result in _counted(entries):
        found.n += 1
        names = {seat["id"]: seat_name(seat, language) for seat in entry["seats"]}
        sides = {seat["id"]: str(seat["side"]) for seat in entry["seats"]}
        throws = [throw for throw in _throws(result) if throw["id"] in names]
        odds = _own_odds(entry, throws, sides)
        for throw in throws:
            tally = found.people.setdefault(names[throw["id"]], _Tally(sides[throw["id"]]))
            _count(tally, throw, _became(result, throw), odds)
        for pair, came in _met(entry["document"], result, throws, sides):
            found.rivals.setdefault((names[pair[0]], names[pair[1]]), [0, 0, 0])[came] += 1
    return found


def _counted(entries: Iterable[LoggedEntry]) -> Iterator[tuple[Entry, Result]]:
    """Yield each result that counts, with its entry."""
    for entry in entries:
        if entry.is_played and not entry.system:
            whole = entry.whole
            yield from ((whole, result) for result in _results(whole))


def _results(entry: Entry) -> list[Result]:
    """Return the results of an entry, each clash of a round by itself."""
    results: Sequence[Result] = entry["result"].get("new") or [entry["result"]]
    return [result for result in results if _throws(result)]


def _throws(result: Result) -> list[Result]:
    """Return the throws of a result for which cards were thrown."""
    throws = result.get("actions") or result.get("throws") or ()
    return [throw for throw in throws if throw.get("card")]


def _became(result: Result, throw: Result) -> ActionOutcome:
    """Return the outcome of a throw's own action."""
    if "happens" not in throw:
        won = result.get("winner") == throw["id"]
        return ActionOutcome.HAPPENED if won else _not_won(result)
    if throw["happens"]:
        return ActionOutcome.HAPPENED
    return ActionOutcome.OUTDONE if throw["why"] in ALLY_ACTED else _not_won(result)


def _not_won(result: Result) -> ActionOutcome:
    return (
        ActionOutcome.UNDECIDED
        if result["outcome"] in ("undecided", "complication")
        else ActionOutcome.FAILED
    )


def _own_odds(
    entry: Entry, throws: Sequence[Result], sides: Mapping[str, str]
) -> Mapping[str, Mapping[str, float]]:
    """Return the odds by seat, of those whose own action they are about.

    With an ally in the clash, the odds against the foes are not the odds that one's action happens; earlier versions
    kept the odds of a plain clash for rounds.
    """
    odds: Mapping[str, Mapping[str, float]] = entry.get("odds") or {}
    if "new" in entry["result"]:
        return odds if entry.get("odds_of_actions") else {}
    if not any("happens" in throw for throw in throws):
        return odds
    crowd = Counter(sides[throw["id"]] for throw in throws)
    return {seat: chances for seat, chances in odds.items() if crowd[sides[seat]] == 1}


def _count(
    tally: _Tally, throw: Result, became: ActionOutcome, odds: Mapping[str, Mapping[str, float]]
) -> None:
    critical = bool(throw.get("critical"))
    tally.throws += 1
    tally.succeeded += became is ActionOutcome.HAPPENED
    tally.outdone += became is ActionOutcome.OUTDONE
    tally.failed += became is ActionOutcome.FAILED
    tally.criticals += critical
    tally.fumbles += bool(throw.get("fumble"))
    if (chances := odds.get(throw["id"])) is not None:
        tally.successes = tally.successes.and_(chances["win"], became is ActionOutcome.HAPPENED)
        tally.critical_luck = tally.critical_luck.and_(chances["critical"], critical)


def _met(
    document: Mapping[str, Any], result: Result, throws: Sequence[Result], sides: Mapping[str, str]
) -> Iterator[tuple[Pair, int]]:
    """Yield pairs of opponents, the players' first, with the outcome: 0 the first's action happened, 1 the second's,
    2 neither.
    """
    said = document.get("announcements") or document.get("participants") or ()
    actions = {each["id"]: each.get("action") or {} for each in said}
    for one, other in combinations(sorted(throws, key=lambda throw: sides[throw["id"]] == "host"), 2):
        if "happens" in one:
            ways: list[ActionOutcome | None] = [
                _against(result, *way, actions) for way in ((one, other), (other, one))
            ]
        else:
            ways = [_became(result, each) for each in (one, other)]
            if ActionOutcome.HAPPENED not in ways and result.get("winner"):
                continue  # Both lost to somebody else.
        if ActionOutcome.HAPPENED in ways:
            yield (one["id"], other["id"]), ways.index(ActionOutcome.HAPPENED)
        elif {ActionOutcome.FAILED, ActionOutcome.UNDECIDED} & set(ways):
            yield (one["id"], other["id"]), 2


def _against(
    result: Result, throw: Result, foe: Result, actions: Mapping[str, Mapping[str, Any]]
) -> ActionOutcome | None:
    """Return the outcome of an action against another character; None where it was not against them."""
    aimed = _aimed_at(actions.get(throw["id"], {}))
    defends = actions.get(throw["id"], {}).get("kind") == "defend" and not aimed
    if foe["id"] not in aimed and not (defends and throw["id"] in _aimed_at(actions.get(foe["id"], {}))):
        return None
    became = _became(result, throw)
    hit = {each["id"]: each["happens"] for each in throw.get("targets") or ()}
    return (
        became if hit.get(foe["id"], True) or became is not ActionOutcome.HAPPENED else ActionOutcome.FAILED
    )


def _aimed_at(action: Mapping[str, Any]) -> Sequence[str]:
    """Return the targets of an action, or the foes of a defence."""
    aimed = action.get("target") or action.get("against") or ()
    return [aimed] if isinstance(aimed, str) else aimed


def _person(name: str, tally: _Tally) -> Person:
    return Person(
        name=name,
        side=tally.side,
        n=tally.throws,
        succeeded=tally.succeeded,
        outdone=tally.outdone,
        failed=tally.failed,
        criticals=tally.criticals,
        fumbles=tally.fumbles,
        success_luck=_luck(tally.successes),
        critical_luck=_luck(tally.critical_luck),
    )


def _rivals(pair: Pair, came: Sequence[int]) -> Rivals:
    first, second, neither = came
    return Rivals(
        first=pair[0], second=pair[1], n=sum(came), first_won=first, second_won=second, neither=neither
    )


def _luck(of: _Chances) -> Luck | None:
    """Return the successes against the expected ones; None where no odds are known."""
    if not of.n:
        return None
    return Luck(n=of.n, came=of.came, expected=round(of.expected, 3), spread=round(of.variance**0.5, 3))
