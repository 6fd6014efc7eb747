"""The baseline of the speed figures, on rendered tables of the house deck."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.housedeck import back, faces
from tests.benchmarks.first_version.quad_reader import QuadReader
from tests.benchmarks.first_version.recognizer import FirstVersion
from vision.galleries.enrolment import EnrolmentSettings, enrol
from vision.geometry import homography_between, is_reversed, turned_half, upright_quad
from vision.overlap import quad_iou
from vision.recognition.feature_search import FeatureSearch
from vision.recognition.gallery import Gallery
from vision.types import Face, Frame, Quad, Reading, ReadRequest

CODES = ("m00", "m05", "m18", "w02", "c10", "s05", "p07", "p14")
STRANGERS = ("m13", "m16", "m10")
"""Cards that the gallery of these tests does not know, nor any sibling of theirs (see
vision.recognition.feature_search.CONFIDENT)."""

CARD_WH = (126, 216)


@pytest.fixture(scope="module")
def gallery() -> Gallery:
    pictures = {code: faces()[code] for code in CODES}
    return enrol("house", {"house": pictures}, settings=EnrolmentSettings(features=300, views=4))


@pytest.fixture(scope="module")
def recognizer(gallery: Gallery) -> FirstVersion:
    return FirstVersion([gallery])


def cloth(size_wh: tuple[int, int] = (960, 640)) -> Frame:
    """A plain green cloth with a little grain."""
    rng = np.random.default_rng(3)
    grain = rng.normal(0, 4, (size_wh[1], size_wh[0], 1))
    return np.clip(np.array([70, 110, 60]) + grain, 0, 255).astype(np.uint8)


def lay(frame: Frame, picture: Frame, centre: tuple[float, float], turn_deg: float = 0) -> Quad:
    """Draw a card into the frame; return its corners from its upper left one."""
    width, height = CARD_WH
    turn = np.radians(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = upright_quad(CARD_WH) - np.array([width / 2, height / 2])
    quad = np.asarray(flat @ matrix.T + centre, np.float32)
    small = cv2.resize(picture, CARD_WH, interpolation=cv2.INTER_AREA)
    size_wh = (frame.shape[1], frame.shape[0])
    warped = cv2.warpPerspective(small, homography_between(upright_quad(CARD_WH), quad), size_wh)
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.rint(quad).astype(np.int32), 255)
    frame[mask > 0] = warped[mask > 0]
    return quad


def at(readings: list[Reading], quad: Quad) -> Reading:
    """The one reading that lies there."""
    (found,) = [r for r in readings if quad_iou(r.quad, quad) > 0.5]
    return found


def test_several_cards_are_named_where_they_lie(recognizer: FirstVersion) -> None:
    frame = cloth()
    places = {
        "m00": ((150, 160), 0),
        "p07": ((420, 200), 25),
        "c10": ((700, 170), -40),
        "s05": ((300, 480), 90),
    }
    quads = {code: lay(frame, faces()[code], centre, turn) for code, (centre, turn) in places.items()}
    readings = recognizer.recognize(frame)
    for code, quad in quads.items():
        reading = at(readings, quad)
        assert (reading.code, reading.deck, reading.face) == (code, "house", Face.UP)
        assert reading.confidence > 0.8
        assert np.abs(reading.quad - quad).max() < 6, "corners start at the upper left of the upright card"
    assert sum(r.code is not None for r in readings) == len(quads)


@pytest.mark.parametrize("turn_deg", [0, 60, 120, 180, 240, 300])
def test_reversed_cards_are_told(recognizer: FirstVersion, turn_deg: float) -> None:
    frame = cloth()
    quad = lay(frame, faces()["m05"], (480, 320), turn_deg)
    reading = at(recognizer.recognize(frame), quad)
    assert reading.code == "m05"
    assert reading.reversed is (90 < turn_deg < 270)
    assert reading.reversed is is_reversed(reading.quad)


def test_the_same_card_twice_is_seen_twice(recognizer: FirstVersion) -> None:
    frame = cloth()
    quads = [lay(frame, faces()["m18"], (200, 300)), lay(frame, faces()["m18"], (700, 300), 170)]
    readings = recognizer.recognize(frame)
    assert [at(readings, quad).code for quad in quads] == ["m18", "m18"]


def test_a_covered_card_is_still_named(recognizer: FirstVersion) -> None:
    frame = cloth()
    below = lay(frame, faces()["m18"], (400, 300))
    lay(frame, faces()["p14"], (400 + CARD_WH[0] // 2, 300))
    assert at(recognizer.recognize(frame), below).code == "m18"


@pytest.mark.parametrize("code", STRANGERS)
def test_cards_that_it_does_not_know_get_no_name(recognizer: FirstVersion, code: str) -> None:
    frame = cloth()
    quad = lay(frame, faces()[code], (480, 320), 15)
    reading = at(recognizer.recognize(frame), quad)
    assert (reading.face, reading.code, reading.deck) == (Face.UP, None, None)


def test_a_back_is_face_down(recognizer: FirstVersion) -> None:
    frame = cloth()
    quad = lay(frame, back(), (480, 320), -10)
    reading = at(recognizer.recognize(frame), quad)
    assert (reading.face, reading.code, reading.candidates) == (Face.DOWN, None, ())


EMPTY = {
    "cloth": cloth(),
    "black": np.zeros((480, 640, 3), np.uint8),
    "noise": np.random.default_rng(5).integers(0, 256, (480, 640, 3)).astype(np.uint8),
    "one pixel": np.full((1, 1, 3), 128, np.uint8),
    "one row": np.full((1, 900, 3), 128, np.uint8),
    "seven pixels": np.full((7, 7, 3), 9, np.uint8),
}


@pytest.mark.parametrize("kind", EMPTY)
def test_where_no_card_lies_none_is_seen(recognizer: FirstVersion, kind: str) -> None:
    assert [r.code for r in recognizer.recognize(EMPTY[kind])] == []


def test_given_quads_are_read_either_way_up(gallery: Gallery) -> None:
    """A detector cannot tell which end is up, and its corners are loose."""
    reader = QuadReader(FeatureSearch([gallery]))
    frame = cloth()
    quad = lay(frame, faces()["w02"], (480, 320), 20)
    loose = quad + np.array([[5, -4], [-3, 6], [4, 4], [-6, -3]], np.float32)
    requests = [ReadRequest(loose, Face.UP), ReadRequest(turned_half(loose), Face.UP)]
    elsewhere = ReadRequest(quad + np.float32(250), Face.UP)
    first, second, third = reader.read(frame, [*requests, elsewhere])
    assert (first.code, second.code, third.code) == ("w02", "w02", None)
    assert np.abs(first.quad - quad).max() < 6
    assert np.abs(second.quad - quad).max() < 6
    assert reader.read(frame, []) == []


def test_a_gallery_without_features_names_nothing(gallery: Gallery) -> None:
    blank = enrol("blank", {"blank": {"m00": np.full((300, 180, 3), 200, np.uint8)}})
    frame = cloth()
    lay(frame, faces()["m00"], (480, 320))
    assert all(r.code is None for r in FirstVersion([blank]).recognize(frame))


def test_two_decks_are_told_apart(gallery: Gallery) -> None:
    """The same code in two decks is one name: the deck is the one whose drawing it is."""
    mirrored = {code: np.ascontiguousarray(faces()[code][:, ::-1]) for code in CODES}
    other = enrol("mirrored", {"mirrored": mirrored}, settings=EnrolmentSettings(features=300, views=4))
    frame = cloth()
    quads = [lay(frame, faces()["p07"], (200, 300)), lay(frame, mirrored["p07"], (700, 300))]
    readings = FirstVersion([gallery, other]).recognize(frame)
    assert [(at(readings, q).code, at(readings, q).deck) for q in quads] == [
        ("p07", "house"),
        ("p07", "mirrored"),
    ]
