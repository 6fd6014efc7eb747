"""Local features: kept small, laid out as the picture is turned, and the same at every enrolment."""

from __future__ import annotations

import cv2
import numpy as np

from models.housedeck import faces
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.recognition.feature_poses import laid_out
from vision.recognition.local_features import describe, packed, unpacked


def test_enrolment_is_repeatable() -> None:
    pictures = {code: faces()[code] for code in ("m00", "w02")}
    once, again = (
        enrol("house", {"house": pictures}, settings=EnrolmentSettings(features=300, views=2))
        for _ in range(2)
    )
    assert len(once.features)
    assert (again.features.descriptors == once.features.descriptors).all()


def test_packed_descriptors_stay_close() -> None:
    descriptors = describe(faces()["m18"]).descriptors
    again = unpacked(packed(descriptors))
    assert again.shape == descriptors.shape
    assert float((again * descriptors).sum(axis=1).min()) > 0.97


def test_keypoints_are_laid_out_as_the_picture_is_turned_and_scaled() -> None:
    """SIFT's own sizes and angles agree with the derivative of the homography."""
    picture = faces()["m18"]
    turn, scale = np.radians(40), 1.4
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    matrix = np.array([[cos, -sin, 300], [sin, cos, 20], [0, 0, 1.0]])
    seen = describe(np.asarray(cv2.warpPerspective(picture, matrix, (700, 800)), np.uint8))
    features = describe(picture)
    similar = seen.descriptors @ features.descriptors.T
    best = similar.argmax(axis=1)
    sure = similar.max(axis=1) > 0.95
    expected = laid_out(features.keypoints[best[sure]], matrix)
    found = seen.keypoints[sure]
    assert sure.sum() > 50
    assert np.median(np.linalg.norm(expected[:, :2] - found[:, :2], axis=1)) < 1.0
    assert np.median(np.abs(np.log(expected[:, 2] / found[:, 2]))) < 0.1
    assert np.median(np.cos(np.radians(expected[:, 3] - found[:, 3]))) > 0.99
