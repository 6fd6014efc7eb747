"""Odds of contests: exact against every throw, sampled within their error."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chronica import odds as counting
from rules.chronica.contest import judge_contest
from rules.chronica.documents import Odds, judge_odds
from rules.chronica.odds import Lineup, contest_odds, count_outcomes, line_up
from rules.chronica.sides import Pool, Side
from rules.limits import LimitRefusal

Sides = list[tuple[int, ...] | tuple[tuple[int, ...], ...]]


def brute_force(lineup: Lineup) -> list[int]:
    """Judge every way for the dice to fall by the rules of the contest itself."""
    outcomes: Counter[str | None] = Counter()
    owners = [place for place, pool in enumerate(lineup.pools) for _ in pool]
    for values in product(*(range(1, size + 1) for pool in lineup.pools for size in pool)):
        dice: list[list[int]] = [[] for _ in lineup.pools]
        for owner, value in zip(owners, values, strict=True):
            dice[owner].append(value)
        sides = [
            Side(
                str(side),
                tuple(
                    Pool(str(place), tuple(dice[place]))
                    for place, owner in enumerate(lineup.side_of)
                    if owner == side
                ),
            )
            for side in range(lineup.sides)
        ]
        outcomes[judge_contest(sides).winner] += 1
    return [*(outcomes[str(side)] for side in range(lineup.sides)), outcomes[None]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "sides",
    [
        [(6,), (6,)],
        [(4, 4), (6, 3)],  # unlike sizes
        [(8, 8, 3), (10, 6)],
        [(2, 2, 2, 2, 2), (2, 2, 2, 2, 3)],  # four ranks and a fifth die
        [(3, 3, 3, 3), (3, 3, 3, 3)],
        [(1, 1), (1, 1, 1)],  # one side has a die more
        [(4, 4), (4, 3), (5, 2)],  # three sides
        [((4, 3), (4,)), (5, 4)],  # co-operating pools
        [((2, 2, 2, 2), (2, 2, 2, 2)), (2, 2, 2, 2)],  # every opposing pair must be equal
        [((3, 3), (4,)), ((3, 2), (4,)), (5,)],
        [(11, 7), (9, 9)],  # any size
    ],
)
def test_exact_against_brute_force(sides: Sides) -> None:
    lineup = line_up(sides)
    assert count_outcomes(lineup) == brute_force(lineup)


POOLS = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=3), min_size=1, max_size=2)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.lists(POOLS, min_size=2, max_size=3))
def test_exact_against_brute_force_on_any_small_contest(table: list[list[list[int]]]) -> None:
    lineup = line_up([tuple(tuple(pool) for pool in side) for side in table])
    if lineup.combinations <= 3000:
        assert count_outcomes(lineup) == brute_force(lineup)


@pytest.mark.parametrize(
    "sides", [[(8, 8, 3), (10, 8, 6)], [(20,) * 10, (12,) * 10], [(6,) * 3, (6,) * 3, (8,) * 2]]
)
def test_the_ways_add_up(sides: Sides) -> None:
    lineup = line_up(sides)
    assert sum(count_outcomes(lineup)) == lineup.combinations


def test_swapping_the_sides_swaps_the_chances() -> None:
    one, other = contest_odds([(8, 8, 3), (10, 8, 6)]), contest_odds([(10, 8, 6), (8, 8, 3)])
    assert (one.win, one.tie) == (other.win[::-1], other.tie)


def test_the_crowd_and_the_bullhorn() -> None:
    """d8, d8, d3 against d10, d8, d6 (92,160 ways), and with two more d6 for the risk."""
    odds = judge_odds(Odds(((8, 8, 3), (10, 8, 6))))
    assert odds.exact
    assert (odds.win, odds.tie) == ((32709 / 92160, 58671 / 92160), 780 / 92160)
    risky = judge_odds(Odds(((8, 8, 3), (10, 8, 6, 6, 6))))
    assert risky.win[1] > odds.win[1]
    assert risky.tie == 0  # three dice and five are never equal rank by rank in four


def test_beyond_ten_million_ways_counting_still_serves_where_it_is_short() -> None:
    odds = contest_odds([(12,) * 10, (20,) * 10])
    assert odds.exact
    assert sum(odds.win) + odds.tie == pytest.approx(1)
    assert (odds.samples, odds.seed, odds.standard_error) == (None, None, None)


def test_what_is_too_long_to_count_is_sampled_with_its_error() -> None:
    sides: Sides = [(12,) * 8, (10,) * 8, (8,) * 8, (20,) * 8]
    odds = contest_odds(sides, seed=3)
    assert odds == contest_odds(sides, seed=3)
    assert (odds.exact, odds.samples, odds.seed) == (False, counting.THROWN_DICE // 32, 3)
    assert odds.standard_error is not None
    assert 0 < odds.standard_error.tie < 0.001  # a tie never came up, and that is not certain
    assert odds.said.code == "chronica.odds.sampled"


def test_samples_agree_with_the_count_within_their_error(monkeypatch: pytest.MonkeyPatch) -> None:
    sides: Sides = [(8, 3), (10, 6), ((6, 6), (6,))]
    exact = contest_odds(sides)
    monkeypatch.setattr(counting, "EXACT_MEETINGS", 0)
    sampled = contest_odds(sides, seed=1)
    assert sampled.standard_error is not None
    for share, found, error in zip(exact.win, sampled.win, sampled.standard_error.win, strict=True):
        assert abs(share - found) < 4 * error
    assert abs(exact.tie - sampled.tie) < 4 * sampled.standard_error.tie


@pytest.mark.parametrize(
    ("sides", "message"),
    [
        ([(6,)], "sides: at-least"),
        ([(6,), ()], r"sides\.1\.0: count-between|sides\.1: count-between"),
        ([(6,), (0,)], r"sides\.1\.0: between"),
        ([(6,), ((6,), (0,))], r"sides\.1\.1\.0: between"),
        ([(1001,), (6,)], r"sides\.0\.0: between"),
        ([((6,),) * 7, ((6,),) * 6], "sides: count-between"),
    ],
)
def test_contests_without_odds(sides: Sides, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        line_up(sides)


def test_many_dice_are_sampled_less_often_and_the_error_says_so() -> None:
    """One question must not keep the machine busy for long: whoever looks on may ask it."""
    few = counting.Lineup(((8,) * 4,) * 3, (0, 1, 2))
    many = counting.Lineup(((12,) * 8,) * 12, tuple(range(12)))
    assert few.samples == counting.SAMPLES
    assert many.samples * 96 <= counting.THROWN_DICE
    assert many.samples >= counting.FEWEST_SAMPLES
