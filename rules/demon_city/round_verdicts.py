"""From announced actions and flipped cards to participants, tests, and the next round (D25 to D31)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from rules.cards import Card, Valuation
from rules.demon_city.clash import (
    Action,
    Attack,
    ClashResult,
    Defend,
    Idle,
    Other,
    Participant,
    TargetResult,
    is_mere_movement,
)
from rules.demon_city.derived_throws import resisting_stat_name
from rules.demon_city.interference import ClashGroup, targets_of
from rules.demon_city.round_count import fighter_of, resist_of
from rules.demon_city.round_parts import (
    Announcement,
    Character,
    Condition,
    Mark,
    Step,
)
from rules.demon_city.static import StaticResult, judge_static
from rules.demon_city.throw import Keep, Throw
from rules.demon_city.throw_count import ThrowCount


def throw_of(character: Character, count: ThrowCount | None, cards: Sequence[Card]) -> Throw:
    """A character's flipped cards as a throw."""
    keep = count.keep if count else Keep.HIGHEST
    return Throw(character.id, tuple(cards), character.significators, keep, character.specials)


def needs_throw(announcement: Announcement) -> bool:
    """Whether an action outside any clash is thrown for: movement and unneeded defence are not (D25)."""
    return not (isinstance(announcement.action, Defend) or is_mere_movement(announcement.action))


def judge_uncontested(
    announcement: Announcement, throw: Throw, characters: Mapping[str, Character], valuation: Valuation
) -> StaticResult | None:
    """The static throw of an action outside any clash; None while its cards are missing (D8, D25).

    Against targets who cannot interfere, it is thrown against their numbers of resistance: an attack against each,
    anything else against the highest (D29, D30).
    """
    if not needs_throw(announcement):
        return judge_static(replace(throw, cards=()), [0], valuation)
    if unknown_resistances(announcement, characters):
        return None
    goals = goals_of(announcement, characters)
    return judge_static(throw, goals, valuation) if throw.cards or goals == [0] else None


def goals_of(announcement: Announcement, characters: Mapping[str, Character]) -> list[int]:
    """The numbers that an action outside any clash is thrown against; beating one of them is enough (D8, D29, D30)."""
    action = announcement.action
    if isinstance(action, Other) and action.intensity is not None:
        return [action.intensity]
    found = (_resist(announcement, characters[target]) for target in targets_of(announcement))
    goals = [number for number in found if number is not None]
    return goals if isinstance(action, Attack) else [max(goals)]


def unknown_resistances(
    announcement: Announcement, characters: Mapping[str, Character]
) -> tuple[tuple[str, str], ...]:
    """The targets whose number of resistance nobody has noted, each with the name of that stat (D30b)."""
    if not isinstance(announcement.action, Attack | Other):
        return ()
    return tuple(
        (target, resisting_stat_name(fighter_of(characters[target]), announcement.manner))
        for target in announcement.action.targets
        if _resist(announcement, characters[target]) is None
    )


def hit_outside_clashes(
    announcement: Announcement, result: StaticResult, characters: Mapping[str, Character]
) -> tuple[TargetResult, ...]:
    """The targets of an uncontested attack, each by itself (D25, D29)."""
    if not isinstance(announcement.action, Attack):
        return ()
    numbers = {target: _resist(announcement, characters[target]) for target in announcement.action.targets}
    return tuple(
        TargetResult(target, value, value in result.beaten)
        for target, value in numbers.items()
        if value is not None
    )


def _resist(announcement: Announcement, target: Character) -> int | None:
    action = announcement.action
    said = action.resist_of(target.id) if isinstance(action, Attack | Other) else None
    return resist_of(target, announcement) if said is None else said


def participants_of(
    group: ClashGroup,
    characters: Mapping[str, Character],
    announcements: Mapping[str, Announcement],
    throws: Mapping[str, Throw],
) -> list[Participant]:
    """A clash as the resolver takes it; those who are only acted upon are in it without an action.

    If all actors are on one side, each is a side of their own (Ruling).
    """
    sides = {id_: characters[id_].side for id_ in group.ids}
    if len(set(sides.values())) == 1:
        sides = {id_: id_ for id_ in group.ids}
    acting = [
        Participant(sides[id_], _within(announcements[id_], group, characters), throws[id_])
        for id_ in group.actors
    ]
    return acting + [Participant(sides[id_], Idle(), Throw(id_)) for id_ in group.acted_upon]


def _within(announcement: Announcement, group: ClashGroup, characters: Mapping[str, Character]) -> Action:
    """An action as far as its clash goes, with the numbers with which its targets resist (D17)."""
    action = announcement.action
    excludes = action.excludes & set(group.actors)
    if isinstance(action, Attack | Other):
        numbers = {target: _resist(announcement, characters[target]) for target in action.targets}
        known = {target: number for target, number in numbers.items() if number is not None}
        return replace(action, resist=known, excludes=excludes)
    if isinstance(action, Defend) and action.against is not None:
        return replace(action, against=action.against & set(group.actors), excludes=excludes)
    return replace(action, excludes=excludes)


def carry_over(
    characters: Iterable[Character], results: Iterable[ClashResult], steps: Iterable[Step]
) -> tuple[Character, ...]:
    """The characters as the next round finds them (D24, D31).

    :param characters: as they are now, whoever recovered is hurt already (D20)
    """
    repositions = {id_ for result in results for id_ in result.repositions}
    conditions = {each.id: set(each.conditions) - {Condition.MAY_REPOSITION} for each in characters}
    for step in steps:
        if isinstance(step, Mark) and step.holds:
            conditions[step.id].add(step.condition)
        elif isinstance(step, Mark):
            conditions[step.id].discard(step.condition)
    for id_ in repositions:
        conditions[id_].add(Condition.MAY_REPOSITION)
    return tuple(replace(each, conditions=frozenset(conditions[each.id])) for each in characters)
