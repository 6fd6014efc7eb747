"""The Action Round from the throw on: clashes, counts, choices, the next round (D16 to D31)."""

from __future__ import annotations

import pytest

from rules.demon_city import Attack, ClashOutcome, Defend, Idle, Other, Why
from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowCountRefusal
from rules.demon_city.derived_throws import Manner
from rules.demon_city.interference import ClashGroup, find_clashes
from rules.demon_city.round import Phase, Round
from rules.demon_city.round_count import count_cards
from rules.demon_city.round_parts import (
    Announcement,
    Character,
    Choose,
    Condition,
    Flip,
    Mark,
    Recover,
    RoundRefusal,
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


def groups(*announcements: Announcement, foes: str = "ceelo eve fifi") -> list[tuple[str, ...]]:
    names = foes.split()
    characters = {each.id: Character(each.id, "players", 1) for each in announcements}
    characters |= {name: Character(name, "host", 1) for name in names}
    return [group.ids for group in find_clashes(characters, announcements)]


KICKS = (
    Announcement("alfred", Attack(("ceelo",))),
    Announcement("bebe", Attack(("ceelo",))),
    Announcement("ceelo", Attack(("alfred",))),
    Announcement("didi", Attack(("fifi",))),
    Announcement("gigi", Attack(("fifi",))),
)


def test_d26_two_confrontations_are_two_clashes() -> None:
    assert groups(*KICKS, Announcement("fifi", Attack(("didi",)))) == [
        ("alfred", "bebe", "ceelo"),
        ("didi", "gigi", "fifi"),
    ]


def test_d26_fifi_picks_alfreds_pocket_and_it_is_one_big_clash() -> None:
    assert groups(*KICKS, Announcement("fifi", Other(targets=("alfred",)))) == [
        ("alfred", "bebe", "ceelo", "didi", "gigi", "fifi")
    ]


def test_d26_through_others() -> None:
    chain = (
        Announcement("a", Attack(("ceelo",))),
        Announcement("ceelo", Attack(("b",))),
        Announcement("b", Defend(frozenset({"eve"}))),
        Announcement("eve", Other(intensity=3)),
        Announcement("c", Other(intensity=3)),
    )
    assert groups(*chain) == [("a", "ceelo", "b", "eve")]


def test_d26_a_common_victim_connects() -> None:
    both = (Announcement("a", Attack(("fifi",))), Announcement("ceelo", Attack(("fifi",))))
    assert groups(*both) == [("a", "ceelo", "fifi")]


def test_d26_a_defence_that_names_nobody_connects_through_the_attack_alone() -> None:
    assert groups(Announcement("a", Defend()), Announcement("ceelo", Other(intensity=2))) == []
    assert groups(Announcement("a", Defend()), Announcement("ceelo", Attack(("a",)))) == [("a", "ceelo")]
    assert groups(Announcement("a", Defend(frozenset({"ceelo"})))) == []


def test_d26_the_host_may_say_with_whom_it_interferes() -> None:
    ceelo, eve = Announcement("ceelo", Other(intensity=2)), Announcement("eve", Other(intensity=2))
    named = Announcement("a", Other(intensity=3), interferes=frozenset({"eve"}))
    assert groups(named, ceelo, eve) == [("a", "eve")]
    contested = Announcement("a", Other(intensity=3), contested=True)
    assert groups(contested, ceelo, eve) == [("a", "ceelo", "eve")]
    assert groups(contested, Announcement("b", Other(intensity=2))) == []


def test_d26_allies_who_defend_against_an_idle_foe_do_not_clash_with_each_other() -> None:
    wary = [Announcement(name, Defend(frozenset({"eve"}))) for name in ("alfred", "bebe")]
    assert groups(*wary, Announcement("eve", Idle())) == []
    assert groups(*wary, Announcement("eve", Attack(("bebe",)))) == [("alfred", "bebe", "eve")]


def test_d26_competing_drivers_are_a_clash_of_their_own() -> None:
    chase = (
        Announcement("ann", Other(targets=("ceelo",)), driver=True),
        Announcement("bob", Attack(("eve",))),
        Announcement("ceelo", Attack(("bob",)), driver=True),
        Announcement("eve", Attack(("ann",))),
    )
    assert groups(*chase) == [("ann", "ceelo", "bob"), ("bob", "eve", "ann")]


def test_d26_who_drives_alone_competes_with_nobody() -> None:
    chase = (
        Announcement("ann", Other(targets=("ceelo",)), driver=True),
        Announcement("ceelo", Attack(("ann",))),
    )
    assert groups(*chase) == [("ann", "ceelo")]


def test_d26_a_chase_is_resolved_clash_by_clash() -> None:
    begun = Round.begin([*players("ann", "bob"), *host("cai", "eve")])
    told = play(
        begun,
        announce("ann", Other(targets=("cai",)), driver=True),
        announce("bob", Attack(("eve",))),
        announce("cai", Other(targets=("ann",)), driver=True),
        announce("eve", Attack(("ann",))),
        *flips(ann="w09", bob="c03", cai="s04", eve="p08"),
    )
    drivers, shooters = told.results
    assert (drivers.side, shooters.side) == ("players", "host")
    assert action_of(shooters, "eve").beats.value == 1  # type: ignore[union-attr]  # Ann only resists there
    assert told.clashes[1] == ClashGroup(("bob", "eve"), ("ann",))


def test_d26_defences_and_exclusions_reach_only_into_their_own_clash() -> None:
    begun = Round.begin([*players("ann", "bob"), *host("cai", "eve")])
    told = play(
        begun,
        announce("ann", Defend(frozenset({"eve"}), frozenset({"bob"})), driver=True),
        announce("bob", Other(intensity=1, excludes=frozenset({"ann"})), interferes=frozenset({"eve"})),
        announce("cai", Other(targets=("ann",)), driver=True),
        announce("eve", Attack(("ann",), resist=3)),
        *flips(ann="w09", bob="c09", cai="s04", eve="p08"),
    )
    drivers, others = told.results
    assert action_of(drivers, "ann").beats is None
    assert action_of(others, "bob").why is Why.WON


def test_d26_where_all_are_on_one_side_everybody_stands_alone() -> None:
    begun = Round.begin(players("ann", "bob"))
    told = play(begun, announce("ann", Other(targets=("bob",))), announce("bob", Defend(frozenset({"ann"}))))
    over = play(told, *flips(ann="w09", bob="c03"))
    assert (over.results[0].side, action_of(over.results[0], "ann").why) == ("ann", Why.WON)


def test_d27_all_is_thrown_at_once() -> None:
    told = play(ANN_AND_BILL, *PUNCHES)
    assert (told.phase, waits(told)) == (Phase.THROWING, [("ann", "cards"), ("bill", "cards")])
    half = told.take(Flip("ann", cards("w09")))
    assert (half.results, waits(half)) == ((), [("bill", "cards")])
    over = half.take(Flip("bill", cards("s05")))
    assert (over.phase, over.results[0].side) == (Phase.OVER, "players")


def test_d27_cards_lie_face_down_until_all_have_announced() -> None:
    told = ANN_AND_BILL.take(PUNCHES[0])
    early = refusal(told, Flip("ann", cards("w09")))
    assert (early.code, early.params["next"]) == ("too-early", "bill")
    both = told.take(PUNCHES[1])
    assert refusal(both, Flip("ann", ())).code == "no-cards"
    assert refusal(both, Flip("dov", cards("w09"))).code == "not-announced"
    thrown = both.take(Flip("ann", cards("w09")))
    assert refusal(thrown, Flip("ann", cards("w08"))).code == "already-flipped"
    idle = play(ANN_AND_BILL, announce("ann", Idle()), announce("bill", Idle()))
    assert refusal(idle, Flip("ann", cards("w09"))).code == "not-announced"


def test_d28_with_one_that_would_succeed_there_is_no_choice() -> None:
    begun = Round.begin([*players("ann", "cai"), *host("bill")])
    told = play(
        begun,
        announce("ann", Attack(("bill",))),
        announce("cai", Attack(("bill",))),
        announce("bill", Attack(("ann",))),
        *flips(ann="w09", cai="c09", bill="s02"),
    )
    assert told.phase is Phase.OVER
    assert action_of(told.results[0], "cai").why is Why.DID_NOT_BEAT_TARGET  # Bill resists with Agility 11


def test_d28_a_choice_between_two() -> None:
    begun = Round.begin([*players("ann", "cai"), *host("bill")])
    told = play(
        begun,
        announce("ann", Attack(("bill",))),
        announce("cai", Attack(("bill",), resist=3)),
        announce("bill", Attack(("ann",))),
        *flips(ann="w09", cai="c09", bill="s02"),
    )
    assert (told.phase, waits(told)) == (Phase.CHOOSING, [("ann", "choice"), ("cai", "choice")])
    assert refusal(told, Choose("host", ("bill",))).code == "nothing-to-choose"
    assert refusal(told, Choose("players", ("bill",))).code == "not-in-question"
    assert refusal(told, Choose("players", ())).code == "not-in-question"
    with pytest.raises(RoundRefusal):
        told.next_characters()
    over = told.take(Choose("players", ("cai",)))
    assert (over.phase, over.results[0].outcome) == (Phase.OVER, ClashOutcome.WIN)
    assert action_of(over.results[0], "cai").happens


def test_d28_two_choices_are_answered_one_by_one() -> None:
    begun = Round.begin([*players("ann", "bob", "cai", "dov"), *host("bill")])
    told = play(
        begun,
        announce("ann", Attack(("bill",))),
        announce("bob", Attack(("bill",), resist=1)),
        announce("cai", Other(intensity=1, excludes=frozenset({"dov"})), interferes=frozenset({"bill"})),
        announce("dov", Other(intensity=1), interferes=frozenset({"bill"})),
        announce("bill", Attack(("ann",))),
        *flips(ann="w09", bob="c09", cai="w08", dov="c08", bill="s02"),
        Choose("players", ("ann",)),
    )
    assert waits(told) == [("cai", "choice"), ("dov", "choice")]
    over = told.take(Choose("players", ("dov",)))
    assert (over.phase, action_of(over.results[0], "dov").why) == (Phase.OVER, Why.WON)


def test_d29_what_a_target_resists_with_comes_from_its_stats() -> None:
    bill = Character("bill", "host", 2, stats={"hand to hand": 6})
    begun = Round.begin([Character("ann", "players", 1), bill])
    told = play(
        begun,
        announce("ann", Attack(("bill",)), manner=Manner.CLOSE_COMBAT),
        announce("bill", Other(intensity=1)),
        *flips(ann="w07", bill="s01"),
    )
    assert action_of(told.results[0], "ann").beats.value == 6  # type: ignore[union-attr]


def test_d20_the_injured_lose_a_throw() -> None:
    hurt = frozenset({Condition.INJURED})
    begun = Round.begin([Character("ann", "players", 1, conditions=hurt), *host("bill")])
    ready = Claims((Extra(Advantage.WEAPON), Extra(Advantage.DISTRACTION)))
    told = play(begun, announce("ann", Attack(("bill",)), claims=ready), announce("bill", Other()))
    assert told.counts["ann"].cards == 2
    said = Claims(ready.extra, (Lost(Disadvantage.INJURY),))
    again = play(begun, announce("ann", Attack(("bill",)), claims=said), announce("bill", Other()))
    assert again.counts["ann"].cards == 2


def test_d17_throws_are_derived_where_the_stats_are_known() -> None:
    ann = Character("ann", "players", 4, stats={"firearms": 6})
    bill = Character("bill", "host", 3)
    said = [
        Announcement("bill", Other(intensity=2)),
        Announcement("ann", Attack(("bill",)), manner=Manner.SHOOTING, skill="firearms"),
    ]
    counts = count_cards({"ann": ann, "bill": bill}, said)
    assert [str(reason.code) for reason in counts["ann"].reasons] == ["higher-stat", "distraction"]
    assert counts["bill"].reasons == ()


def test_d16_one_of_several_targets_is_no_distracted_one() -> None:
    stats = {"toughness": 2}
    ann, bob = Character("ann", "players", 1, stats=stats), Character("bob", "players", 2, stats=stats)
    bill = Character("bill", "host", 3, stats=stats)
    said = [
        Announcement("ann", Attack(("bill",))),
        Announcement("bob", Attack(("bill",))),
        Announcement("bill", Attack(("ann", "bob"))),
    ]
    counts = count_cards({each.id: each for each in (ann, bob, bill)}, said)
    assert [count.cards for count in counts.values()] == [1, 1, 1]


def test_d21_left_over_losses_go_to_the_opponent() -> None:
    drunk = Claims(lost=(Lost(Disadvantage.SITUATION, "drunk"),))
    told = play(ANN_AND_BILL, announce("ann", Attack(("bill",)), claims=drunk), PUNCHES[1])
    assert (told.counts["ann"].cards, told.counts["bill"].cards) == (1, 2)


def test_d21_what_both_count_is_refused_with_its_place() -> None:
    weapon = Claims((Extra(Advantage.WEAPON),))
    told = play(
        ANN_AND_BILL,
        announce("ann", Attack(("bill",)), claims=weapon),
        announce("bill", Attack(("ann",)), claims=weapon),
    )
    with pytest.raises(ThrowCountRefusal) as refused:
        _ = told.counts
    assert refused.value.path == ("announcements", 0, "extra", 0)
    assert refused.value.params["where"] == ("announcements", 1, "extra", 0)


def test_d21_what_the_foe_counts_twice_is_refused_at_the_foes_place() -> None:
    weapon = Extra(Advantage.WEAPON)
    told = play(
        ANN_AND_BILL,
        announce("ann", Attack(("bill",))),
        announce("bill", Attack(("ann",)), claims=Claims((weapon, weapon))),
    )
    with pytest.raises(ThrowCountRefusal) as refused:
        _ = told.counts
    assert (refused.value.code, refused.value.path) == ("counted-twice", ("announcements", 1, "extra", 1))


def test_d22_a_called_shot_with_one_throw_counts_the_lowest() -> None:
    shot = Claims(lost=(Lost(Disadvantage.CALLED_SHOT),))
    over = play(
        ANN_AND_BILL,
        announce("ann", Attack(("bill",)), claims=shot),
        PUNCHES[1],
        *flips(ann="w09 c03", bill="s05"),
    )
    assert action_of(over.results[0], "ann").value == 3


def test_d31_after_a_successful_attack_or_defence_one_may_reposition() -> None:
    over = play(ANN_AND_BILL, *PUNCHES, *flips(ann="w09", bill="s05"))
    carried = {each.id: each.conditions for each in over.next_characters()}
    assert carried == {"ann": {Condition.MAY_REPOSITION}, "bill": set()}
    again = Round.begin(over.next_characters())
    idle = play(again, announce("ann", Other()), announce("bill", Other()))
    assert {each.id: set(each.conditions) for each in idle.next_characters()} == {"ann": set(), "bill": set()}


def test_d20_who_recovers_from_out_of_the_fight_is_injured() -> None:
    out = frozenset({Condition.OUT_OF_THE_FIGHT, Condition.PANIC})
    begun = Round.begin([Character("ann", "players", 1, conditions=out), *host("bill")])
    over = play(begun, Recover("ann", True), announce("ann", Other()), announce("bill", Other()))
    assert over.next_characters()[0].conditions == {Condition.INJURED}
    panicked = Character("ann", "players", 1, conditions=frozenset({Condition.PANIC}))
    calm = play(
        Round.begin([panicked, *host("bill")]),
        Recover("ann", True),
        announce("ann", Other()),
        announce("bill", Other()),
    )
    assert calm.next_characters()[0].conditions == set()


def test_d20_the_host_marks_what_the_round_cannot_know() -> None:
    marked = play(
        ANN_AND_BILL,
        Mark("bill", Condition.OUT_OF_THE_FIGHT),
        Mark("ann", Condition.INJURED),
        Mark("ann", Condition.INJURED, holds=False),
        announce("ann", Other()),
        announce("bill", Other()),
    )
    conditions = {each.id: set(each.conditions) for each in marked.next_characters()}
    assert conditions == {"ann": set(), "bill": {Condition.OUT_OF_THE_FIGHT}}
    assert refusal(marked, Mark("dov", Condition.PANIC)).code == "no-such-character"
