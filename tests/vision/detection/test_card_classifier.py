"""The classifier as shipped: drawn cards it tells from drawn clutter, whichever way they lie."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from models.housedeck import back, faces
from tests.vision.detection.test_detector import lay, table, turned_card
from vision.detection.card_classifier import CROP_WH, CardClassifier, wide_crops
from vision.geometry import turned_half
from vision.onnx import NetworkError
from vision.pyramid import Pyramid
from vision.types import Frame, Quad

CODES = ("m00", "m05", "w03", "c07", "s12", "p14")


@pytest.fixture(scope="module")
def classifier() -> CardClassifier:
    return CardClassifier(models.check("classifier.onnx"))


def laid(pictures: list[Frame]) -> tuple[Frame, list[Quad]]:
    """Lay cards in two rows, each at an angle of its own."""
    frame, quads = table(), []
    for i, picture in enumerate(pictures):
        quads.append(turned_card((160 + 240 * (i % 5), 200 + 320 * (i // 5)), 190, 17.0 * i))
        lay(frame, picture, quads[-1])
    return frame, quads


def clutter() -> tuple[Frame, list[Quad]]:
    """Draw a plate, a cable, a keyboard's keys, and bare cloth; return quads around each."""
    frame = table()
    cv2.circle(frame, (200, 200), 110, (225, 225, 230), -1, cv2.LINE_AA)
    cv2.circle(frame, (200, 200), 75, (205, 205, 215), 3, cv2.LINE_AA)
    cv2.polylines(frame, [np.array([[420, 80], [520, 200], [450, 330], [560, 420]])], False, (25, 25, 25), 14)
    for i in range(24):
        x, y = 700 + 60 * (i % 8), 120 + 60 * (i // 8)
        cv2.rectangle(frame, (x, y), (x + 50, y + 50), (40, 40, 42), -1, cv2.LINE_AA)
    middles = [((200, 200), 190.0), ((490, 240), 200.0), ((845, 205), 80.0), ((1000, 560), 180.0)]
    return frame, [turned_card(middle, height, 5.0) for middle, height in middles]


def test_drawn_cards_are_told_from_drawn_clutter(classifier: CardClassifier) -> None:
    drawn = faces("house")
    frame, quads = laid([*(drawn[code] for code in CODES), back("house"), back("english")])
    cards = classifier.log_odds(frame, np.stack(quads))
    others = classifier.log_odds(clutter()[0], np.stack(clutter()[1]))
    assert (cards > 0).mean() > 0.8, cards
    assert (others < 0).all(), others
    assert cards.min() > others.max()


def test_upside_down_a_card_is_as_much_a_card(classifier: CardClassifier) -> None:
    frame, quads = laid([faces("house")[code] for code in CODES])
    one = classifier.log_odds(frame, np.stack(quads))
    other = classifier.log_odds(frame, np.stack([turned_half(quad) for quad in quads]))
    assert (one > 0).mean() > 0.8
    assert np.abs(one - other).mean() < 3


def test_nothing_to_look_at_gives_nothing(classifier: CardClassifier) -> None:
    assert classifier.log_odds(table(), np.zeros((0, 4, 2), np.float32)).shape == (0,)


def test_the_crop_shows_the_card_in_its_middle_and_what_lies_around() -> None:
    frame = np.zeros((300, 300, 3), np.uint8)
    frame[100:200, 120:180] = 255
    quad = np.array([[119.5, 99.5], [179.5, 99.5], [179.5, 199.5], [119.5, 199.5]], np.float32)
    (crop,) = wide_crops(Pyramid.of(frame), quad[None])
    assert crop.shape == (CROP_WH[1], CROP_WH[0], 3)
    rows, columns = np.nonzero(crop[..., 0] > 127)
    assert len(rows) / crop[..., 0].size == pytest.approx(1 / 1.8**2, rel=0.05)
    assert rows.mean() == pytest.approx((CROP_WH[1] - 1) / 2, abs=1)
    assert columns.mean() == pytest.approx((CROP_WH[0] - 1) / 2, abs=1)


def test_a_damaged_network_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "classifier.onnx").write_bytes(b"cut short")
    with pytest.raises(NetworkError, match=r"classifier\.onnx"):
        CardClassifier(tmp_path / "classifier.onnx")
