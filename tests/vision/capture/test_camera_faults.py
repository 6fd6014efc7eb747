"""Every fault of docs/camera-faults.md is told and got over; the short form of tests.benchmarks.camera_faults."""

from __future__ import annotations

import re
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.benchmarks.camera_faults import PROCESS_FAULTS, measure, watched
from tests.vision.capture.fake_camera import FAULTS, FakeCamera, picture
from vision.capture import capture as capture_module
from vision.capture.capture import Capture, CaptureState
from vision.capture.jpeg import decoded
from vision.capture.picture_watch import PictureWatch, is_half
from vision.capture.spec import SourceError, parse_source

ROOT = Path(__file__).resolve().parents[3]
ENOUGH_S = 20.0
"""More than the two seconds that the command shows: here other tests run beside it."""

SAID = {
    "sends nothing": "has sent nothing",
    "the same picture for ever": "hangs",
    "damaged pictures": "broken pictures",
    "pictures cut short": "cut short",
    "half pictures": "half pictures",
    "black pictures": "nothing but black",
    "another size": "size 200 x 150",
    "a picture without an end": "whole picture",
    "the capture process is killed": "has died",
}


@pytest.mark.parametrize("name", [*FAULTS, *PROCESS_FAULTS])
def test_a_fault_is_told_and_got_over(name: str) -> None:
    fault = measure(name, rounds=1)
    assert max(fault.told_s) < ENOUGH_S
    assert max(fault.back_s) < ENOUGH_S
    assert SAID.get(name, "") in fault.why


def test_every_fault_is_listed() -> None:
    page = (ROOT / "docs" / "camera-faults.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert listed == [*FAULTS, *PROCESS_FAULTS]
    assert len(listed) >= 20


def test_a_laptop_that_slept_finds_its_camera_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems the clock runs on while the machine sleeps: an hour without a frame is over at once."""
    slept_s = [0.0]
    clock = SimpleNamespace(monotonic=lambda: time.monotonic() + slept_s[0], sleep=time.sleep)
    monkeypatch.setattr(capture_module, "time", clock)
    with closing(FakeCamera()) as camera, Capture(parse_source(camera.url)) as capture:
        watched(capture, lambda shape: len(shape) > 0)
        slept_s[0] = 3600.0
        watched(capture, lambda shape: len(shape) > 0 and capture.state is CaptureState.LIVE)


def test_what_a_camera_says_at_the_start_is_told() -> None:
    with closing(FakeCamera()) as camera:
        for fault, said in (("a page to sign in", "sends a page"), ("wants a password", "NAME:PASSWORD")):
            camera.fault = fault
            with pytest.raises(SourceError, match=said):
                Capture(parse_source(camera.url)).open()


@pytest.mark.parametrize(
    "jpeg", [b"", b"GIF89a", picture(1)[:-40], b"\xff\xd8\xff\xd9", picture(1)[:40] + b"\xff\xd9"]
)
def test_what_is_no_whole_jpeg_is_none(jpeg: bytes) -> None:
    with pytest.raises(ValueError, match=r"no JPEG|cut short|damaged"):
        decoded(jpeg)


def test_half_pictures_are_known_by_their_lower_edge() -> None:
    whole = np.random.default_rng(3).integers(40, 200, (120, 160, 3), np.uint8)
    assert not is_half(whole)
    assert is_half(np.vstack([whole, np.full_like(whole, 128)]))
    assert not is_half(np.vstack([whole, np.full_like(whole, 0)])), "a black rim is no fault"
    assert not is_half(np.vstack([whole, np.full_like(whole[:3], 128)])), "a line is no half"


def test_black_pictures_are_no_camera_s(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interlaced video comes out black; a camera that wakes up is black for a while."""
    now_s = [0.0]
    monkeypatch.setattr("vision.capture.picture_watch.time.monotonic", lambda: now_s[0])
    watch, black = PictureWatch("camera 0"), np.zeros((120, 160, 3), np.uint8)
    now_s[0] = 5.0
    assert not watch.is_whole(black)
    now_s[0] = 11.0
    with pytest.raises(SourceError, match="camera 0: sends nothing but black"):
        watch.is_whole(black)
    assert watch.is_whole(black + 5)
    now_s[0] = 13.0
    with pytest.raises(SourceError, match="interlaced"):
        watch.is_whole(black)


def test_a_picture_that_never_changes_is_noticed_and_a_new_one_too() -> None:
    watch = PictureWatch("camera 0")
    frame = np.zeros((40, 60, 3), np.uint8)
    assert not watch.turned(frame, 0.05)
    time.sleep(0.1)
    assert watch.turned(frame.copy(), 0.05)
    assert watch.still
    changed = frame.copy()
    changed[3, 5] = 1
    assert watch.turned(changed, 0.05)
    assert not watch.still
