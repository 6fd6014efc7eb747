"""Photographs in the virtual world: cut, laid as grounds and pieces, and seen by a cheap camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.conftest import GREEN_BGR
from vision.geometry import points_inside, widened
from vision.virtual.camera.faults import FAULTS, sense
from vision.virtual.camera.plane import tilted_plane
from vision.virtual.canvas import Canvas
from vision.virtual.surfaces.photographs import (
    PhotographError,
    Photographs,
    cut_of,
    load_photograph,
    photographs,
    real_ground,
)
from vision.virtual.things.pieces import lay_piece

WH = (160, 96)


def test_without_an_index_each_file_is_its_own_source(green_photographs: Path) -> None:
    (green_photographs / "index.json").unlink()
    assert len({one.source for one in photographs(green_photographs)}) == 30


def test_a_folder_without_photographs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PhotographError, match="expected photographs"):
        photographs(tmp_path)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "torn.jpg").write_bytes(b"no picture")
    with pytest.raises(PhotographError, match=r"torn\.jpg"):
        load_photograph(tmp_path / "torn.jpg")


def test_a_cut_has_the_size_asked_for_and_shows_the_picture() -> None:
    picture = np.random.default_rng(1).integers(0, 256, (300, 200, 3), np.uint8)
    for seed in range(20):
        cut = cut_of(np.random.default_rng(seed), picture, WH)
        assert cut.shape == (WH[1], WH[0], 3)
        assert cut.std() > 20


def test_most_grounds_are_photographs_the_rest_drawn(green_photographs: Path) -> None:
    surfaces, drawn = Photographs(photographs(green_photographs)), np.zeros((WH[1], WH[0], 3), np.uint8)
    green = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        ground = real_ground(rng, surfaces, drawn, tilted_plane(rng, WH))
        assert (ground == GREEN_BGR).all() or (ground == 0).all()
        green += bool(ground[0, 0, 1])
    assert 35 < green < 60


def test_a_piece_lies_within_the_quad_that_is_told_of_it(green_photographs: Path) -> None:
    surfaces = Photographs(photographs(green_photographs))
    for seed in range(20):
        canvas = Canvas(np.zeros((WH[1], WH[0], 3), np.uint8))
        quad = lay_piece(canvas, np.random.default_rng(seed), surfaces, (80.0, 48.0), 40.0)
        assert quad is not None
        rows, columns = np.nonzero(canvas.owner == -1)
        assert len(rows) > 20
        inside = points_inside(np.stack([columns, rows], axis=1).astype(np.float32), widened(quad, 1.3))
        assert inside.mean() > 0.97


def test_a_piece_outside_the_frame_is_not_laid(green_photographs: Path) -> None:
    canvas = Canvas(np.zeros((WH[1], WH[0], 3), np.uint8))
    assert (
        lay_piece(
            canvas,
            np.random.default_rng(0),
            Photographs(photographs(green_photographs)),
            (900.0, 900.0),
            20.0,
        )
        is None
    )
    assert not canvas.owner.any()


@pytest.mark.parametrize("fault", [fault for fault, _ in FAULTS], ids=lambda fault: fault.__name__)
def test_each_fault_of_a_camera_changes_the_picture_and_no_more(fault: object) -> None:
    assert callable(fault)
    frame = np.random.default_rng(2).integers(0, 256, (WH[1], WH[0], 3), np.uint8)
    frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 2.0), np.uint8)
    worse = fault(np.random.default_rng(3), frame)
    assert worse.shape == frame.shape
    assert worse.dtype == np.uint8
    assert 0 < np.abs(worse.astype(int) - frame).mean() < 80


def test_the_same_number_gives_the_same_faults() -> None:
    frame = np.random.default_rng(2).integers(0, 256, (WH[1], WH[0], 3), np.uint8)
    one, other = (sense(np.random.default_rng(5), frame.copy()) for _ in range(2))
    np.testing.assert_array_equal(one, other)
