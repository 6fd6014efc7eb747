"""The Action Round up to the throw: order, recovery, announcing, uncontested actions, undo (D23 to D25)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.demon_city import Attack, Defend, Idle, Other, StaticOutcome, Why
from rules.demon_city.clash import Action
from rules.demon_city.interference import ClashGroup
from rules.demon_city.round import Phase, Round
from rules.demon_city.round_order import draw_order, tied_ids
from rules.demon_city.round_parts import (
    Announce,
    Awaited,
    Character,
    Choose,
    Condition,
    Contest,
    Flip,
    Recover,
    RoundRefusal,
    Step,
    Waiting,
)
from tests.rules.demon_city.clash_notation import action_of
from tests.rules.demon_city.round_builders import (
    ANN_AND_BILL,
    PUNCHES,
    announce,
    cards,
    flips,
    host,
    play,
    players,
    refusal,
    waits,
)


def test_d23_the_order_is_ascending_agility() -> None:
    characters = [Character("quick", "host", 5), Character("slow", "players", 1), Character("mid", "host", 3)]
    assert Round.begin(characters).order == ("slow", "mid", "quick")


def test_d23_ties_are_drawn_by_lot() -> None:
    equals = [Character(name, "players", 3) for name in ("a", "b", "c")]
    orders = {draw_order(equals, random=Random(seed)) for seed in range(60)}
    assert len(orders) == 6
    assert draw_order(equals, random=Random(4)) == draw_order(equals, random=Random(4))


def test_d23_lots_are_kept_and_a_newcomer_draws() -> None:
    equals = [Character(name, "players", 3) for name in ("a", "b", "c")]
    assert draw_order(equals, ties=["c", "a", "b"]) == ("c", "a", "b")
    with_newcomer = [*equals, Character("d", "host", 3), Character("e", "host", 1)]
    orders = {draw_order(with_newcomer, ["c", "a", "b"], Random(seed)) for seed in range(60)}
    assert len(orders) == 4
    assert all([id_ for id_ in order if id_ in "abc"] == ["c", "a", "b"] for order in orders)
    assert tied_ids(with_newcomer, ("e", "c", "a", "b", "d")) == ("c", "a", "b", "d")


def test_d23_open_ties_need_lots() -> None:
    equals = [Character("a", "players", 3), Character("b", "host", 3)]
    with pytest.raises(RoundRefusal) as refused:
        Round.begin(equals)
    assert (refused.value.code, refused.value.params) == ("open-ties", {"ids": ("a", "b")})
    with pytest.raises(RoundRefusal):
        Round.begin(equals, ties=["a"])


@pytest.mark.parametrize(
    ("characters", "ties", "path"),
    [
        ([], [], ("characters",)),
        (players("a") + players("a"), [], ("characters", 1, "id")),
        (players("a"), ["x"], ("ties", 0)),
        (players("a"), ["a", "a"], ("ties", 1)),
    ],
)
def test_d23_refuses(characters: list[Character], ties: list[str], path: tuple[object, ...]) -> None:
    with pytest.raises(RoundRefusal) as refused:
        Round.begin(characters, ties)
    assert refused.value.path == path


def test_d24_the_slowest_announces_first() -> None:
    assert ANN_AND_BILL.phase is Phase.ANNOUNCING
    assert waits(ANN_AND_BILL) == [("ann", "announcement"), ("bill", "announcement")]
    early = refusal(ANN_AND_BILL, PUNCHES[1])
    assert (early.code, early.params) == ("not-their-turn", {"id": "bill", "next": "ann"})
    both = play(ANN_AND_BILL, *PUNCHES)
    assert refusal(both, PUNCHES[0]).code == "all-have-announced"
    assert refusal(ANN_AND_BILL, announce("dov", Idle())).code == "no-such-character"


@pytest.mark.parametrize("condition", [Condition.OUT_OF_THE_FIGHT, Condition.PANIC])
def test_d24_recovery_comes_before_announcing(condition: Condition) -> None:
    ann = Character("ann", "players", 1, conditions=frozenset({condition}))
    now = Round.begin([ann, *host("bill")])
    assert waits(now)[0] == ("ann", "recovery")
    assert refusal(now, announce("ann", Defend())).code == "recover-first"
    recovered = now.take(Recover("ann", True))
    assert waits(recovered)[0] == ("ann", "announcement")
    assert refusal(recovered, Recover("ann", True)).code == "nothing-to-recover-from"
    assert recovered.can_take(announce("ann", Defend()))


def test_d24_failing_to_recover_costs_the_action() -> None:
    ann = Character("ann", "players", 1, conditions=frozenset({Condition.PANIC}))
    failed = Round.begin([ann, *host("bill")]).take(Recover("ann", False))
    assert waits(failed) == [("bill", "announcement")]
    struck = play(failed, announce("bill", Attack(("ann",))), *flips(bill="w05"))
    assert struck.phase is Phase.OVER
    assert struck.clashes == (ClashGroup(("bill",), ("ann",)),)
    assert action_of(struck.results[0], "bill").why is Why.WON  # 5 against Agility 1
    assert [each.id for each in struck.results[0].actions] == ["bill"]
    still = {each.id: each.conditions for each in struck.next_characters()}
    assert still["ann"] == {Condition.PANIC}


def test_d24_nobody_else_recovers() -> None:
    assert refusal(ANN_AND_BILL, Recover("ann", True)).code == "nothing-to-recover-from"
    assert refusal(ANN_AND_BILL, Recover("bill", True)).code == "not-their-turn"


@pytest.mark.parametrize(
    ("said", "code", "path"),
    [
        (announce("ann", Attack(("dov",))), "no-such-character", ("action", "target")),
        (announce("ann", Attack(("ann",))), "oneself", ("action", "target")),
        (announce("ann", Attack(())), "no-target", ("action", "target")),
        (announce("ann", Attack(("bill",), resist=-1)), "negative", ("action", "resist")),
        (announce("ann", Other(intensity=-1)), "negative", ("action", "intensity")),
        (announce("ann", Other(1, ("bill",))), "intensity-and-target", ("action", "target")),
        (announce("ann", Defend(frozenset({"dov"}))), "no-such-character", ("action", "against")),
        (
            announce("ann", Defend(excludes=frozenset({"dov"}))),
            "no-such-character",
            ("action", "excludes"),
        ),
        (announce("ann", Defend(), interferes=frozenset({"ann"})), "oneself", ("interferes",)),
        (announce("ann", Defend(), run_feet=31), "too-far", ("run",)),
        (announce("ann", Defend(), run_feet=-1), "negative", ("run",)),
    ],
)
def test_d24_an_announcement_that_cannot_be(said: Announce, code: str, path: tuple[str, ...]) -> None:
    refused = refusal(ANN_AND_BILL, said)
    assert (refused.code, refused.path) == (code, path)


def test_d24_one_may_run_30_feet_beside_an_action() -> None:
    assert ANN_AND_BILL.can_take(announce("ann", Defend(), run_feet=30))


def test_d25_alfred_and_bebe_stab_each_other_while_ceelo_looks_for_the_switch() -> None:
    begun = Round.begin([*players("alfred", "ceelo"), *host("bebe")])
    told = play(
        begun,
        announce("alfred", Attack(("bebe",))),
        announce("ceelo", Other(intensity=4), contested=False),
    )
    assert waits(told) == [("ceelo", "cards"), ("bebe", "announcement")]
    found = told.take(Flip("ceelo", cards("w05")))
    assert found.uncontested_results[0].outcome is StaticOutcome.SUCCESS
    assert waits(found) == [("bebe", "announcement")]
    fight = found.take(announce("bebe", Attack(("alfred",))))
    assert fight.clashes == (ClashGroup(("alfred", "bebe")),)
    over = play(fight, *flips(alfred="w07", bebe="s03"))
    assert over.results[0].side == "players"
    assert len(over.uncontested_results) == 1


def test_d25_what_nobody_interferes_with_is_uncontested_when_all_have_announced() -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe")])
    told = begun.take(announce("ceelo", Other(intensity=4)))
    assert told.uncontested == ()
    all_told = told.take(announce("bebe", Other()))
    assert [each.id for each in all_told.uncontested] == ["ceelo", "bebe"]
    assert waits(all_told) == [("ceelo", "cards")]
    over = all_told.take(Flip("ceelo", cards("w04")))
    assert [each.outcome for each in over.uncontested_results] == ["failure", "success"]
    assert (over.phase, over.clashes, over.results) == (Phase.OVER, (), ())


def test_d25_somebody_faster_may_still_announce_against_it() -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe")])
    told = play(begun, announce("ceelo", Other(intensity=4)), announce("bebe", Other(targets=("ceelo",))))
    assert told.uncontested == ()
    assert told.clashes == (ClashGroup(("ceelo", "bebe")),)


def test_d25_the_host_says_whether_anybody_interferes() -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe")])
    told = begun.take(announce("ceelo", Other(intensity=4)))
    confirmed = told.take(Contest("ceelo", False))
    assert waits(confirmed)[0] == ("ceelo", "cards")
    assert confirmed.take(Contest("ceelo", True)).uncontested == ()
    assert refusal(told, Contest("bebe", False)).code == "not-announced"
    thrown = confirmed.take(Flip("ceelo", cards("w05")))
    assert refusal(thrown, Contest("ceelo", True)).code == "already-flipped"


def test_d25_who_has_acted_already_is_only_acted_upon() -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe")])
    done = play(begun, announce("ceelo", Other(intensity=4), contested=False), *flips(ceelo="w05"))
    struck = play(done, announce("bebe", Attack(("ceelo",))), *flips(bebe="s02"))
    assert struck.clashes == (ClashGroup(("bebe",), ("ceelo",)),)
    assert action_of(struck.results[0], "bebe").beats.value == 1  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("action", "thrown", "outcome"),
    [
        (Attack(("bebe",)), "w11", "failure"),  # nobody interferes: against her Agility, 11
        (Attack(("bebe",)), "w12", "success"),
        (Attack(("bebe",), resist=3), "w04", "success"),
        (Attack(("bebe", "dee"), resist={"bebe": 3, "dee": 6}), "w06", "success"),  # bebe alone is hit
        (Attack(("bebe", "dee"), resist={"bebe": 3, "dee": 6}), "w03", "failure"),
        (Other(targets=("bebe", "dee"), resist={"bebe": 3, "dee": 6}), "w06", "failure"),
        (Other(targets=("bebe",)), "w12", "success"),
    ],
)
def test_d25_what_is_done_to_somebody_who_cannot_interfere(action: Action, thrown: str, outcome: str) -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe", "dee")])
    told = begun.take(announce("ceelo", action, contested=False)).take(Flip("ceelo", cards(thrown)))
    assert told.uncontested_results[0].outcome == outcome


@pytest.mark.parametrize(("harmless", "hit"), [(False, ["bebe"]), (True, [])], ids=["blow", "touch"])
def test_d32_an_attack_that_nobody_contests_hits_whom_it_beats(harmless: bool, hit: list[str]) -> None:
    begun = Round.begin([*players("ceelo"), *host("bebe", "dee")])
    attack = Attack(("bebe", "dee"), resist={"bebe": 3, "dee": 6}, harmless=harmless)
    struck = play(begun, announce("ceelo", attack, contested=False), *flips(ceelo="w05"))
    assert [(blow.by, blow.id) for blow in struck.blows] == [("ceelo", who) for who in hit]


def test_d25_movement_and_unneeded_defence_need_no_cards() -> None:
    begun = Round.begin([*players("ann", "bob", "cai"), *host("bill")])
    told = play(
        begun,
        announce("ann", Defend()),
        announce("bob", Other()),
        announce("cai", Other(intensity=0)),
        announce("bill", Idle()),
    )
    assert (told.phase, waits(told)) == (Phase.OVER, [])
    assert [result.throw.id for result in told.uncontested_results] == ["ann", "bob", "cai"]


def test_every_step_can_be_undone() -> None:
    steps: list[Step] = [*PUNCHES, *flips(ann="w09", bill="s05")]
    stages = [ANN_AND_BILL]
    for step in steps:
        stages.append(stages[-1].take(step))
    for before, after in pairwise(stages):
        assert after.undo() == before
    with pytest.raises(RoundRefusal) as refused:
        ANN_AND_BILL.undo()
    assert refused.value.code == "nothing-to-undo"


def test_the_same_steps_give_the_same_round() -> None:
    steps: list[Step] = [*PUNCHES, *flips(ann="w09", bill="s05")]
    assert play(ANN_AND_BILL, *steps).results == play(ANN_AND_BILL, *steps).results


def test_what_the_round_waits_for_is_named() -> None:
    assert ANN_AND_BILL.waiting[0] == Waiting("ann", Awaited.ANNOUNCEMENT)


ACTIONS = st.sampled_from(
    [Attack(("ann",)), Attack(("bill",)), Attack(("cai",)), Defend(), Other(3), Other(), Other(0), Idle()]
)


@given(st.tuples(ACTIONS, ACTIONS, ACTIONS), st.lists(st.integers(0, 21), min_size=3, max_size=3))
def test_any_round_comes_to_its_end(actions: tuple[Action, ...], values: list[int]) -> None:
    now = Round.begin([*players("ann", "cai"), *host("bill")])
    for id_, action in zip(("ann", "cai", "bill"), actions, strict=True):
        harmless = isinstance(action, Attack) and id_ in action.targets
        now = now.take(announce(id_, Defend() if harmless else action))
    while now.waiting:
        waiting = now.waiting[0]
        if waiting.awaited is Awaited.CARDS:
            value = values[("ann", "cai", "bill").index(waiting.id)]
            now = now.take(Flip(waiting.id, cards(f"m{value:02d}")))
        else:
            side = now.by_id[waiting.id].side
            now = now.take(Choose(side, (waiting.id,)))
    assert now.phase is Phase.OVER
    assert len(now.results) == len(now.clashes)
    acting = {each.id for each in now.announcements if not isinstance(each.action, Idle)}
    judged = {action.id for result in now.results for action in result.actions}
    assert judged | {result.throw.id for result in now.uncontested_results} == acting
