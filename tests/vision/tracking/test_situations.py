"""Transitions between situations: probabilities for any time step, and the same whether taken at once or in parts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tracking.situations import (
    CARRIED,
    CLEAR,
    GONE,
    PLACES,
    RATES,
    UNDER_HAND,
    Situation,
    transition,
)

SMALL_STEP_S = 0.05
COMPOSED_WITHIN = 0.03


@given(st.floats(0.0, 60.0))
def test_each_row_of_a_transition_is_a_distribution(dt_s: float) -> None:
    rows = transition(dt_s)
    assert rows.shape == (len(PLACES), len(PLACES))
    assert (rows >= 0).all()
    np.testing.assert_allclose(rows.sum(axis=1), 1.0, atol=1e-12)


@given(st.floats(0.0, SMALL_STEP_S), st.floats(0.0, SMALL_STEP_S))
def test_two_small_steps_are_one_step_of_their_sum(first_s: float, second_s: float) -> None:
    together = transition(first_s) @ transition(second_s)
    np.testing.assert_allclose(together, transition(first_s + second_s), atol=COMPOSED_WITHIN)


def test_nothing_changes_within_no_time() -> None:
    np.testing.assert_allclose(transition(0.0), np.eye(len(PLACES)))


def test_a_small_step_changes_at_the_measured_rates() -> None:
    step_s = 1e-4
    changes = (transition(step_s) - np.eye(len(PLACES))) / step_s
    np.testing.assert_allclose(changes[RATES > 0], RATES[RATES > 0], rtol=1e-2)


@given(st.floats(0.01, 1.0), st.floats(0.01, 1.0))
def test_the_longer_the_step_the_less_stays(first_s: float, second_s: float) -> None:
    shorter, longer = sorted((first_s, second_s))
    assert (np.diag(transition(longer)) <= np.diag(transition(shorter)) + 1e-12).all()


def test_the_indices_are_the_places_of_the_situations() -> None:
    assert PLACES[CLEAR] is Situation.CLEAR
    assert PLACES[UNDER_HAND] is Situation.UNDER_HAND
    assert PLACES[CARRIED] is Situation.CARRIED
    assert PLACES[GONE] is Situation.GONE


@pytest.mark.parametrize(
    ("lasting", "passing"), [(CLEAR, UNDER_HAND), (CLEAR, CARRIED), (GONE, UNDER_HAND), (GONE, CARRIED)]
)
def test_a_card_lies_and_stays_away_for_longer_than_a_hand_moves_it(lasting: int, passing: int) -> None:
    stays = np.diag(transition(0.5))
    assert stays[lasting] > stays[passing]
