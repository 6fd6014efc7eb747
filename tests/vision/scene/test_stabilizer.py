"""A picture that moves as a whole is held still; what moves within it is not taken for the camera."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.geometry import project, upright_quad
from vision.scene.stabilizer import REST_S, UNKNOWN_S, CameraState, Stabilizer, View
from vision.types import Frame

SIZE_WH = (640, 360)
FPS = 20.0


def table(seed: int = 3) -> Frame:
    """Things of many sizes and colours on a cloth, (360, 640, 3)."""
    chance = np.random.default_rng(seed)
    frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), (60, 90, 50), np.uint8)
    for _ in range(60):
        x, y, wide, high = chance.integers((0, 0, 10, 10), (*SIZE_WH, 70, 60)).tolist()
        cv2.rectangle(frame, (x, y), (x + wide, y + high), chance.integers(0, 256, 3).tolist(), -1)
    return frame


def moved(frame: Frame, x: float, y: float = 0.0, turn_deg: float = 0.0, zoom: float = 1.0) -> Frame:
    """The frame of a camera that has moved."""
    return np.asarray(
        cv2.warpAffine(frame, motion_of(x, y, turn_deg, zoom)[:2], SIZE_WH, borderMode=cv2.BORDER_REFLECT),
        np.uint8,
    )


def motion_of(x: float, y: float = 0.0, turn_deg: float = 0.0, zoom: float = 1.0) -> NDArray[np.float64]:
    """Where points of the first frame are in the moved one, (3, 3)."""
    turn = cv2.getRotationMatrix2D((SIZE_WH[0] / 2, SIZE_WH[1] / 2), turn_deg, zoom)
    turn[:, 2] += np.array([x, y])
    return np.vstack([turn, (0.0, 0.0, 1.0)]).astype(np.float64)


def furthest_px(view: View, motion: NDArray[np.float64]) -> float:
    """How far the corners of the frame are from where a motion puts them."""
    corners = upright_quad(SIZE_WH)
    return float(np.abs(project(corners, view.motion) - project(corners, motion)).max())


@pytest.mark.parametrize(
    "motion", [(2.0, 1.0), (-6.0, 4.0), (30.0, -20.0), (5.0, 3.0, 4.0), (0.0, 0.0, -3.0, 1.2)]
)
def test_the_motion_of_the_picture_is_found_to_a_fraction_of_a_pixel(motion: tuple[float, ...]) -> None:
    stabilizer = Stabilizer()
    stabilizer.step(table(), 0.0)
    view = stabilizer.step(moved(table(), *motion), 0.05)
    assert view.state is CameraState.SWAYS
    assert furthest_px(view, motion_of(*motion)) < 0.5


def test_a_swaying_picture_is_held_still() -> None:
    stabilizer, still = Stabilizer(), table()
    stabilizer.undo(still, stabilizer.step(still, 0.0))
    for n in range(1, 60):
        seen = moved(still, 6 * np.sin(n / 9), 4 * np.sin(n / 7))
        shown = stabilizer.undo(seen, stabilizer.step(seen, n / FPS))
        inner = np.s_[20:-20, 20:-20]
        assert np.percentile(np.abs(shown[inner].astype(int) - still[inner]), 90) < 12


def test_what_moves_on_the_table_is_not_the_camera() -> None:
    """A large patterned thing is pushed over a third of the picture."""
    stabilizer, thing = Stabilizer(), table(seed=9)[:200, :300]
    for n in range(40):
        frame = table().copy()
        frame[80:280, 10 + 7 * n : 310 + 7 * n] = thing
        assert stabilizer.step(frame, n / FPS).state is CameraState.STANDS


def test_a_few_cards_that_are_pushed_together_are_not_the_camera() -> None:
    stabilizer, cards = Stabilizer(), table(seed=5)[:90, :120]
    for n in range(20):
        frame = np.full((SIZE_WH[1], SIZE_WH[0], 3), (60, 90, 50), np.uint8)
        frame[100:190, 100 + 5 * n : 220 + 5 * n] = cards
        assert stabilizer.step(frame, n / FPS).state is CameraState.STANDS


def test_corners_in_the_foreground_do_not_count() -> None:
    """Of a picture of which most is a hand's, the rest tells."""
    foreground = np.zeros((36, 64), np.bool_)
    foreground[:, :40] = True
    stabilizer = Stabilizer()
    stabilizer.step(table(), 0.0)
    seen = moved(table(), 5.0, 2.0)
    seen[:, :400] = table(seed=8)[:, :400]
    assert stabilizer.step(seen, 0.05).state is CameraState.STANDS
    stabilizer.restart(table(), 0.1)
    assert furthest_px(stabilizer.step(seen, 0.15, foreground), motion_of(5.0, 2.0)) < 0.8


def test_a_camera_that_comes_to_rest_elsewhere_has_a_new_reference_view() -> None:
    stabilizer = Stabilizer()
    stabilizer.step(table(), 0.0)
    seen = moved(table(), 20.0, 10.0, 2.0)
    views = [stabilizer.step(seen, 0.05 + n / FPS) for n in range(round((REST_S + 0.5) * FPS))]
    states = [view.state for view in views]
    assert states.count(CameraState.REBASED) == 1
    rebased = states.index(CameraState.REBASED)
    assert furthest_px(views[rebased], motion_of(20.0, 10.0, 2.0)) < 0.5
    assert set(states[rebased + 1 :]) == {CameraState.STANDS}


def test_frames_without_a_motion_are_waited_for_and_then_taken_as_they_are() -> None:
    """A swaying camera is covered for a while."""
    stabilizer, dark = Stabilizer(), np.zeros((SIZE_WH[1], SIZE_WH[0], 3), np.uint8)
    stabilizer.step(table(), 0.0)
    stabilizer.step(moved(table(), 5.0), 0.05)
    assert stabilizer.step(dark, 0.1).state is CameraState.UNKNOWN
    assert stabilizer.step(moved(table(), 6.0), 0.2).state is CameraState.SWAYS
    states = [stabilizer.step(dark, 0.3 + n / FPS).state for n in range(round((UNKNOWN_S + 0.3) * FPS))]
    assert CameraState.REBASED in states
    assert states[-1] is CameraState.STANDS


def test_a_plain_table_tells_no_motion() -> None:
    stabilizer, plain = Stabilizer(), np.full((SIZE_WH[1], SIZE_WH[0], 3), 90, np.uint8)
    assert {stabilizer.step(plain, n / FPS).state for n in range(5)} == {CameraState.STANDS}
