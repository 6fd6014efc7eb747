"""C2 and C6: building pools, spending dice, growing the opposition, keeping temporary dice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chronica.assets import Asset, AssetKind, BuiltPool, WhyNot
from rules.chronica.contest import judge_contest
from rules.chronica.documents import (
    Assets,
    LedgerSteps,
    Opposition,
    judge_assets,
    judge_ledger,
    judge_opposition,
    judge_spending,
)
from rules.chronica.ledger import Do, Held, HeldDie, LedgerStep
from rules.chronica.opposition import reward_size
from rules.chronica.sides import Pool, Side
from rules.chronica.spending import Buys, ContestFor, Spending, SpentDie, spend
from rules.limits import LimitRefusal
from rules.system import Said

CHARISMA = Asset("Charisma", AssetKind.ATTRIBUTE, 8)
DESTINY = Asset("Destiny", AssetKind.DESTINY, 6)


def build(*assets: Asset) -> BuiltPool:
    return judge_assets(Assets(assets))


def asset(name: str, kind: AssetKind, size: int = 6, **more: Any) -> Asset:
    return Asset(name, kind, size, **more)


def refusals(pool: BuiltPool) -> dict[str, WhyNot]:
    return {one.asset: one.why for one in pool.refused}


def test_c2_one_asset_for_each_place() -> None:
    brought = [asset(kind.value, kind) for kind in AssetKind]
    pool = build(*brought)
    assert [die.asset for die in pool.dice] == [kind.value for kind in AssetKind]
    assert (pool.refused, pool.missing, pool.said.code) == ((), (), "chronica.pool.built")


def test_c2_the_orator_s_pool() -> None:
    oratory, bullhorn = asset("Oratory", AssetKind.BACKGROUND, 8), asset("bullhorn", AssetKind.TECH, 3)
    assert [die.size for die in build(oratory, CHARISMA, bullhorn).dice] == [8, 8, 3]


def test_c2_missing_ones_are_left_out_but_attribute_and_destiny_are_always_there() -> None:
    assert build(CHARISMA, DESTINY).missing == ()
    pool = build(asset("Scout", AssetKind.BACKGROUND))
    assert pool.missing == (AssetKind.ATTRIBUTE, AssetKind.DESTINY)
    assert pool.said.code == "chronica.pool.incomplete"


@pytest.mark.parametrize("kind", [kind for kind in AssetKind if kind is not AssetKind.ASPECT])
def test_c2_a_second_asset_of_a_place_is_refused(kind: AssetKind) -> None:
    pool = build(asset("first", kind), asset("second", kind))
    assert refusals(pool) == {"second": WhyNot.PLACE_TAKEN}


def test_c2_each_aspect_brings_one_further_asset() -> None:
    aspects = [asset("Brave", AssetKind.ASPECT), asset("Loud", AssetKind.ASPECT)]
    backgrounds = [asset(f"background {n}", AssetKind.BACKGROUND) for n in range(4)]
    pool = build(*backgrounds, *aspects)
    assert pool.further == ("background 1", "background 2")
    assert refusals(pool) == {"background 3": WhyNot.PLACE_TAKEN}


def test_c2_random_tech_is_the_smallest_die_where_there_is_no_other() -> None:
    random = Asset("bent fork", AssetKind.TECH, random=True)
    assert build(random).dice[0].size == 1
    assert build(Asset("bent fork", AssetKind.TECH, 6, random=True)).dice[0].size == 1
    pool = build(random, asset("bullhorn", AssetKind.TECH), asset("Brave", AssetKind.ASPECT))
    assert refusals(pool) == {"bent fork": WhyNot.TECH_AT_HAND}


def test_c2_a_shared_background_stands_in_for_a_relationship_with_its_own_die() -> None:
    scout = asset("Scout", AssetKind.BACKGROUND, 3, shared=True)
    pool = build(asset("Oratory", AssetKind.BACKGROUND, 8), scout)
    assert ([die.size for die in pool.dice], pool.refused) == ([8, 3], ())
    friend = asset("old friend", AssetKind.RELATIONSHIP)
    assert refusals(build(scout, friend)) == {}, "it is the one background, then"
    oratory = asset("Oratory", AssetKind.BACKGROUND, 8)
    assert refusals(build(oratory, scout, friend)) == {"Scout": WhyNot.PLACE_TAKEN}
    assert build(oratory, scout, friend, asset("Brave", AssetKind.ASPECT)).further == ("Scout",)


def test_c2_an_asset_counts_once_and_only_while_it_has_uses() -> None:
    plan = asset("plan", AssetKind.TEMPORARY, uses=0)
    assert refusals(build(plan, CHARISMA, CHARISMA)) == {
        "plan": WhyNot.USED_UP,
        "Charisma": WhyNot.NAMED_TWICE,
    }
    brave = asset("Brave", AssetKind.ASPECT)
    twice = build(brave, brave, *[asset(f"b{n}", AssetKind.BACKGROUND) for n in range(3)])
    assert refusals(twice) == {"Brave": WhyNot.NAMED_TWICE, "b2": WhyNot.PLACE_TAKEN}


def test_c2_assets_that_cannot_be() -> None:
    cases: list[tuple[AssetKind, dict[str, Any], str]] = [
        (AssetKind.TECH, {}, "size: needed-here"),
        (AssetKind.TECH, {"size": 0}, "size: between"),
        (AssetKind.ASPECT, {"size": 6, "random": True}, "random: only-for"),
        (AssetKind.TECH, {"size": 6, "shared": True}, "shared: only-for"),
    ]
    for kind, more, message in cases:
        with pytest.raises(LimitRefusal, match=message):
            Asset("x", kind, **more)


@given(
    st.lists(
        st.builds(
            asset,
            st.text(min_size=1, max_size=2).filter(str.strip),
            st.sampled_from(AssetKind),
            st.integers(1, 12),
        )
    )
)
def test_every_asset_brings_a_die_or_a_reason(assets: list[Asset]) -> None:
    pool = build(*assets)
    assert len(pool.dice) + len(pool.refused) == len(assets)
    aspects = sum(one.kind is AssetKind.ASPECT for one in assets)
    assert len(pool.further) <= aspects


def test_c6_the_goal_costs_one_success_die() -> None:
    paid = judge_spending(Spending((SpentDie(7, buys=Buys.GOAL), 6)))
    assert (paid.goal, paid.pyrrhic, paid.unspent, paid.said.code) == (True, False, 1, "chronica.spend.goal")
    with pytest.raises(LimitRefusal, match=r"success\.1\.buys: goal-costs-one"):
        judge_spending(Spending((SpentDie(7, buys=Buys.GOAL), SpentDie(6, buys=Buys.GOAL))))


def test_c6_a_victory_without_its_goal_is_pyrrhic_unless_the_game_master_requires_it() -> None:
    spent = judge_spending(Spending((SpentDie(7, 8, buys=Buys.PENALTY, to="bill"),)))
    assert (spent.goal, spent.pyrrhic, spent.said.code) == (False, True, "chronica.spend.pyrrhic")
    with pytest.raises(LimitRefusal, match="success: goal-required"):
        judge_spending(Spending((7,), goal_required=True))
    assert judge_spending(Spending((), (7,), goal_required=True)).said.code == "chronica.spend.gains"


def test_c6_a_goal_that_was_required_is_said_to_be() -> None:
    goal = SpentDie(7, buys=Buys.GOAL)
    required, free = (judge_spending(Spending((goal,), goal_required=owed)) for owed in (True, False))
    assert (required.required, free.required) == (True, None)
    assert (required.said.params["required"], free.said.params["required"]) == (
        Said("chronica.spend.required"),
        "",
    )


@pytest.mark.parametrize("buys", [Buys.GOAL, Buys.CONDITION])
def test_c5_concession_dice_never_buy_the_goal(buys: Buys) -> None:
    with pytest.raises(LimitRefusal, match=r"concessions\.0\.buys: concession-buys-no-goal"):
        judge_spending(Spending((), (SpentDie(7, buys=buys),), ContestFor.CONDITION, 8))


def test_c6_a_contest_for_a_condition_die_gives_one_use_for_each_success_die() -> None:
    helping = SpentDie(7, buys=Buys.CONDITION, to="bill", name="plan")
    spent = judge_spending(Spending((helping, helping, 5), contest_for=ContestFor.CONDITION, condition=10))
    [gain] = spent.gains
    assert (gain.kind, gain.size, gain.uses, gain.to, gain.name) == (Buys.CONDITION, 10, 2, "bill", "plan")
    assert (spent.pyrrhic, spent.unspent) == (False, 1)


@pytest.mark.parametrize(
    ("spending", "message"),
    [
        (
            Spending((SpentDie(7, buys=Buys.GOAL),), contest_for=ContestFor.CONDITION, condition=8),
            r"success\.0\.buys: condition-contest-has-no-goal",
        ),
        (Spending((3, SpentDie(7, buys=Buys.CONDITION))), r"success\.1\.buys: contest-was-for-no-condition"),
        (
            Spending((SpentDie(7, buys=Buys.CONDITION),), contest_for=ContestFor.CONDITION),
            "condition: needed-here",
        ),
        (
            Spending((SpentDie(7, buys=Buys.CONDITION),), contest_for=ContestFor.CONDITION, condition=0),
            "condition: between",
        ),
        (Spending((SpentDie(7, buys=Buys.REWARD),)), "opposition: needed-here"),
        (Spending((SpentDie(7, buys=Buys.PENALTY),)), r"success\.0\.to: needed-here"),
        (Spending((SpentDie(7, buys=Buys.PENALTY, to="bill"),)), r"success\.0\.size: needed-here"),
        (
            Spending((SpentDie(7, 8, buys=Buys.PENALTY, to="bill", penalty=10),)),
            r"success\.0\.penalty: between",
        ),
        (
            Spending((SpentDie(7, 8, buys=Buys.PENALTY, to="bill"),), opponents=("carl",)),
            r"success\.0\.to: one-of",
        ),
        (Spending((0,)), r"success\.0: between"),
    ],
)
def test_c6_dice_that_buy_what_they_cannot(spending: Spending, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_spending(spending)


def test_c1_an_assistant_takes_no_penalty_dice() -> None:
    blow = SpentDie(7, 8, buys=Buys.PENALTY, to="dov")
    with pytest.raises(LimitRefusal, match=r"concessions\.0\.to: assistant-takes-no-penalty"):
        judge_spending(Spending((), (blow,), assistants=("dov",)))


def test_c1_who_assists_is_named_with_what_was_bought() -> None:
    spent = judge_spending(Spending((7,), assistants=("dov",)))
    assert spent.spared == ("dov",)
    assert spent.said.params["spared"] == Said("chronica.spend.spared", {"names": ("dov",)})
    nobody = judge_spending(Spending((7,)))
    assert (nobody.spared, nobody.said.params["spared"]) == (None, "")


def test_c6_penalty_dice_are_no_larger_than_the_die_that_pays() -> None:
    """A d12 and a d6 success die give a d12 and a d6 penalty die, or any two less than these."""
    blows = (
        SpentDie(9, 12, buys=Buys.PENALTY, to="bill"),
        SpentDie(5, 6, buys=Buys.PENALTY, to="bill", penalty=4, name="limp"),
    )
    spent = judge_spending(Spending((), blows, opponents=("bill",)))
    assert [(gain.size, gain.uses, gain.name) for gain in spent.gains] == [
        (12, None, None),
        (4, None, "limp"),
    ]


def test_c6_a_reward_die_has_one_use_for_each_unspent_die_of_either_kind() -> None:
    reward = SpentDie(7, buys=Buys.REWARD, to="ann", name="high ground")
    other = SpentDie(6, buys=Buys.REWARD, to="ann", name="a friend")
    spent = judge_spending(Spending((reward, other), (reward,), opposition=(8, 6, 6, 4)))
    assert [(gain.size, gain.uses, gain.name) for gain in spent.gains] == [
        (6, 2, "high ground"),
        (6, 1, "a friend"),
    ]


@pytest.mark.parametrize(("sizes", "size"), [((8, 6, 6, 4), 6), ((4, 12, 10), 4), ((10, 8), 8), ((6,), 6)])
def test_c6_a_reward_is_as_large_as_the_third_largest_of_the_opposition(
    sizes: tuple[int, ...], size: int
) -> None:
    assert reward_size(sizes) == size


@pytest.mark.parametrize(
    ("sizes", "size", "missing", "grown", "replaced", "added"),
    [
        ((8, 6, 4), 10, None, (10, 10, 10), (4, 6, 8), 0),  # all three
        ((12, 6, 4), 10, None, (12, 10, 10), (4, 6), 0),  # only where it helps
        ((8, 6, 4, 4, 4), 10, None, (10, 10, 10, 8, 6), (4, 4, 4), 0),  # three at most, the smallest
        ((8,), 10, None, (10, 10, 10), (8,), 2),  # missing dice first
        ((), 6, None, (6, 6, 6), (), 3),
        ((8, 6, 4), 10, 2, (10, 10, 10, 8, 6), (4,), 2),  # told how many are missing
        ((8, 6, 4), 10, 5, (10, 10, 10, 8, 6, 4), (), 3),
        ((12, 12, 12), 10, None, (12, 12, 12), (), 0),
    ],
)
def test_c6_the_opposition_replaces_up_to_three_dice(
    sizes: tuple[int, ...],
    size: int,
    missing: int | None,
    grown: tuple[int, ...],
    replaced: tuple[int, ...],
    added: int,
) -> None:
    result = judge_opposition(Opposition(sizes, size, missing))
    assert (result.dice, result.replaced, result.added) == (grown, replaced, added)
    assert result.said.params["sizes"] == tuple(f"d{one}" for one in grown)
    assert bool(result.said.params["replaced"]) == bool(replaced)
    assert result.said.params["added"] == (
        Said("chronica.opposition.added", {"count": added}) if added else ""
    )


def test_c6_oppositions_that_cannot_be() -> None:
    for opposition, message in [
        (Opposition((0,), 6), r"opposition\.0: between"),
        (Opposition((6,), 0), r"size\.0: between|size: between"),
        (Opposition((6,), 6, -1), "missing: between"),
    ]:
        with pytest.raises(LimitRefusal, match=message):
            judge_opposition(opposition)


PLAN = HeldDie("plan", Held.CONDITION, 8, "ann", 2)
LIMP = HeldDie("limp", Held.PENALTY, 6, "bill")


def test_c6_conditions_and_rewards_wear_out_and_penalties_last() -> None:
    def after(*uses: str) -> list[tuple[str, int | None]]:
        steps = tuple(LedgerStep(Do.USE, name) for name in uses)
        return [(die.name, die.uses) for die in judge_ledger(LedgerSteps((PLAN, LIMP), steps)).holds]

    assert after() == [("plan", 2), ("limp", None)]
    assert after("plan", "limp") == [("plan", 1), ("limp", None)]
    assert after("plan", "plan", "limp", "limp") == [("limp", None)]


def test_c6_a_penalty_is_removed_and_dice_are_gained() -> None:
    reward = HeldDie("high ground", Held.REWARD, 6, "ann", 1)
    ledger = judge_ledger(
        LedgerSteps((LIMP,), (LedgerStep(Do.REMOVE, "limp"), LedgerStep(Do.GAIN, die=reward)))
    )
    assert ledger.holds == (reward,)
    assert ledger.said.params["dice"] == ("high ground d6",)
    assert judge_ledger(LedgerSteps()).said.code == "chronica.ledger.empty"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (LedgerStep(Do.USE, "luck"), r"steps\.0\.name: one-of"),
        (LedgerStep(Do.USE), r"steps\.0\.name: needed-here"),
        (LedgerStep(Do.REMOVE, "plan"), r"steps\.0\.name: only-penalties-go"),
        (LedgerStep(Do.GAIN), r"steps\.0\.die: needed-here"),
        (LedgerStep(Do.GAIN, die=LIMP), r"steps\.0\.die\.name: own-name"),
    ],
)
def test_c6_changes_that_cannot_be(step: LedgerStep, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_ledger(LedgerSteps((PLAN, LIMP), (step,)))


def test_c6_held_dice_that_cannot_be() -> None:
    for kind, uses, message in [
        (Held.CONDITION, None, "uses: needed-here"),
        (Held.REWARD, 0, "uses: between"),
        (Held.PENALTY, 2, "uses: penalty-has-no-uses"),
    ]:
        with pytest.raises(LimitRefusal, match=message):
            HeldDie("x", kind, 6, "ann", uses)
    with pytest.raises(LimitRefusal, match=r"holds\.1\.name: own-name"):
        judge_ledger(LedgerSteps((PLAN, PLAN)))


def test_c5_a_die_listed_against_several_is_spent_once() -> None:
    """B's 7 may be spent against a or against c, and then it is gone."""
    verdict = judge_contest(
        [Side(name, (Pool(name, dice),)) for name, dice in (("a", (9, 1)), ("b", (3, 7)), ("c", (5,)))]
    )
    listed = [die for die in verdict.spendable if die.side == "b" and die.value == 7]
    assert [(die.against, die.die) for die in listed] == [("a", 1), ("c", 1)]
    dice = [
        SpentDie(die.value, 8, buys=Buys.PENALTY, to=die.against, pool=die.pool, die=die.die)
        for die in listed
    ]
    assert len(spend(Spending(concessions=(dice[0],))).gains) == 1
    with pytest.raises(LimitRefusal, match=r"concessions\.1\.die: spent-already"):
        spend(Spending(concessions=tuple(dice)))
    unspent = replace(dice[1], buys=None)
    assert spend(Spending(concessions=(dice[0], unspent))).unspent == 0, "it is gone from the other"
    assert spend(Spending(concessions=tuple(replace(die, buys=None) for die in dice))).unspent == 1


def test_c6_what_is_bought_feeds_the_ledger() -> None:
    bought = spend(
        Spending(
            success=(
                SpentDie(9, 12, buys=Buys.REWARD, to="ann", name="high ground"),
                SpentDie(8, 10, buys=Buys.PENALTY, to="bill", name="sprained ankle", penalty=6),
                SpentDie(8, 10, buys=Buys.PENALTY, to="bill"),
            ),
            opposition=(8, 6, 4),
        )
    )
    ledger = judge_ledger(LedgerSteps((), bought.steps))
    assert [(die.name, str(die.kind), die.size, die.holder, die.uses) for die in ledger.holds] == [
        ("high ground", "reward", 4, "ann", 1),
        ("sprained ankle", "penalty", 6, "bill", None),
    ]
