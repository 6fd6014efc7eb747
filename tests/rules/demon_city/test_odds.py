"""Exact odds against brute force over all draws, and against the published table (D36)."""

from __future__ import annotations

import time
import timeit
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.cards import FOOL, Card, Courts, Order, Suit, Valuation
from rules.demon_city import Keep, Throw, judge_opposed, judge_static
from rules.demon_city.decks import build_players_deck
from rules.demon_city.odds import TABLE_SIZE, Hand, Odds, OddsRefusal, odds_against, odds_against_intensity
from rules.demon_city.odds_question import OddsQuestion, OddsTable, judge_odds

TEN = tuple(Card(Suit.WANDS, value) for value in range(1, 11))


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card.parse(code) for code in codes.split())


DECK = st.lists(
    st.sampled_from(cards("m00 w01 c01 s02 w03 m05 c09 w10 w11 m12 m21")), min_size=2, max_size=5, unique=True
).map(tuple)


def draws(hand: Hand) -> Iterator[Sequence[Card]]:
    """Every way to draw the hand."""
    return (
        product(hand.deck, repeat=hand.cards) if hand.replace else iter(combinations(hand.deck, hand.cards))
    )


def thrown(hand: Hand, drawn: Sequence[Card], by: str = "own") -> Throw:
    return Throw(by, tuple(drawn), hand.significators, hand.keep)


def share(times: int, of: int) -> Fraction:
    return Fraction(times, of)


def brute_force_against(hand: Hand, foe: Hand) -> Odds:
    """Judge every draw against every other by the rules for opposed throws."""
    total = win = tie = critical = fumble = 0
    for own, other in product(draws(hand), list(draws(foe))):
        result = judge_opposed([thrown(hand, own), thrown(foe, other, "foe")], hand.valuation)
        total += 1
        win += result.winner == "own"
        tie += result.winner is None
        critical += result.throws[0].critical is not None
        fumble += result.throws[0].fumble
    return Odds(
        share(win, total),
        share(total - win - tie, total),
        share(tie, total),
        share(critical, total),
        share(fumble, total),
    )


def brute_force_intensity(hand: Hand, intensity: int) -> Odds:
    """Judge every draw by the rules for static throws."""
    results = [judge_static(thrown(hand, drawn), [intensity], hand.valuation) for drawn in draws(hand)]
    total = len(results)
    win = share(sum(result.outcome == "success" for result in results), total)
    critical = share(sum(result.throw.critical is not None for result in results), total)
    fumble = share(sum(result.throw.fumble for result in results), total)
    return Odds(win, 1 - win, Fraction(0), critical, fumble)


def chances(odds: Odds) -> tuple[Fraction, ...]:
    return odds.win, odds.lose, odds.tie, odds.critical, odds.fumble


HANDS = st.builds(
    Hand,
    deck=DECK,
    cards=st.integers(1, 2),
    keep=st.sampled_from(Keep),
    significators=st.frozensets(st.sampled_from(cards("m00 w03 m05 m12"))),
    replace=st.booleans(),
    valuation=st.sampled_from([Valuation(), Valuation(courts=Courts(page=0)), Valuation(Order.MARSEILLE)]),
)


@given(HANDS, DECK, st.integers(1, 2), st.booleans())
@settings(max_examples=150, deadline=None)
def test_d36_against_brute_force(hand: Hand, deck: tuple[Card, ...], count: int, replace: bool) -> None:
    foe = Hand(deck, count, replace=replace, valuation=hand.valuation)
    assert chances(odds_against(hand, foe)) == chances(brute_force_against(hand, foe))


@given(HANDS, st.integers(0, 12))
@settings(max_examples=150, deadline=None)
def test_d36_against_an_intensity(hand: Hand, intensity: int) -> None:
    exact = odds_against_intensity(hand, intensity)
    assert chances(exact) == chances(brute_force_intensity(hand, intensity))


@pytest.mark.parametrize(("throws", "win"), [(1, 0.50), (2, 0.68), (3, 0.775), (4, 0.83), (5, 0.87)])
def test_d36_the_published_table(throws: int, win: float) -> None:
    odds = odds_against(Hand(TEN, throws, replace=True), Hand(TEN, 1, replace=True))
    again = odds.with_ties_thrown_again()
    assert float(again.win) == pytest.approx(win, abs=0.005)
    assert again.tie == 0
    assert again.win + again.lose == 1


def test_d36_ties_happen_one_time_in_ten() -> None:
    """ "It generates ties about 1 in 10 times, a little more if both parties are rolling lots of dice" """
    assert odds_against(Hand(TEN, 1, replace=True), Hand(TEN, 1, replace=True)).tie == Fraction(1, 10)
    assert odds_against(Hand(TEN, 5, replace=True), Hand(TEN, 5, replace=True)).tie > Fraction(1, 10)


def test_d36_a_fumble_that_ties_is_thrown_again_too() -> None:
    """Both sides have The Fool and a one: of nine throws three tie, one of them in The Fool."""
    both = Hand((FOOL, TEN[0], TEN[1]), 1)
    odds = odds_against(both, both)
    assert (odds.fumble, odds.with_ties_thrown_again().fumble) == (Fraction(1, 3), Fraction(1, 3))


def test_d36_ties_that_never_end_are_refused() -> None:
    one = Hand(TEN[:1], 1)
    with pytest.raises(OddsRefusal) as refused:
        odds_against(one, one).with_ties_thrown_again()
    assert refused.value.code == "always-a-tie"


def test_d36_a_stacked_deck() -> None:
    """Two of the three cards left beat the one that the foe has."""
    odds = odds_against(Hand(cards("w05 w07 w09"), 1), Hand(cards("c06"), 1))
    assert (odds.win, odds.lose) == (Fraction(2, 3), Fraction(1, 3))


def test_d36_critical_through_a_significator_that_does_not_count() -> None:
    hand = Hand(cards("w09 m05"), 2, significators=frozenset(cards("m05")))
    assert odds_against(hand, Hand(cards("c04"), 1)).critical == 1
    assert odds_against(hand, Hand(cards("c05"), 1)).critical == 0


SIZES = range(1, TABLE_SIZE + 1)


def table() -> list[list[Odds]]:
    """One to eight cards of the Players' Deck against one to eight of the Host's."""
    players, horror = build_players_deck(), build_players_deck(fool=False)
    return [[odds_against(Hand(players, n), Hand(horror, m)) for m in SIZES] for n in SIZES]


def test_d36_a_table_of_eight_by_eight_is_quick() -> None:
    """All 64 pairs of hands take less than to judge each draw of two cards of ten against each other once."""

    def least_s(work: Callable[[], object]) -> float:
        return min(timeit.repeat(work, timer=time.process_time, number=1, repeat=5))

    two_of_ten = Hand(TEN, 2)
    assert least_s(table) < least_s(lambda: brute_force_against(two_of_ten, two_of_ten))


def test_d36_more_cards_never_hurt() -> None:
    odds = table()
    assert all(odds[row][col].win < odds[row + 1][col].win for row in range(7) for col in range(8))
    assert all(odds[row][col].win > odds[row][col + 1].win for row in range(8) for col in range(7))


@pytest.mark.parametrize(
    ("deck", "count", "replace", "path"),
    [(TEN, 0, False, "cards"), ((), 1, True, "deck"), (TEN, 11, False, "deck")],
)
def test_d36_refuses_a_hand_that_cannot_be_drawn(
    deck: tuple[Card, ...], count: int, replace: bool, path: str
) -> None:
    with pytest.raises(OddsRefusal) as refused:
        Hand(deck, count, replace=replace)
    assert refused.value.path == (path,)
    assert Hand(TEN, 11, replace=True).ways() == 10**11
    with pytest.raises(OddsRefusal):
        odds_against_intensity(Hand(TEN, 1), -1)


def test_d36_a_foe_who_cannot_draw_so_many_is_refused_at_their_deck() -> None:
    with pytest.raises(OddsRefusal) as refused:
        judge_odds(OddsQuestion(throws=2, against=(2, 2), other_deck=TEN[:3]))
    assert (refused.value.code, refused.value.path) == ("too-few-cards", ("other-deck",))
    assert refused.value.params == {"have": 3, "need": 4}


@pytest.mark.parametrize(("replace", "most", "most_foes"), [(False, 2, 3), (True, 8, 8)])
def test_d36_a_table_ends_where_a_deck_does(replace: bool, most: int, most_foes: int) -> None:
    table = judge_odds(OddsQuestion(deck=TEN[:2], other_deck=TEN[:3], table=True, replace=replace))
    assert isinstance(table, OddsTable)
    sizes = [(row.throws, row.against) for row in table.rows]
    assert sizes == list(product(range(1, most + 1), range(1, most_foes + 1)))
