"""Where nothing has changed a detector does not look again: a part of the frame is enough, and nothing else is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, play
from vision.tracking.settings import SETTINGS
from vision.types import Box, Detection, Frame, PartDetector, Quad

STAR = Lying("m17", 150, 150)
MOON = Lying("m18", 500, 200)
BACK = Lying(None, 500, 200)


@dataclass
class PartPipeline(ScriptedPipeline):
    """A pipeline that can look at a part, in which it sees what lies wholly in it."""

    whole: list[float] = field(default_factory=list)
    boxes: list[Box] = field(default_factory=list)

    def detect(self, frame: Frame) -> list[Detection]:
        self.whole.append(self.now_s)
        return super().detect(frame)

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        self.boxes.append(box)
        low, high = np.array(box[:2]), np.array(box[2:])
        inside = [one for one in super().detect(frame) if ((low <= one.quad) & (one.quad <= high)).all()]
        assert isinstance(self, PartDetector)
        return inside


def laid(t_s: float) -> Scene:
    """A card that lies all along, and one that is laid beside it, under a hand, and turned over."""
    if t_s < 1.0:
        return Scene((STAR,))
    hand = (420, 0, 640, round(300 * min(1.0, 3 * (t_s - 1.0)))) if t_s < 1.6 else None
    return Scene((STAR, BACK if t_s < 2.5 else MOON), hand)


@pytest.mark.parametrize("fps", [8, 15, 30])
def test_parts_tell_what_the_whole_tells(fps: float) -> None:
    run = play(laid, 4.0, fps, pipeline=PartPipeline())
    assert run.told == play(laid, 4.0, fps).told
    assert "settled m17" in run.told
    assert "settled m18" in run.told


def test_only_where_something_changes_is_looked_at() -> None:
    pipeline = PartPipeline()
    play(laid, 4.0, pipeline=pipeline)
    assert pipeline.boxes
    assert all(box[0] > STAR.quad[:, 0].max() for box in pipeline.boxes)
    assert len(pipeline.whole) <= 4.0 / SETTINGS.moment_s + 2


def test_a_card_that_leaves_is_no_longer_seen_at_once() -> None:
    pipeline = PartPipeline()
    run = play(lambda t_s: Scene((STAR, MOON) if t_s < 2.0 else (STAR,)), 3.5, pipeline=pipeline)
    assert run.told[-1] == "left m18"
    assert [track.code for track in run.observations[-1].tracks] == ["m17"]
    assert run.moment("left m18") == pytest.approx(
        play(lambda t_s: Scene((STAR, MOON) if t_s < 2.0 else (STAR,)), 3.5).moment("left m18"), abs=0.1
    )
