"""Photographs to learn from: some are never trained on."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.photographs import FOLDER, is_held_out, photographs_of
from vision.virtual.surfaces.photographs import (
    photographs,
)

WH = (160, 96)
GREEN = (20, 230, 40)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Thirty photographs of green, of ten sources."""
    rows = []
    for number in range(30):
        name = f"p{number:02}.png"
        cv2.imwrite(str(tmp_path / name), np.full((90, 120, 3), GREEN, np.uint8))
        rows.append({"file": name, "source": f"someone/album-{number % 10}:{name}"})
    (tmp_path / "index.json").write_text(json.dumps(rows), "utf-8")
    return tmp_path


def test_no_source_is_both_trained_on_and_kept_out(folder: Path) -> None:
    trained, kept = (
        {one.source for one in photographs_of(folder, held_out=out).files} for out in (False, True)
    )
    assert trained | kept == {f"someone/album-{number}" for number in range(10)}
    assert not trained & kept


def test_of_the_photographs_at_hand_a_part_is_kept_out(shared: Path) -> None:
    kept = sum(is_held_out(one) for one in photographs(FOLDER))
    assert 0.1 < kept / len(photographs(FOLDER)) < 0.4
