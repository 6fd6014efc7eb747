"""A frame at other sizes, whole and in part."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.pyramid import LOOK_PIXELS, Pyramid, close_pixels


@pytest.mark.parametrize("size_wh", [(2560, 1440), (1280, 720), (900, 500), (544, 288), (160, 96)])
def test_a_part_shows_what_the_whole_shows_there(size_wh: tuple[int, int]) -> None:
    noise = np.random.default_rng(0).integers(0, 256, (720, 1280, 3), np.uint8)
    pyramid = Pyramid.of(np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8))
    first, last = np.array([32, 0]), np.array([96, 64])
    part = pyramid.scaled_part(size_wh, first, last)
    whole = pyramid.scaled(size_wh)[first[1] : last[1], first[0] : last[0]]
    assert part.shape == whole.shape
    assert np.abs(part.astype(int) - whole).max() <= 3


@pytest.mark.parametrize(
    ("area", "pixels"),
    [(100.0, 400.0), (LOOK_PIXELS / 4, LOOK_PIXELS), (LOOK_PIXELS, LOOK_PIXELS), (921_600.0, LOOK_PIXELS)],
    ids=["twice as large", "just twice as large", "as large as it is", "smaller than it is"],
)
def test_a_close_look_has_no_more_pixels_than_a_look_at_the_whole(area: float, pixels: float) -> None:
    assert close_pixels(area) == pixels
