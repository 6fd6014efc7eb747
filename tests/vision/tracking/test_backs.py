"""Nobody is asked what a card is that is of a back's design, whatever the detector takes it for."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, play
from vision.types import Frame, Reading, ReadRequest

LIKE_A_FACE = Lying("w09", 200, 150)
STAR = Lying("m17", 200, 150)


class Reserved(ScriptedPipeline):
    """Reads no name from the back, and does not say of its own accord that it is none."""

    def _read(self, request: ReadRequest) -> Reading:
        reading = super()._read(request)
        return reading if reading.code else replace(reading, face=request.face)


def reserved() -> ScriptedPipeline:
    return Reserved(lambda code, number: None if code == "w09" else code)


@dataclass
class BacksOnTheLeft:
    """Takes what lies on the left half for a back, once it knows backs."""

    known: bool = True
    asked: int = 0

    def among(self, frame: Frame, quads: NDArray[np.float32], down: NDArray[np.bool_]) -> NDArray[np.bool_]:
        self.asked += 1
        return np.asarray(self.known & (quads.mean(axis=1)[:, 0] < 300))


def test_a_back_that_looks_like_a_face_lies_face_down() -> None:
    backs = BacksOnTheLeft()
    run = play(lambda t_s: Scene((LIKE_A_FACE,)), 3.0, pipeline=reserved(), backs=backs)
    assert run.told == ["appeared up", "settled down"]
    assert backs.asked == 1


def test_a_card_of_another_design_is_asked_about() -> None:
    elsewhere = LIKE_A_FACE.at(450, 150)
    run = play(lambda t_s: Scene((elsewhere,)), 3.0, pipeline=reserved(), backs=BacksOnTheLeft())
    assert run.told == ["appeared up", "unreadable up"]


def test_nobody_looks_for_backs_where_every_card_is_read() -> None:
    backs = BacksOnTheLeft()
    assert play(lambda t_s: Scene((STAR,)), 3.0, backs=backs).told == ["appeared up", "settled m17"]
    assert backs.asked == 0


def test_such_a_back_is_read_once_it_is_turned_over() -> None:
    def script(t_s: float) -> Scene:
        return Scene((LIKE_A_FACE if t_s < 3.0 else STAR,))

    run = play(script, 5.0, pipeline=reserved(), backs=BacksOnTheLeft())
    assert run.told[:2] == ["appeared up", "settled down"]
    assert run.told[-1] == "settled m17"
    assert run.moment("settled m17") - 3.0 <= 0.7
