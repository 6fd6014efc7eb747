"""What holds for every clash, whoever takes part (D26 to D32)."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import ALL_CARDS, FOOL, Card, Valuation
from rules.demon_city import (
    Action,
    Attack,
    ClashOutcome,
    ClashResult,
    Defend,
    Idle,
    Keep,
    Other,
    Participant,
    Throw,
    Why,
    resolve_clash,
)
from tests.rules.demon_city.clash_notation import action_of

CARDS = [Card.parse(code) for code in ("m00", "w02", "c02", "m05", "s05", "w06", "c09", "s09", "m12", "w12")]
NAMES = ("ann", "bill", "cai", "dov", "eve")
SWAP = {"players": "foes", "foes": "players", "cult": "cult"}


@st.composite
def actions(draw: st.DrawFn, own: str, others: list[str]) -> Action:
    """Something to do, among these others."""
    excludes = frozenset(draw(st.lists(st.sampled_from(others), max_size=1)))
    targets = tuple(draw(st.lists(st.sampled_from(others), min_size=1, max_size=2, unique=True)))
    kinds = st.sampled_from(["attack", "attack", "defend", "defend-from", "other", "try", "move", "idle"])
    match draw(kinds):
        case "attack":
            return Attack(targets, draw(st.integers(0, 10)), draw(st.booleans()), excludes)
        case "defend":
            return Defend(None, excludes)
        case "defend-from":
            return Defend(frozenset(targets), excludes)
        case "other":
            return Other(draw(st.integers(0, 9)), (), excludes)
        case "try":
            return Other(None, targets, excludes, draw(st.integers(0, 10)), draw(st.booleans()))
        case "move":
            return Other(None, (), excludes)
    return Idle()


@st.composite
def clashes(draw: st.DrawFn) -> list[Participant]:
    """Two to five participants of two or three sides; few values, so that ties are common."""
    names = NAMES[: draw(st.integers(2, 5))]
    sides = [
        "players",
        "foes",
        *(draw(st.sampled_from(["players", "players", "foes", "cult"])) for _ in names[2:]),
    ]
    participants = []
    for name, side in zip(names, sides, strict=True):
        action = draw(actions(name, [other for other in names if other != name]))
        most = 0 if isinstance(action, Idle) else 3
        cards = tuple(draw(st.lists(st.sampled_from(CARDS), min_size=min(most, 1), max_size=most)))
        own = frozenset(draw(st.lists(st.sampled_from(cards), max_size=1))) if cards else frozenset()
        keep = draw(st.sampled_from([Keep.HIGHEST, Keep.HIGHEST, Keep.HIGHEST, Keep.LOWEST]))
        participants.append(Participant(side, action, Throw(name, cards, own, keep)))
    return participants


def by_id(result: ClashResult) -> dict[str, object]:
    return {action.id: action for action in result.actions}


@given(clashes())
@settings(max_examples=200, deadline=None)
def test_swapping_the_sides_mirrors_the_result(participants: list[Participant]) -> None:
    result = resolve_clash(participants)
    mirrored = resolve_clash([replace(each, side=SWAP[each.side]) for each in participants])
    assert mirrored.side == (SWAP[result.side] if result.side else None)
    assert (mirrored.outcome, mirrored.choose) == (result.outcome, result.choose)
    assert [(each.id, each.why, each.critical, each.beats) for each in mirrored.actions] == [
        (each.id, each.why, each.critical, each.beats) for each in result.actions
    ]


@given(clashes(), st.data())
@settings(max_examples=200, deadline=None)
def test_the_order_of_participants_is_irrelevant(
    participants: list[Participant], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(participants))
    one, other = resolve_clash(participants), resolve_clash(shuffled)
    assert by_id(one) == by_id(other)
    assert (one.outcome, one.side, one.next, one.rule) == (
        other.outcome,
        other.side,
        other.next,
        other.rule,
    )
    assert (set(one.choose), set(one.tied)) == (set(other.choose), set(other.tied))


@given(clashes(), st.data())
@settings(max_examples=200, deadline=None)
def test_an_added_losing_card_changes_nothing(participants: list[Participant], data: st.DataObject) -> None:
    """Somebody throws one more card, lower than the one that counts, and not their Significator."""
    before = resolve_clash(participants)
    highest = [each for each in participants if each.throw.keep is Keep.HIGHEST and each.throw.cards]
    if not highest:
        return
    who = data.draw(st.sampled_from(highest))
    value = action_of(before, who.id).value or 0
    lower = [card for card in ALL_CARDS if Valuation().value(card) < value and card != FOOL]
    if not lower:
        return
    added = replace(who.throw, cards=(*who.throw.cards, data.draw(st.sampled_from(lower))))
    more = [replace(each, throw=added) if each is who else each for each in participants]
    if added.significators & {added.cards[-1]}:
        return
    assert resolve_clash(more) == before


@given(clashes(), st.data())
@settings(max_examples=200, deadline=None)
def test_a_significator_never_hurts_its_owner(participants: list[Participant], data: st.DataObject) -> None:
    throwing = [each for each in participants if each.throw.cards]
    if not throwing:
        return
    who = data.draw(st.sampled_from(throwing))
    card = data.draw(st.sampled_from(who.throw.cards))

    def outcome(significators: frozenset[Card]) -> tuple[int, bool, bool]:
        throw = replace(who.throw, significators=significators)
        result = resolve_clash([replace(each, throw=throw) if each is who else each for each in participants])
        action = action_of(result, who.id)
        rank = {False: 0, None: 1, True: 2}[action.happens]
        return rank, not action.fumble, bool(action.critical)

    without = outcome(who.throw.significators - {card})
    having = outcome(who.throw.significators | {card})
    assert all(better >= worse for better, worse in zip(having, without, strict=True))


@given(clashes())
@settings(max_examples=200, deadline=None)
def test_what_every_verdict_keeps(participants: list[Participant]) -> None:
    result = resolve_clash(participants)
    happening = [action for action in result.actions if action.happens]
    acting = [each.id for each in participants if not isinstance(each.action, Idle)]
    assert [action.id for action in result.actions] == acting
    assert sum(isinstance(action.action, Attack) for action in happening) <= 1
    assert all(action.side == result.side and not action.fumble for action in happening)
    assert all(action.happens for action in result.actions if action.critical)
    for one in happening:
        assert not any(other.id in one.action.excludes for other in happening)
    assert (result.outcome is ClashOutcome.UNDECIDED) == (result.side is None)
    assert (result.outcome is ClashOutcome.CHOICE) == bool(result.choose)
    assert all(action_of(result, id_).why is Why.AWAITING_CHOICE for id_ in result.choose)


@given(clashes())
@settings(max_examples=200, deadline=None)
def test_choices_come_to_an_end_and_leave_nothing_open(participants: list[Participant]) -> None:
    answers: list[str] = []
    result = resolve_clash(participants)
    while result.choose and result.side:
        answers.append(result.choose[0])
        result = resolve_clash(participants, {result.side: answers})
        assert action_of(result, answers[-1]).happens
    assert all(action.happens is not None for action in result.actions)
