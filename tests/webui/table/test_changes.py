"""A short form of ``python -m tests.benchmarks.changes``: changes in the middle of throws lose no card."""

from __future__ import annotations

import pytest

from tests.benchmarks.changes import run

pytestmark = pytest.mark.slow


def test_no_change_in_mid_throw_loses_a_card_or_asks_about_one_that_is_gone() -> None:
    failures: list[str] = []
    tally = run(seed=7, count=8, tell=failures.append)
    assert failures == []
    assert tally["cards that counted"] > 0
    assert tally["undone"] > 0
