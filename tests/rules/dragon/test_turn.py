"""The turn as a whole: sub-rounds, holding, reactions, bonus phases (G3, G4, G9)."""

from __future__ import annotations

import pytest

from rules.dragon.documents import (
    Character,
    CharacterNow,
    Do,
    TurnNow,
    TurnStep,
    TurnSteps,
    judge_turn,
)
from rules.dragon.phases import Action, Attack, Why
from rules.dragon.turn import Fighter, Progress, Side, SubRound, begin_turn
from rules.limits import LimitRefusal

NEXT = TurnStep(Do.NEXT)
ROUND = [NEXT] * 3


def act(name: str, action: Action = Action.DICED, **options: bool) -> TurnStep:
    return TurnStep(Do.ACT, name, action, **options)  # type: ignore[arg-type]


def play(good: str, bad: str, *steps: TurnStep) -> TurnNow:
    characters = [("g", Side.GOOD, good), ("b", Side.BAD, bad)]
    return judge_turn(
        TurnSteps(
            tuple(
                Character(name, side, tuple(map(int, phases.split()))) for name, side, phases in characters
            ),
            steps,
        )
    )


def of(turn: TurnNow, name: str) -> CharacterNow:
    return next(one for one in turn.characters if one.id == name)


def test_g1_everybody_begins_with_the_phases_thrown() -> None:
    turn = play("5 2 5", "1")
    assert (of(turn, "g").phases, of(turn, "b").current) == ((2, 5), 1)
    assert (turn.round, turn.sub_round, turn.may_act) == (1, SubRound.GOOD, ())


def test_g2_trading_two_later_phases_takes_them_out() -> None:
    turn = play("3 5 8 9", "", act("g"))
    assert (of(turn, "g").phases, of(turn, "g").progress) == ((8, 9), Progress.DONE)
    assert turn.last is not None
    assert (turn.last.spends, turn.last.why) == ((3, 5), Why.TWO_LATER_PHASES)


def test_g2_a_dodge_gives_up_the_next_phase() -> None:
    turn = play("3 5", "1", NEXT, act("b"), act("g", Action.DODGE))
    assert of(turn, "g").phases == (5,)


def test_g2_whoever_has_acted_gives_nothing_up() -> None:
    with pytest.raises(LimitRefusal, match=r"steps\.3\.action: already-acted"):
        play("1 3 5", "1", act("g"), NEXT, act("b"), act("g", Action.DODGE))


def test_g2_an_action_outside_the_category_takes_one_later_phase_more() -> None:
    turn = play("1 3 5", "", act("g", in_category=False))
    assert (of(turn, "g").phases, of(turn, "g").current) == ((5,), None)


def test_g3_an_unused_phase_is_held_and_lost_when_the_next_one_comes() -> None:
    held = play("1 3", "", *ROUND)
    assert (held.round, of(held, "g").held, of(held, "g").current) == (2, 1, None)
    used = play("1 3", "", *ROUND, act("g"))
    assert (of(used, "g").held, of(used, "g").phases) == (None, (3,))
    lost = play("1 3", "", *ROUND, *ROUND)
    assert (of(lost, "g").held, of(lost, "g").current) == (None, 3)


def test_g3_a_held_phase_outlives_a_phase_that_was_given_up_before_it_came() -> None:
    """Phase 3 pays for an action outside the category in a bonus phase, so round 3 brings none."""
    bonus = [NEXT, TurnStep(Do.OFFER, "b", to=("g",)), NEXT, act("g", in_category=False), NEXT]
    kept = play("1 3", "2", *ROUND, *bonus)
    assert (kept.round, of(kept, "g").held, of(kept, "g").current) == (3, 1, None)
    lost = play("1 3", "2", *ROUND, *ROUND)
    assert (lost.round, of(lost, "g").held, of(lost, "g").current) == (3, None, 3)


def test_g3_a_held_condition_breaks_into_the_bad_guys_sub_round() -> None:
    hold = TurnStep(Do.HOLD, "g", condition="the first who moves")
    turn = play("1", "1", hold, NEXT, act("g", reaction=True))
    assert turn.sub_round is SubRound.BAD
    assert (of(turn, "g").held, of(turn, "g").held_for) == (None, None)
    waiting = play("1 4", "", hold, *ROUND)
    assert of(waiting, "g").held_for == "the first who moves"
    assert of(play("1 2", "", hold, *ROUND), "g").held_for is None


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([NEXT, act("g")], "id: not-its-sub-round"),
        ([NEXT, act("g", reaction=True)], "reaction: no-hold-to-react-with"),  # nothing was planned
        # Held, but for nothing in particular.
        ([TurnStep(Do.HOLD, "g"), NEXT, act("g", reaction=True)], "reaction: no-hold-to-react-with"),
        # Planned, but it is no reaction.
        ([TurnStep(Do.HOLD, "g", condition="he moves"), NEXT, act("g")], "id: not-its-sub-round"),
    ],
)
def test_g4_good_guys_only_defend_or_react_as_planned_among_the_bad_guys(
    steps: list[TurnStep], why: str
) -> None:
    with pytest.raises(LimitRefusal, match=why):
        play("1", "1", *steps)


def test_g4_one_diceless_action_then_one_diced() -> None:
    moved = play("1 4 5", "", act("g", Action.DICELESS))
    assert (of(moved, "g").progress, moved.may_act) == (Progress.MOVED, ("g",))
    both = play("1 4 5", "", act("g", Action.DICELESS), act("g"))
    assert (of(both, "g").progress, of(both, "g").phases, both.may_act) == (Progress.DONE, (4, 5), ())
    assert both.last is not None
    assert both.last.why is Why.STARTED_PHASE
    outside = play("1 4 5", "", act("g", Action.DICELESS), act("g", in_category=False))
    assert of(outside, "g").phases == (5,)


@pytest.mark.parametrize("order", [[Action.DICELESS, Action.DICELESS], [Action.DICED, Action.DICELESS]])
def test_g4_never_the_other_way_round_nor_twice(order: list[Action]) -> None:
    with pytest.raises(LimitRefusal, match=r"steps\.1\.action: already-acted"):
        play("1 4 5", "", *[act("g", action) for action in order])


def test_g4_a_phase_begun_ends_with_its_sub_round() -> None:
    turn = play("1 4 5", "", act("g", Action.DICELESS), NEXT)
    assert of(turn, "g").progress is Progress.DONE


def test_g4_good_guys_who_did_not_go_go_late() -> None:
    assert play("1", "1").may_act == ("g",)
    assert play("1", "1", NEXT).may_act == ("b",)
    assert play("1", "1", NEXT, NEXT).may_act == ("g",)
    assert play("1", "1", act("g"), NEXT, NEXT).may_act == ()


def test_g4_defences_need_their_skill_and_their_attack() -> None:
    unskilled = TurnStep(Do.ACT, "g", Action.DODGE, skilled=False)
    with pytest.raises(LimitRefusal, match="action: no-skill"):
        play("1", "1", NEXT, unskilled)
    parry = TurnStep(Do.ACT, "g", Action.PARRY, attack=Attack.RANGED)
    with pytest.raises(LimitRefusal, match="action: parry-stops-melee-only"):
        play("1", "1", NEXT, parry)


def test_g9_the_source_s_offer_of_a_bonus_phase() -> None:
    """Hero goes in 1 to 5, Evil Warlord in 8 and 10; the Hero offers him an action in bad 1."""
    offer = TurnStep(Do.OFFER, "g", to=("b",))
    offered = play("1 2 3 4 5", "8 10", act("g", Action.DICELESS), offer, NEXT)
    assert (offered.sub_round, offered.may_act, of(offered, "b").bonus) == (SubRound.BAD, ("b",), True)
    taken = play("1 2 3 4 5", "8 10", act("g", Action.DICELESS), offer, NEXT, act("b"))
    assert (of(taken, "b").phases, of(taken, "b").bonus) == ((8, 10), False)
    assert taken.last is not None
    assert taken.last.why is Why.BONUS_PHASE


def test_g9_a_bonus_phase_is_taken_at_once_or_lost() -> None:
    offer = TurnStep(Do.OFFER, "g", to=("b",))
    assert of(play("1", "8", offer, NEXT, NEXT), "b").bonus is False
    late = play("8", "1", NEXT, TurnStep(Do.OFFER, "b", to=("g",)), NEXT)
    assert (late.sub_round, late.may_act) == (SubRound.LATE, ("g",))
    assert of(play("8", "1", NEXT, TurnStep(Do.OFFER, "b", to=("g",)), NEXT, NEXT), "g").bonus is False


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([TurnStep(Do.OFFER, "g", to=("b",))], "acts-anyway"),  # a phase of one's own in this round
        ([NEXT, TurnStep(Do.OFFER, "b", to=("g",))], "acts-anyway"),
        ([act("g"), NEXT, TurnStep(Do.OFFER, "b", to=("g",))], "acts-anyway"),  # has acted in this round
        ([NEXT, NEXT, TurnStep(Do.OFFER, "g", to=("b",))], "do: no-later-sub-round"),
        ([TurnStep(Do.OFFER, "g", to=("g",))], r"to\.0: other-side"),
        ([TurnStep(Do.OFFER, "b", to=("g",))], "id: offers-while-acting"),  # not the bad guys' sub-round
        ([*ROUND, act("g"), *ROUND, TurnStep(Do.OFFER, "g", to=("b",))], "id: offers-while-acting"),
        ([TurnStep(Do.OFFER, "g", to=("z",))], "to: one-of"),
        ([TurnStep(Do.OFFER, "g")], "to: needed-here"),
        ([TurnStep(Do.ACT, "g")], "action: needed-here"),
        ([TurnStep(Do.ACT)], "id: needed-here"),
        ([TurnStep(Do.HOLD, "z")], "id: one-of"),
        ([act("g"), TurnStep(Do.HOLD, "g")], "id: no-phase-to-hold"),
        ([act("g", Action.DICELESS), TurnStep(Do.HOLD, "g")], "id: no-phase-to-hold"),
        ([NEXT] * 31, r"steps\.30\.do: turn-is-over"),
        ([*[NEXT] * 30, act("g")], "do: turn-is-over"),
        ([*[NEXT] * 30, TurnStep(Do.HOLD, "g")], "id: no-phase-to-hold"),
    ],
)
def test_g9_and_other_steps_that_cannot_be(steps: list[TurnStep], message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        play("1", "1", *steps)


def test_a_turn_ends_after_ten_rounds() -> None:
    turn = play("10", "", *[NEXT] * 30)
    assert (turn.round, turn.over, turn.may_act, turn.said.code) == (10, True, (), "dragon.turn.over")
    assert play("10", "", *[NEXT] * 29).over is False


def test_the_sentence_names_who_may_act() -> None:
    assert play("1", "").said.params == {"round": 1, "names": ("g",)}
    assert play("2", "").said.code == "dragon.turn.good.nobody"


def test_undoing_a_step_is_keeping_the_one_before() -> None:
    before = begin_turn([Fighter("g", Side.GOOD, (1, 4))])
    after = before.act("g", Action.DICED)
    assert (before.fighter("g").current, after.fighter("g").current) == (1, None)
    assert before.may_act() == ("g",)


def test_a_turn_needs_characters_with_names_and_phases() -> None:
    with pytest.raises(LimitRefusal, match="characters: at-least"):
        begin_turn([])
    with pytest.raises(LimitRefusal, match=r"characters\.1\.id: own-name"):
        begin_turn([Fighter("g", Side.GOOD, (1,)), Fighter("g", Side.BAD, (2,))])
    with pytest.raises(LimitRefusal, match=r"characters\.0\.phases\.1: between"):
        begin_turn([Fighter("g", Side.GOOD, (1, 11))])


def test_g2_in_a_turn_the_player_chooses_the_later_phases() -> None:
    turn = play("3 5 8 9", "", TurnStep(Do.ACT, "g", Action.DICED, spends=(5, 9)))
    assert of(turn, "g").phases == (3, 8)
    assert turn.last is not None
    assert turn.last.spends == (5, 9)


def test_g4_whoever_breaks_in_has_the_diced_action_of_that_phase_too() -> None:
    """Step out and shoot: one diceless action, then one diced, though it is the bad guys' sub-round."""
    hold = TurnStep(Do.HOLD, "g", condition="whoever moves")
    steps_out = act("g", Action.DICELESS, reaction=True)
    shoots = play("1 2", "1", hold, NEXT, steps_out, act("g", reaction=True))
    assert shoots.last is not None
    assert (shoots.last.spends, of(shoots, "g").progress) == ((), Progress.DONE)
    for more in (act("g", reaction=True), act("g", Action.DICELESS, reaction=True)):
        with pytest.raises(LimitRefusal, match="already-acted"):
            play("1 2", "1", hold, NEXT, steps_out, act("g", reaction=True), more)
    with pytest.raises(LimitRefusal, match="not-its-sub-round"):
        play("1 2", "1", hold, NEXT, steps_out, act("g"))
