"""C1, C3, C4, C5, C7: contests, against tables worked by hand and by properties."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.chronica.contest import ContestVerdict, Outcome, judge_contest
from rules.chronica.documents import Contest, Push, PushedSide, judge_push, judge_thrown
from rules.chronica.sides import Die, Pool, Side
from rules.limits import LimitRefusal

POOL = st.lists(st.integers(1, 6), max_size=6)


def rows() -> list[list[str]]:
    text = (Path(__file__).parent / "contests.txt").read_text(encoding="utf-8")
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    return [[cell.strip() for cell in line.split("|")] for line in lines if line]


def die(text: str) -> int | Die:
    value = int(text.rstrip("*"))
    return Die(value, stand_in=True) if text.endswith("*") else value


def sides_of(text: str) -> list[Side]:
    return [
        Side(
            name,
            tuple(
                Pool(f"{name}{place}", tuple(die(one) for one in pool.split() if one != "-"))
                for place, pool in enumerate(side.split("+"))
            ),
        )
        for name, side in zip("abcdef", text.split(" vs "), strict=False)
    ]


def duel(a: list[int], b: list[int]) -> ContestVerdict:
    return judge_contest([Side("a", (Pool("x", tuple(a)),)), Side("b", (Pool("y", tuple(b)),))])


def spelt(verdict: ContestVerdict) -> str:
    taken = [f"{one.side}>{one.against} {' '.join(map(str, one.values))}" for one in verdict.concessions]
    return ", ".join(taken) or "-"


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_c3_c4_c5_c7_golden_contests(row: list[str]) -> None:
    dice, winner, success, concessions = row
    verdict = judge_contest(sides_of(dice))
    assert (verdict.winner or "tie") == winner
    assert verdict.outcome == ("tie" if winner == "tie" else "win")
    assert " ".join(str(one.value) for one in verdict.success) == success.strip("-")
    assert sorted(spelt(verdict).split(", ")) == sorted(concessions.split(", "))


def test_c1_a_contest_needs_two_sides_with_pools_and_names() -> None:
    one = Side("a", (Pool("x", (3,)),))
    for sides, message in [
        ((one,), "sides: at-least"),
        ((one, Side("b", ())), r"sides\.1\.pools: at-least"),
        ((one, Side("a", (Pool("y", (3,)),))), r"sides\.1\.id: own-name"),
        ((one, Side("b", (Pool("x", (3,)),))), r"sides\.1\.pools\.0\.id: own-name"),
        ((one, Side("b", (Pool("y", (0,)),))), r"sides\.1\.pools\.0\.dice\.0: between"),
        ((one, Side("b", (Pool("y", (1,) * 201),))), r"sides\.1\.pools\.0\.dice: count-between"),
    ]:
        with pytest.raises(LimitRefusal, match=message):
            judge_thrown(Contest(sides))


def test_c1_every_success_die_names_its_pool() -> None:
    verdict = judge_contest(sides_of("7 2 + 7 1 vs 5 3"))
    assert [(one.pool, one.value) for one in verdict.success] == [("a0", 7), ("a1", 7)]


def test_c3_ties_are_discarded_at_the_same_time() -> None:
    verdict = judge_contest(sides_of("8 2 + 8 4 vs 8 5"))
    assert [(one.pool, one.value) for one in verdict.discarded] == [("a0", 8), ("a1", 8), ("b0", 8)]
    assert verdict.rule == ("C3", "C5")


def test_c3_the_crowd_and_the_bullhorn() -> None:
    """Oratory d8, Charisma d8 and a bullhorn d3 against d10, d8, d6; then two more d6 for the risk."""
    orator = Side("orator", (Pool("ann", (Die(8, 8), Die(5, 8), Die(2, 3))),))
    crowd = Side("crowd", (Pool("rioters", (Die(8, 10), Die(4, 8), Die(6, 6))),))
    calm = judge_contest([orator, crowd])
    assert (calm.winner, [one.value for one in calm.success], spelt(calm)) == (
        "crowd",
        [6],
        "orator>crowd 5",
    )
    assert (calm.spendable[0].value, calm.spendable[0].size) == (6, 6)
    risky = Side("crowd", (Pool("rioters", (*crowd.pools[0].dice, Die(6, 6), Die(5, 6))),))
    worse = judge_contest([orator, risky])
    assert (worse.winner, [one.value for one in worse.success]) == ("crowd", [6, 6])


def test_c4_the_source_s_tie() -> None:
    """Both pools come up with 2, 4, 4, 7: neither gets the artifact."""
    verdict = duel([2, 4, 4, 7], [2, 4, 4, 7])
    assert (verdict.outcome, verdict.winner, verdict.success) == (Outcome.TIE, None, ())
    assert (verdict.said.code, verdict.rule) == ("chronica.contest.tie", ("C3", "C4"))


def test_c4_pushing_one_s_luck_throws_again_with_five_more_dice() -> None:
    def side(name: str, dice: tuple[int, ...], added: tuple[int, ...]) -> PushedSide:
        return PushedSide(name, (Pool(f"{name}0", dice), Pool(f"{name}1", (1,))), Pool(f"{name}0", added))

    verdict = judge_push(Push((side("a", (2, 2), (6, 6, 1, 1, 1)), side("b", (3, 3), (6, 5, 1, 1, 1)))))
    assert (verdict.winner, [one.value for one in verdict.success]) == ("a", [6])
    with pytest.raises(LimitRefusal, match=r"sides\.0\.added\.dice: exact-count"):
        judge_push(Push((side("a", (2,), (6,)),)))
    stranger = PushedSide("a", (Pool("x", (2,)),), Pool("y", (1,) * 5))
    with pytest.raises(LimitRefusal, match=r"sides\.0\.added\.id: one-of"):
        judge_push(Push((stranger,)))


def test_c5_c6_what_may_be_spent_names_its_dice() -> None:
    verdict = judge_contest(sides_of("10 3 vs 9 8 4 2"))
    [conceded] = verdict.concessions
    assert (conceded.side, conceded.against, conceded.values) == ("b", "a", (9, 8, 4))
    spendable = [(one.side, one.against, one.pool, one.value) for one in verdict.spendable]
    assert spendable == [("a", None, "a0", 10), *(("b", "a", "b0", value) for value in (9, 8, 4))]


def test_c7_a_stand_in_wins_its_tie_and_says_so() -> None:
    verdict = judge_contest(sides_of("8* 3 vs 8 5"))
    assert (verdict.by_stand_in, verdict.rule) == (True, ("C3", "C5", "C7"))
    assert [(one.pool, one.value) for one in verdict.discarded] == [("b0", 8)]
    assert verdict.said.code == "chronica.contest.win"


def test_c7_a_stand_in_s_companions_lose_the_tied_die_too() -> None:
    verdict = judge_contest(sides_of("8* 3 + 8 2 vs 8 5"))
    assert [(one.pool, one.value) for one in verdict.success] == [("a0", 8)]
    assert [one.pool for one in verdict.discarded] == ["a1", "b0"]


@pytest.mark.parametrize(("value", "size", "message"), [(12, 11, "value"), (0, 6, "value"), (1, 0, "size")])
def test_c7_a_die_of_any_size_shows_what_it_can(value: int, size: int, message: str) -> None:
    assert Die(11, 11).value == 11
    with pytest.raises(LimitRefusal, match=f"{message}: between"):
        Die(value, size)


@given(POOL, POOL)
def test_swapping_the_sides_mirrors_the_result(a: list[int], b: list[int]) -> None:
    one, other = duel(a, b), duel(b, a)
    assert one.outcome == other.outcome
    assert {one.winner, other.winner} in ({None}, {"a", "b"})
    assert [die.value for die in one.success] == [die.value for die in other.success]


@given(POOL, POOL, st.randoms(use_true_random=False))
def test_the_order_of_dice_does_not_matter(a: list[int], b: list[int], chance: object) -> None:
    before, after = duel(a, b), duel(sorted(a), sorted(b, reverse=True))
    assert replace(after, spendable=()) == replace(before, spendable=())
    values = [[(die.side, die.against, die.value) for die in each.spendable] for each in (before, after)]
    assert values[0] == values[1]


@given(POOL, POOL, st.integers(1, 6))
def test_another_die_never_loses_a_duel(a: list[int], b: list[int], more: int) -> None:
    if duel(a, b).winner == "a":
        assert duel([*a, more], b).winner == "a"


@given(POOL, POOL)
def test_success_dice_lie_above_everything_the_loser_has_left(a: list[int], b: list[int]) -> None:
    verdict = duel(a, b)
    if verdict.winner is None:
        assert verdict.concessions == ()
        return
    assert verdict.success
    loser = b if verdict.winner == "a" else a
    left = sorted(loser)
    for die in verdict.discarded:
        if die.pool == ("y" if verdict.winner == "a" else "x"):
            left.remove(die.value)
    assert all(die.value > max(left, default=0) for die in verdict.success)
    assert all(one.side != verdict.winner for one in verdict.concessions)


@given(st.lists(st.lists(POOL, min_size=1, max_size=2), min_size=2, max_size=4))
def test_no_die_is_lost_or_used_twice(table: list[list[list[int]]]) -> None:
    sides = [
        Side(str(index), tuple(Pool(f"{index}.{place}", tuple(dice)) for place, dice in enumerate(pools)))
        for index, pools in enumerate(table)
    ]
    verdict = judge_contest(sides)
    everything = sorted((pool.id, value) for side in sides for pool in side.pools for value in pool.dice)
    for gone in (*verdict.success, *verdict.discarded):
        everything.remove((gone.pool, gone.value))
    for one in verdict.concessions:
        rest = list(everything)
        for die in verdict.spendable:
            if (die.side, die.against) == (one.side, one.against):
                rest.remove((die.pool, die.value))
