"""The calibration's bar: from what was seen of wrong names to how rarely one will be said."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training.calibrate import WRONG_SHARE, Inputs, Rows, bar_for, fitted
from vision.recognition.calibration import DOUBTFUL_ODDS

LOOKS = 100_000
WEIGHTS = (0.0, 1.0)


def rows_of(wrong: Inputs, *, covered: bool = False) -> Rows:
    """Wrong names at these log odds, and right ones far above them."""
    odds = np.concatenate([wrong, np.full(LOOKS - len(wrong), 20.0)])
    right = np.arange(LOOKS) >= len(wrong)
    return Rows(odds[:, None], right, np.full(LOOKS, covered))


def exponential(count: int = 10_000) -> Inputs:
    """Log odds of wrong names whose tail falls off exponentially."""
    return np.random.default_rng(7).exponential(1.0, count)


def log_odds_of(bar: float) -> float:
    return float(np.log(bar / (1 - bar)))


def test_the_bar_is_where_as_many_are_wrong_as_may_be() -> None:
    """A tenth of the looks is wrong, above b each by exp(-b)."""
    bar = log_odds_of(bar_for(WEIGHTS, rows_of(exponential()), LOOKS))
    assert bar == pytest.approx(np.log(0.1 / WRONG_SHARE), abs=0.4)


def test_one_freak_among_a_hundred_thousand_looks_does_not_set_the_bar() -> None:
    wrong = exponential()
    allowed = int(LOOKS * WRONG_SHARE)
    highest = np.sort(wrong)[-allowed]
    wrong[np.argmin(wrong)] = 15.0
    assert log_odds_of(bar_for(WEIGHTS, rows_of(wrong), LOOKS)) <= highest + 1e-6 < 11


def test_a_bar_is_no_lower_than_the_looks_themselves_say() -> None:
    wrong = exponential()
    allowed = int(LOOKS * WRONG_SHARE)
    wrong[: allowed + 1] = 13.0
    assert log_odds_of(bar_for(WEIGHTS, rows_of(wrong), LOOKS)) == pytest.approx(13.0)


def test_names_of_covered_cards_must_be_clearer_anyhow() -> None:
    plain, covered = (
        log_odds_of(bar_for(WEIGHTS, rows_of(exponential(), covered=hidden), LOOKS))
        for hidden in (False, True)
    )
    assert plain - covered == pytest.approx(np.log(DOUBTFUL_ODDS), abs=1e-6)


def test_a_fitted_model_says_how_often_it_is_right() -> None:
    chance = np.random.default_rng(8)
    inputs = chance.normal(size=(50_000, 2))
    true = (-1.0, 2.0, -0.5)
    odds = true[0] + inputs @ np.array(true[1:])
    right = chance.random(len(odds)) < 1 / (1 + np.exp(-odds))
    assert fitted(Rows(inputs, right, np.zeros(len(odds), np.bool_))) == pytest.approx(true, abs=0.1)
