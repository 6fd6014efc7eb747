"""The learned detector: its parts by rule, and the shipped networks on drawn tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from models import weights_path
from models.training.drawn import DrawnDeck, lattice
from vision.detection.detector import (
    PICTURE_SETTINGS,
    NeuralDetector,
    detections_of,
    outermost,
)
from vision.detection.proposals import Proposals, input_wh, peaks_of
from vision.geometry import side_lengths
from vision.onnx import NetworkError
from vision.overlap import MOST, distinct, quad_iou
from vision.pyramid import LOOK_PIXELS
from vision.types import Detection, Face, Frame, Quad


@pytest.mark.parametrize(
    ("size_wh", "expected_wh"),
    [
        ((1280, 720), (640, 352)),  # the usual frame
        ((720, 1280), (352, 640)),  # the same, on its side
        ((640, 480), (544, 416)),  # an old webcam: the same number of pixels
        ((1920, 1440), (544, 416)),  # larger, the same proportions
        ((4000, 10), (9504, 32)),  # a strip still gives at least one row of cells
    ],
)
def test_a_look_keeps_the_proportions(size_wh: tuple[int, int], expected_wh: tuple[int, int]) -> None:
    assert input_wh(size_wh) == expected_wh
    assert all(side % 32 == 0 for side in input_wh(size_wh, 2 * LOOK_PIXELS))


def test_peaks_are_local_maxima_highest_first() -> None:
    heat = np.zeros((6, 8), np.float32)
    heat[2, 3], heat[2, 4], heat[4, 6], heat[0, 0] = 0.6, 0.5, 0.9, 0.1
    rows, columns = peaks_of(heat, 0.2)
    assert list(zip(rows.tolist(), columns.tolist(), strict=True)) == [(4, 6), (2, 3)]


def box(x: float, y: float, width: float, height: float) -> Quad:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def test_a_quad_found_twice_is_kept_once_the_better_one() -> None:
    quads = np.stack([box(0, 0, 60, 100), box(2, 1, 60, 100), box(200, 0, 60, 100)])
    kept = distinct(quads, np.array([0.5, 0.8, 0.4], np.float32), 0.7)
    assert kept.tolist() == [1, 2]


def test_a_card_laid_across_another_is_kept() -> None:
    quads = np.stack([box(0, 0, 60, 100), box(-20, 20, 100, 60)])
    assert len(distinct(quads, np.array([0.9, 0.8], np.float32), 0.7)) == 2


def test_a_frame_within_a_cards_picture_is_no_card_of_its_own() -> None:
    large, within, beside = box(0, 0, 60, 100), box(10, 20, 24, 30), box(50, 20, 24, 30)
    assert outermost(np.stack([large, within, beside])).tolist() == [0, 2]


def test_a_small_card_on_a_doubtful_large_thing_stays() -> None:
    card, sheet = box(10, 20, 24, 30), box(0, 0, 60, 100)
    assert outermost(np.stack([card, sheet])).tolist() == [0, 1]


def test_a_damaged_network_is_refused_in_one_line(tmp_path: Path) -> None:
    damaged = tmp_path / "detector.onnx"
    damaged.write_bytes(b"cut short")
    with pytest.raises(NetworkError, match=r"detector\.onnx"):
        NeuralDetector(damaged)


@pytest.fixture(scope="module")
def detector() -> NeuralDetector:
    return NeuralDetector(weights_path("detector.onnx"))


def table(size_wh: tuple[int, int] = (1280, 720)) -> Frame:
    """A cloth of one colour with a little noise."""
    noise = np.random.default_rng(4).normal(0, 3, (size_wh[1], size_wh[0], 1))
    return np.asarray((np.array([70, 90, 60]) + noise).clip(0, 255), np.uint8)


def turned_card(centre: tuple[float, float], height: float, turn_deg: float) -> Quad:
    half = np.array([[-0.3, -0.5], [0.3, -0.5], [0.3, 0.5], [-0.3, 0.5]]) * height
    turn = np.deg2rad(turn_deg)
    turned = half @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(turned + np.array(centre), np.float32)


def lay(frame: Frame, picture: Frame, quad: Quad) -> None:
    """Lay a picture of a card over a frame, smoothly."""
    bordered = cv2.copyMakeBorder(picture, 10, 10, 10, 10, cv2.BORDER_CONSTANT, value=(245, 245, 245))
    height, width = bordered.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    scale = max(1.0, height / float(side_lengths(quad)[1]))
    blurred = cv2.GaussianBlur(bordered, (0, 0), 0.4 * scale)
    matrix = cv2.getPerspectiveTransform(corners, quad)
    size = (frame.shape[1], frame.shape[0])
    laid = cv2.warpPerspective(blurred, matrix, size, flags=cv2.INTER_LINEAR)
    mask = cv2.warpPerspective(np.full((height, width), 255, np.uint8), matrix, size)
    frame[mask > 127] = laid[mask > 127]


def best(found: list[Detection], quad: Quad) -> Detection:
    return max(found, key=lambda d: quad_iou(d.quad, quad))


def test_cards_apart_are_found_with_their_corners_and_faces(detector: NeuralDetector) -> None:
    frame, deck = table(), DrawnDeck(5)
    back = lattice(np.random.default_rng(1), (200, 340), [(150, 60, 30), (230, 220, 210)])
    spots = [
        ((200, 200), 200, 0),
        ((520, 220), 180, 30),
        ((900, 250), 220, -75),
        ((400, 540), 160, 100),
        ((900, 560), 200, 178),
    ]
    quads = [turned_card(centre, height, turn) for centre, height, turn in spots]
    for i, quad in enumerate(quads):
        lay(frame, back if i == 1 else deck.face(40 + i), quad)
    found = detector.detect(frame)
    assert len(found) == len(quads)
    for i, quad in enumerate(quads):
        nearest = best(found, quad)
        assert quad_iou(nearest.quad, quad) > 0.9
        assert nearest.face is (Face.DOWN if i == 1 else Face.UP)


def test_a_card_of_60_pixels_is_found(detector: NeuralDetector) -> None:
    frame, quad = table(), turned_card((640, 300), 60, 20)
    lay(frame, DrawnDeck(5).face(41), quad)
    found = detector.detect(frame)
    assert quad_iou(best(found, quad).quad, quad) > 0.75


def test_quads_are_clockwise_with_a_short_side_first(detector: NeuralDetector) -> None:
    frame = table()
    lay(frame, DrawnDeck(8).face(50), turned_card((640, 360), 300, 90))
    (found,) = detector.detect(frame)
    top, right, bottom, left = side_lengths(found.quad)
    assert top + bottom < right + left
    assert cv2.contourArea(found.quad, oriented=True) > 0


def test_a_part_shows_what_the_whole_frame_shows_there(detector: NeuralDetector) -> None:
    frame, deck = table(), DrawnDeck(5)
    quads = [turned_card((200, 200), 150, 0), turned_card((900, 400), 160, 30)]
    for i, quad in enumerate(quads):
        lay(frame, deck.face(40 + i), quad)
    whole, part = detector.detect(frame), detector.detect_within(frame, (740, 240, 1060, 560))
    assert len(whole) == 2
    (found,) = part
    there = best(whole, quads[1])
    np.testing.assert_allclose(found.quad, there.quad, atol=1.0)
    assert found.face is there.face


def test_what_is_known_is_not_found_again(detector: NeuralDetector) -> None:
    frame, deck, box = table(), DrawnDeck(5), (100, 60, 560, 420)
    quads = [turned_card((220, 200), 150, 0), turned_card((420, 240), 160, 30)]
    for i, quad in enumerate(quads):
        lay(frame, deck.face(40 + i), quad)
    assert len(detector.detect_within(frame, box)) == 2
    (found,) = detector.detect_within(frame, box, [quads[0]])
    assert quad_iou(found.quad, quads[1]) > 0.9


def test_a_box_beyond_the_frame_is_cut_to_it(detector: NeuralDetector) -> None:
    frame, quad = table(), turned_card((1180, 620), 150, 5)
    lay(frame, DrawnDeck(5).face(44), quad)
    (found,) = detector.detect_within(frame, (1000.0, 500.0, 1500.0, 900.0))
    assert quad_iou(found.quad, quad) > 0.9
    assert detector.detect_within(frame, (-400.0, -300.0, -10.0, -10.0)) == []


def keyboard() -> Frame:
    """Dark keys, all larger than a small card."""
    frame, chance = np.full((720, 1280, 3), (205, 205, 200), np.uint8), np.random.default_rng(3)
    for y in range(10, 720, 100):
        for x in range(10, 1280, 100):
            cv2.rectangle(frame, (x, y), (x + 90, y + 90), (40, 38, 36), -1)
            letter = chr(65 + int(chance.integers(26)))
            cv2.putText(frame, letter, (x + 10, y + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (230, 230, 230), 2)
    blurred = cv2.GaussianBlur(frame, (0, 0), 1)
    return np.asarray((blurred + chance.normal(0, 3, frame.shape)).clip(0, 255), np.uint8)


def test_small_cards_among_larger_things_are_found_from_close_by(detector: NeuralDetector) -> None:
    deck, at_once, close = DrawnDeck(5), 0, 0
    for number in range(12):
        frame, (x, y) = keyboard(), (200 + 73 * number, 150 + 37 * number)
        quad = turned_card((x, y), 28, 17 * number)
        lay(frame, deck.face(40 + number), quad)
        at_once += any(quad_iou(one.quad, quad) > MOST for one in detector.detect(frame))
        seen = detector.detect_closely(frame, [(x - 60, y - 60, x + 60, y + 60)])
        close += any(quad_iou(one.quad, quad) > MOST for one in seen)
    assert close >= 10
    assert at_once < close


def test_a_close_look_shows_what_lies_in_its_boxes(detector: NeuralDetector) -> None:
    frame, deck = table(), DrawnDeck(5)
    quads = [turned_card((200, 200), 60, 0), turned_card((900, 400), 60, 30)]
    for i, quad in enumerate(quads):
        lay(frame, deck.face(40 + i), quad)
    first, second = (100, 100, 300, 300), (800, 300, 1000, 500)
    assert detector.detect_closely(frame, []) == []
    (found,) = detector.detect_closely(frame, [first])
    assert quad_iou(found.quad, quads[0]) > 0.8
    assert len(detector.detect_closely(frame, [first, second])) == 2
    (found,) = detector.detect_closely(frame, [first, second], [quads[0]])
    assert quad_iou(found.quad, quads[1]) > 0.8


def test_small_cards_that_overlap_are_told_apart_from_close_by(detector: NeuralDetector) -> None:
    deck, whole, close = DrawnDeck(5), 0, 0
    for number in range(12):
        frame = table() if number % 2 else keyboard()
        left, top = 300 + 20 * number, 200 + 17 * number
        quads = [turned_card((left + 15 * i, top), 42, 4 * (i % 3) - 4) for i in range(4)]
        for i, quad in enumerate(quads):
            lay(frame, deck.face(30 + number + i), quad)
        low, high = np.min(quads, axis=(0, 1)) - 42, np.max(quads, axis=(0, 1)) + 42
        whole += found_among(quads, detector.detect(frame))
        close += found_among(quads, detector.detect_closely(frame, [(*low.tolist(), *high.tolist())]))
    assert close >= 32
    assert whole < close


def found_among(quads: Sequence[Quad], finds: Sequence[Detection]) -> int:
    """Count the quads that were found."""
    return sum(any(quad_iou(one.quad, quad) > MOST for one in finds) for quad in quads)


def test_a_camera_with_few_pixels_is_looked_through_closely_too(detector: NeuralDetector) -> None:
    frame, quad = table(), turned_card((200, 200), 60, 0)
    lay(frame, DrawnDeck(5).face(40), quad)
    few = np.asarray(cv2.resize(frame, (480, 270), interpolation=cv2.INTER_AREA), np.uint8)
    (found,) = detector.detect_closely(few, [(40, 40, 120, 120)])
    assert quad_iou(found.quad, np.asarray(quad * 480 / frame.shape[1], np.float32)) > 0.7


def test_a_small_single_picture_is_looked_at_enlarged() -> None:
    """Cards that overlap in a picture of few pixels are told apart at twice its size."""
    as_it_is, single = (
        NeuralDetector(weights_path("detector.onnx"), settings=settings)
        for settings in (replace(PICTURE_SETTINGS, enlarged=False), PICTURE_SETTINGS)
    )
    plain, enlarged = 0, 0
    for number in range(10):
        frame, deck = table((640, 426)), DrawnDeck(60 + number, 240)
        quads = [turned_card((120 + 90 * (i % 5), 130 + 150 * (i // 5)), 74, 11 * i) for i in range(10)]
        quads += [turned_card((148 + 90 * (i % 4), 150 + 150 * (i // 4)), 74, 30 - 17 * i) for i in range(8)]
        for i, quad in enumerate(quads):
            lay(frame, deck.face(i), quad)
        plain += found_among(quads, as_it_is.detect(frame))
        enlarged += found_among(quads, single.detect(frame))
    assert enlarged > plain, (plain, enlarged)


def test_an_empty_table_is_empty(detector: NeuralDetector) -> None:
    assert detector.detect(table()) == []


@pytest.mark.parametrize("size_wh", [(1, 1), (3, 500), (100, 100), (2000, 1500)])
def test_any_size_of_picture_is_looked_at(detector: NeuralDetector, size_wh: tuple[int, int]) -> None:
    assert detector.detect(np.zeros((size_wh[1], size_wh[0], 3), np.uint8)) == []


def test_the_same_frame_gives_the_same_answer(detector: NeuralDetector) -> None:
    frame = table()
    lay(frame, DrawnDeck(5).face(43), turned_card((500, 300), 240, 10))
    first, second = detector.detect(frame), detector.detect(frame)
    assert [d.score for d in first] == [d.score for d in second]


def test_what_else_was_weighed_comes_along() -> None:
    card = np.array([[0, 0], [60, 0], [60, 100], [0, 100]], np.float32)
    narrower, elsewhere = card * np.array([0.7, 1.0], np.float32), card + np.float32(400)
    weighed = Proposals(
        np.stack([card, narrower, elsewhere]), np.array([0.9, 0.5, 0.8], np.float32), np.zeros(3, np.bool_)
    )
    first, second = detections_of(weighed.kept(np.array([0, 2])), weighed)
    assert [quad_iou(other, narrower) for other in first.pose_hypotheses] == pytest.approx([1.0])
    assert second.pose_hypotheses == ()
