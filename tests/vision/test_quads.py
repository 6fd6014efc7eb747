"""Many quads at once: the same answers as one by one."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from vision.geometry import homography_between, is_card_shaped, project, quad_area, upright_quad
from vision.overlap import distinct, quad_iou
from vision.quads import Quads, areas_of, card_shaped, placed, unit_homographies

ANY_QUADS = hnp.arrays(
    np.float32, st.tuples(st.integers(0, 12), st.just(4), st.just(2)), elements=st.integers(0, 300)
)


def cards(seed: int, count: int) -> Quads:
    """Cards in perspective, strewn over one another."""
    rng = np.random.default_rng(seed)
    turns, centres = rng.uniform(0, 6.3, count), rng.uniform(50, 250, (count, 1, 2))
    swing = np.stack(
        [np.stack([np.cos(turns), np.sin(turns)], 1), np.stack([-np.sin(turns), np.cos(turns)], 1)], 1
    )
    upright = upright_quad((60, 100)) - np.array([30, 50], np.float32)
    return np.asarray(upright @ swing + centres + rng.normal(0, 4, (count, 4, 2)), np.float32)


@given(ANY_QUADS)
def test_shape_and_area_are_told_as_one_by_one(quads: Quads) -> None:
    assert card_shaped(quads, 12.0).tolist() == [is_card_shaped(quad, 12.0) for quad in quads]
    np.testing.assert_allclose(areas_of(quads), [abs(quad_area(quad)) for quad in quads], atol=1e-6)


@given(st.integers(0, 10_000), st.integers(1, 12))
def test_cards_are_projected_as_one_by_one(seed: int, count: int) -> None:
    quads, points = cards(seed, count), np.random.default_rng(seed).uniform(-0.3, 1.3, (6, 2))
    expected = [project(points, homography_between(upright_quad((1, 1)), quad)) for quad in quads]
    np.testing.assert_allclose(placed(points, unit_homographies(quads)), expected, atol=0.02)


@given(st.integers(0, 10_000), st.integers(0, 25))
def test_of_alike_quads_the_best_stays(seed: int, count: int) -> None:
    quads = cards(seed, count)
    scores = np.random.default_rng(seed).random(count).astype(np.float32)
    kept = distinct(quads, scores, 0.3).tolist()
    assert kept == sorted(kept, key=lambda i: -scores[i])
    for i in range(count):
        better = [j for j in kept if scores[j] > scores[i]]
        assert (i in kept) == all(quad_iou(quads[i], quads[j]) < 0.3 for j in better)
