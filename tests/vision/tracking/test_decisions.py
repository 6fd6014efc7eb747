"""Decisions follow from costs: each threshold moves the way that its costs say."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.tracking.decisions import COSTS, Costs, confirms, leaves, withdraws

shares = st.floats(0.0, 1.0)
prices = st.floats(0.05, 50.0)
costs = st.builds(Costs, prices, prices, prices, prices)
dearer = st.floats(1.0, 20.0)


@given(shares, shares, costs, dearer)
def test_a_dearer_false_card_never_confirms_more(card: float, lies: float, cost: Costs, by: float) -> None:
    strict = replace(cost, false_card=cost.false_card * by)
    assert confirms(card, lies, strict) <= confirms(card, lies, cost)
    assert withdraws(card, strict) >= withdraws(card, cost)


@given(shares, shares, costs, dearer)
def test_a_dearer_missed_card_never_confirms_less(card: float, lies: float, cost: Costs, by: float) -> None:
    generous = replace(cost, missed_card=cost.missed_card * by)
    assert confirms(card, lies, generous) >= confirms(card, lies, cost)
    assert withdraws(card, generous) <= withdraws(card, cost)


@given(shares, costs, dearer)
def test_a_dearer_stale_card_leaves_sooner_and_a_dearer_wrong_leave_later(
    gone: float, cost: Costs, by: float
) -> None:
    assert leaves(gone, replace(cost, stale_card=cost.stale_card * by)) >= leaves(gone, cost)
    assert leaves(gone, replace(cost, wrong_leave=cost.wrong_leave * by)) <= leaves(gone, cost)


@pytest.mark.parametrize("by", [2.0, 10.0])
def test_each_cost_moves_a_threshold(by: float) -> None:
    assert confirms(0.55, 1.0)
    assert not confirms(0.55, 1.0, replace(COSTS, false_card=by))
    assert not confirms(0.45, 1.0)
    assert confirms(0.45, 1.0, replace(COSTS, missed_card=by))
    assert not withdraws(0.55)
    assert withdraws(0.55, replace(COSTS, false_card=by))
    assert withdraws(0.45)
    assert not withdraws(0.45, replace(COSTS, missed_card=by))
    assert not leaves(0.9)
    assert leaves(0.9, replace(COSTS, stale_card=by))
    assert leaves(0.95)
    assert not leaves(0.95, replace(COSTS, wrong_leave=COSTS.wrong_leave * by))


@given(shares, shares, shares, costs)
def test_the_likelier_the_sooner(first: float, second: float, lies: float, cost: Costs) -> None:
    less, more = sorted((first, second))
    assert confirms(less, lies, cost) <= confirms(more, lies, cost)
    assert confirms(lies, less, cost) <= confirms(lies, more, cost)
    assert withdraws(less, cost) >= withdraws(more, cost)
    assert leaves(less, cost) <= leaves(more, cost)


@given(shares, shares, costs)
def test_a_track_is_never_confirmed_and_withdrawn_at_once(card: float, lies: float, cost: Costs) -> None:
    assert not (confirms(card, lies, cost) and withdraws(card, cost))


@given(costs)
def test_what_is_certain_needs_no_costs(cost: Costs) -> None:
    assert confirms(1.0, 1.0, cost)
    assert not withdraws(1.0, cost)
    assert withdraws(0.0, cost)
    assert not confirms(0.0, 1.0, cost)
    assert not confirms(1.0, 0.0, cost)
    assert leaves(1.0, cost)
    assert not leaves(0.0, cost)


def test_a_card_that_may_lie_there_is_kept() -> None:
    """To lose a card of a throw is dearer than to show one for a second too long."""
    assert not leaves(0.5)
    assert leaves(0.99)
