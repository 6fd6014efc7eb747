"""What looks at a table is built from the program's weights; without them nothing worse takes their place."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from vision.detection.detector import LIVE_SETTINGS
from vision.onnx import NetworkError
from vision.overlap import MOST, quad_iou
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_detector, make_tracker


def test_missing_weights_are_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "weights_path", lambda name: tmp_path / name)
    for build in (make_detector, lambda: make_tracker([]), lambda: make_recognizer([])):
        with pytest.raises(NetworkError, match="install the program again"):
            build()


def test_faint_finds_of_a_picture_are_left_to_the_classifier() -> None:
    chance = np.random.default_rng(3)
    frame = np.full((720, 1280, 3), (60, 90, 50), np.uint8)
    for nth in range(18):
        x, y = 40 + 205 * (nth % 6), 30 + 230 * (nth // 6)
        width, height = chance.integers(60, 190, 2).tolist()
        sheet = chance.integers(30, 230, 3).tolist()
        cv2.rectangle(frame, (x, y), (x + width, y + height), sheet, -1)
    before_a_camera, of_a_picture = (
        make_detector(every_detection=every).detect(frame) for every in (False, True)
    )
    assert all(
        any(quad_iou(one.quad, other.quad) > MOST for other in of_a_picture) for one in before_a_camera
    )
    assert len(of_a_picture) > len(before_a_camera)
    assert min(one.score for one in of_a_picture) < LIVE_SETTINGS.low_score
