"""Figures over sessions: whose actions happened how often, what the exact odds promised, and who acted against whom.

Only what was confirmed counts, and of Demon City alone. A throw counts by what became of its own action: it happened,
an ally's happened in its place, it failed, or nothing was decided. Luck is computed from the throws for whose own
action the log kept odds, with their number. Of an Action Round each clash counts by itself. Figures are kept for each
session, and added up for any choice of sessions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import combinations
from typing import TypeAlias

from webui.documents.demon_city.shapes import ActionPart, ClashAnswer, ThrowAnswer
from webui.documents.demon_city.throwers import IDLE, Deed, ThrownDocument
from webui.i18n.seats import WHOLE_SIDES, is_whole_side, seat_name
from webui.table.contract.figures import Figures, Luck, Person, Rivals
from webui.table.log.actions import ActionOutcome, counted_parts, outcome_of, own_odds
from webui.table.log.events import SeatChances
from webui.table.log.logged import Entry, LoggedEntry
from webui.table.rendering.clash_lines import ThrownCard, thrown_in

Pair: TypeAlias = tuple[str, str]


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
    """The counts of one character, or of one side."""

    side: str
    whole_side: bool = False
    throws: int = 0
    succeeded: int = 0
    outdone: int = 0
    failed: int = 0
    criticals: int = 0
    fumbles: int = 0
    successes: _Chances = _Chances()
    critical_luck: _Chances = _Chances()

    def count(self, throw: ThrownCard, became: ActionOutcome, chances: SeatChances | None) -> None:
        """Count one throw, what became of its action, and the chances that it had."""
        self.throws += 1
        self.succeeded += became is ActionOutcome.HAPPENED
        self.outdone += became is ActionOutcome.OUTDONE
        self.failed += became is ActionOutcome.FAILED
        self.criticals += throw.of.critical
        self.fumbles += throw.of.fumble
        if chances is not None:
            self.successes = self.successes.and_(chances.win, became is ActionOutcome.HAPPENED)
            self.critical_luck = self.critical_luck.and_(chances.critical, throw.of.critical)

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(
            self.side,
            self.whole_side,
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
    unconfirmed: int = 0
    people: dict[str, _Tally] = field(default_factory=dict)
    sides: dict[str, _Tally] = field(default_factory=dict)
    rivals: dict[Pair, list[int]] = field(default_factory=dict)

    def add(self, logged: LoggedEntry, language: str) -> None:
        """Count an entry."""
        self.unconfirmed += not (logged.confirmed or logged.undone)
        parts = list(counted_parts([logged]))
        self.n += bool(parts)
        for entry, answer in parts:
            self._add_part(entry, answer, language)

    def _add_part(self, entry: Entry, answer: ThrowAnswer, language: str) -> None:
        """Count one result of an entry."""
        names = {seat.id: seat_name(seat, language) for seat in entry.seats}
        sides = {seat.id: seat.side for seat in entry.seats}
        throws = [throw for throw in thrown_in(answer) if throw.id in names]
        odds = own_odds(entry, answer, throws, sides)
        unnamed = {seat.id for seat in entry.seats if is_whole_side(seat)}
        for throw in throws:
            side, became = sides[throw.id], outcome_of(answer, throw)
            for tally in (
                self.people.setdefault(names[throw.id], _Tally(side, throw.id in unnamed)),
                self.sides.setdefault(side, _Tally(side, whole_side=True)),
            ):
                tally.count(throw, became, odds.get(throw.id))
        document = ThrownDocument.model_validate(entry.document)
        for pair, came in _met(document, answer, throws, sides):
            self.rivals.setdefault((names[pair[0]], names[pair[1]]), [0, 0, 0])[came] += 1

    def __add__(self, other: Count) -> Count:
        rivals = dict(self.rivals)
        for pair, came in other.rivals.items():
            rivals[pair] = [sum(both) for both in zip(rivals.get(pair, (0, 0, 0)), came, strict=True)]
        return Count(
            self.n + other.n,
            self.unconfirmed + other.unconfirmed,
            _added(self.people, other.people),
            _added(self.sides, other.sides),
            rivals,
        )


def _added(tallies: Mapping[str, _Tally], others: Mapping[str, _Tally]) -> dict[str, _Tally]:
    found = dict(tallies)
    for name, tally in others.items():
        found[name] = found[name] + tally if name in found else tally
    return found


def figures_of(counts: Iterable[Count]) -> Figures:
    """Return the figures of these together, whatever sessions they are of."""
    found = reduce(Count.__add__, counts, Count())
    return Figures(
        n=found.n,
        unconfirmed=found.unconfirmed,
        sides=[_person(side, found.sides[side]) for side in WHOLE_SIDES if side in found.sides],
        people=sorted((_person(*each) for each in found.people.items()), key=lambda each: -each.n),
        rivals=sorted((_rivals(*each) for each in found.rivals.items()), key=lambda each: -each.n),
    )


def count(entries: Iterable[LoggedEntry], language: str) -> Count:
    """Count entries."""
    found = Count()
    for each in entries:
        found.add(each, language)
    return found


def _met(
    document: ThrownDocument, answer: ThrowAnswer, throws: Sequence[ThrownCard], sides: Mapping[str, str]
) -> Iterator[tuple[Pair, int]]:
    """Yield pairs of opponents, the players' first, with the outcome: 0 the first's action happened, 1 the second's,
    2 neither.
    """
    deeds = {each.id: each.deed for each in document.announcements or document.participants}
    for one, other in combinations(sorted(throws, key=lambda throw: sides[throw.id] == "host"), 2):
        if isinstance(answer, ClashAnswer):
            ways: list[ActionOutcome | None] = [
                _against(answer, *way, deeds) for way in ((one, other), (other, one))
            ]
        else:
            ways = [outcome_of(answer, each) for each in (one, other)]
            if ActionOutcome.HAPPENED not in ways and answer.winner:
                continue  # Both lost to somebody else.
        if ActionOutcome.HAPPENED in ways:
            yield (one.id, other.id), ways.index(ActionOutcome.HAPPENED)
        elif {ActionOutcome.FAILED, ActionOutcome.UNDECIDED} & set(ways):
            yield (one.id, other.id), 2


def _against(
    answer: ThrowAnswer, throw: ThrownCard, foe: ThrownCard, deeds: Mapping[str, Deed]
) -> ActionOutcome | None:
    """Return the outcome of an action against another character; None where it was not against them."""
    deed = deeds.get(throw.id, IDLE)
    guards = deed.kind == "defend" and not deed.foes
    if foe.id not in deed.foes and not (guards and throw.id in deeds.get(foe.id, IDLE).foes):
        return None
    became = outcome_of(answer, throw)
    missed = isinstance(throw.of, ActionPart) and foe.id in throw.of.missed
    return ActionOutcome.FAILED if missed and became is ActionOutcome.HAPPENED else became


def _person(name: str, tally: _Tally) -> Person:
    return Person(
        name=name,
        side=tally.side,
        whole_side=tally.whole_side,
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
