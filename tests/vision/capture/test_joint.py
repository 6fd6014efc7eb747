"""Two cameras as one source: their newest pictures above each other, and one that is away stops nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.vision.capture.scripted_sources import open_scripted
from vision.capture.capture import CaptureState
from vision.capture.joint import JointCapture, fitted
from vision.capture.slot import Captured
from vision.capture.spec import SourceError, SourceKind, SourceSpec

PATIENCE_S = 60.0


def joint(near: str, far: str, kind: SourceKind = SourceKind.CAMERA) -> JointCapture:
    spec = SourceSpec(kind, near, far=SourceSpec(kind, far))
    return JointCapture(spec, opener=open_scripted)


def read_until(capture: JointCapture, holds: Callable[[Captured], bool]) -> Captured:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        captured = capture.read(0.1)
        if captured is not None and holds(captured):
            return captured
    raise AssertionError(capture.fault)


def halves(captured: Captured) -> tuple[int, int]:
    """What the far and the near half are filled with."""
    return int(captured.frame[0, 0, 0]), int(captured.frame[-1, 0, 0])


def test_the_far_half_stands_above_the_near_one_and_both_go_on() -> None:
    with joint("endless", "endless") as capture:
        first = read_until(capture, lambda captured: min(halves(captured)) >= 1)
        assert first.frame.shape == (80, 48, 3)
        far, near = halves(first)
        later = read_until(capture, lambda captured: halves(captured)[0] > far and halves(captured)[1] > near)
        assert later.t_s > first.t_s
        assert (capture.state, capture.fault) == (CaptureState.LIVE, "")


def test_both_cameras_pass_pictures_of_an_unchanged_table_over() -> None:
    with joint("counts", "counts") as capture:
        read_until(capture, lambda captured: max(halves(captured)) >= 1)
        capture.calm(True)
        read_until(capture, lambda captured: bool(captured.frame[0, 0, 1] and captured.frame[-1, 0, 1]))


@pytest.mark.parametrize(("near", "far", "black"), [("endless", "absent", 0), ("absent", "endless", 1)])
def test_with_one_camera_that_cannot_be_opened_the_other_goes_on(near: str, far: str, black: int) -> None:
    with joint(near, far) as capture:
        captured = read_until(capture, lambda captured: max(halves(captured)) >= 3)
        assert halves(captured)[black] == 0
        assert capture.state is CaptureState.LIVE
        assert capture.fault.startswith("camera absent: is away; its half shows the last picture")


def test_a_lost_camera_keeps_its_last_picture_until_it_is_back(tmp_path: Path) -> None:
    with joint("endless", f"once {tmp_path / 'again'}") as capture:
        kept = read_until(capture, lambda _: "is away" in capture.fault)
        assert halves(kept)[0] <= 4
        assert capture.state is CaptureState.LIVE
        later = read_until(capture, lambda captured: halves(captured)[1] != halves(kept)[1])
        assert halves(later)[0] == halves(kept)[0]
        read_until(capture, lambda captured: halves(captured)[0] > 4)
        assert capture.fault == ""


def test_two_that_cannot_be_opened_are_one_line() -> None:
    with pytest.raises(SourceError, match="absent: not there; plug it in"):
        joint("absent", "absent").open()


def all_of(capture: JointCapture) -> list[Captured]:
    found = []
    deadline = time.monotonic() + PATIENCE_S
    while capture.state is CaptureState.LIVE and time.monotonic() < deadline:
        captured = capture.read(0.1)
        found += [captured] if captured else []
    assert capture.state is CaptureState.ENDED
    return found


@pytest.mark.parametrize(("near", "far"), [(3, 12), (12, 3), (5, 5)])
def test_two_files_are_read_whole_side_by_side_on_their_own_clock(near: int, far: int) -> None:
    with joint(f"frames {near}", f"frames {far}", SourceKind.CLIP) as capture:
        read = all_of(capture)
    longer = max(near, far)
    assert [halves(one) for one in read] == [(min(k, far - 1), min(k, near - 1)) for k in range(longer)]
    assert [one.t_s for one in read] == pytest.approx([k / 100 for k in range(longer)])
    assert [one.index for one in read] == list(range(longer))


def test_of_two_files_with_different_rates_the_nearest_picture_of_each_moment_is_shown() -> None:
    with joint("frames 8", "half 4", SourceKind.CLIP) as capture:
        assert [halves(one) for one in all_of(capture)] == list(
            zip([0, 1, 1, 1, 2, 2, 3, 3], range(8), strict=True)
        )


@pytest.mark.parametrize(("near", "far"), [("absent", "frames 3"), ("frames 3", "absent")])
def test_a_file_that_cannot_be_read_is_no_camera_that_is_away(near: str, far: str) -> None:
    with pytest.raises(SourceError, match="absent: not there; plug it in"):
        joint(near, far, SourceKind.CLIP).open()


def test_a_file_without_a_picture_is_told() -> None:
    with pytest.raises(SourceError, match="sends no pictures"):
        joint("frames 3", "frames 0", SourceKind.CLIP).open()


def test_a_file_that_breaks_off_is_told_once_the_other_was_read() -> None:
    read: list[tuple[int, int]] = []

    def read_on(capture: JointCapture) -> None:
        while captured := capture.read():
            read.append(halves(captured))

    with joint("frames 12", "breaks 5", SourceKind.CLIP) as capture:
        with pytest.raises(SourceError, match="broke off"):
            read_on(capture)
        assert capture.state is CaptureState.ENDED
    assert read == [(min(k, 4), k) for k in range(12)]


def test_another_shape_is_fitted_whole() -> None:
    frame = np.full((100, 50, 3), 9, np.uint8)
    whole = fitted(frame, (40, 60, 3))
    assert whole.shape == (40, 60, 3)
    assert (whole[:, :20] == 9).all()
    assert not whole[:, 20:].any()


def test_both_are_named_and_neither_is_locked_for_the_other() -> None:
    phone = SourceSpec(SourceKind.PHONE)
    spec = SourceSpec(SourceKind.CAMERA, "0", far=phone)
    assert (spec.name, spec.locked, phone.locked) == ("camera 0 + the phone", False, True)
    assert spec.alone == SourceSpec(SourceKind.CAMERA, "0")
