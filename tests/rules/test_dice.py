"""Dice: fair, of any size, and repeatable from their seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.dice import LARGEST_DIE, MOST_DICE, check_sizes, throw_dice
from rules.limits import LimitRefusal

CHI_SQUARE_999 = {2: 10.83, 4: 16.27, 6: 20.52, 10: 27.88, 11: 29.59, 20: 43.82}
"""What a fair die of so many faces stays under 999 times of 1000."""


@pytest.mark.parametrize("size", CHI_SQUARE_999)
def test_every_face_is_as_likely_as_any_other(size: int) -> None:
    count = 2000 * size
    faces = Counter(throw_dice([size] * count, Random(2026)))
    assert sorted(faces) == list(range(1, size + 1))
    assert sum((faces[face] - 2000) ** 2 / 2000 for face in faces) < CHI_SQUARE_999[size]


@given(st.lists(st.integers(1, LARGEST_DIE), min_size=1, max_size=20), st.integers())
def test_the_same_seed_throws_the_same(sizes: list[int], seed: int) -> None:
    thrown = throw_dice(sizes, Random(seed))
    assert thrown == throw_dice(sizes, Random(seed))
    assert all(1 <= value <= size for value, size in zip(thrown, sizes, strict=True))


def test_the_generator_is_an_argument_and_moves_on() -> None:
    chance = Random(1)
    assert throw_dice([6] * 20, chance) != throw_dice([6] * 20, chance)


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ([], "roll: count-between"),
        ([6] * (MOST_DICE + 1), "roll: count-between"),
        ([6, 0], "roll.1: between"),
        ([LARGEST_DIE + 1], "roll.0: between"),
    ],
)
def test_no_dice_and_absurd_dice_are_refused(sizes: list[int], message: str) -> None:
    with pytest.raises(LimitRefusal, match=message):
        check_sizes(sizes, "roll")
