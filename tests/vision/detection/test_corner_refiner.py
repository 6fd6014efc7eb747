from __future__ import annotations

import numpy as np
import pytest

from vision.detection.corner_refiner import CROP_WH, MARGIN, close_crop, moved, residuals_of
from vision.pyramid import Pyramid
from vision.types import Quad


def tilted_quad() -> Quad:
    return np.array([[210, 80], [300, 95], [290, 260], [170, 240]], np.float32)


def test_moving_by_the_residuals_reaches_the_true_corners() -> None:
    true_quad = tilted_quad()
    proposed = true_quad + np.array([[9, -4], [-7, 5], [3, 12], [-6, -8]], np.float32)
    np.testing.assert_allclose(moved(proposed, residuals_of(true_quad, proposed)), true_quad, atol=0.01)


def test_no_residuals_move_nothing() -> None:
    np.testing.assert_allclose(moved(tilted_quad(), np.zeros((4, 2), np.float32)), tilted_quad(), atol=0.01)


@pytest.mark.parametrize("factor", [1, 2, 4])
def test_a_close_crop_shows_the_card_with_its_margin_at_any_size(factor: int) -> None:
    quad = np.array([[40, 30], [79, 30], [79, 89], [40, 89]], np.float32)
    frame = np.zeros((128, 128, 3), np.uint8)
    frame[30:90, 40:80] = 255
    large = np.repeat(np.repeat(frame, factor, axis=0), factor, axis=1)
    scaled = (
        (quad + 0.5) * factor - 0.5 + np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * factor
    )
    crop = close_crop(Pyramid.of(large), scaled.astype(np.float32))
    width, height = CROP_WH
    inner_px = round(width / (1 + 2 * MARGIN)), round(height / (1 + 2 * MARGIN))
    share = (crop > 127).mean()
    assert abs(share - inner_px[0] * inner_px[1] / (width * height)) < 0.03
    assert crop[height // 2, width // 2].min() == 255
    assert crop[2, 2].max() == 0


def test_a_pyramid_halves_while_two_pixels_are_left_to_join() -> None:
    pyramid = Pyramid.of(np.zeros((301, 403, 3), np.uint8))
    assert pyramid.level(1).shape == (150, 201, 3)
    assert pyramid.level(2).shape == (75, 100, 3)
    assert pyramid.level(9).shape == (1, 1, 3)


def test_a_tiny_picture_is_its_own_pyramid() -> None:
    pyramid = Pyramid.of(np.zeros((1, 1, 3), np.uint8))
    assert pyramid.level(3).shape == (1, 1, 3)
    assert pyramid.scaled((32, 32)).shape == (32, 32, 3)
