"""Dragon's chances, against every way that the dice can fall."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from rules.dragon.damage import State, death_check
from rules.dragon.documents import Odds, judge_odds
from rules.dragon.odds import DeathCheckOdds, PoolOdds, SpeedOdds, SplitOdds, pool_odds, speed_odds
from rules.dragon.pool import count_successes
from rules.dragon.speed import settle_phases
from rules.limits import LimitRefusal

FACES = range(1, 11)


def share(counts: Counter[int], of: int) -> dict[int, float]:
    return {number: counts[number] / of for number in sorted(counts)}


@pytest.mark.parametrize("target", [1, 5, 7, 10])
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_pools_against_brute_force(dice: int, target: int) -> None:
    counts = Counter(count_successes(throw, target) for throw in product(FACES, repeat=dice))
    odds = pool_odds(dice, target)
    found = {number: chance for number, chance in odds.successes.items() if chance}
    assert found == pytest.approx(share(counts, 10**dice))
    assert odds.any == pytest.approx(1 - counts[0] / 10**dice)
    assert odds.mean == pytest.approx(dice * (11 - target) / 10)


def test_a_target_beyond_ten_is_never_met() -> None:
    assert pool_odds(3, 11).successes == {0: 1.0, 1: 0.0, 2: 0.0, 3: 0.0}


def test_opposed_pools_against_brute_force() -> None:
    throws = product(product(FACES, repeat=2), product(FACES, repeat=2))
    counts = Counter(max(count_successes(a, 7) - count_successes(b, 6), 0) for a, b in throws)
    odds = judge_odds(Odds(pool=2, against=2, against_target=6))
    assert isinstance(odds, PoolOdds)
    assert odds.net == pytest.approx(share(counts, 10**4))
    assert odds.hit == pytest.approx(1 - counts[0] / 10**4)
    assert (odds.said.code, pool_odds(2).said.code) == ("dragon.odds.against", "dragon.odds.pool")


def test_splits_against_brute_force() -> None:
    throws = list(product(FACES, repeat=3))
    hits = [(count_successes(throw[:2], 7) > 0, count_successes(throw[2:], 7) > 0) for throw in throws]
    odds = judge_odds(Odds(split=(2, 1)))
    assert isinstance(odds, SplitOdds)
    assert odds.all == pytest.approx(sum(a and b for a, b in hits) / 1000)
    assert odds.none == pytest.approx(sum(not a and not b for a, b in hits) / 1000)
    assert [part.any for part in odds.parts] == pytest.approx([0.64, 0.4])
    assert odds.said.params == {"percent": 25.6}


@pytest.mark.parametrize("stat", [1, 3, 6, 8])
def test_speeds_against_brute_force(stat: int) -> None:
    dice = (stat + 1) // 2
    thrown = [settle_phases(stat, throw) for throw in product(FACES, repeat=dice)]
    odds = speed_odds(stat)
    assert odds.phases == pytest.approx(share(Counter(len(one.phases) for one in thrown), 10**dice))
    assert odds.free == pytest.approx(sum(one.free for one in thrown) / 10**dice)
    assert odds.each_round == pytest.approx(sum(4 in one.phases for one in thrown) / 10**dice)
    assert odds.mean == pytest.approx(10 * odds.each_round)


def test_more_than_ten_dice_give_ten_phases_at_most() -> None:
    odds = judge_odds(Odds(speed=30))
    assert isinstance(odds, SpeedOdds)
    assert max(odds.phases) == 10
    assert sum(odds.phases.values()) == pytest.approx(1)
    assert odds.said.params == {"dice": 15, "mean": 7.94}


@pytest.mark.parametrize("past", [1, 5, 6, 15, 16])
def test_death_checks_against_brute_force(past: int) -> None:
    throws = list(product(FACES, repeat=3))
    saved = sum(death_check(throw, past).state is State.UNCONSCIOUS for throw in throws)
    odds = judge_odds(Odds(health=3, past=past))
    assert isinstance(odds, DeathCheckOdds)
    assert (odds.unconscious, odds.dying) == pytest.approx((saved / 1000, 1 - saved / 1000))
    assert odds.said.code == "dragon.odds.death-check"


@pytest.mark.parametrize(
    ("odds", "message"),
    [
        (Odds(), "exactly-one-of"),
        (Odds(pool=3, speed=4), "exactly-one-of"),
        (Odds(pool=51), "pool: between"),
        (Odds(pool=5, target=0), "target: between"),
        (Odds(pool=5, against=-1), "against: between"),
        (Odds(pool=5, against=1, against_target=0), "against_target: between"),
        (Odds(split=(2,)), "split: exact-count"),
        (Odds(split=(2, 0)), r"split\.1: between"),
        (Odds(split=(2, 1), target=0), "target: between"),
        (Odds(speed=0), "stat: between"),
        (Odds(health=3), "past: needed-here"),
        (Odds(health=3, past=0), "past: between"),
        (Odds(health=51, past=1), "health: between"),
        (Odds(health=5, past=1, target=0), "target: between"),
    ],
)
def test_odds_that_cannot_be_asked(odds: Odds, message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        judge_odds(odds)
