"""A camera that speaks RTSP: it is opened with its password, read, lost, and found again."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from tests.vision.capture.rtsp_camera import PASSWORD, SIZE_WH, RtspCamera
from vision.capture.capture import Capture, CaptureState
from vision.capture.spec import SourceError, parse_source

LOST_S = 2.0
SPARE_S = 20.0
"""Other tests run beside this one."""


@pytest.fixture
def camera() -> Iterator[RtspCamera]:
    made = RtspCamera()
    yield made
    made.switch_off()


def reads_until(capture: Capture, state: CaptureState) -> float:
    """Read until the source is so, and a frame comes if it lives; return after how many seconds that was."""
    began_s = time.monotonic()
    while True:
        captured = capture.read(timeout_s=0.1)
        if capture.state is state and (captured is not None or state is not CaptureState.LIVE):
            return time.monotonic() - began_s
        assert time.monotonic() - began_s < 30, capture.fault


def test_it_is_read_lost_and_found_again(camera: RtspCamera) -> None:
    with Capture(parse_source(camera.url)) as capture:
        captured = capture.read(timeout_s=5)
        assert captured is not None
        assert captured.frame.shape[1::-1] == SIZE_WH
        assert 110 < captured.frame.mean() < 130
        camera.switch_off()
        assert reads_until(capture, CaptureState.LOST) < LOST_S + SPARE_S
        assert PASSWORD not in capture.fault
        assert "rtsp://***@127.0.0.1" in capture.fault
        camera.switch_on()
        assert reads_until(capture, CaptureState.LIVE) < LOST_S + SPARE_S


def test_without_its_password_it_says_so_in_one_line(camera: RtspCamera) -> None:
    with (
        pytest.raises(SourceError, match=r"rtsp://\*\*\*@127.* rtsp://NAME:PASSWORD@") as caught,
        Capture(parse_source(camera.url.replace(PASSWORD, "wrong-one"))),
    ):
        pass
    assert "wrong-one" not in str(caught.value)
    assert "\n" not in str(caught.value)
