"""What looks at a table is built from the program's weights; without them nothing worse takes their place."""

from __future__ import annotations

from pathlib import Path

import pytest

import models
from vision.onnx import NetworkError
from webui.camera.recognizers import make_recognizer
from webui.camera.trackers import make_detector, make_tracker


def test_missing_weights_are_told_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(models, "weights_path", lambda name: tmp_path / name)
    for build in (make_detector, lambda: make_tracker([]), lambda: make_recognizer([])):
        with pytest.raises(NetworkError, match="install the program again"):
            build()
