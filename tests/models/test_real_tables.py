"""Virtual tables of photographs: scorers lie on those alone that nobody trained on, among things that hide no card."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.photographs import photographs_of
from tests.benchmarks.fresh_tables import real_tables
from vision.virtual.things.found import FLAT_MM
from vision.virtual.things.rich_tables import RealTables

TRAINED, KEPT = (20, 30, 220), (20, 220, 30)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Photographs of thirty sources: green ones are kept out of training, red ones are not."""
    rows = []
    for number in range(30):
        name = f"p{number:02}.png"
        rows.append({"file": name, "source": f"album-{number}:{name}"})
        cv2.imwrite(str(tmp_path / name), np.zeros((90, 120, 3), np.uint8))
    (tmp_path / "index.json").write_text(json.dumps(rows), "utf-8")
    for held_out, colour in ((True, KEPT), (False, TRAINED)):
        for one in photographs_of(tmp_path, held_out=held_out).files:
            cv2.imwrite(str(one.path), np.full((90, 120, 3), colour, np.uint8))
    return tmp_path


def test_scorers_see_only_photographs_that_are_kept_out_of_training(folder: Path) -> None:
    tables = real_tables(folder)
    for seed in range(20):
        chance = np.random.default_rng(seed)
        assert (tables.surface(chance) == KEPT).all()
        piece = tables._piece(chance)
        whole = piece.sheet[..., 3] == 1
        assert np.allclose(piece.sheet[whole][:, :3] * 255, KEPT, atol=1.5)


def test_many_kinds_of_things_lie_there_sized_as_they_are(folder: Path) -> None:
    tables = RealTables(photographs_of(folder))
    things = [t for seed in range(12) for t in tables.things(np.random.default_rng(seed), (0.6, 0.8))]
    assert len(things) > 60
    assert 0.1 < np.mean([thing.height_mm <= FLAT_MM for thing in things]) < 0.7
    assert any(thing.shaded for thing in things)
    for thing in things:
        assert 1 < min(thing.size_wh_mm) <= max(thing.size_wh_mm) < 700
        assert 0 <= thing.sheet.min() <= thing.sheet.max() <= 1
        assert (thing.sheet[..., :3] <= thing.sheet[..., 3:] + 1e-6).all(), "colours times opacity"


def test_bodies_are_lit_from_the_lamps_side(folder: Path) -> None:
    """The half of a body that looks towards the lamp is the brighter one, wherever the lamp stands."""
    tables = RealTables(photographs_of(folder))
    for towards in ((1.0, 0.0), (-1.0, 0.0)):
        leads = []
        for seed in range(30):
            for thing in tables.things(np.random.default_rng(seed), towards):
                if thing.shaded:
                    width = thing.sheet.shape[1]
                    levels = [
                        part[..., :3].sum() / max(part[..., 3].sum(), 1)
                        for part in (thing.sheet[:, : width // 2], thing.sheet[:, width - width // 2 :])
                    ]
                    leads.append((levels[0] - levels[1]) * towards[0])
        assert len(leads) > 60
        assert np.mean(leads) > 0.02
