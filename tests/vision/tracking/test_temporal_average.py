"""A temporal average: noise cancels out, what moves starts it again, one bad frame weighs little."""

from __future__ import annotations

import numpy as np

from vision.tracking.settings import LOOKS
from vision.tracking.temporal_average import TemporalAverage
from vision.types import Frame, Quad

QUAD: Quad = np.array([[20, 10], [60, 10], [60, 70], [20, 70]], np.float32)


def noisy(rng: np.random.Generator, level: float = 60.0, noise: float = 20.0) -> Frame:
    return np.asarray((level + rng.normal(0, noise, (80, 90, 3))).clip(0, 255), np.uint8)


def test_noise_cancels_out_over_some_frames_and_the_rest_of_the_picture_stays() -> None:
    rng, average = np.random.default_rng(3), TemporalAverage()
    for number in range(9):
        assert average.is_ready == (number >= LOOKS)
        average.add(noisy(rng), QUAD)
    frame = noisy(rng)
    seen = average.averaged(frame)
    assert seen[10:70, 20:60].std() < 0.45 * frame[10:70, 20:60].std()
    assert abs(seen[10:70, 20:60].mean() - 60) < 1
    np.testing.assert_array_equal(seen[:, 70:], frame[:, 70:])


def test_one_bad_frame_weighs_a_quarter_at_most() -> None:
    average = TemporalAverage()
    for level in (0, 0, 0, 255):
        average.add(np.full((80, 90, 3), level, np.uint8), QUAD)
    assert average.is_ready
    assert average.averaged(np.zeros((80, 90, 3), np.uint8))[40, 40, 0] in (63, 64)


def test_it_follows_the_light_and_starts_again_when_it_is_cleared() -> None:
    average = TemporalAverage()
    for level in [40] * 30 + [80] * 60:
        average.add(np.full((80, 90, 3), level, np.uint8), QUAD)
    assert average.averaged(np.zeros((80, 90, 3), np.uint8))[40, 40, 0] >= 77
    average.clear()
    assert not average.is_ready
    average.add(np.full((80, 90, 3), 7, np.uint8), QUAD)
    assert average.averaged(np.zeros((80, 90, 3), np.uint8))[40, 40, 0] == 7


def test_a_frame_of_another_size_begins_a_new_one() -> None:
    average = TemporalAverage()
    for _ in range(LOOKS):
        average.add(np.full((80, 90, 3), 9, np.uint8), QUAD)
    average.add(np.full((40, 50, 3), 200, np.uint8), QUAD)
    assert average.frames == 1
    assert average.averaged(np.zeros((40, 50, 3), np.uint8))[20, 30, 0] == 200


def test_a_place_at_the_rim_or_outside_of_the_picture_is_no_error() -> None:
    for shift in (-30.0, 60.0, 500.0):
        average = TemporalAverage()
        for _ in range(LOOKS):
            average.add(np.full((80, 90, 3), 9, np.uint8), QUAD + np.float32(shift))
        assert average.averaged(np.zeros((80, 90, 3), np.uint8)).shape == (80, 90, 3)
