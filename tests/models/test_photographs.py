"""Photographs to learn from: some are never trained on."""

from __future__ import annotations

from pathlib import Path

from models.training.photographs import FOLDER, is_held_out, photographs_of
from vision.virtual.surfaces.photographs import photographs


def test_no_source_is_both_trained_on_and_kept_out(green_photographs: Path) -> None:
    trained, kept = (
        {one.source for one in photographs_of(green_photographs, held_out=out).files} for out in (False, True)
    )
    assert trained | kept == {f"someone/album-{number}" for number in range(10)}
    assert not trained & kept


def test_of_the_photographs_at_hand_a_part_is_kept_out(shared: Path) -> None:
    kept = sum(is_held_out(one) for one in photographs(FOLDER))
    assert 0.1 < kept / len(photographs(FOLDER)) < 0.4
