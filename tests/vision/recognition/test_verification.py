"""Verification: the right card's features lie in their places, another's do not; covered cards too."""

from __future__ import annotations

import tracemalloc

import cv2
import numpy as np
import pytest

from models.training.drawn import DrawnDeck
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.geometry import upright_quad
from vision.recognition.gallery import Gallery
from vision.recognition.verification import Evidence, Verifier, turned_keypoints
from vision.types import Frame, Quad

SEED = 1_000_000
CODES = ("x40", "x41", "x42", "x43")


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    deck = DrawnDeck(SEED, 480)
    pictures = {code: deck.face(int(code[1:])) for code in CODES}
    return enrol("drawn", {"only": pictures}, settings=EnrolmentSettings(views=1))


@pytest.fixture(scope="module")
def verifier(gallery: Gallery) -> Verifier:
    return Verifier([gallery])


def shown(code: str, height_px: int = 240) -> tuple[Frame, Quad]:
    """A card on a table, a little blurred."""
    picture = DrawnDeck(SEED, 480).face(int(code[1:]))
    width = round(picture.shape[1] * height_px / picture.shape[0])
    small = cv2.GaussianBlur(
        cv2.resize(picture, (width, height_px), interpolation=cv2.INTER_AREA), (0, 0), 0.6
    )
    frame = np.full((height_px + 80, width + 80, 3), 90, np.uint8)
    frame[40:-40, 40:-40] = small
    return frame, upright_quad((width, height_px)) + np.float32(40)


def evidence(
    verifier: Verifier, gallery: Gallery, frame: Frame, quad: Quad
) -> list[tuple[Evidence, Evidence]]:
    features = verifier.describe(frame, quad, gallery.aspect)
    return [verifier.verify(features, face) for face in range(len(CODES))]


def test_the_right_card_stands_out(verifier: Verifier, gallery: Gallery) -> None:
    found = evidence(verifier, gallery, *shown("x41"))
    weights = [upright.weight for upright, _ in found]
    assert int(np.argmax(weights)) == 1
    assert weights[1] > 4 * sorted(weights)[-2]
    assert found[1][0].weight > 4 * found[1][1].weight


def test_upside_down_is_told(verifier: Verifier, gallery: Gallery) -> None:
    frame, quad = shown("x42")
    upright, turned = evidence(verifier, gallery, np.ascontiguousarray(frame[::-1, ::-1]), quad)[2]
    assert turned.weight > 4 * upright.weight


def test_corners_may_be_loose(verifier: Verifier, gallery: Gallery) -> None:
    frame, quad = shown("x40")
    loose = quad + np.array([[-8, 7], [9, -6], [-7, 9], [8, 8]], np.float32)
    weights = [upright.weight for upright, _ in evidence(verifier, gallery, frame, loose)]
    assert int(np.argmax(weights)) == 0
    assert weights[0] > 3 * sorted(weights)[-2]


def test_half_a_card_is_enough(verifier: Verifier, gallery: Gallery) -> None:
    frame, quad = shown("x43", 300)
    frame[: frame.shape[0] // 2] = (60, 120, 180)
    weights = [upright.weight for upright, _ in evidence(verifier, gallery, frame, quad)]
    assert int(np.argmax(weights)) == 3
    assert weights[3] > 2 * sorted(weights)[-2]


def test_a_blank_card_speaks_for_nobody(verifier: Verifier, gallery: Gallery) -> None:
    frame, quad = shown("x40")
    frame[:] = 128
    for upright, turned in evidence(verifier, gallery, frame, quad):
        assert upright.inliers == turned.inliers == 0


def test_turning_keypoints_twice_changes_nothing() -> None:
    keypoints = np.array([[0.1, 0.2, 0.05, 10], [0.5, 0.9, 0.02, 350]], np.float32)
    once = turned_keypoints(keypoints, 0.6)
    np.testing.assert_allclose(once[0], [0.5, 0.8, 0.05, 190], atol=1e-5)
    np.testing.assert_allclose(turned_keypoints(once, 0.6), keypoints, atol=1e-4)


def test_the_known_features_are_those_of_the_gallery_and_take_no_memory_of_their_own(
    gallery: Gallery,
) -> None:
    tracemalloc.start()
    verifier = Verifier([gallery])
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    known = [verifier.known(face) for face in range(len(CODES))]
    assert np.concatenate([one.descriptors for one in known]) == pytest.approx(gallery.features.floats())
    assert np.array_equal(np.concatenate([one.keypoints for one in known]), gallery.features.keypoints)
    assert taken < gallery.features.floats().nbytes / 20
