"""The calibration of playing cards' names, in small: examples that know what is right, weights that tell it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs torch: pip install '.[train]'")

from models.training import playing_signs
from models.training.calibrate import Rows
from models.training.calibrate_playing import (
    WRONG_SHARE,
    Example,
    calibrated,
    halves,
    measured_bar,
    names_at,
    on_tables,
    summary,
)
from models.training.partial_cards import Occlusion, ShownCard
from models.training.playing_signs import fonts
from vision.geometry import upright_quad
from vision.recognition.playing_cards import CODES
from vision.types import Face, ReadRequest

SEEDS = (8_500_001, 8_500_002)
"""Not enrolled: that alone takes several seconds."""


@pytest.fixture(scope="module")
def examples() -> Iterator[list[Example]]:
    """What the networks read of two designs in the one font that the project ships."""
    shipped = Path(playing_signs.__file__).parents[1] / "housedeck" / "fonts"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(playing_signs, "FONTS", shipped)
        patch.setattr(playing_signs, "LEAST_FONTS", 1)
        patch.setattr(playing_signs, "ONE_IN", 1)
        fonts.cache_clear()
        yield [one for seed in SEEDS for one in on_tables(seed)]
    fonts.cache_clear()


def test_examples_are_of_whole_and_partial_cards_and_know_their_names(examples: list[Example]) -> None:
    whole, partial = halves(examples)
    assert min(len(whole), len(partial)) > 5
    assert {name for one in examples for name in one.right} <= set(CODES)
    read = [CODES[int(one.view.whole[:-1].argmax())] in one.right for one in whole]
    assert np.mean(read) > 0.3


def test_weights_count_every_source_for_a_name(examples: list[Example]) -> None:
    calibration = calibrated(examples)
    assert calibration.whole[1] + calibration.whole[2] > 0
    assert calibration.partial[1] + calibration.partial[2] > 0
    lines, judged = summary(calibration, examples)
    assert [line.partition(":")[0] for line in lines] == ["all in sight", "partly out of sight"]
    assert all(line.endswith("wrong 0") for line in lines), "so few examples may not end in a wrong name"
    assert judged.shape == (len(examples), 2)
    right = judged[:, 1] > 0
    assert judged[right, 0].mean() > judged[~right, 0].mean()


def test_the_bar_lets_no_more_wrong_names_pass_than_their_share() -> None:
    odds = np.random.default_rng(5).normal(0, 2, 20_000)
    right = odds > 1
    right[np.argsort(-odds)[5:40]] = False
    rows = Rows(odds[:, None], right, np.zeros(len(odds), np.bool_))
    every = np.ones(len(odds), np.bool_)
    bar = measured_bar((0.0, 1.0), rows, every)
    named = 1 / (1 + np.exp(-odds)) >= bar
    assert 0 < (named & ~right).sum() <= WRONG_SHARE * len(odds)
    assert measured_bar((0.0, 1.0), rows, right) == pytest.approx(0.5, abs=1e-5)


def test_a_quad_may_bear_the_name_of_every_card_that_it_mostly_shares() -> None:
    card, other = upright_quad((60, 90)), upright_quad((60, 90)) + np.float32(40)
    cards = [ShownCard("7d", card, Occlusion.NOTHING), ShownCard("Kh", other, Occlusion.NOTHING)]
    assert names_at(ReadRequest(card + np.float32(4), Face.UP), cards) == {"7d"}
    assert names_at(ReadRequest(upright_quad((100, 130)), Face.UP), cards) == {"7d", "Kh"}
    assert names_at(ReadRequest(card + np.float32(300), Face.UP), cards) == frozenset()
