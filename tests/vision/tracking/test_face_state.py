"""Which side is up: what has not changed is not turned over by a detector that wavers."""

from __future__ import annotations

import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, play
from vision.tracking.face_state import FaceState
from vision.tracking.settings import SETTINGS
from vision.types import Face, Frame, Reading, ReadRequest

BACK = Lying(None, 200, 150)


def contradicted_after_s(changed_s: float) -> float:
    """Return after how long a face that was seen until 1 s is given up, where pixels changed last at some moment."""
    state = FaceState(Face.DOWN, SETTINGS, 0.0)
    for number in range(31):
        assert not state.contradicts(Face.DOWN, number / 30, changed_s)
    return next(
        number / 30 - 1 for number in range(31, 90) if state.contradicts(Face.UP, number / 30, changed_s)
    )


def test_the_other_face_is_believed_at_once_only_where_pixels_have_changed() -> None:
    assert contradicted_after_s(changed_s=1.0) < 2 * SETTINGS.still_s
    assert contradicted_after_s(changed_s=0.5) > SETTINGS.patience_s


def test_a_detector_that_wavers_over_unchanged_pixels_turns_nothing_over() -> None:
    """Five frames the one, five frames the other."""
    state = FaceState(Face.DOWN, SETTINGS, 0.0)
    faces = [Face.UP if number // 5 % 2 else Face.DOWN for number in range(120)]
    assert not any(state.contradicts(face, number / 30, 0.0) for number, face in enumerate(faces))


class UnderFingers(ScriptedPipeline):
    """Reads a face, without a name, wherever a finger lies on a back."""

    def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
        return [
            Reading(request.quad, Face.UP if self.now.hand else Face.DOWN, candidates=(("m00", 0.3),))
            for request in requests
        ]


@pytest.mark.parametrize("begin_s", [1.5, 1.52, 1.55])
def test_a_back_that_fingers_move_over_is_not_turned_over_by_what_is_read(begin_s: float) -> None:
    def script(t_s: float) -> Scene:
        on_it = begin_s <= t_s < begin_s + 0.6
        reach = 10 * (round(30 * t_s) % 3)
        return Scene((BACK,), hand=(130, 155 + reach, 185 + 2 * reach, 195) if on_it else None)

    assert play(script, 4.0, pipeline=UnderFingers()).told == ["appeared down", "settled down"]
