"""How many cards: a test for each of D13 to D22, named after it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.demon_city import Keep
from rules.demon_city.claims import Advantage, Claims, Disadvantage, Extra, Lost, ThrowCountRefusal, ThrowKind
from rules.demon_city.claims_check import faults_of_claims, verify_claims
from rules.demon_city.throw_count import Floor, Reason, ThrowCount, adjust, count_throws
from tests.rules.demon_city.claim_builders import (
    CALLED_SHOT,
    CLASH,
    DEFENSE,
    DISTRACTION,
    HIGHER,
    INJURY,
    OPPOSED,
    STATIC,
    SUPERNATURAL,
    TRICKY,
    WEAPON,
    count,
    drawback,
    overlap,
    situation,
)


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
    assert (refused.value.code, refused.value.path) == ("below-one", ("base",))
    assert refused.value.params == {"value": 0}
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
    assert both.reasons == (
        Reason(1, Advantage.SITUATION, "D19", "tripping"),
        Reason(1, Advantage.SITUATION, "D19", "handcuffed"),
    )


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
    assert shot.reasons[-1] == Reason(-1, Disadvantage.CALLED_SHOT, "D20")
    assert count(CLASH, HIGHER, WEAPON, CALLED_SHOT, TRICKY).cards == 1


def test_d20_never_below_one_throw_and_a_static_test_gives_nothing_away() -> None:
    test = count(STATIC, drawback("left-handed"), drawback("drunk"))
    assert (test.cards, test.to_opponent) == (1, 0)
    assert test.reasons[-1] == Reason(2, Floor.MINIMUM, "D20")


@pytest.mark.parametrize("kind", [OPPOSED, CLASH])
def test_d21_left_over_losses_become_the_opponents_throws(kind: ThrowKind) -> None:
    piled = count(kind, HIGHER, drawback("drunk"), drawback("blind"), drawback("one-armed"))
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


@pytest.mark.parametrize("item", [HIGHER, WEAPON, SUPERNATURAL, situation("high ground")])
def test_d21_two_opponents_cannot_hold_the_same_advantage(item: Extra) -> None:
    held = refusal(CLASH, item, against=Claims((item,)))
    assert (held.code, held.path) == ("held-by-both", ("extra", 0))
    assert held.params["where"] == ("opponent", "extra", 0)


def test_d16_two_are_both_distracted_unless_each_acts_upon_the_other() -> None:
    """Ann on Bill, Bill on Cassie: both have turned to somebody who looks elsewhere."""
    both = Claims((DISTRACTION,))
    assert count(CLASH, DISTRACTION, against=both).cards == 2
    assert refusal(OPPOSED, DISTRACTION, against=both).code == "held-by-both"
    with pytest.raises(ThrowCountRefusal, match="held-by-both"):
        count_throws(CLASH, both, both, mutual=True)


@pytest.mark.parametrize(("given", "taken"), [("high ground", "low ground"), ("sober", "drunk")])
def test_d21_the_source_s_own_pairs_are_one_asymmetry(given: str, taken: str) -> None:
    pair = refusal(OPPOSED, situation(given), against=Claims(lost=(drawback(taken.title()),)))
    assert (pair.code, pair.params["what"]) == ("given-and-taken", ("situation", given))
    back = refusal(OPPOSED, drawback(taken), against=Claims((situation(given),)))
    assert back.path == ("lost", 0)
    assert count(OPPOSED, situation(given), drawback("limping")).cards == 1


@pytest.mark.parametrize("kind", [STATIC, OPPOSED])
def test_d20_injury_counts_in_action_rounds_alone(kind: ThrowKind) -> None:
    hurt = refusal(kind, HIGHER, INJURY)
    assert (hurt.code, hurt.path) == ("only-in-action-rounds", ("lost", 0))
    assert hurt.params == {"what": ("injury", "")}
    assert refusal(kind, against=Claims(lost=(INJURY,))).path == ("opponent", "lost", 0)
    in_round = count_throws(STATIC, Claims((HIGHER,), (INJURY,)), in_round=True)
    assert in_round.cards == 1, "a test of an Action Round (D25)"


def test_d15_overlap_does_not_count_in_the_tests_of_an_action_round() -> None:
    with pytest.raises(ThrowCountRefusal, match="not-in-action-rounds"):
        count_throws(STATIC, Claims((overlap("Streetwise"),)), in_round=True)


def test_d16_and_d20_a_check_by_itself_takes_a_throw_for_one_sided_and_outside_of_rounds() -> None:
    both = Claims((DISTRACTION,))
    assert list(faults_of_claims(CLASH, both, both)) == []
    verify_claims(CLASH, both, both)
    hurt = Claims(lost=(INJURY,))
    assert [each.code for each in faults_of_claims(STATIC, hurt, Claims())] == ["only-in-action-rounds"]
    with pytest.raises(ThrowCountRefusal, match="only-in-action-rounds"):
        verify_claims(STATIC, hurt, Claims())


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


HIGH_GROUND = ("situation", "high ground")


@pytest.mark.parametrize(
    ("kind", "own", "against", "code", "path", "params"),
    [
        (CLASH, [HIGHER, HIGHER], [], "counted-twice", ("extra", 1), {"what": ("higher-stat", "")}),
        (
            CLASH,
            [],
            [INJURY, INJURY],
            "counted-twice",
            ("opponent", "lost", 1),
            {"what": ("injury", "")},
        ),
        (CLASH, [situation("hill", 0)], [], "below-one", ("extra", 0, "times"), {"value": 0}),
        (
            OPPOSED,
            [situation("high ground", 2)],
            [],
            "counts-once",
            ("extra", 0, "times"),
            {"what": HIGH_GROUND},
        ),
        (
            CLASH,
            [HIGHER, overlap("Research")],
            [],
            "not-in-action-rounds",
            ("extra", 1),
            {"what": ("overlap", "Research")},
        ),
        (STATIC, [DEFENSE], [], "only-in-action-rounds", ("extra", 0), {"what": ("defense", "")}),
        (
            STATIC,
            [overlap("Science"), overlap("Biology", "Science")],
            [],
            "general-skill",
            ("extra", 1),
            {"skill": "Biology", "general": "Science"},
        ),
        (
            OPPOSED,
            [],
            [overlap("Science"), overlap("Biology", "Science")],
            "general-skill",
            ("opponent", "extra", 1),
            {"skill": "Biology", "general": "Science"},
        ),
        (
            CLASH,
            [situation("high ground")],
            [INJURY, drawback("high ground")],
            "given-and-taken",
            ("extra", 0),
            {"what": HIGH_GROUND, "where": ("opponent", "lost", 1)},
        ),
        (
            CLASH,
            [drawback("high ground")],
            [HIGHER, situation("high ground")],
            "given-and-taken",
            ("lost", 0),
            {"what": HIGH_GROUND, "where": ("opponent", "extra", 1)},
        ),
        (
            CLASH,
            [situation("high ground"), INJURY, drawback("high ground")],
            [],
            "given-and-taken",
            ("extra", 0),
            {"what": HIGH_GROUND, "where": ("lost", 1)},
        ),
        (
            CLASH,
            [],
            [situation("high ground"), drawback("high ground")],
            "given-and-taken",
            ("opponent", "extra", 0),
            {"what": HIGH_GROUND, "where": ("opponent", "lost", 0)},
        ),
        (
            CLASH,
            [HIGHER, WEAPON],
            [WEAPON],
            "held-by-both",
            ("extra", 1),
            {"what": ("weapon", ""), "where": ("opponent", "extra", 0)},
        ),
    ],
)
def test_d21_a_refusal_says_which(
    kind: ThrowKind,
    own: list[Extra | Lost],
    against: list[Extra | Lost],
    code: str,
    path: tuple[object, ...],
    params: dict[str, object],
) -> None:
    theirs = Claims(
        tuple(item for item in against if isinstance(item, Extra)),
        tuple(item for item in against if isinstance(item, Lost)),
    )
    refused = refusal(kind, *own, against=theirs)
    assert (refused.code, refused.path, refused.params) == (code, path, params)


def test_d15_a_situation_is_no_skill() -> None:
    assert count(STATIC, situation("science"), overlap("Biology", of="Science")).cards == 3


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
    counted = count_throws(kind, Claims(tuple(extra), tuple(lost)), base=base, in_round=True)
    assert base + sum(reason.amount for reason in counted.reasons) == counted.cards
    assert counted.cards >= (2 if counted.keep is Keep.LOWEST else 1)


@given(EXTRAS, LOSSES)
def test_d13_the_order_of_claims_is_irrelevant(extra: list[Extra], lost: list[Lost]) -> None:
    one, other = count(CLASH, *extra, *lost), count(CLASH, *reversed(extra), *reversed(lost))
    assert (one.cards, one.keep, one.to_opponent) == (other.cards, other.keep, other.to_opponent)


@given(cards=st.integers(1, 9), by=st.integers(-9, 9))
def test_d23a_the_host_s_plus_or_minus_is_a_reason_and_never_leaves_less_than_one_card(
    cards: int, by: int
) -> None:
    counted = ThrowCount(cards, Keep.HIGHEST, 2, (Reason(cards - 1, Advantage.SITUATION, "D13"),))
    adjusted = adjust(counted, by)
    assert adjusted.cards == max(1, cards + by)
    assert (adjusted.keep, adjusted.to_opponent) == (Keep.HIGHEST, 2)
    change = adjusted.cards - cards
    added = (Reason(change, Floor.BY_HOST, "D23a"),) if change else ()
    assert adjusted.reasons == counted.reasons + added
