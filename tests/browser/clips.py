"""Recorded clips of the virtual table: pixels in a video file, as a camera would have left them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from models import housedeck
from vision.virtual import Script, Throw, VirtualTable

SCRIPT = Script(nudge_share=0.0)


def record(
    path: Path, throws: Sequence[Throw], *, seed: int = 5, fps: float = 15.0, script: Script = SCRIPT
) -> Path:
    """Play these throws on the virtual table and write what the camera saw as a motion JPEG file."""
    table = VirtualTable(
        seed, housedeck.faces(), housedeck.back(), fps=fps, throws=throws, script=script, card_height_px=120
    )
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, table.size_wh)
    assert video.isOpened(), "this OpenCV cannot write motion JPEG"
    for timed in table:
        video.write(timed.image)
    video.release()
    return path
