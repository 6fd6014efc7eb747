"""Scenes of virtual tables to learn from: the same for the same number, labelled as the truth has it."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from models.training import table_scenes as training
from models.training.detector_samples import LABELLED_SHARE, run_of_scenes, sample_of
from models.training.photographs import photographs_of
from models.training.table_scenes import FIRST_TABLE, rim_level, table_scenes
from tests.benchmarks import fresh_tables
from vision.geometry import is_card_shaped, order_corners, quad_area
from vision.virtual.scenes import Scene
from vision.virtual.things.cards import CardPrint, DeckPrints

SIZE_WH = (256, 192)
TABLES = (4, 5)


@pytest.fixture(scope="module")
def scenes(shared: Path) -> list[Scene]:
    return [scene for index in TABLES for scene in islice(table_scenes(5, index, SIZE_WH), 24)]


def test_the_same_number_gives_the_same_scenes(scenes: list[Scene]) -> None:
    for mine, again in zip(scenes[:4], table_scenes(5, TABLES[0], SIZE_WH), strict=False):
        np.testing.assert_array_equal(mine.frame, again.frame)
        np.testing.assert_array_equal(mine.owner, again.owner)


def test_on_photographs_the_same_cards_lie(shared: Path, scenes: list[Scene]) -> None:
    laid = list(islice(table_scenes(5, TABLES[0], SIZE_WH, photographs_of()), 4))
    for mine, real in zip(scenes[:4], laid, strict=True):
        assert repr(real.cards) == repr(mine.cards)
        np.testing.assert_array_equal(real.owner, mine.owner)
        assert np.abs(real.frame.astype(int) - mine.frame).mean() > 10


def test_tables_of_either_mode_are_learnt_from_with_the_same_plays(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mode changes the ground and what lies about, never the cards or who hides them."""
    laid = {}
    for share in (0.0, 1.0):
        monkeypatch.setattr(training, "RICH_SHARE", share)
        laid[share] = list(islice(table_scenes(5, TABLES[0], SIZE_WH), 3))
    for fast, rich in zip(laid[0.0], laid[1.0], strict=True):
        assert repr(fast.cards) == repr(rich.cards)
        np.testing.assert_array_equal(fast.owner, rich.owner)
        assert np.abs(fast.frame.astype(int) - rich.frame).mean() > 3


def test_owners_lie_within_their_quads_and_shares_are_what_is_seen(scenes: list[Scene]) -> None:
    labelled = 0
    for scene in scenes:
        assert scene.frame.shape == (SIZE_WH[1], SIZE_WH[0], 3)
        for card in scene.cards:
            y, x = np.nonzero(scene.owner == card.number)
            if len(x):
                low, high = card.quad.min(axis=0) - 1.5, card.quad.max(axis=0) + 1.5
                cells = np.stack([x, y], axis=1)
                assert ((cells >= low) & (cells <= high)).all()
            if card.visible >= LABELLED_SHARE:
                labelled += 1
                assert is_card_shaped(order_corners(card.quad), 6.0)
                assert card.visible == pytest.approx(min(1.0, len(x) / quad_area(card.quad)))
    assert labelled > len(scenes)


def test_a_large_cut_is_of_its_size(shared: Path) -> None:
    scene = next(iter(table_scenes(5, 0, (700, 500))))
    assert scene.frame.shape == (500, 700, 3)
    assert scene.owner.shape == (500, 700)


def test_hands_hide_cards(scenes: list[Scene]) -> None:
    assert any((scene.owner == -1).any() for scene in scenes)


def test_a_run_takes_as_many_scenes_of_either_kind(shared: Path) -> None:
    first = list(islice(run_of_scenes(5, 0, (128, 96)), 6))
    assert [len(scene.lookalikes) == 0 and scene.frame.shape == (96, 128, 3) for scene in first[1::2]] == [
        True
    ] * 3
    assert all(len(sample_of(scene).quads) <= len(scene.cards) for scene in first)


def test_no_table_that_is_scored_is_learnt_from() -> None:
    """Tables are drawn from their number: the scorer's count from 0; its decks count from beyond the embedder's."""
    assert FIRST_TABLE > 10_000 > 500
    assert fresh_tables.SEED > 1_000_000


def test_the_darker_deck_has_the_lower_rim() -> None:
    def deck(rim: int, inside: int) -> DeckPrints:
        face = np.full((200, 120, 3), inside, np.uint8)
        face[:12], face[-12:], face[:, :12], face[:, -12:] = rim, rim, rim, rim
        return DeckPrints((CardPrint.of(face),), CardPrint.of(face))

    assert rim_level(deck(20, 240)) < 90 < 160 < rim_level(deck(230, 10))
