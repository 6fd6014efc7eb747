"""Where nothing has changed a detector does not look again: a part of the frame is enough, and nothing else is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, paint, play
from vision.overlap import is_taken
from vision.tracking.looking import Looking
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import background_for
from vision.types import Box, Detection, Face, Frame, PartDetector, Quad

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

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        return []


@dataclass
class ClosePipeline(PartPipeline):
    """A pipeline that sees its cards from close by only, in boxes that hold them."""

    close: list[float] = field(default_factory=list)

    def detect(self, frame: Frame) -> list[Detection]:
        return []

    def detect_within(self, frame: Frame, box: Box, known: Sequence[Quad] = ()) -> list[Detection]:
        return []

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        self.close.append(self.now_s)
        seen = (one for box in boxes for one in super(ClosePipeline, self).detect_within(frame, box))
        return [one for one in seen if not is_taken(one.quad, known)]


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


def small(t_s: float) -> Scene:
    """A card that is laid face down, turned over under a hand, and taken away under one."""
    hand = (420, 0, 640, 300) if any(at_s - 0.4 < t_s < at_s for at_s in (1.6, 4.0, 6.0)) else None
    if t_s < 1.6 or t_s >= 6.0:
        return Scene((), hand)
    return Scene((BACK if t_s < 4.0 else MOON,), hand)


def test_what_is_seen_from_close_by_only_is_told_and_stands_until_it_changes() -> None:
    pipeline = ClosePipeline()
    run = play(small, 8.0, pipeline=pipeline)
    assert run.told == play(small, 8.0).told
    assert [told.split()[0] for told in run.told if "m18" in told] == ["settled", "left"]
    assert all(t_s > 1.2 for t_s in pipeline.close), "a bare table is not looked at closely"
    resting = [t_s for t_s in pipeline.close if 2.0 < t_s < 3.6 or 4.4 < t_s < 5.6]
    assert not resting, "what was found is not looked for again"


class PiecesPipeline(PartPipeline):
    """A pipeline that takes the middle of each card for another one, from close by."""

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        self.boxes.extend(boxes)
        return [Detection((quad + quad.mean(axis=0)) / 2, Face.DOWN, 0.9) for quad in known]


def test_a_piece_of_a_card_that_was_found_is_none_from_close_by() -> None:
    pipeline, background = PiecesPipeline(), background_for(SETTINGS)
    looking, found = Looking(pipeline, SETTINGS), list[int]()
    for number in range(30):
        pipeline.now = Scene((STAR,), (300, 200, 420, 360) if number >= 20 else None)
        frame, t_s = paint(pipeline.now, number), number / 30
        looking.open(frame, t_s)
        masks = background.step(frame, t_s, (STAR.quad,))
        found.append(len(looking.detect(frame, t_s, masks, quiet=True)))
    assert pipeline.boxes, "something lies there that is no card"
    assert found == [1] * 30


@dataclass
class AlsoSeenPipeline(PartPipeline):
    """A pipeline that sees a card, or as much of it, from close by, too."""

    share: float = 1.0
    score: float = 0.9

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        middle = STAR.quad.mean(axis=0)
        return [Detection(middle + self.share * (STAR.quad - middle), Face.UP, self.score, close=True)]


@pytest.mark.parametrize(
    ("share", "score", "scores"),
    [
        (1.0, 0.95, [0.95]),
        (1.0, 0.8, [0.9]),
        (0.6, 0.8, [0.9]),
        (0.6, 0.95, [0.9, 0.95]),
    ],
    ids=["better seen", "worse seen", "a piece of it", "a card on what is none"],
)
def test_what_looks_mostly_like_the_table_is_found_once(
    share: float, score: float, scores: list[float]
) -> None:
    """A card may look like its table, and be found all the same."""
    pipeline, background = AlsoSeenPipeline(share=share, score=score), background_for(SETTINGS)
    looking = Looking(pipeline, SETTINGS)
    for number in range(30):
        pipeline.now = Scene((STAR,), (300, 200, 420, 360) if number >= 20 else None)
        frame, t_s = paint(pipeline.now, number), number / 30
        looking.open(frame, t_s)
        found = looking.detect(frame, t_s, background.step(frame, t_s, ()), quiet=True)
    assert [one.score for one in found] == scores
    assert [one.close for one in found] == [False, True][: len(scores)]


def test_what_is_no_card_is_looked_at_closely_once_until_something_changes_there() -> None:
    pipeline = ClosePipeline()
    box = (300, 200, 360, 260)
    play(lambda t_s: Scene((), box if 1.0 < t_s < 2.0 or t_s > 2.5 else None), 4.0, pipeline=pipeline)
    assert [round(t_s) for t_s in pipeline.close] == [1, 3]


def test_a_close_look_costs_no_more_than_a_look_at_the_whole() -> None:
    pipeline = ClosePipeline()
    play(lambda t_s: Scene((), (100, 60, 540, 300) if t_s > 1.0 else None), 3.0, pipeline=pipeline)
    assert pipeline.boxes == []
