"""One test for each rule of Pulp in the Cards, named after its number."""

from __future__ import annotations

from datetime import date
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.limits import LimitRefusal
from rules.playing_cards import PACK, Colour, PlayingCard, PlayingCardRefusal
from rules.pulp.deal import Outcome, judge_cards, judge_sums
from rules.pulp.deck import Place, check_deck, misfits, parse_cards, place_of, points
from rules.pulp.documents import Deal, Deck, Initiative, judge_deal, judge_deck, judge_initiative
from rules.pulp.initiative import Contender, InitiativeOrder, settle_initiative

FOURTEEN = ["As", "2s", "4s", "Ah", "Ad", "2h", "2d", "Kh", "Kd", "Qh", "Qd", "Jh", "Jd", "Ks"]
DECK = parse_cards(FOURTEEN, "cards")


def rows() -> list[list[str]]:
    text = (Path(__file__).parent / "deals.txt").read_text(encoding="utf-8")
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return [[cell.strip() for cell in line.split("|")] for line in lines if line]


def order(**cards: str) -> InitiativeOrder:
    return settle_initiative([Contender(name, parse_cards(held.split())) for name, held in cards.items()])


def test_p1_every_card_of_the_pack_has_its_worth() -> None:
    worth = {card.code: points(card) for card in PACK if place_of(card)}
    assert worth == {
        **dict.fromkeys(["As", "Ac", "Ah", "Ad"], 1),
        **dict.fromkeys(["2s", "2c", "2h", "2d"], 2),
        **dict.fromkeys(["4s", "4c"], 4),
        **{rank + suit: 0 for rank in "JQK" for suit in "shdc"},
    }
    assert points(PlayingCard.parse("9h")) == 0


def test_p1_a_whole_deck_is_complete() -> None:
    check = check_deck(DECK)
    assert (check.complete, check.missing, check.extra) == (True, (), ())
    assert check.said.code == "pulp.deck.complete"
    assert len(check_deck([]).said.params["missing"]) == 6  # type: ignore[arg-type]


def test_p1_an_empty_table_lacks_all_fourteen() -> None:
    missing = check_deck([]).missing
    assert missing == (
        "black ace", "black deuce", "black four", "red ace", "red ace", "red deuce", "red deuce", *["picture"] * 7
    )  # fmt: skip


@pytest.mark.parametrize(
    ("cards", "missing", "extra"),
    [
        ([*FOURTEEN, "Ac"], (), ("Ac",)),  # a second black ace
        ([*FOURTEEN[1:], "Ac"], (), ()),  # either black ace will do
        ([*FOURTEEN, "Kc"], (), ("Kc",)),  # an eighth picture
        ([*FOURTEEN[:-1], "9s"], ("picture",), ("9s",)),  # a nine is no picture
        ([*FOURTEEN[:-1], "4h"], ("picture",), ("4h",)),  # the four is black
        ([*FOURTEEN[:3], "Ah", "Ah", *FOURTEEN[5:]], ("red ace",), ("Ah",)),  # one card cannot lie twice
    ],
)
def test_p1_a_wrong_deck_says_what_is_wrong(
    cards: list[str], missing: tuple[str, ...], extra: tuple[str, ...]
) -> None:
    check = judge_deck(Deck(tuple(cards)))
    assert (check.missing, check.extra, check.complete) == (missing, extra, not missing and not extra)


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row[0]} at {row[1]}")
def test_p2_p3_golden_deals(row: list[str]) -> None:
    cards, difficulty, black, red, plain, degree, outcome, extreme = row
    verdict = judge_deal(Deal(tuple(cards.split()), int(difficulty)))
    assert [verdict.black, verdict.red, verdict.plain, verdict.degree] == [
        int(black), int(red), int(plain), int(degree)
    ]  # fmt: skip
    assert verdict.outcome == outcome
    assert (verdict.critical, verdict.fumble) == (extreme == "critical", extreme == "fumble")


def test_p2_equal_sums_fail_with_degree_zero() -> None:
    verdict = judge_sums(3, 3)
    assert (verdict.outcome, verdict.degree) == (Outcome.FAILURE, 0)


def test_p3_a_positive_difficulty_is_harder() -> None:
    assert judge_sums(5, 2, 4).outcome is Outcome.FAILURE
    assert judge_sums(2, 5, -4).outcome is Outcome.SUCCESS


@pytest.mark.parametrize("difficulty", [-5, 5])
def test_p3_no_difficulty_beyond_four(difficulty: int) -> None:
    with pytest.raises(LimitRefusal, match="difficulty: between"):
        judge_sums(1, 1, difficulty)


def test_p4_in_a_resistance_deal_black_is_the_power() -> None:
    held = judge_deal(Deal(("Ac", "Ah", "Ad", "2h", "2d", "Qh", "Qd"), resistance=True))
    assert (held.outcome, held.fumble, held.resistance) == (Outcome.FAILURE, True, True)
    assert held.said.code == "pulp.resistance.fumble"
    assert held.rule == ("P2", "P3", "P4")


def test_p5_highest_sum_first_and_both_colours_count() -> None:
    assert order(a="As Kd", b="4s 2h", c="Ah 2d").order == ("b", "c", "a")


def test_p5_only_the_tied_draw_again() -> None:
    result = order(a="4s Kd", b="2h Ks", c="Qs 2d", d="As Qh")
    assert (result.order, result.draw_again) == (("a", "d"), (("b", "c"),))
    assert result.said.params["names"] == ("b", "c")


def test_p5_a_tie_breaker_counts_between_the_tied_alone() -> None:
    result = order(a="2h Ad", b="2d Ks 4s", c="2s Kd Qs")
    assert (result.order, result.draw_again) == (("a", "b", "c"), ())


def test_p5_somebody_who_has_drawn_for_the_tie_waits_for_the_others() -> None:
    assert order(a="2h Kd 4s", b="2d Ks").draw_again == (("b",),)


def test_p5_the_advantage_counts_in_every_deal() -> None:
    contenders = [
        Contender("a", parse_cards(["As", "Kd", "Qd"]), 1),
        Contender("b", parse_cards(["2h", "Kh", "Ah"])),
    ]
    tied = settle_initiative(contenders)
    assert tied.draw_again == (("a", "b"),)  # 1 + 1 against 2, then 0 + 1 against 1
    ahead = settle_initiative([contenders[0], Contender("b", parse_cards(["2h", "Kh", "Qs"]))])
    assert ahead.order == ("a", "b")


def test_p5_an_exhausted_deck_falls_back_on_birth_dates_then_names() -> None:
    pictures = ["Kh Kd", "Qh Qd", "Jh Jd"]
    rest = ["Ks 4s", "As 2h", "2s Ah", "2d Ad"]
    born = [date(1990, 5, 2), None, date(1985, 1, 1)]
    contenders = [
        Contender(name, parse_cards(cards.split()), born=day)
        for name, cards, day in zip("abcdefg", [*pictures, *rest], [*born, *[None] * 4], strict=True)
    ]
    result = settle_initiative(contenders)
    assert result.order == ("d", "e", "f", "g", "c", "a", "b")
    assert result.by_birth == ("e", "f", "g", "c", "a", "b")
    assert result.draw_again == ()


def test_p5_first_names_decide_between_equal_birth_dates() -> None:
    hands = ["Kh Kd", "Qh Qd", "4s As", "2s Ah", "2d Ad", "2h Ks", "Jh Jd"]
    names = ["Zoe", "Abe", "", "", "", "", "Mia"]
    contenders = [
        Contender(f"{place}", parse_cards(hand.split()), name=name)
        for place, (hand, name) in enumerate(zip(hands, names, strict=True))
    ]
    assert settle_initiative(contenders).order[-3:] == ("1", "6", "0")


def test_p5_whom_the_deck_cannot_deal_comes_last() -> None:
    hands = ["Kh Kd", "Qh Qd", "4s As", "2s Ah", "2d Ad", "2h Ks", "Jh Jd", ""]
    contenders = [Contender(str(place), parse_cards(hand.split())) for place, hand in enumerate(hands)]
    result = settle_initiative(contenders)
    assert result.order[-1] == "7"
    assert "7" not in result.by_birth
    assert result.said.code == "pulp.initiative.order"


@pytest.mark.parametrize(
    ("hands", "message"),
    [
        ({"a": "4s"}, "combatants.0.cards: at-least"),  # one card is no deal
        ({"a": "4s Kd", "b": ""}, "combatants.1.cards: at-least"),  # the deck still has cards
        ({"a": "4s Kd", "b": "Kd Ks"}, "combatants.1.cards.0: card-of-the-fourteen"),  # one card, two hands
        ({"a": "4s Kd Ks", "b": "2h Qs"}, "combatants.0.cards: no-card-without-a-tie"),
        ({"a": "4s Kx"}, "combatants.0.cards.1: playing-card"),
    ],
)
def test_p5_refused_hands(hands: dict[str, str], message: str) -> None:
    from rules.pulp.documents import CombatantCards

    combatants = tuple(CombatantCards(name, tuple(cards.split())) for name, cards in hands.items())
    with pytest.raises((LimitRefusal, PlayingCardRefusal), match=message):
        judge_initiative(Initiative(combatants))


def test_p5_refused_names_and_advantages() -> None:
    with pytest.raises(LimitRefusal, match="combatants: at-least"):
        judge_initiative(Initiative(()))
    hand, other = parse_cards(["4s", "Kd"]), parse_cards(["2h", "Ks"])
    with pytest.raises(LimitRefusal, match=r"combatants\.1\.id: own-name"):
        settle_initiative([Contender("a", hand), Contender("a", other)])
    with pytest.raises(LimitRefusal, match=r"combatants\.0\.advantage: between"):
        settle_initiative([Contender("a", hand, 5)])


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (FOURTEEN[:6], "cards: exact-count"),
        (FOURTEEN[:8], "cards: exact-count"),
        (["As", "Ac", *FOURTEEN[2:7]], "cards.1: one-too-many"),  # two black aces
        (["As", "As", *FOURTEEN[2:7]], "cards.1: card-of-the-fourteen"),
        (["As", "9h", *FOURTEEN[2:7]], "cards.1: card-of-the-fourteen"),
        (["As", "1h", *FOURTEEN[2:7]], "cards.1: playing-card"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(cards: list[str], message: str) -> None:
    with pytest.raises((LimitRefusal, PlayingCardRefusal), match=message):
        judge_deal(Deal(tuple(cards)))


@given(st.permutations(DECK), st.integers(-4, 4), st.booleans())
def test_a_deal_does_not_depend_on_the_order_of_its_cards(
    deck: list[PlayingCard], difficulty: int, resistance: bool
) -> None:
    hand = deck[:7]
    verdict = judge_cards(hand, difficulty, resistance=resistance)
    assert verdict == judge_cards(sorted(hand, key=lambda card: card.code), difficulty, resistance=resistance)
    assert verdict.degree == verdict.plain - difficulty
    assert not (verdict.critical and verdict.outcome is Outcome.FAILURE)
    assert not (verdict.fumble and verdict.outcome is Outcome.SUCCESS)


@given(st.integers(0, 7), st.integers(0, 6), st.integers(-4, 3))
def test_a_harder_action_never_fares_better(black: int, red: int, difficulty: int) -> None:
    easier, harder = judge_sums(black, red, difficulty), judge_sums(black, red, difficulty + 1)
    assert harder.outcome is Outcome.FAILURE or easier.outcome is Outcome.SUCCESS


@given(st.permutations(DECK), st.integers(2, 7))
def test_every_combatant_is_placed_or_draws(deck: list[PlayingCard], count: int) -> None:
    contenders = [Contender(str(n), tuple(deck[2 * n : 2 * n + 2])) for n in range(count)]
    result = settle_initiative(contenders)
    assert sorted([*result.order, *sum(result.draw_again, ())]) == [str(n) for n in range(count)]


@given(st.permutations(DECK))
def test_misfits_of_a_whole_deck_are_none_in_any_order(deck: list[PlayingCard]) -> None:
    assert misfits(deck) == []
    assert misfits([*deck, deck[0]]) == [14]


def test_black_and_red_have_seven_and_six_points() -> None:
    sums = {colour: sum(points(card) for card in DECK if card.colour is colour) for colour in Colour}
    assert sums == {Colour.BLACK: 7, Colour.RED: 6}
    assert len({place_of(card) for card in DECK}) == len(Place)
    assert len(list(combinations(DECK, 7))) == 3432
