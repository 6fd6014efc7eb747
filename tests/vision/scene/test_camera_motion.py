"""How a picture moved as a whole."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.scene.camera_motion import Motion, features_of, motion_between
from vision.types import Frame

CHANCE = np.random.default_rng(3)
CLOTH = cv2.resize(CHANCE.uniform(0, 255, (180, 320, 3)).astype(np.uint8), (1280, 720))


def shifted(right_px: float, down_px: float) -> Frame:
    matrix = np.array([[1, 0, right_px], [0, 1, down_px]], np.float32)
    return np.asarray(cv2.warpAffine(CLOTH, matrix, (1280, 720), borderMode=cv2.BORDER_REFLECT), np.uint8)


def motion_of(right_px: float, down_px: float) -> Motion:
    motion = motion_between(features_of(shifted(0, 0)), features_of(shifted(right_px, down_px)))
    assert motion is not None
    return motion


@pytest.mark.parametrize("right_px", [1.2, 2.0, 9.0])
def test_all_features_together_tell_a_motion_that_each_hides(right_px: float) -> None:
    assert motion_of(right_px, 0).moved


def test_a_picture_that_stays_has_not_moved() -> None:
    assert not motion_of(0, 0).moved


def test_two_motions_agree_where_no_feature_could_tell_them_apart() -> None:
    assert motion_of(20, 5).agrees_with(motion_of(20.8, 5))
    assert not motion_of(20, 5).agrees_with(motion_of(27, 5))
