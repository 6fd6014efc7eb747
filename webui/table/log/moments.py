"""The best moments of a session: criticals, fumbles, the narrowest success, and the longest odds that were beaten.

Only what was confirmed counts, and each action by what became of it, as in :mod:`webui.table.log.figures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, unique
from itertools import chain, zip_longest
from typing import Final

from webui.documents.demon_city.shapes import ActionPart, ClashAnswer, FlipAnswer, StaticAnswer, ThrowAnswer
from webui.documents.demon_city.throwers import ThrownDocument
from webui.table.log.actions import ActionOutcome, counted_parts, outcome_of, own_odds
from webui.table.log.events import SeatChances
from webui.table.log.logged import Entry, LoggedEntry
from webui.table.rendering.clash_lines import ThrownCard, thrown_in, throws_of
from webui.table.rendering.verdicts import critical_card

MOST: Final = 6
"""How many moments a session has at most: a wall of three by two."""

EVEN_CHANCE: Final = 0.5
"""Only what was less likely than this beat the odds."""


NARROW_MARGIN: Final = 2
"""Only a success by so much, or less, was narrow."""


@unique
class MomentKind(StrEnum):
    """Why an action is a moment; the most telling kind first."""

    ODDS = "odds"
    CRITICAL = "critical"
    NARROW = "narrow"
    FUMBLE = "fumble"


@dataclass(frozen=True, slots=True)
class Act:
    """One action that was thrown for, and what became of it."""

    entry: Entry = field(repr=False, compare=False)
    document: ThrownDocument = field(repr=False, compare=False)
    answer: ThrowAnswer = field(repr=False, compare=False)
    """What was thrown, and what came of it: of a round the one clash or single throw."""
    at: tuple[int, int]
    """Its entry, and which result of the entry it stands in."""
    seat: str
    card: str
    """The card that counted; of a critical the one that made it critical."""
    value: int
    outcome: ActionOutcome
    critical: bool
    fumble: bool
    against: int | None
    """The number that it beat; None where it beat none, or none is known."""
    chances: SeatChances | None
    """Its own chances before the flip, where the log kept them."""

    @property
    def happened(self) -> bool:
        """Whether the action happened."""
        return self.outcome is ActionOutcome.HAPPENED

    @property
    def win(self) -> float:
        """The chance that it would happen; 1 where none is known."""
        return 1.0 if self.chances is None else self.chances.win

    @property
    def margin(self) -> int:
        """By how much it beat what was against it; 0 where that is not known."""
        return 0 if self.against is None else self.value - self.against


@dataclass(frozen=True, slots=True)
class Moment:
    """An action that is worth showing, and why."""

    kind: MomentKind
    act: Act


def moments_of(entries: Iterable[LoggedEntry], most: int = MOST) -> list[Moment]:
    """Return the best moments, at most ``most``, the best first; an action is one moment at most.

    The kinds take turns, so that a night of many criticals still shows its fumble.
    """
    acts = [act for entry, answer in counted_parts(entries) for act in _acts(entry, answer)]
    beat_odds = sorted((act for act in acts if act.happened and act.win < EVEN_CHANCE), key=_by_chance)[:1]
    plain = (act for act in acts if act.happened and not act.critical and act not in beat_odds)
    narrow = sorted((act for act in plain if 0 < act.margin <= NARROW_MARGIN), key=_by_margin)[:1]
    ranked: dict[MomentKind, Sequence[Act]] = {
        MomentKind.ODDS: beat_odds,
        MomentKind.CRITICAL: sorted((act for act in acts if act.critical), key=_by_glory),
        MomentKind.NARROW: narrow,
        MomentKind.FUMBLE: sorted((act for act in acts if act.fumble), key=_by_fall),
    }
    turns = zip_longest(*([Moment(kind, act) for act in of] for kind, of in ranked.items()))
    chosen: dict[tuple[tuple[int, int], str], Moment] = {}
    for moment in filter(None, chain.from_iterable(turns)):
        chosen.setdefault((moment.act.at, moment.act.seat), moment)
    return list(chosen.values())[:most]


def _acts(entry: Entry, answer: ThrowAnswer) -> Iterator[Act]:
    """Yield the actions of one result of an entry."""
    place = next(place for place, part in enumerate(entry.parts) if part is answer)
    sides = {seat.id: seat.side for seat in entry.seats}
    throws = [throw for throw in thrown_in(answer) if throw.id in sides]
    odds = own_odds(entry, answer, throws, sides)
    document = _document_of(entry, answer)
    for throw in throws:
        yield Act(
            entry=entry,
            document=document,
            answer=answer,
            at=(entry.id, place),
            seat=throw.id,
            card=critical_card(document.of(throw.id), throw) if throw.of.critical else throw.card,
            value=throw.value,
            outcome=outcome_of(answer, throw),
            critical=throw.of.critical,
            fumble=throw.of.fumble,
            against=_against(document, answer, throw),
            chances=odds.get(throw.id),
        )


def _document_of(entry: Entry, answer: ThrowAnswer) -> ThrownDocument:
    """Return the document of one result: of a round the one clash or single throw."""
    document = ThrownDocument.model_validate(entry.document)
    if not isinstance(entry.record, FlipAnswer):
        return document
    kind = "clash" if isinstance(answer, ClashAnswer) else "test"
    return document.part(kind, [throw.id for throw in throws_of(answer)])


def _against(document: ThrownDocument, answer: ThrowAnswer, throw: ThrownCard) -> int | None:
    """Return the number that a throw was against: what its action beat, the Intensity, or the best of the others."""
    if isinstance(throw.of, ActionPart):
        return None if throw.of.beats is None else throw.of.beats.value
    if isinstance(answer, StaticAnswer):
        return max(answer.beaten or document.goals) or None
    return max((each.value for each in thrown_in(answer) if each.id != throw.id), default=None)


def _by_chance(act: Act) -> float:
    """Rank by the chance to happen, the smallest first."""
    return act.win


def _by_margin(act: Act) -> tuple[int, int]:
    """Rank by the margin, the narrowest first; of equal ones the highest card."""
    return act.margin, -act.value


def _by_glory(act: Act) -> tuple[float, int]:
    """Rank criticals: the least likely first, then the highest card."""
    return 1.0 if act.chances is None else act.chances.critical, -act.value


def _by_fall(act: Act) -> float:
    """Rank fumbles by how surely they would have happened; those without known odds last."""
    return 0.0 if act.chances is None else -act.chances.win
