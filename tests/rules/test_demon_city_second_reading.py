"""D27 to D30 read a second time, as plainly as they are written, and held against the resolver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given, settings

from rules.cards import FOOL
from rules.demon_city import Attack, Defend, Idle, Other, Participant, Why, count_throw, resolve_clash
from tests.rules.clash_notation import read_participant
from tests.rules.test_demon_city_properties import clashes

Table: TypeAlias = dict[str, Participant]
Counts: TypeAlias = dict[str, int]


def opposes(target: Participant, attacker: str) -> bool:
    """D29: it attacks the attacker, defends against the attack, or tries something against the attacker."""
    action = target.action
    if isinstance(action, Defend):
        return action.against is None or attacker in action.against
    return isinstance(action, Attack | Other) and attacker in action.targets


def number_of(target: Participant, one: Participant, counts: Counts) -> int:
    """D30: a foe's throw that is aimed at, or named against, the one who acts, or holds them; else the resistance."""
    acting, action = target.action, one.action
    assert isinstance(action, Other)
    meets = isinstance(acting, Attack | Other) and one.id in acting.targets
    wards_off = isinstance(acting, Defend) and acting.against is not None and one.id in acting.against
    holds = action.escape and not isinstance(acting, Idle)
    if target.side != one.side and (meets or wards_off or holds):
        return counts.get(target.id, 0)
    return action.resist_of(target.id) or 0


def to_beat(one: Participant, table: Table, counts: Counts) -> list[int]:
    """Every number that an action has to be higher than (D29, D30)."""
    action = one.action
    if isinstance(action, Attack):
        return [
            counts[foe] if opposes(table[foe], one.id) else action.resist_of(foe) or 0
            for foe in action.targets
        ]
    if isinstance(action, Other):
        return (
            [action.intensity]
            if action.intensity
            else [number_of(table[foe], one, counts) for foe in action.targets]
        )
    attacks = [each for each in table.values() if isinstance(each.action, Attack)]
    named = action.against if isinstance(action, Defend) else frozenset()
    return [
        counts[each.id]
        for each in attacks
        if isinstance(each.action, Attack)
        and (each.id in named if named is not None else one.id in each.action.targets)
    ]


def read_again(participants: Sequence[Participant]) -> dict[str, Why]:
    """Why each action happens or not, where nothing excludes anything and nobody has chosen."""
    table = {each.id: each for each in participants}
    counted = {each.id: count_throw(each.throw) for each in participants}
    counts = {id_: card.value for id_, card in counted.items() if card}
    acting = [each for each in participants if isinstance(each.action, Attack | Defend | Other)]
    top = max(counts.values(), default=None)
    sides = {table[id_].side for id_, value in counts.items() if value == top}
    if len(sides) != 1:
        return {each.id: Why.UNDECIDED for each in acting}
    winners = [each for each in acting if each.side in sides]

    def fumbles(each: Participant) -> bool:
        easy = isinstance(each.action, Other) and each.action.intensity == 0
        card = counted[each.id]
        return card is not None and card.card == FOOL and not card.own_significator and not easy

    def succeeds(each: Participant) -> bool:
        beaten = to_beat(each, table, counts)
        enough = any if isinstance(each.action, Attack) else all  # D29: each target by itself
        return not fumbles(each) and enough(counts.get(each.id, -1) > number for number in beaten)

    attacks = [each for each in winners if isinstance(each.action, Attack)]
    highest = max((counts[each.id] for each in attacks), default=None)
    rivals = [each for each in attacks if counts[each.id] == highest and succeeds(each)]

    def why(each: Participant) -> Why:
        if each not in winners:
            return Why.LOSING_SIDE
        if fumbles(each):
            return Why.FUMBLE
        if each in attacks and counts[each.id] != highest:
            return Why.OUTTHROWN_BY_ALLY
        if not succeeds(each):
            return Why.DID_NOT_BEAT_TARGET
        return Why.AWAITING_CHOICE if each in rivals and len(rivals) > 1 else Why.WON

    return {each.id: why(each) for each in acting}


@given(clashes())
@settings(max_examples=400, deadline=None)
def test_d27_to_d30_read_twice_say_the_same(participants: list[Participant]) -> None:
    free = [replace(each, action=replace(each.action, excludes=frozenset())) for each in participants]
    told = {action.id: action.why for action in resolve_clash(free).actions}
    assert told == read_again(free)


D30 = [
    ("cai P c05 other 4", Why.WON),
    ("cai P c04 other 4", Why.DID_NOT_BEAT_TARGET),
    ("cai P c04 other bill resist 3", Why.WON),
    ("cai P c03 other bill resist 3", Why.DID_NOT_BEAT_TARGET),
    ("cai P c07 other bill escape", Why.WON),
    ("cai P c06 other bill escape", Why.DID_NOT_BEAT_TARGET),
    ("cai P c02 defend", Why.WON),
    ("cai P c06 defend bill", Why.DID_NOT_BEAT_TARGET),
    ("cai H c05 other 4", Why.LOSING_SIDE),
]
"""What a third does beside Ann's 9 that wins against Bill's 6, who attacks Ann."""


@pytest.mark.parametrize(("third", "why"), D30)
def test_d30_other_actions_of_the_winning_side(third: str, why: Why) -> None:
    lines = ["ann P w09 attack bill", "bill H s06 attack ann", third]
    result = resolve_clash([read_participant(line) for line in lines])
    assert (result.action_of("ann").why, result.action_of("cai").why) == (Why.WON, why)
