"""What lies on a card says nothing of it: neither what covers it, nor how far."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.geometry import CORNER_SHARE, upright_quad
from vision.recognition.visible import blanked, occlusion_mask
from vision.types import Crop, Quad

SIZE_WH = (112, 192)


def card(width: float = 70.0, height: float = 120.0, x: float = 50.0, y: float = 40.0) -> Quad:
    return upright_quad((width, height)) + np.array([x, y], np.float32)


def noise(seed: int) -> Crop:
    return np.random.default_rng(seed).integers(0, 256, (*SIZE_WH[::-1], 3), np.uint8)


def test_a_card_over_the_left_half_hides_the_left_half() -> None:
    hidden = occlusion_mask(card(), [card(x=50.0 - 35.0)], SIZE_WH)
    assert hidden[:, :56].all()
    # Corners may err: a strip beyond is hidden as well, and no more.
    strip = hidden.all(axis=0).sum() - 56
    assert 0 <= strip <= 2 * CORNER_SHARE * SIZE_WH[0] * 1.5 + 1
    assert not hidden[:, 70:].any()


def test_where_it_is_hidden_goes_with_the_card() -> None:
    """A crop starts at the quad's first corner: seen the other way up, the other half is hidden."""
    cover = [card(x=50.0 - 35.0)]
    upright, turned = (occlusion_mask(np.roll(card(), -turn, axis=0), cover, SIZE_WH) for turn in (0, 2))
    assert (turned[::-1, ::-1] == upright).mean() > 0.98


def test_a_card_beside_hides_nothing() -> None:
    assert not occlusion_mask(card(), [card(x=140.0)], SIZE_WH).any()
    assert not occlusion_mask(card(), [], SIZE_WH).any()


@given(st.integers(0, 99), st.integers(100, 199), st.floats(0.05, 0.95))
def test_what_covers_a_card_changes_nothing(seed: int, other: int, share: float) -> None:
    crop, covering = noise(seed), noise(other)
    hidden = np.zeros(SIZE_WH[::-1], np.bool_)
    hidden[:, : max(1, round(share * SIZE_WH[0]))] = True
    covered = np.where(hidden[..., None], covering, crop)
    assert (blanked(covered, hidden) == blanked(crop, hidden)).all()
    assert (blanked(crop, hidden)[~hidden] == crop[~hidden]).all()
    assert blanked(crop, hidden).mean(axis=(0, 1)) == pytest.approx(crop[~hidden].mean(axis=0), abs=0.6)


@pytest.mark.parametrize("whole", [True, False])
def test_all_or_nothing_hidden_leaves_the_crop(whole: bool) -> None:
    crop = noise(1)
    assert (blanked(crop, np.full(SIZE_WH[::-1], whole)) == crop).all()
