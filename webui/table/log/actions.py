"""What became of each one's own action in the entries of a log, and which odds it had.

Only what was confirmed counts, and of Demon City alone; of an Action Round each clash counts by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum, unique

from rules.demon_city.clash import ClashOutcome
from rules.demon_city.opposed import OpposedOutcome
from webui.documents.demon_city.shapes import ActionPart, ClashAnswer, FlipAnswer, ThrowAnswer
from webui.table.log.events import SeatChances
from webui.table.log.logged import Entry, LoggedEntry
from webui.table.rendering.clash_lines import ALLY_ACTED, ThrownCard, thrown_in


@unique
class ActionOutcome(StrEnum):
    """The outcome of an action."""

    HAPPENED = "happened"
    OUTDONE = "outdone"
    FAILED = "failed"
    UNDECIDED = "undecided"


def counted_parts(entries: Iterable[LoggedEntry]) -> Iterator[tuple[Entry, ThrowAnswer]]:
    """Yield each result that counts, with its entry; each clash of a round by itself."""
    for entry in entries:
        if entry.is_played and not entry.system:
            whole = entry.whole
            yield from ((whole, answer) for answer in whole.parts if thrown_in(answer))


def outcome_of(answer: ThrowAnswer, throw: ThrownCard) -> ActionOutcome:
    """Return the outcome of a throw's own action."""
    match answer:
        case ClashAnswer():
            if throw.happens:
                return ActionOutcome.HAPPENED
            outdone = isinstance(throw.of, ActionPart) and throw.of.why in ALLY_ACTED
            lost = (
                ActionOutcome.UNDECIDED if answer.outcome is ClashOutcome.UNDECIDED else ActionOutcome.FAILED
            )
            return ActionOutcome.OUTDONE if outdone else lost
        case _:
            tied = answer.outcome is OpposedOutcome.COMPLICATION
            lost = ActionOutcome.UNDECIDED if tied else ActionOutcome.FAILED
            return ActionOutcome.HAPPENED if answer.winner == throw.id else lost


def own_odds(
    entry: Entry, answer: ThrowAnswer, throws: Sequence[ThrownCard], sides: Mapping[str, str]
) -> Mapping[str, SeatChances]:
    """Return the odds by seat, of those whose own action they are about.

    With an ally in the clash, the odds against the foes are not the odds that one's action happens; earlier versions
    kept the odds of a plain clash for rounds.
    """
    odds = entry.odds or {}
    if isinstance(entry.record, FlipAnswer):
        return odds if entry.odds_of_actions else {}
    if not isinstance(answer, ClashAnswer):
        return odds
    crowd = Counter(sides[throw.id] for throw in throws)
    return {seat: chances for seat, chances in odds.items() if crowd[sides[seat]] == 1}
