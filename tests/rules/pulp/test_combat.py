"""P5: a combat from surprise to its end, step by step."""

from __future__ import annotations

import pytest

from rules.limits import LimitRefusal
from rules.pulp.combat import Combat, Stage, begin
from rules.pulp.documents import CombatNow, CombatStep, CombatSteps, Do, judge_combat

ORDER = CombatStep(Do.ORDER, order=("b", "a", "c"))
ATTACKED = CombatStep(Do.ATTACKED)


def replay(*steps: CombatStep) -> CombatNow:
    return judge_combat(CombatSteps(("a", "b", "c"), steps))


def test_p5_success_at_surprise_gives_one_free_attack() -> None:
    surprised = CombatStep(Do.SURPRISE, "a", success=True)
    assert (replay(surprised).stage, replay(surprised).attacker) == (Stage.FREE_ATTACK, "a")
    assert replay(surprised, ATTACKED).stage is Stage.INITIATIVE


def test_p5_failure_at_surprise_goes_on_to_initiative() -> None:
    assert replay(CombatStep(Do.SURPRISE, "a", success=False)).stage is Stage.INITIATIVE


def test_p5_attacks_follow_the_order_and_end_the_cycle() -> None:
    attackers = [replay(ORDER, *[ATTACKED] * done).attacker for done in range(4)]
    assert attackers == ["b", "a", "c", None]
    assert replay(ORDER, *[ATTACKED] * 3).stage is Stage.CYCLE_END


def test_p5_the_order_is_kept_or_redone_each_cycle() -> None:
    cycle = [ORDER, *[ATTACKED] * 3]
    kept = replay(*cycle, CombatStep(Do.CYCLE, keep=True))
    assert (kept.attacker, kept.cycle, kept.order) == ("b", 2, ("b", "a", "c"))
    redone = replay(*cycle, CombatStep(Do.CYCLE, keep=False))
    assert (redone.stage, redone.order) == (Stage.INITIATIVE, ())
    again = replay(*cycle, CombatStep(Do.CYCLE, keep=False), CombatStep(Do.ORDER, order=("c", "b", "a")))
    assert (again.attacker, again.cycle) == ("c", 2)


def test_p5_an_attack_may_move_somebody_in_the_order() -> None:
    """The attack that is due stays the attacker's, whoever is moved by it; the new order holds after it."""
    lost = replay(ORDER, CombatStep(Do.MOVE, "a", place=3))
    assert (lost.order, lost.attacker) == (("b", "c", "a"), "b")
    assert replay(ORDER, CombatStep(Do.MOVE, "a", place=3), ATTACKED).attacker == "c"
    won = replay(ORDER, CombatStep(Do.MOVE, "c", place=1))
    assert (won.order, won.attacker) == (("c", "b", "a"), "b")
    assert replay(ORDER, CombatStep(Do.MOVE, "c", place=1), ATTACKED).attacker == "c"
    themselves = replay(ORDER, CombatStep(Do.MOVE, "b", place=3))
    assert (themselves.order, themselves.attacker) == (("a", "c", "b"), "b")
    assert replay(ORDER, CombatStep(Do.MOVE, "b", place=3), ATTACKED).attacker == "a"


def test_p5_several_may_lie_in_wait() -> None:
    surprise = [CombatStep(Do.SURPRISE, name, success=True) for name in ("a", "c")]
    both = replay(*surprise)
    assert (both.stage, both.attacker) == (Stage.FREE_ATTACK, "a")
    assert replay(*surprise, ATTACKED).attacker == "c"
    assert replay(*surprise, ATTACKED, ATTACKED).stage is Stage.INITIATIVE
    together = CombatStep(Do.SURPRISE, ids=("a", "c"), success=True)
    assert replay(together) == both
    missed = CombatStep(Do.SURPRISE, "b", success=False)
    assert replay(surprise[0], missed).attacker == "a"
    assert replay(together, CombatStep(Do.LEAVE, "a")).attacker == "c"
    for steps, message in [
        ((ORDER, surprise[0]), "do: not-now"),
        ((CombatStep(Do.SURPRISE, "a", ids=("b",), success=True),), "ids: exactly-one-of"),
        ((CombatStep(Do.SURPRISE, ids=(), success=True),), "at-least|needed-here"),
    ]:
        with pytest.raises(LimitRefusal, match=message):
            replay(*steps)


def test_p5_somebody_may_come_late() -> None:
    late = CombatStep(Do.JOIN, "d")
    assert replay(late).combatants == ("a", "b", "c", "d")
    last = replay(ORDER, late)
    assert (last.order, last.attacker) == (("b", "a", "c", "d"), "b")
    first = replay(ORDER, ATTACKED, CombatStep(Do.JOIN, "d", place=1))
    assert (first.order, first.attacker) == (("d", "b", "a", "c"), "a")
    assert replay(ORDER, ATTACKED, CombatStep(Do.JOIN, "d", place=1), ATTACKED).attacker == "d"
    assert replay(ORDER, *[ATTACKED] * 3, late).attacker == "d", "the cycle is not over for the newcomer"
    for step, message in [
        (CombatStep(Do.JOIN, "a"), "id: own-name"),
        (CombatStep(Do.JOIN, "d", place=5), "place: between"),
    ]:
        with pytest.raises(LimitRefusal, match=message):
            replay(ORDER, step)
    with pytest.raises(LimitRefusal, match="place: no-order-yet"):
        replay(CombatStep(Do.JOIN, "d", place=1))


def test_p5_somebody_who_escapes_may_be_attacked_freely() -> None:
    free = CombatStep(Do.FREE_ATTACK, "c")
    assert replay(ORDER, free).attacker == "c"
    assert replay(ORDER, free, ATTACKED).attacker == "b"
    assert replay(ORDER, *[ATTACKED] * 3, free, ATTACKED).stage is Stage.CYCLE_END


def test_p5_whoever_leaves_is_passed_over() -> None:
    assert replay(ORDER, CombatStep(Do.LEAVE, "b")).attacker == "a"
    assert replay(ORDER, ATTACKED, CombatStep(Do.LEAVE, "b")).attacker == "a"
    assert replay(ORDER, ATTACKED, ATTACKED, CombatStep(Do.LEAVE, "c")).stage is Stage.CYCLE_END
    assert replay(CombatStep(Do.LEAVE, "b")).stage is Stage.SURPRISE


def test_p5_a_free_attacker_who_leaves_attacks_no_more() -> None:
    surprised = CombatStep(Do.SURPRISE, "a", success=True)
    gone = replay(surprised, CombatStep(Do.LEAVE, "a"))
    assert (gone.stage, gone.attacker) == (Stage.INITIATIVE, None)
    stays = replay(surprised, CombatStep(Do.LEAVE, "b"))
    assert (stays.stage, stays.attacker) == (Stage.FREE_ATTACK, "a")


def test_p5_a_combat_of_one_is_over() -> None:
    over = replay(CombatStep(Do.LEAVE, "b"), CombatStep(Do.LEAVE, "c"))
    assert (over.stage, over.said.code) == (Stage.OVER, "pulp.combat.over")
    with pytest.raises(LimitRefusal, match=r"steps\.2\.do: not-now"):
        replay(CombatStep(Do.LEAVE, "b"), CombatStep(Do.LEAVE, "c"), CombatStep(Do.LEAVE, "a"))


def test_undoing_a_step_is_keeping_the_one_before() -> None:
    before = begin(["a", "b"]).set_order(["b", "a"])
    after = before.attacked()
    assert (before.attacker, after.attacker) == ("b", "a")
    assert before == Combat(("a", "b"), Stage.ATTACK, ("b", "a"), frozenset(), 1, due="b")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ([ATTACKED], "steps.0.do: not-now"),  # nobody attacks before there is an order
        ([CombatStep(Do.SURPRISE)], "steps.0.id: needed-here"),
        ([CombatStep(Do.SURPRISE, "a")], "steps.0.success: needed-here"),
        ([CombatStep(Do.SURPRISE, "z", success=True)], "steps.0.id: one-of"),
        ([CombatStep(Do.ORDER)], "steps.0.order: needed-here"),
        ([CombatStep(Do.ORDER, order=("a", "b"))], "steps.0.order: each-once"),
        ([ORDER, ORDER], "steps.1.do: not-now"),
        ([ORDER, CombatStep(Do.CYCLE)], "steps.1.do: not-now"),  # the cycle is not over
        ([ORDER, CombatStep(Do.MOVE, "a", place=4)], "steps.1.place: between"),
        ([ORDER, CombatStep(Do.MOVE, "a")], "steps.1.place: needed-here"),
        ([CombatStep(Do.FREE_ATTACK, "a")], "steps.0.do: not-now"),
    ],
)
def test_a_step_that_cannot_be_is_refused(steps: list[CombatStep], message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        replay(*steps)


def test_a_combat_needs_two_with_names_of_their_own() -> None:
    with pytest.raises(LimitRefusal, match="combatants: at-least"):
        begin(["a"])
    with pytest.raises(LimitRefusal, match=r"combatants\.1: own-name"):
        begin(["a", "a"])
