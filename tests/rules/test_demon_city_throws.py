"""How many cards: a test for each of D13 to D22, named after it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.demon_city import Keep
from rules.demon_city.derived_throws import (
    Deed,
    Fighter,
    Manner,
    PowerStats,
    attacking_stat,
    derive_throws,
    opponent_of,
    resisting_stat,
)
from rules.demon_city.throw_count import (
    Advantage,
    Claims,
    Disadvantage,
    Extra,
    Floor,
    Lost,
    Reason,
    ThrowCount,
    ThrowCountRefusal,
    ThrowKind,
    count_throws,
)

STATIC, OPPOSED, CLASH = ThrowKind.STATIC, ThrowKind.OPPOSED, ThrowKind.CLASH
CALLED_SHOT, TRICKY, INJURY = (
    Lost(kind) for kind in (Disadvantage.CALLED_SHOT, Disadvantage.TRICKY, Disadvantage.INJURY)
)
HIGHER, DISTRACTION, DEFENSE, WEAPON, SUPERNATURAL = (
    Extra(Advantage(code)) for code in ("higher-stat", "distraction", "defense", "weapon", "supernatural")
)


def situation(name: str, times: int = 1) -> Extra:
    return Extra(Advantage.SITUATION, name, times)


def overlap(name: str, of: str = "") -> Extra:
    return Extra(Advantage.OVERLAP, name, general=of)


def drawback(name: str) -> Lost:
    return Lost(Disadvantage.SITUATION, name)


def count(kind: ThrowKind, *items: Extra | Lost, against: Claims | None = None, base: int = 1) -> ThrowCount:
    extra = tuple(item for item in items if isinstance(item, Extra))
    lost = tuple(item for item in items if isinstance(item, Lost))
    return count_throws(kind, Claims(extra, lost), against, base)


def refusal(kind: ThrowKind, *items: Extra | Lost, against: Claims | None = None) -> ThrowCountRefusal:
    with pytest.raises(ThrowCountRefusal) as refused:
        count(kind, *items, against=against)
    return refused.value


@pytest.mark.parametrize("kind", ThrowKind)
def test_d13_everyone_starts_at_one_throw(kind: ThrowKind) -> None:
    assert count(kind) == ThrowCount(1, Keep.HIGHEST, 0, ())


def test_d13_head_start_and_uneven_ground_are_two_extra_throws() -> None:
    """ "like: a head-start in the footrace plus your opponent is running over uneven ground" """
    both = count(OPPOSED, situation("head start"), situation("uneven ground"))
    assert both.cards == 3
    assert [reason.rule for reason in both.reasons] == ["D13", "D13"]


@pytest.mark.parametrize("kind", ThrowKind)
def test_d13_the_same_advantage_twice_is_refused(kind: ThrowKind) -> None:
    twice = refusal(kind, situation("High Ground"), HIGHER, situation(" high ground "))
    assert (twice.code, twice.path) == ("counted-twice", ("extra", 2))
    assert refusal(kind, HIGHER, HIGHER).path == ("extra", 1)
    assert refusal(kind, drawback("drunk"), drawback("drunk")).path == ("lost", 1)


def test_d13_a_base_below_one_is_refused() -> None:
    with pytest.raises(ThrowCountRefusal) as refused:
        count(CLASH, base=0)
    assert refused.value.path == ("base",)
    assert count(CLASH, HIGHER, base=3).cards == 4


def test_d14_higher_stat_outside_action_rounds() -> None:
    assert count(STATIC, HIGHER).reasons == (Reason(1, Advantage.HIGHER_STAT, "D14"),)
    assert count(OPPOSED, HIGHER).reasons == (Reason(1, Advantage.HIGHER_STAT, "D14"),)


def test_d15_overlap_is_one_for_each_further_skill() -> None:
    """Streetwise in a city where the character has Local Knowledge."""
    assert count(STATIC, overlap("Local Knowledge")).cards == 2
    two = count(OPPOSED, overlap("Local Knowledge"), overlap("Research"))
    assert [reason.rule for reason in two.reasons] == ["D15", "D15"]


def test_d15_overlap_does_not_count_in_action_rounds() -> None:
    assert refusal(CLASH, overlap("Local Knowledge")).code == "not-in-action-rounds"


def test_d15_a_general_skill_and_its_specialisation_never_count_together() -> None:
    refused = refusal(STATIC, overlap("Science"), overlap("Biology", of="science"))
    assert (refused.code, refused.path) == ("general-skill", ("extra", 1))
    assert count(STATIC, overlap("Biology", of="Science")).cards == 2


@pytest.mark.parametrize("kind", ThrowKind)
def test_d16_distraction_is_one_once(kind: ThrowKind) -> None:
    assert count(kind, DISTRACTION).reasons == (Reason(1, Advantage.DISTRACTION, "D16"),)
    assert refusal(kind, DISTRACTION, DISTRACTION).code == "counted-twice"


def test_d17_higher_stat_in_a_clash() -> None:
    assert count(CLASH, HIGHER).reasons == (Reason(1, Advantage.HIGHER_STAT, "D17"),)


def test_d18_defense_weapon_and_supernatural_are_one_each() -> None:
    three = count(CLASH, DEFENSE, WEAPON, SUPERNATURAL)
    assert three.cards == 4
    assert {reason.rule for reason in three.reasons} == {"D18"}


@pytest.mark.parametrize("kind", [STATIC, OPPOSED])
def test_d18_defense_is_for_a_round(kind: ThrowKind) -> None:
    assert refusal(kind, DEFENSE).code == "only-in-action-rounds"


def test_d19_situational_advantages_add_up() -> None:
    """ "like their target is both tripping and is handcuffed" """
    both = count(CLASH, situation("tripping"), situation("handcuffed"))
    assert both.cards == 3
    assert [reason.rule for reason in both.reasons] == ["D19", "D19"]


def test_d19_max_above_hiram_above_lois() -> None:
    hiram = Claims((situation("high ground"),))
    assert count(CLASH, situation("high ground")).cards == 2
    assert count(CLASH, situation("high ground", 2), against=hiram).cards == 3
    assert count(CLASH, situation("high ground"), against=Claims((situation("high ground", 2),))).cards == 2


def test_d19_nothing_else_counts_twice() -> None:
    assert refusal(STATIC, situation("high ground", 2)).path == ("extra", 0, "times")
    assert refusal(OPPOSED, situation("high ground", 2)).code == "counts-once"
    assert refusal(CLASH, Extra(Advantage.WEAPON, times=2)).code == "counts-once"
    assert refusal(CLASH, situation("high ground", 0)).code == "below-one"
    against = Claims((situation("high ground", 0),))
    assert refusal(CLASH, against=against).path == ("opponent", "extra", 0, "times")


def test_d20_each_distinct_disadvantage_loses_one() -> None:
    lost = count(CLASH, HIGHER, WEAPON, SUPERNATURAL, drawback("drunk"), INJURY)
    assert lost.cards == 2
    assert lost.reasons[3:] == (
        Reason(-1, Disadvantage.SITUATION, "D20", "drunk"),
        Reason(-1, Disadvantage.INJURY, "D20"),
    )


def test_d20_a_called_shot_loses_one() -> None:
    shot = count(CLASH, HIGHER, WEAPON, CALLED_SHOT)
    assert (shot.cards, shot.keep) == (2, Keep.HIGHEST)
    assert count(CLASH, HIGHER, WEAPON, CALLED_SHOT, TRICKY).cards == 1


def test_d20_never_below_one_throw_and_a_static_test_gives_nothing_away() -> None:
    test = count(STATIC, drawback("left-handed"), drawback("drunk"))
    assert (test.cards, test.to_opponent) == (1, 0)
    assert test.reasons[-1] == Reason(2, Floor.MINIMUM, "D20")


@pytest.mark.parametrize("kind", [OPPOSED, CLASH])
def test_d21_left_over_losses_become_the_opponents_throws(kind: ThrowKind) -> None:
    piled = count(kind, HIGHER, drawback("drunk"), drawback("blind"), INJURY)
    assert (piled.cards, piled.to_opponent) == (1, 2)
    assert piled.reasons[-1] == Reason(2, Floor.TO_OPPONENT, "D21")
    assert count(kind, HIGHER, drawback("drunk")).to_opponent == 0


def test_d21_the_opponents_left_over_losses_are_gained() -> None:
    gained = count_throws(CLASH, Claims((), (INJURY,)), from_opponent=2)
    assert (gained.cards, gained.to_opponent) == (3, 1)
    assert Reason(2, Floor.FROM_OPPONENT, "D21") in gained.reasons


def test_d21_laura_and_bailey() -> None:
    """ "give Laura an extra throw, don't also subtract one from Bailey" """
    laura, bailey = situation("high ground"), drawback("High ground")
    given = refusal(CLASH, laura, against=Claims(lost=(bailey,)))
    assert (given.code, given.path) == ("given-and-taken", ("extra", 0))
    assert given.params["where"] == ("opponent", "lost", 0)
    taken = refusal(CLASH, bailey, against=Claims((laura,)))
    assert (taken.path, taken.params["where"]) == (("lost", 0), ("opponent", "extra", 0))
    assert count(CLASH, laura, against=Claims(lost=(drawback("drunk"),))).cards == 2


def test_d21_the_same_for_and_against_oneself() -> None:
    assert refusal(OPPOSED, situation("dark"), drawback("dark")).code == "given-and-taken"
    against = Claims((situation("dark"),), (drawback("dark"),))
    assert refusal(OPPOSED, against=against).path == ("opponent", "extra", 0)


@pytest.mark.parametrize("item", [HIGHER, WEAPON, SUPERNATURAL, DISTRACTION, situation("high ground")])
def test_d21_two_opponents_cannot_hold_the_same_advantage(item: Extra) -> None:
    held = refusal(CLASH, item, against=Claims((item,)))
    assert (held.code, held.path) == ("held-by-both", ("extra", 0))
    assert held.params["where"] == ("opponent", "extra", 0)


def test_d21_what_is_each_ones_own_affair_may_stand_on_both_sides() -> None:
    assert count(CLASH, DEFENSE, against=Claims((DEFENSE,))).cards == 2
    skill = overlap("Research")
    assert count(OPPOSED, skill, against=Claims((skill,))).cards == 2
    assert count(CLASH, HIGHER, INJURY, against=Claims(lost=(INJURY,))).cards == 1


def test_d21_a_chain_two_steps_apart_is_no_chain() -> None:
    against = Claims((situation("high ground", 1),))
    assert refusal(CLASH, situation("high ground", 3), against=against).code == "held-by-both"


@pytest.mark.parametrize("manoeuvre", [CALLED_SHOT, TRICKY])
@pytest.mark.parametrize("kind", ThrowKind)
def test_d22_with_one_throw_two_cards_and_the_lowest(kind: ThrowKind, manoeuvre: Lost) -> None:
    low = count(kind, manoeuvre)
    assert (low.cards, low.keep, low.to_opponent) == (2, Keep.LOWEST, 0)
    assert low.reasons == (Reason(1, Floor.LOWEST, "D22", manoeuvre.kind),)


def test_d22_after_the_involuntary_losses() -> None:
    low = count(CLASH, HIGHER, CALLED_SHOT, drawback("drunk"), INJURY)
    assert (low.cards, low.keep, low.to_opponent) == (2, Keep.LOWEST, 1)


def test_d22_a_second_manoeuvre_is_not_free() -> None:
    low = count(CLASH, HIGHER, CALLED_SHOT, TRICKY)
    assert (low.cards, low.keep) == (2, Keep.LOWEST)
    assert [reason.amount for reason in low.reasons] == [1, -1, 1]
    again = count(CLASH, CALLED_SHOT, TRICKY)
    assert (again.cards, again.keep) == (2, Keep.LOWEST)
    assert [reason.amount for reason in again.reasons] == [1, 0]


EXTRAS = st.lists(
    st.sampled_from([HIGHER, DISTRACTION, WEAPON, SUPERNATURAL, situation("a"), situation("b")]), unique=True
)
LOSSES = st.lists(
    st.sampled_from([CALLED_SHOT, TRICKY, INJURY, drawback("c"), drawback("d"), drawback("e")]), unique=True
)


@given(EXTRAS, LOSSES, st.sampled_from(ThrowKind), st.integers(1, 3))
def test_d13_reasons_and_base_add_up(
    extra: list[Extra], lost: list[Lost], kind: ThrowKind, base: int
) -> None:
    counted = count(kind, *extra, *lost, base=base)
    assert base + sum(reason.amount for reason in counted.reasons) == counted.cards
    assert counted.cards >= (2 if counted.keep is Keep.LOWEST else 1)


@given(EXTRAS, LOSSES)
def test_d13_the_order_of_claims_is_irrelevant(extra: list[Extra], lost: list[Lost]) -> None:
    one, other = count(CLASH, *extra, *lost), count(CLASH, *reversed(extra), *reversed(lost))
    assert (one.cards, one.keep, one.to_opponent) == (other.cards, other.keep, other.to_opponent)


# Derived from what everybody is and does -------------------------------------------------------------------

ANN = Fighter("ann", {"agility": 4, "toughness": 2, "hand to hand": 5, "firearms": 6, "psyche": 7})
BILL = Fighter("bill", {"agility": 3, "toughness": 5, "calm": 6})


def codes(throws: dict[str, ThrowCount], who: str) -> list[str]:
    return [str(reason.code) for reason in throws[who].reasons]


@pytest.mark.parametrize(
    ("fighter", "manner", "skill", "attacks_with", "resists_with"),
    [
        (ANN, Manner.CLOSE_COMBAT, "", 5, 5),  # Toughness or Hand To Hand, the higher; Hand To Hand if there
        (BILL, Manner.CLOSE_COMBAT, "", 5, 3),  # Toughness; Agility
        (ANN, Manner.SHOOTING, "", 4, 4),  # Agility; Agility
        (ANN, Manner.SHOOTING, "firearms", 6, 4),  # Firearms, where they apply
        (BILL, Manner.SHOOTING, "firearms", 3, 3),  # not learned: Agility
        (ANN, PowerStats("psyche"), "", 7, 4),  # powers name their own; Agility is usual
        (BILL, PowerStats("psyche", "calm"), "", None, 6),
        (Fighter("x"), Manner.CLOSE_COMBAT, "", None, None),
        (ANN, None, "", None, 4),
    ],
)
def test_d17_who_attacks_and_resists_with_what(
    fighter: Fighter,
    manner: Manner | PowerStats | None,
    skill: str,
    attacks_with: int | None,
    resists_with: int | None,
) -> None:
    assert attacking_stat(Deed(fighter, manner=manner, skill=skill)) == attacks_with
    assert resisting_stat(fighter, manner) == resists_with


def test_d17_who_target_each_other_compare_the_stats_in_use() -> None:
    """Ann shoots (Firearms 6), Bill punches (Toughness 5): Ann's is higher."""
    ann = Deed(ANN, "bill", Manner.SHOOTING, "firearms")
    bill = Deed(BILL, "ann", Manner.CLOSE_COMBAT)
    throws = derive_throws([ann, bill])
    assert (codes(throws, "ann"), codes(throws, "bill")) == (["higher-stat"], [])
    equal = derive_throws([Deed(ANN, "bill", Manner.CLOSE_COMBAT), bill])
    assert (codes(equal, "ann"), codes(equal, "bill")) == ([], [])


def test_d17_not_targeted_back_the_resisting_stat_counts() -> None:
    """Bill's Toughness 5 in use does not matter while he defends: he resists with Agility 3."""
    ann = Deed(ANN, "bill", Manner.SHOOTING)
    throws = derive_throws([ann, Deed(BILL, "ann", defends=True)])
    assert (codes(throws, "ann"), codes(throws, "bill")) == (["higher-stat"], ["defense"])


def test_d17_a_foe_whose_attack_has_unknown_stats_is_measured_by_the_resisting_one() -> None:
    throws = derive_throws([Deed(ANN, "bill", Manner.SHOOTING), Deed(BILL, "ann")])
    assert codes(throws, "ann") == ["higher-stat"]


def test_d16_alfred_stabs_bebe_who_stabs_back_while_ceelo_looks_for_the_switch() -> None:
    """Ceelo does not focus on Alfred: whoever turns on Ceelo has a distraction throw."""
    alfred, bebe, ceelo = (
        Fighter(name, {"agility": 2, "toughness": 2}) for name in ("alfred", "bebe", "ceelo")
    )
    stab = Manner.CLOSE_COMBAT
    throws = derive_throws([Deed(alfred, "bebe", stab), Deed(bebe, "alfred", stab), Deed(ceelo)])
    assert [codes(throws, name) for name in throws] == [[], [], []]
    throws = derive_throws([Deed(alfred, "ceelo", stab), Deed(bebe, "alfred", stab), Deed(ceelo)])
    assert codes(throws, "alfred") == ["distraction"]


def test_d16_who_defends_against_somebody_else_is_distracted() -> None:
    cassie = Fighter("cassie")
    deeds = [Deed(ANN, "bill"), Deed(BILL, "cassie", defends=True), Deed(cassie, "bill")]
    throws = derive_throws(deeds)
    assert (codes(throws, "ann"), codes(throws, "cassie")) == (["distraction"], [])
    throws = derive_throws([Deed(ANN, "bill"), Deed(BILL, defends=True)])
    assert codes(throws, "ann") == []


def test_d16_a_bystander_is_distracted_and_resists() -> None:
    throws = derive_throws([Deed(ANN, "bill", Manner.SHOOTING)], bystanders=[BILL])
    assert codes(throws, "ann") == ["higher-stat", "distraction"]


@pytest.mark.parametrize(
    ("weapon", "foes_weapon", "foe_defends", "foe_target", "extra"),
    [
        (2, 1, False, "ann", True),  # better than what is attacked back with
        (1, 0, True, "ann", True),  # ... or parried with: bare hands
        (1, 1, False, "ann", False),
        (0, 1, False, "ann", False),
        (2, None, False, "ann", False),  # no weapon in it
        (None, 1, False, "ann", False),
        (2, 1, False, "cassie", False),  # used against somebody else
    ],
)
def test_d18_the_better_weapon(
    weapon: int | None, foes_weapon: int | None, foe_defends: bool, foe_target: str, extra: bool
) -> None:
    ann = Deed(ANN, "bill", weapon=weapon)
    bill = Deed(BILL, foe_target, weapon=foes_weapon, defends=foe_defends)
    throws = derive_throws([ann, bill], [Fighter("cassie")])
    assert ("weapon" in codes(throws, "ann")) == extra


def test_d18_supernatural_against_a_mundane_attack() -> None:
    power = Deed(ANN, "bill", PowerStats("psyche"), supernatural=True)
    punch = Deed(BILL, "ann", Manner.CLOSE_COMBAT)
    assert "supernatural" in codes(derive_throws([power, punch]), "ann")
    spell = Deed(BILL, "ann", PowerStats("calm"), supernatural=True)
    assert "supernatural" not in codes(derive_throws([power, spell]), "ann")
    dodge = Deed(BILL, "ann", defends=True)
    assert "supernatural" not in codes(derive_throws([power, dodge]), "ann")
    grope = Deed(BILL, "ann")
    assert "supernatural" not in codes(derive_throws([power, grope]), "ann")
    assert "supernatural" not in codes(derive_throws([power, punch]), "bill")


def test_d19_hiram_lois_and_max() -> None:
    hiram, lois, max_ = Fighter("hiram"), Fighter("lois"), Fighter("max")
    high = frozenset({"high ground"})
    deeds = [Deed(hiram, "lois", over=high), Deed(max_, "hiram", over=high), Deed(lois, "hiram")]
    throws = derive_throws(deeds)
    assert Reason(1, Advantage.SITUATION, "D19", "high ground") in throws["hiram"].reasons
    assert Reason(2, Advantage.SITUATION, "D19", "high ground") in throws["max"].reasons
    assert throws["lois"].cards == 1


def test_d19_nobody_is_above_somebody_who_is_above_them() -> None:
    high = frozenset({"high ground"})
    with pytest.raises(ThrowCountRefusal) as refused:
        derive_throws([Deed(ANN, "bill", over=high), Deed(BILL, "ann", over=high)])
    assert refused.value.code == "held-in-a-ring"


def test_d20_injury_and_called_shots() -> None:
    hurt = Fighter("ann", {"agility": 4}, injured=True)
    shot = Deed(hurt, "bill", Manner.SHOOTING, called_shot=True, extra=(situation("back"), situation("sun")))
    bill = Deed(BILL, "ann", Manner.CLOSE_COMBAT)
    assert codes(derive_throws([shot, bill]), "ann") == ["situation", "situation", "injury", "called-shot"]
    tricky = Deed(BILL, "ann", tricky=True)
    assert codes(derive_throws([tricky]), "bill") == ["lowest"]


def test_d20_a_disarm_that_means_no_harm_loses_nothing() -> None:
    disarm = Deed(ANN, "bill", called_shot=True, harmless_disarm=True)
    assert derive_throws([disarm, Deed(BILL, "ann")])["ann"].cards == 1


def test_d20_what_is_said_is_not_counted_twice() -> None:
    hurt = Fighter("ann", {"agility": 4}, injured=True)
    deed = Deed(hurt, "bill", Manner.SHOOTING, extra=(HIGHER,), lost=(INJURY,))
    assert codes(derive_throws([deed, Deed(BILL, "ann", defends=True)]), "ann") == ["higher-stat", "injury"]


def test_d21_left_over_losses_go_to_the_opponent() -> None:
    hurt = Fighter("ann", injured=True)
    throws = derive_throws([Deed(hurt, "bill", lost=(drawback("drunk"),)), Deed(BILL, "ann")])
    assert (throws["ann"].cards, throws["bill"].cards) == (1, 3)
    assert throws["bill"].reasons == (Reason(2, Floor.FROM_OPPONENT, "D21"),)


def test_d21_who_the_opponent_is() -> None:
    ann, bill, cassie = Deed(ANN, "bill"), Deed(BILL, "ann"), Deed(Fighter("cassie"), "bill")
    assert opponent_of(ann, [ann, bill, cassie]) == "bill"
    idle = Deed(BILL)
    assert opponent_of(idle, [idle, ann, cassie]) == "ann"
    assert opponent_of(Deed(ANN, "nobody-here"), [ann]) is None
    alone = derive_throws([Deed(Fighter("ann", injured=True))])
    assert alone["ann"].to_opponent == 1


def test_d13_a_refusal_names_the_deed() -> None:
    with pytest.raises(ThrowCountRefusal) as refused:
        derive_throws([Deed(ANN, "bill"), Deed(BILL, "ann", extra=(situation("a"), situation("A")))])
    assert refused.value.path == ("deeds", 1, "extra", 1)
