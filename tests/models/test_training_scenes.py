"""Scenes to learn from: their labels must be true, and the same number must give the same scene."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import numpy as np
import pytest

from models.training import detector_samples
from models.training.detector_samples import (
    Collating,
    Rendering,
    Sample,
    cell_centres,
    flipped,
    sample_of,
    targets_of,
)
from models.training.drawn import DrawnDeck
from models.training.photographs import photographs_of
from models.training.scenes import render_scene
from vision.detection.quad_codec import decode_quads
from vision.geometry import is_convex, quad_area
from vision.virtual.scenes import Scene
from vision.virtual.surfaces.photographs import Photographs

SMALL_WH = (256, 160)


@pytest.fixture(scope="module")
def scenes(shared: Path) -> list[Scene]:
    return [render_scene(77, index, SMALL_WH) for index in range(12)]


def test_the_same_number_gives_the_same_scene(scenes: list[Scene]) -> None:
    again = render_scene(77, 3, SMALL_WH)
    np.testing.assert_array_equal(again.frame, scenes[3].frame)
    np.testing.assert_array_equal(again.owner, scenes[3].owner)


def test_with_photographs_a_number_gives_one_scene_and_another_one(shared: Path, scenes: list[Scene]) -> None:
    surfaces = photographs_of()
    laid, again = (render_scene(77, 3, SMALL_WH, surfaces=surfaces) for _ in range(2))
    np.testing.assert_array_equal(laid.frame, again.frame)
    assert np.abs(laid.frame.astype(int) - scenes[3].frame).mean() > 10


def test_labels_are_clockwise_quads_with_true_shares(scenes: list[Scene]) -> None:
    cards = [card for scene in scenes for card in scene.cards]
    assert len(cards) > 20
    for card in cards:
        assert quad_area(card.quad) > 0
        assert 0 <= card.visible <= 1


def test_the_owner_map_lies_within_each_quad(scenes: list[Scene]) -> None:
    for scene in scenes:
        for card in scene.cards:
            rows, columns = np.nonzero(scene.owner == card.number)
            if len(rows):
                low, high = card.quad.min(axis=0) - 2, card.quad.max(axis=0) + 2
                assert (columns >= low[0]).all()
                assert (columns <= high[0]).all()
                assert (rows >= low[1]).all()
                assert (rows <= high[1]).all()


def test_targets_decode_to_the_labelled_quads(scenes: list[Scene]) -> None:
    asked = 0
    for sample in map(sample_of, scenes):
        targets = targets_of(sample)
        for quad, anchor, down in zip(sample.quads, sample.anchors, sample.down, strict=True):
            x, y = anchor.astype(int)
            assert targets.heat[int(down), y, x] == 1.0
            code = targets.code[:, y, x][None]
            decoded = decode_quads(code, np.asarray(cell_centres(anchor[None]) / 4, np.float32))[0] * 4
            assert min(np.abs(np.roll(decoded, -turn, axis=0) - quad).max() for turn in (0, 2)) < 0.1
            asked += 1
    assert asked > 10


@pytest.mark.parametrize("across", [True, False])
def test_a_mirrored_sample_has_mirrored_labels(scenes: list[Scene], across: bool) -> None:
    sample = next(s for s in map(sample_of, scenes) if len(s.quads))
    mirrored = flipped(sample, across)
    assert all(is_convex(quad) for quad in mirrored.quads)
    np.testing.assert_allclose(flipped(mirrored, across).quads, sample.quads, atol=1e-3)
    for anchor, number in zip(mirrored.anchors.astype(int), mirrored.numbers, strict=True):
        assert mirrored.owner[anchor[1], anchor[0]] == number


def test_neighbouring_pip_cards_of_a_drawn_deck_differ() -> None:
    for seed in range(12):
        deck = DrawnDeck(seed, 160)
        two, three = deck.face(1), deck.face(2)
        assert two.shape == three.shape == (160, deck.size_wh[0], 3)
        assert np.abs(two.astype(int) - three).max() > 60
        np.testing.assert_array_equal(two, DrawnDeck(seed, 160).face(1))


def test_every_second_run_lies_on_photographs(monkeypatch: pytest.MonkeyPatch, scenes: list[Scene]) -> None:
    surfaces, laid = Photographs(()), list[tuple[int, bool]]()

    def run_of_scenes(_: int, run: int, size_wh: tuple[int, int], on: Photographs | None) -> Iterator[Scene]:
        laid.append((run, on is surfaces))
        yield scenes[0]

    monkeypatch.setattr(detector_samples, "run_of_scenes", run_of_scenes)
    for worker in range(2):
        list(islice(Rendering(1, SMALL_WH, surfaces=surfaces)(worker, 2), 3))
    assert laid == [(0, False), (2, True), (4, False), (1, True), (3, False), (5, True)]


def test_collated_samples_are_seen_as_often_as_asked(scenes: list[Scene]) -> None:
    class Rows(Rendering):
        def __call__(self, worker: int, workers: int) -> Iterator[list[Sample]]:
            return ([sample_of(scene)] for scene in cycle(scenes))

    batches = list(islice(Collating(Rows(1, SMALL_WH), 6, 3, 12)(0, 1), 4))
    assert [batch.frames.shape for batch in batches] == [(6, SMALL_WH[1], SMALL_WH[0], 3)] * 4
    wanted = targets_of(sample_of(scenes[0]))
    assert batches[0].targets["heat"].shape == (6, *wanted.heat.shape)
    assert {map.dtype for map in batches[0].targets.values()} == {np.dtype(np.float16)}
