"""One test and more for each rule of Dragon, named after its number."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dragon.damage import MULTIPLES, Hit, State, Weapon, death_check, wound
from rules.dragon.documents import (
    Damage,
    DeathCheckThrow,
    Distance,
    PhaseQuestion,
    Pool,
    Speed,
    Split,
    judge_damage,
    judge_death_check,
    judge_phase,
    judge_pool,
    judge_range,
    judge_speed,
    judge_split_pool,
)
from rules.dragon.phases import Action, Attack, Hand, Why, price
from rules.dragon.pool import Part, count_successes, range_difficulty
from rules.dragon.speed import settle_phases, speed_dice
from rules.limits import LimitRefusal

DIE = st.integers(1, 10)


def rows() -> list[list[str]]:
    text = (Path(__file__).parent / "phase_costs.txt").read_text(encoding="utf-8")
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return [[cell.strip() for cell in line.split("|")] for line in lines if line]


def numbers(cell: str) -> tuple[int, ...]:
    return tuple(map(int, cell.split()))


def test_g1_the_source_s_speed_throw() -> None:
    """4d10 come up 2, 5, 5, 8: he goes in 2, in 5 and in 8; the two fives give no two actions."""
    phases = judge_speed(Speed(7, (2, 5, 5, 8)))
    assert (phases.phases, phases.free, phases.choose) == ((2, 5, 8), False, None)
    assert phases.said.code == "dragon.speed.phases"


@pytest.mark.parametrize(("stat", "dice"), [(1, 1), (2, 1), (3, 2), (7, 4), (8, 4), (9, 5)])
def test_g1_one_die_for_every_two_points_rounded_up(stat: int, dice: int) -> None:
    assert speed_dice(stat) == dice


def test_g1_dice_all_alike_choose_freely() -> None:
    phases = settle_phases(6, (4, 4, 4))
    assert (phases.phases, phases.free, phases.choose) == ((4,), True, 3)
    assert phases.said.code == "dragon.speed.free"
    assert judge_speed(Speed(8, (4, 4, 4, 4), (4, 3, 2, 1))).phases == (1, 2, 3, 4)


def test_g1_one_die_is_not_all_alike() -> None:
    assert settle_phases(2, (4,)).free is False


@pytest.mark.parametrize(
    ("speed", "message"),
    [
        (Speed(7, (2, 5, 5)), "dice: exact-count"),
        (Speed(0, ()), "stat: between"),
        (Speed(2, (11,)), r"dice\.0: between"),
        (Speed(4, (2, 3), (1, 2)), "chosen: only-when-all-alike"),
        (Speed(4, (2, 2), (1, 2, 3)), "chosen: count-between"),
        (Speed(4, (2, 2), ()), "chosen: count-between"),
        (Speed(4, (2, 2), (1, 0)), r"chosen\.1: between"),
    ],
)
def test_g1_speed_throws_that_cannot_be(speed: Speed, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_speed(speed)


@pytest.mark.parametrize("row", rows(), ids=" ".join)
def test_g2_g3_golden_costs(row: list[str]) -> None:
    phases, used, held, now, action, in_category, acted, legal, spends, why = row
    cost = judge_phase(
        PhaseQuestion(
            numbers(phases),
            int(now),
            Action(action),
            numbers(used),
            None if held == "-" else int(held),
            in_category == "yes",
            acted == "yes",
        )
    )
    assert (cost.legal, cost.spends, cost.why) == (legal == "yes", numbers(spends), why)
    assert cost.said.code == f"dragon.phase.{why}"


def test_g2_every_cost_names_its_rules() -> None:
    assert price(Hand((5,), (2,)), Action.DICED, in_category=False).rule == ("G1", "G2")
    assert price(Hand((), (2,), Why.HELD_PHASE), Action.DICED).rule == ("G3",)
    assert price(Hand((5, 6)), Action.DICED).rule == ("G2",)
    assert price(Hand(()), Action.DICED).rule == ("G2",)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (PhaseQuestion((2, 5), 11, Action.DICED), "now: between"),
        (PhaseQuestion((2, 11), 1, Action.DICED), r"phases\.1: between"),
        (PhaseQuestion((2, 2), 1, Action.DICED), r"phases\.1: own-name"),
        (PhaseQuestion((2, 5), 3, Action.DICED, (4,)), r"used\.0: one-of"),
        (PhaseQuestion((2, 5), 3, Action.DICED, (), 4), "held: held-phase"),
        (PhaseQuestion((2, 5), 3, Action.DICED, (), 5), "held: held-phase"),
        (PhaseQuestion((2, 5), 6, Action.DICED, (), 2), "held: held-is-lost"),
    ],
)
def test_g2_g3_questions_that_cannot_be(question: PhaseQuestion, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_phase(question)


def test_g4_dodging_needs_its_skill_and_parrying_a_melee_attack() -> None:
    def why(action: Action, attack: Attack | None = None, skilled: bool = True) -> str:
        question = PhaseQuestion((5,), 5, action, attack=attack, skilled=skilled)
        return judge_phase(question).why

    assert why(Action.DODGE, skilled=False) == Why.NO_SKILL
    assert why(Action.PARRY, Attack.RANGED) == Why.PARRY_STOPS_MELEE_ONLY
    assert why(Action.PARRY, Attack.MELEE) == Why.OWN_PHASE
    assert why(Action.DODGE, Attack.RANGED) == Why.OWN_PHASE
    assert why(Action.DICED, skilled=False) == Why.OWN_PHASE  # a skill is asked for defences only


@pytest.mark.parametrize(
    ("dice", "target", "successes"),
    [
        ((), 7, 0),  # no dice, no success
        ((7,), 7, 1),  # at the target number
        ((6,), 7, 0),
        ((1, 6, 7, 10), 7, 2),
        ((10, 10), 11, 0),  # beyond ten nothing succeeds
        ((1, 2), 1, 2),
    ],
)
def test_g5_a_die_at_or_above_the_target_succeeds(dice: tuple[int, ...], target: int, successes: int) -> None:
    result = judge_pool(Pool(dice, target))
    assert (result.successes, result.target, result.said.code) == (successes, target, "dragon.pool")


def test_g5_the_target_is_seven_unless_set() -> None:
    assert count_successes((6, 7)) == 1


def test_g5_a_split_uses_the_smaller_substat() -> None:
    result = judge_split_pool(Split((6, 4), (Part("bill", (7, 9, 1)), Part("carl", (8,), 9))))
    assert result.pool == 4
    assert [(part.at, part.successes) for part in result.parts] == [("bill", 2), ("carl", 0)]
    assert result.said.params["parts"] == ("bill 2", "carl 0")


@pytest.mark.parametrize(
    ("split", "message"),
    [
        (
            Split((6, 4), (Part("bill", (7, 9)), Part("bill", (3, 8)))),
            r"parts\.1\.at: own-name",
        ),  # one target
        (Split((6, 4), (Part("a", (7,)), Part("b", (3, 8)))), "parts: dice-of-the-smaller-substat"),
        (Split((6, 4), (Part("a", (7,) * 4),)), "parts: exact-count"),
        (Split((6, 4), (Part("a", (7,)), Part("b", (7,)), Part("c", (7, 1)))), "parts: exact-count"),
        (Split((4,), (Part("a", (7,)), Part("b", (3, 8, 1)))), "substats: exact-count"),
        (Split((6, 2), (Part("a", (7,)), Part("b", (0,)))), r"parts\.1\.dice\.0: between"),
        (Split((6, 2), (Part("a", (7,)), Part("b", (1,), 0))), r"parts\.1\.target: between"),
    ],
)
def test_g5_splits_that_cannot_be(split: Split, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_split_pool(split)


def test_g6_the_worked_blow() -> None:
    """(3 - 1) times 3 plus Strength 4 minus Resistance 2 is 8."""
    damage = Damage(3, 10, 3, defence=1, strength=4, melee=True, resistance=2)
    result = judge_damage(damage)
    assert (result.damage, result.hit_points, result.falls, result.death_check) == (8, 2, False, False)
    assert result.said.code == "dragon.damage.stands"


def test_g6_common_multiples() -> None:
    assert [MULTIPLES[weapon] for weapon in Weapon] == [1, 2, 2, 3]
    assert judge_damage(Damage(2, 10, weapon=Weapon.BLADE)).damage == 6


def test_g6_strength_counts_in_melee_only() -> None:
    assert Hit(1, 1, strength=4, melee=True).damage == 5
    assert Hit(1, 1, strength=4, melee=False).damage == 1


def test_g6_a_miss_adds_no_strength_and_damage_is_never_negative() -> None:
    assert Hit(2, 3, defence=2, strength=9, melee=True).damage == 0
    assert Hit(2, 3, defence=5, strength=9, melee=True).damage == 0
    assert Hit(1, 1, resistance=9).damage == 0


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (Damage(3, 10), "multiple: exactly-one-of"),
        (Damage(3, 10, 3, Weapon.FIST), "weapon: exactly-one-of"),
        (Damage(3, 10, weapon=Weapon.BLADE, strength=2), "strength: strength-in-melee"),
        (Damage(3, 10, 0), "multiple: between"),
        (Damage(-1, 10, 1), "successes: between"),
        (Damage(1, 99_999, 1), "hit_points: between"),
    ],
)
def test_g6_hits_that_cannot_be(damage: Damage, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_damage(damage)


@pytest.mark.parametrize(
    ("hexes", "difficulty"),
    [
        (0, 0),
        (8, 0),
        (9, 1),
        (16, 1),
        (17, 2),
        (20, 2),
        (32, 2),
        (33, 3),
        (64, 3),
        (65, 4),
        (128, 4),
        (129, 5),
    ],
)
def test_g7_the_difficulty_rises_with_each_doubling(hexes: int, difficulty: int) -> None:
    result = judge_range(Distance(hexes))
    assert (result.difficulty, result.target) == (difficulty, 7 + difficulty)
    assert result.said.params == {"difficulty": difficulty, "target": 7 + difficulty}


def test_g7_distances_that_cannot_be() -> None:
    with pytest.raises(LimitRefusal, match="hexes: between"):
        range_difficulty(-1)
    with pytest.raises(LimitRefusal, match="target: between"):
        judge_range(Distance(8, 0))


def test_g8_below_zero_one_falls_and_checks() -> None:
    at_zero = wound(Hit(10, 1), 10)
    assert (at_zero.hit_points, at_zero.falls, at_zero.death_check) == (0, False, False)
    below = wound(Hit(11, 1), 10)
    assert (below.hit_points, below.falls, below.death_check, below.past) == (-1, True, True, 1)
    assert (below.said.code, below.rule) == ("dragon.damage.check", ("G6", "G8"))


def test_g8_only_a_further_hit_asks_for_a_further_check() -> None:
    lying = wound(Hit(0, 1), -3)
    assert (lying.falls, lying.death_check, lying.said.code) == (True, False, "dragon.damage.falls")
    assert wound(Hit(1, 1), -3).death_check is True


@pytest.mark.parametrize(
    ("dice", "past", "total", "state", "gap"),
    [
        ((7, 9, 2), 12, 10, State.DYING, 2),  # less: dying too
        ((7, 9, 8), 12, 15, State.UNCONSCIOUS, 0),  # more
        ((7, 9, 1), 10, 10, State.UNCONSCIOUS, 0),  # Ruling: equal
        ((1, 1), 20, 0, State.DYING, 20),  # the larger the gap, the faster
    ],
)
def test_g8_five_for_each_success_against_the_damage_past_zero(
    dice: tuple[int, ...], past: int, total: int, state: State, gap: int
) -> None:
    check = judge_death_check(DeathCheckThrow(dice, past))
    assert (check.total, check.state, check.gap) == (total, state, gap)
    assert check.said.code == f"dragon.death-check.{state}"


def test_g8_nobody_checks_above_zero() -> None:
    with pytest.raises(LimitRefusal, match="past: between"):
        death_check((7,), 0)


@given(st.lists(DIE, max_size=10), st.integers(1, 12), DIE)
def test_another_die_never_lessens_the_successes(dice: list[int], target: int, more: int) -> None:
    before = count_successes(dice, target)
    assert before <= count_successes([*dice, more], target) <= before + 1
    assert count_successes(dice, target + 1) <= before


@given(st.lists(DIE, min_size=2, max_size=10))
def test_phases_do_not_depend_on_the_order_of_the_dice(dice: list[int]) -> None:
    phases = settle_phases(2 * len(dice), dice)
    assert phases == settle_phases(2 * len(dice), sorted(dice))
    assert phases.free == (len(phases.phases) == 1)


@given(
    st.sets(DIE), st.sampled_from(Action), st.booleans(), st.booleans(), DIE
)  # what is spent was there, and nothing is spent in vain
def test_an_action_spends_only_phases_that_are_left(
    phases: set[int], action: Action, in_category: bool, acted: bool, now: int
) -> None:
    question = PhaseQuestion(tuple(phases), now, action, in_category=in_category, acted_now=acted)
    cost = judge_phase(question)
    assert set(cost.spends) <= phases
    assert cost.legal == bool(cost.spends)
    assert not (acted and cost.legal)


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 3), st.integers(0, 9), st.integers(0, 20))
def test_resistance_and_defence_never_add_damage(
    successes: int, defence: int, multiple: int, strength: int, resistance: int
) -> None:
    hit = Hit(successes, multiple, defence, strength, True, resistance)
    assert 0 <= hit.damage <= Hit(successes, multiple, 0, strength, True).damage


@given(st.integers(1, 999_999))
def test_range_doubles(hexes: int) -> None:
    assert range_difficulty(min(2 * hexes, 10**6)) <= range_difficulty(hexes) + 1
    assert range_difficulty(hexes) <= range_difficulty(hexes + 1)


@pytest.mark.parametrize(
    ("now", "action", "in_category", "spends", "paid"),
    [
        (3, Action.DICED, True, (8, 10), (8, 10)),  # any two later ones
        (3, Action.DICED, True, (10, 8), (8, 10)),
        (5, Action.DICED, False, (5, 10), (5, 10)),  # its own, and some later one
        (3, Action.DODGE, True, (5,), (5,)),  # the next is given up
        (3, Action.DODGE, False, (5, 10), (5, 10)),
    ],
)
def test_g2_the_player_chooses_the_later_phases(
    now: int, action: Action, in_category: bool, spends: tuple[int, ...], paid: tuple[int, ...]
) -> None:
    asked = PhaseQuestion((2, 5, 8, 9, 10), now, action, (2,), in_category=in_category, spends=spends)
    assert judge_phase(asked).spends == paid


@pytest.mark.parametrize(
    ("now", "action", "spends", "message"),
    [
        (3, Action.DICED, (8,), "spends: exact-count"),
        (3, Action.DICED, (5, 8, 9), "spends: exact-count"),
        (3, Action.DICED, (8, 8), "spends.1: own-name"),
        (3, Action.DICED, (2, 8), "spends.0: one-of"),  # used already
        (3, Action.DODGE, (8,), "spends: spends-this-first"),
        (5, Action.DICED, (8,), "spends: spends-this-first"),
    ],
)
def test_g2_phases_that_do_not_pay(now: int, action: Action, spends: tuple[int, ...], message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_phase(PhaseQuestion((2, 5, 8, 9), now, action, (2,), spends=spends))
