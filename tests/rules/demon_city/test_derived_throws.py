"""Everybody's throws, derived from what they are and do (D13 to D21)."""

from __future__ import annotations

import pytest

from rules.demon_city.claims import Advantage, ThrowCountRefusal
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
from rules.demon_city.throw_count import Floor, Reason, ThrowCount
from tests.rules.demon_city.claim_builders import (
    DEFENSE,
    HIGHER,
    INJURY,
    drawback,
    situation,
)

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
        (2, None, False, "ann", True),  # attacks back, and names none: unarmed
        (2, None, True, "ann", False),  # dodges: there is no weapon to compare
        (None, 1, False, "ann", False),
        (2, 1, False, "cassie", False),  # used against somebody else
    ],
)
def test_d18_the_better_weapon(
    weapon: int | None, foes_weapon: int | None, foe_defends: bool, foe_target: str, extra: bool
) -> None:
    ann = Deed(ANN, "bill", weapon=weapon)
    parries = foe_defends and foes_weapon is not None
    bill = Deed(BILL, foe_target, weapon=foes_weapon, defends=foe_defends, parries=parries)
    throws = derive_throws([ann, bill], [Fighter("cassie")])
    assert ("weapon" in codes(throws, "ann")) == extra


@pytest.mark.parametrize(
    ("deed", "weapon"),
    [
        (Deed(ANN, "bill", defends=True, weapon=3), False),  # dodges, whatever it holds
        (Deed(ANN, "bill", defends=True, weapon=3, parries=True), True),
        (Deed(ANN, "bill", PowerStats("psyche"), weapon=3), False),  # a power is no weapon
        (Deed(ANN, "bill", attacks=False, weapon=3), False),  # neither attacks nor parries
    ],
)
def test_d18_a_weapon_counts_where_it_attacks_or_parries(deed: Deed, weapon: bool) -> None:
    knife = Deed(BILL, "ann", weapon=1)
    assert ("weapon" in codes(derive_throws([deed, knife]), "ann")) is weapon


def test_d18_a_dodge_with_a_weapon_in_hand_is_no_parry() -> None:
    dodges = Deed(BILL, "ann", defends=True, weapon=1)
    assert "weapon" not in codes(derive_throws([Deed(ANN, "bill", weapon=2), dodges]), "ann")


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


def test_d18_a_power_or_anything_else_has_no_weapon_to_compare() -> None:
    ann = Deed(ANN, "bill", weapon=2)
    for bill in (Deed(BILL, "ann", PowerStats("calm")), Deed(BILL, "ann", attacks=False)):
        assert "weapon" not in codes(derive_throws([ann, bill]), "ann")
    parry = Deed(BILL, "ann", defends=True, parries=True)
    assert "weapon" in codes(derive_throws([ann, parry]), "ann")


def test_d18_defense_is_refused_to_who_does_not_only_defend() -> None:
    with pytest.raises(ThrowCountRefusal) as refused:
        derive_throws([Deed(BILL, "ann"), Deed(ANN, "bill", extra=(situation("a"), DEFENSE))])
    assert (refused.value.code, refused.value.path) == ("only-when-defending", ("deeds", 1, "extra", 1))
    throws = derive_throws([Deed(BILL, "ann"), Deed(ANN, defends=True, extra=(DEFENSE,))])
    assert codes(throws, "ann") == ["defense"]


def test_d14_the_stat_above_the_intensity() -> None:
    for stat, more in (("psyche", ["higher-stat"]), ("hand to hand", []), ("luck", [])):
        throws = derive_throws([Deed(ANN, stat=stat, intensity=5)])
        assert codes(throws, "ann") == more
