"""The decision of a clash: the winning side and the actions that happen, given the throws' values (D27 to D30).

The decision is a function of the counted values alone, so that a Significator can be put in place of a
throw and the whole judged again (D11 b).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.demon_city.clash import Attack, Defend, Idle, Opposition, Other, Participant, Why
from rules.demon_city.clash_check import throw_opposes

Values: TypeAlias = Mapping[str, int | None]
"""The value of each participant's throw, by id; None without a throw."""


@dataclass
class Decision:
    """The sides that throw highest, and why each participant's action happens or not."""

    top_sides: tuple[str, ...]
    why: dict[str, Why] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    """The ids between whose actions the winning side has to choose, as far as is known yet."""

    @property
    def side(self) -> str | None:
        """The winning side, None where several tie or nobody threw (D27, D28)."""
        return self.top_sides[0] if len(self.top_sides) == 1 else None

    @property
    def answered(self) -> bool:
        """Whether the winning side's choice has decided anything (D28)."""
        return Why.NOT_CHOSEN in self.why.values()

    def happens(self, participant: str) -> bool | None:
        """Whether this participant's action happens; None while a choice is open."""
        why = self.why[participant]
        return None if why is Why.AWAITING_CHOICE else why is Why.WON


def decide_clash(
    participants: Sequence[Participant], values: Values, fumbling: Collection[str], chosen: Collection[str]
) -> Decision:
    """Decide a verified clash (D27 to D30).

    :param fumbling: whose counting card is The Fool; their own actions fail (D10)
    :param chosen: whose actions the winning side prefers where it has a choice (D28)
    """
    decision = Decision(_top_sides(participants, values))
    actors = [each for each in participants if not isinstance(each.action, Idle)]
    side = decision.side
    if side is None:
        decision.why = {each.id: Why.UNDECIDED for each in actors}
        return decision
    decision.why = {each.id: Why.LOSING_SIDE for each in actors if each.side != side}
    winners = [each for each in actors if each.side == side]
    decision.why |= {each.id: Why.FUMBLE for each in winners if each.id in fumbling}
    contenders = _contenders(winners, participants, values, fumbling)
    _settle(contenders, values, chosen, decision)
    for each in winners:
        if each.id not in decision.why:
            decision.why[each.id] = _why_not(each, winners, values, decision)
    return decision


def deciding_opposition(
    participant: Participant, participants: Sequence[Participant], values: Values
) -> Opposition | None:
    """The highest opposition of an action, or, for an attack, the highest that it beats, if any; None without one (D29,
    D30).

    Among equals a throw comes before a bare number, then the first by name.
    """
    faced = sorted(oppositions(participant, participants, values), key=lambda each: each.id or "")
    if isinstance(participant.action, Attack):
        faced = [each for each in faced if _rank(participant, values) > each.value] or faced
    return max(faced, key=lambda each: (each.value, each.id is not None), default=None)


def oppositions(
    participant: Participant, participants: Sequence[Participant], values: Values
) -> Iterator[Opposition]:
    """All oppositions of an action, in the order of its targets, if it has any (D29, D30)."""
    by_id = {each.id: each for each in participants}
    match participant.action:
        case Other(intensity=int(intensity)):
            yield Opposition(intensity)
        case (Attack(targets=targets) | Other(targets=targets)) as action:
            for target in targets:
                if throw_opposes(by_id[target], participant):
                    yield Opposition(values[target] or 0, target)
                else:
                    yield Opposition(action.resist_of(target) or 0)
        case _:
            for foe in participants:
                if _is_opposed(foe, participant):
                    yield Opposition(values[foe.id] or 0, foe.id)


def _is_opposed(attacker: Participant, defender: Participant) -> bool:
    """Whether a defence opposes this attack: of a foe that it names, or on the defender (D29, D30)."""
    if not isinstance(attacker.action, Attack) or not isinstance(defender.action, Defend):
        return False
    against = defender.action.against
    return defender.id in attacker.action.targets if against is None else attacker.id in against


def _top_sides(participants: Sequence[Participant], values: Values) -> tuple[str, ...]:
    """The sides that throw the highest counted value, in order of appearance (D27)."""
    thrown = [value for value in values.values() if value is not None]
    top = max(thrown, default=None)
    leaders = (each.side for each in participants if top is not None and values[each.id] == top)
    return tuple(dict.fromkeys(leaders))


def _contenders(
    winners: Sequence[Participant],
    participants: Sequence[Participant],
    values: Values,
    fumbling: Collection[str],
) -> list[Participant]:
    """The contenders of the winning side; of its attacks, only those that tie for its highest (D29)."""
    top_attack = _top_attack(winners, values)
    return [
        each
        for each in winners
        if each.id not in fumbling
        and _succeeds(each, participants, values)
        and not (isinstance(each.action, Attack) and values[each.id] != top_attack)
    ]


def _top_attack(winners: Sequence[Participant], values: Values) -> int:
    return max((_rank(each, values) for each in winners if isinstance(each.action, Attack)), default=-1)


def _rank(participant: Participant, values: Values) -> int:
    """The value of a throw; a participant without one ranks below The Fool."""
    value = values[participant.id]
    return -1 if value is None else value


def _succeeds(participant: Participant, participants: Sequence[Participant], values: Values) -> bool:
    """Whether an attack is strictly higher than one of its targets, or another action than all its oppositions (D29,
    D30); Intensity 0 opposes nothing (D8)."""
    action = participant.action
    if isinstance(action, Other) and action.intensity == 0:
        return True
    own = _rank(participant, values)
    beaten = (own > each.value for each in oppositions(participant, participants, values))
    return any(beaten) if isinstance(action, Attack) else all(beaten)


def _conflict(one: Participant, other: Participant) -> bool:
    """Whether two allies' actions cannot both happen: both attack, or one excludes the other (D29, D30)."""
    if one.id == other.id:
        return False
    if isinstance(one.action, Attack) and isinstance(other.action, Attack):
        return True
    return other.id in one.action.excludes or one.id in other.action.excludes


def _settle(
    contenders: Sequence[Participant], values: Values, chosen: Collection[str], decision: Decision
) -> None:
    """Let actions happen from the highest throw down, unless an ally's action excludes them (D28, D30)."""
    for level in sorted({_rank(each, values) for each in contenders}, reverse=True):
        rivals = [each for each in contenders if _rank(each, values) == level]
        for each in rivals * len(rivals):  # so often that what is left open spreads along ties
            _yield_to_higher(each, contenders, decision)
        for each in rivals:
            if each.id in chosen and each.id not in decision.why:
                _prefer(each, rivals, decision)
        _ask_or_let_happen([each for each in rivals if each.id not in decision.why], decision)


def _yield_to_higher(each: Participant, contenders: Sequence[Participant], decision: Decision) -> None:
    """An ally's higher action that happens excludes this one; one that awaits a choice leaves it open."""
    higher = {decision.why.get(ally.id) for ally in contenders if _conflict(each, ally)}
    if Why.WON in higher:
        decision.why[each.id] = Why.OUTTHROWN_BY_ALLY
    elif Why.AWAITING_CHOICE in higher:
        decision.why[each.id] = Why.AWAITING_CHOICE


def _prefer(each: Participant, rivals: Sequence[Participant], decision: Decision) -> None:
    """Let the chosen actions happen, and not those that tie with them and exclude them (D28)."""
    decision.why[each.id] = Why.WON
    for rival in rivals:
        if _conflict(each, rival) and rival.id not in decision.why:
            decision.why[rival.id] = Why.NOT_CHOSEN


def _ask_or_let_happen(rivals: Sequence[Participant], decision: Decision) -> None:
    for each in rivals:
        tied = any(_conflict(each, rival) for rival in rivals)
        decision.why[each.id] = Why.AWAITING_CHOICE if tied else Why.WON
        if tied:
            decision.asked.append(each.id)


def _why_not(each: Participant, winners: Sequence[Participant], values: Values, decision: Decision) -> Why:
    """The reason why a participant of the winning side who was no contender does not act (D29, D30)."""
    if isinstance(each.action, Attack) and values[each.id] != _top_attack(winners, values):
        return Why.OUTTHROWN_BY_ALLY
    excluded = any(
        _conflict(each, ally)
        and decision.why.get(ally.id) is Why.WON
        and _rank(ally, values) > _rank(each, values)
        for ally in winners
    )
    return Why.OUTTHROWN_BY_ALLY if excluded else Why.DID_NOT_BEAT_TARGET
