"""Cards and single throws: a test for each of D1 to D12 and D22, named after it."""

from __future__ import annotations

from itertools import combinations_with_replacement, cycle
from math import factorial, prod

import pytest

from rules.cards import (
    ALL_CARDS,
    FOOL,
    JUSTICE,
    STRENGTH,
    Card,
    CardRefusal,
    Courts,
    CourtsRefusal,
    Order,
    Suit,
    Valuation,
)
from rules.demon_city import (
    C100,
    CountRefusal,
    Critical,
    CriticalBy,
    FiredSpecial,
    Keep,
    OpposedOutcome,
    OpposedRefusal,
    Special,
    StaticOutcome,
    StaticRefusal,
    Throw,
    count_throw,
    draw_c10,
    judge_c100,
    judge_damage,
    judge_opposed,
    judge_static,
)
from rules.demon_city.harm import DamageRefusal
from rules.demon_city.throw import working_significators


def cards(*codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes)


def throw(*codes: str, by: str = "marty", own: str = "", keep: Keep = Keep.HIGHEST) -> Throw:
    return Throw(by, cards(*codes), frozenset(cards(*own.split())), keep)


def test_d1_codes_name_figures() -> None:
    assert len({card.code for card in ALL_CARDS}) == 78
    assert all(Card.parse(card.code) == card for card in ALL_CARDS)
    assert Card.parse("p14") == Card(Suit.PENTACLES, 14)
    assert str(FOOL) == "m00"


@pytest.mark.parametrize("code", ["", "m22", "w00", "w15", "x01", "W01", "w1", "m5", "the-fool", "m-1"])
def test_d1_refuses_what_is_no_code(code: str) -> None:
    with pytest.raises(CardRefusal) as refused:
        Card.parse(code)
    assert refused.value.params == {"code": code}


def test_d1_refuses_a_rank_that_the_suit_has_not() -> None:
    with pytest.raises(CardRefusal):
        Card(Suit.CUPS, 15)


def test_d2_values_are_the_numbers_printed() -> None:
    worth = Valuation().value
    assert [worth(Card(Suit.WANDS, rank)) for rank in range(1, 15)] == list(range(1, 15))
    assert [worth(Card(Suit.MAJOR, rank)) for rank in range(22)] == list(range(22))


def test_d2_marseille_swaps_strength_and_justice_alone() -> None:
    rws, marseille = Valuation(Order.RWS), Valuation(Order.MARSEILLE)
    assert (rws.value(STRENGTH), rws.value(JUSTICE)) == (8, 11)
    assert (marseille.value(STRENGTH), marseille.value(JUSTICE)) == (11, 8)
    others = [card for card in ALL_CARDS if card not in (STRENGTH, JUSTICE)]
    assert [rws.value(card) for card in others] == [marseille.value(card) for card in others]


def test_d2_courts_are_a_setting() -> None:
    table = Valuation(courts=Courts(10, 10, 0, 15))
    assert [table.value(Card(Suit.CUPS, rank)) for rank in range(11, 15)] == [10, 10, 0, 15]
    assert table.value(Card(Suit.MAJOR, 12)) == 12
    with pytest.raises(CourtsRefusal) as refused:
        Courts(queen=-1)
    assert refused.value.path == ("13",)


def test_d3_a_significator_works_for_its_own_character_alone() -> None:
    own = judge_static(throw("w09", "c08", own="c08"), [5])
    others = judge_static(throw("w09", "c08", own="m05"), [5])
    assert own.throw.critical == Critical(CriticalBy.SIGNIFICATOR, Card.parse("c08"))
    assert others.throw.critical is None


def test_d4_the_fool_as_own_significator_is_worth_22_and_no_fumble() -> None:
    own = judge_static(throw("m00", "w09", own="m00"), [9]).throw
    assert (own.value, own.card, own.fumble) == (22, FOOL, False)
    assert own.critical == Critical(CriticalBy.SIGNIFICATOR, FOOL)
    assert "D4" in judge_static(throw("m00", own="m00"), [9]).rule
    anybodys = judge_static(throw("m00", own="m05"), [1]).throw
    assert (anybodys.value, anybodys.fumble) == (0, True)


def test_d5_only_the_highest_card_counts() -> None:
    """ "So if you throw a 6 and an 8, your result is 8 ... the opponent gets a 5 and a 9" """
    result = judge_opposed([throw("w06", "c08", by="you"), throw("p05", "s09", by="opponent")])
    assert [each.value for each in result.throws] == [8, 9]
    assert result.winner == "opponent"
    assert count_throw(throw()) is None


def test_d5_of_equal_cards_the_one_counts_that_serves_its_thrower() -> None:
    worthless_courts = Valuation(courts=Courts(page=0))
    assert count_throw(throw("w08", "c08", own="c08")).card == Card.parse("c08")  # type: ignore[union-attr]
    horror = Throw("fiend", cards("w08", "c08"), specials=(Special(Card.parse("c08")),))
    assert count_throw(horror).card == Card.parse("c08")  # type: ignore[union-attr]
    assert count_throw(throw("m00", "c11"), worthless_courts).card == Card.parse("c11")  # type: ignore[union-attr]
    assert count_throw(throw("s08", "w08")).card == Card.parse("s08")  # type: ignore[union-attr]


def test_d6_c10_ignores_what_is_not_1_to_10() -> None:
    drawn = draw_c10(cards("m00", "w13", "c10", "m11", "w03", "w01"), 2)
    assert (drawn.values, drawn.ignored, drawn.need) == ((10, 3), cards("m00", "w13", "m11"), 0)
    short = draw_c10(cards("m10", "w14"), 3)
    assert (short.values, short.ignored, short.need) == ((10,), cards("w14"), 2)
    assert draw_c10(cards("w01")).values == (1,)
    with pytest.raises(CountRefusal):
        draw_c10(cards("w01"), 0)


@pytest.mark.parametrize(
    ("codes", "value"),
    [
        ("w03 c07", 73),  # the first card is the ones, the second the tens
        ("w07 c03", 37),
        ("w10 c07", 70),  # a ten reads as 0
        ("w07 c10", 7),
        ("w10 c10", 100),  # both tens
        ("w07 c07", 77),
        ("m00 w03 m15 c07 w01", 73),  # cards outside 1 to 10 are ignored, and a third is not needed
        ("w03", None),
        ("", None),
        ("w01 w11", None),
    ],
)
def test_d7_c100(codes: str, value: int | None) -> None:
    assert judge_c100(cards(*codes.split())).value == value


def test_d7_says_how_many_cards_are_missing() -> None:
    assert judge_c100(cards("m21", "w04")) == C100(None, draw_c10(cards("m21", "w04"), 2))
    assert judge_c100(cards("m21", "w04")).drawn.need == 1


@pytest.mark.parametrize(
    ("codes", "intensity", "outcome"),
    [
        ("w07", 6, "success"),
        ("w06", 6, "failure"),  # a tie is a failure
        ("w05", 6, "failure"),
        ("w02 w07", 6, "success"),
        ("w10", 9, "success"),
        ("w10", 10, "failure"),  # Intensity 10 fails ...
        ("w11", 10, "success"),  # ... unless something supernatural helps: any value above 10
        ("m11", 10, "success"),
        ("m12", 12, "failure"),
    ],
)
def test_d8_static_throw(codes: str, intensity: int, outcome: str) -> None:
    assert judge_static(throw(*codes.split()), [intensity]).outcome == outcome


def test_d8_intensity_0_needs_no_cards_and_cannot_fumble() -> None:
    bare = judge_static(throw(), [0])
    assert (bare.outcome, bare.throw.value, bare.throw.card) == (StaticOutcome.SUCCESS, None, None)
    fool = judge_static(throw("m00"), [0])
    assert (fool.outcome, fool.throw.fumble, fool.throw.critical) == (StaticOutcome.SUCCESS, False, None)
    sun = judge_static(Throw("fiend", cards("m19"), specials=(Special(Card.parse("m19")),)), [0])
    assert (sun.throw.critical, sun.specials) == (None, ())


def test_d8_several_intensities_are_degrees_of_success() -> None:
    """ "a Research throw of 4 might reveal a criminal record but a throw of 7 ... a second identity" """
    beaten = {code: judge_static(throw(code), [7, 4]).beaten for code in ("w04", "w05", "w07", "w08")}
    assert beaten == {"w04": (), "w05": (4,), "w07": (4,), "w08": (4, 7)}
    assert judge_static(throw("w04"), [4, 7]).outcome is StaticOutcome.FAILURE
    assert judge_static(throw("w05"), [4, 7]).outcome is StaticOutcome.SUCCESS


def test_d8_several_intensities_and_criticals() -> None:
    assert judge_static(throw("m11"), [4, 7]).throw.critical == Critical(CriticalBy.HIGH_CARD, JUSTICE)
    assert judge_static(throw("m11"), [4, 12]).throw.critical is None  # not above all that it competes with
    assert judge_static(throw("w09", "w05", own="w05"), [4, 7]).throw.critical is not None


def test_d8_intensity_0_among_several_is_beaten_without_cards() -> None:
    fool = judge_static(throw("m00"), [0, 4])
    assert (fool.beaten, fool.throw.fumble) == ((0,), False)
    assert judge_static(throw("w09", "c03", own="c03"), [0, 4]).throw.critical is None
    assert judge_static(throw("w09", "c05", own="c05"), [0, 4]).throw.critical is not None
    assert judge_static(throw("w03", own="w03"), [0, 4]).throw.critical is None
    devil = Throw("fiend", cards("w03"), specials=(Special(Card.parse("w03")),))
    assert judge_static(devil, [0, 4]).specials == ()


@pytest.mark.parametrize(
    ("codes", "intensities", "path"),
    [
        ("", [1], ("thrower", "cards")),
        ("", [0, 4], ("thrower", "cards")),
        ("w05", [-1], ("intensity",)),
        ("w05", [], ("intensities",)),
    ],
)
def test_d8_refuses(codes: str, intensities: list[int], path: tuple[str, ...]) -> None:
    with pytest.raises(StaticRefusal) as refused:
        judge_static(throw(*codes.split()), intensities)
    assert refused.value.path == path


def test_d9_highest_wins_and_a_tie_is_a_complication() -> None:
    """Marty hacks a lock, the Host throws for its programmer."""
    marty, lock = throw("w06", by="marty"), throw("c05", "s06", by="lock")
    tie = judge_opposed([marty, lock])
    assert (tie.outcome, tie.winner) == (OpposedOutcome.COMPLICATION, None)
    won = judge_opposed([throw("w07", by="marty"), lock])
    assert (won.outcome, won.winner) == (OpposedOutcome.WIN, "marty")


def test_d9_of_three_a_tie_below_the_highest_does_not_matter() -> None:
    three = [throw("w06", by="a"), throw("w09", by="b"), throw("c06", by="c")]
    assert judge_opposed(three).winner == "b"
    assert judge_opposed([*three, throw("s09", by="d")]).outcome is OpposedOutcome.COMPLICATION


@pytest.mark.parametrize(
    ("throws", "path"),
    [
        ([throw("w01", by="a")], ("throwers",)),
        ([], ("throwers",)),
        ([throw("w01", by="a"), throw("w02", by="a")], ("throwers", 1, "id")),
        ([throw("w01", by="a"), throw(by="b")], ("throwers", 1, "cards")),
    ],
)
def test_d9_refuses(throws: list[Throw], path: tuple[object, ...]) -> None:
    with pytest.raises(OpposedRefusal) as refused:
        judge_opposed(throws)
    assert refused.value.path == path


def test_d10_the_fool_that_counts_is_a_fumble() -> None:
    """ "(ie, they are only throwing one card and they throw The Fool)" """
    assert judge_static(throw("m00"), [5]).throw.fumble
    assert not judge_static(throw("m00", "w01"), [5]).throw.fumble
    tie = judge_opposed([throw("m00", by="a"), throw("c11", by="b")], Valuation(courts=Courts(page=0)))
    assert tie.outcome is OpposedOutcome.COMPLICATION
    assert [each.fumble for each in tie.throws] == [True, False]


def test_d11_the_worked_example_of_two_significators() -> None:
    critical = judge_static(throw("w09", "c08", own="c08"), [5])
    assert critical.throw.critical == Critical(CriticalBy.SIGNIFICATOR, Card.parse("c08"))
    success = judge_static(throw("w09", "c04", own="c04"), [5])
    assert (success.outcome, success.throw.critical) == (StaticOutcome.SUCCESS, None)
    equal = judge_static(throw("w09", "c05", own="c05"), [5])
    assert equal.throw.critical is None


def test_d11_several_significators_each_on_its_own() -> None:
    result = judge_static(throw("w09", "c04", "c06", own="c04 c06"), [5])
    assert result.throw.critical == Critical(CriticalBy.SIGNIFICATOR, Card.parse("c06"))


def test_d11_above_10_and_above_what_it_competes_against() -> None:
    assert judge_static(throw("m11"), [5]).throw.critical == Critical(CriticalBy.HIGH_CARD, JUSTICE)
    assert judge_static(throw("w10"), [5]).throw.critical is None
    won = judge_opposed([throw("m13", by="a"), throw("m12", by="b")])
    assert [bool(each.critical) for each in won.throws] == [True, False]
    tie = judge_opposed([throw("m13", by="a"), throw("m13", by="b")])
    assert [each.critical for each in tie.throws] == [None, None]


@pytest.mark.parametrize(
    ("codes", "own", "critical"),
    [("w09 c08", "c08", True), ("w09 c07", "c07", False), ("w09 c06", "c06", False), ("w09", "", False)],
)
def test_d11_significator_in_an_opposed_throw_must_have_won_alone(
    codes: str, own: str, critical: bool
) -> None:
    result = judge_opposed([throw(*codes.split(), by="a", own=own), throw("s07", by="b")])
    assert (result.throws[0].critical is not None) == critical


def test_d11_a_significator_that_loses_is_no_critical() -> None:
    result = judge_opposed([throw("c08", by="a", own="c08"), throw("s09", by="b")])
    assert result.throws[0].critical is None


def test_d12_special_cards_fire_when_they_count_and_the_action_happens() -> None:
    sun = (Special(Card.parse("m19"), "the blinds burn"),)
    fired = (FiredSpecial("fiend", Card.parse("m19"), "the blinds burn"),)
    assert judge_static(Throw("fiend", cards("m19"), specials=sun), [5]).specials == fired
    assert judge_static(Throw("fiend", cards("m19", "m20"), specials=sun), [5]).specials == ()
    assert judge_static(Throw("fiend", cards("m19"), specials=sun), [19]).specials == ()
    marty = throw("w05")
    assert judge_opposed([marty, Throw("fiend", cards("m19"), specials=sun)]).specials == fired
    assert judge_opposed([throw("m20"), Throw("fiend", cards("m19"), specials=sun)]).specials == ()
    assert "D12" in judge_static(Throw("fiend", cards("m19"), specials=sun), [5]).rule


def test_d22_the_lowest_counts() -> None:
    low = judge_static(throw("w09", "c03", keep=Keep.LOWEST), [5])
    assert (low.throw.value, low.outcome, low.rule) == (3, StaticOutcome.FAILURE, ("D8", "D22"))


def test_d22_a_significator_works_only_as_the_card_that_counts() -> None:
    assert judge_static(throw("w07", "c08", own="c08", keep=Keep.LOWEST), [5]).throw.critical is None
    assert judge_static(throw("w09", "c08", own="c08", keep=Keep.LOWEST), [5]).throw.critical is not None
    assert judge_static(throw("w08", "c08", own="c08", keep=Keep.LOWEST), [5]).throw.critical is not None


def test_d22_the_fool_as_that_card_is_a_fumble() -> None:
    assert judge_static(throw("w09", "m00", keep=Keep.LOWEST), [5]).throw.fumble
    own = judge_static(throw("w09", "m00", own="m00", keep=Keep.LOWEST), [5]).throw
    assert (own.value, own.fumble, own.critical) == (9, False, None)


@pytest.mark.parametrize(
    ("toughness", "codes", "amount", "injures", "need"),
    [
        (3, "w07 c02 s09", 2, False, 0),  # the lowest of three
        (1, "w07", 7, False, 0),
        (2, "m13 w07 c11 s09", 7, False, 0),  # C10: what is not 1 to 10 is ignored
        (2, "w07 c09 s01", 7, False, 0),  # no more cards than base Toughness
        (3, "w07 m00", None, False, 2),
        (0, "", None, True, 0),  # no throw is needed, the hit injures
    ],
)
def test_d33_damage(toughness: int, codes: str, amount: int | None, injures: bool, need: int) -> None:
    damage = judge_damage(toughness, cards(*codes.split()))
    assert (damage.amount, damage.without_throw, damage.drawn.need) == (amount, injures, need)


def test_d33_refuses_negative_toughness() -> None:
    with pytest.raises(DamageRefusal) as refused:
        judge_damage(-1, [])
    assert refused.value.path == ("toughness",)


@pytest.mark.parametrize(("toughness", "average"), list(enumerate([5.5, 3.85, 3.025, 2.53, 2.21], start=1)))
def test_d33_averages_of_the_source(toughness: int, average: float) -> None:
    """For one to five cards, with replacement: every hand of values, as often as it can be thrown."""
    total = 0
    for hand in combinations_with_replacement(range(1, 11), toughness):
        times = factorial(toughness) // prod(factorial(hand.count(value)) for value in set(hand))
        thrown = [Card(suit, value) for suit, value in zip(cycle(list(Suit)[:4]), hand, strict=False)]
        total += times * (judge_damage(toughness, thrown).amount or 0)
    assert total / 10**toughness == pytest.approx(average, abs=0.004)


@pytest.mark.parametrize(
    ("keep", "order", "working"),
    [
        (Keep.HIGHEST, Order.RWS, [("m08", 8), ("c09", 9)]),
        (Keep.HIGHEST, Order.MARSEILLE, [("m08", 11), ("c09", 9)]),
        (Keep.LOWEST, Order.RWS, [("m08", 8)]),
        (Keep.LOWEST, Order.MARSEILLE, [("c09", 9)]),
    ],
)
def test_d11_and_d22_which_significators_work(
    keep: Keep, order: Order, working: list[tuple[str, int]]
) -> None:
    thrown = throw("w10", "m08", "c09", own="m08 c09 m21", keep=keep)
    found = list(working_significators(thrown, Valuation(order)))
    assert [(each.card.code, each.value) for each in found] == working
    assert all(each.own_significator for each in found)
