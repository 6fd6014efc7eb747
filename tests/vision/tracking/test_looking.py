"""Where nothing has changed a detector does not look again: a part is enough, and nothing else is reported."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, paint, play
from vision.overlap import is_taken
from vision.tracking.looking import Looking
from vision.tracking.schedule import Schedule
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
    assert run.reported == play(laid, 4.0, fps).reported
    assert "settled m17" in run.reported
    assert "settled m18" in run.reported


def test_only_where_something_changes_is_looked_at() -> None:
    pipeline = PartPipeline()
    play(laid, 4.0, pipeline=pipeline)
    assert pipeline.boxes
    assert all(box[0] > STAR.quad[:, 0].max() for box in pipeline.boxes)
    assert len(pipeline.whole) <= 4.0 / SETTINGS.moment_s + 2


def test_a_card_that_leaves_is_no_longer_seen_at_once() -> None:
    pipeline = PartPipeline()
    run = play(lambda t_s: Scene((STAR, MOON) if t_s < 2.0 else (STAR,)), 3.5, pipeline=pipeline)
    assert run.reported[-1] == "left m18"
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


def test_what_is_seen_from_close_by_only_is_reported_and_stands_until_it_changes() -> None:
    pipeline = ClosePipeline()
    run = play(small, 8.0, pipeline=pipeline)
    assert run.reported == play(small, 8.0).reported
    assert [reported.split()[0] for reported in run.reported if "m18" in reported] == ["settled", "left"]
    assert all(t_s > 1.2 for t_s in pipeline.close), "a bare table is not looked at closely"
    resting = [t_s for t_s in pipeline.close if 2.0 < t_s < 3.6 or 4.4 < t_s < 5.6]
    assert not resting, "what was found is not looked for again"


@dataclass
class TwicePipeline(PartPipeline):
    """A pipeline that sees some finds from afar, and others from close by."""

    afar: Sequence[Detection] = ()
    close: Sequence[Detection] = ()

    def detect(self, frame: Frame) -> list[Detection]:
        return list(self.afar)

    def detect_closely(
        self, frame: Frame, boxes: Sequence[Box], known: Sequence[Quad] = ()
    ) -> list[Detection]:
        self.boxes.extend(boxes)
        return list(self.close)


def found_on_a_laid_card(pipeline: TwicePipeline) -> list[Detection]:
    """What is found at the end of two seconds in which a card was laid on the bare table."""
    looking, background = Looking(pipeline, SETTINGS, Schedule()), background_for(SETTINGS)
    for number in range(60):
        frame, t_s = paint(Scene((STAR,) if number >= 30 else ()), number), number / 30
        looking.open(frame, t_s)
        found = looking.detect(frame, t_s, background.step(frame, t_s, ()), quiet=True)
    return list(found)


def shrunk(share: float, score: float, *, close: bool = True) -> Detection:
    """A find as high as a share of a card, in its middle."""
    middle = STAR.quad.mean(axis=0)
    return Detection(middle + share * (STAR.quad - middle), Face.UP, score, close=close)


@pytest.mark.parametrize(
    ("share", "score", "reported"),
    [
        (1.0, 0.95, [(0.95, False)]),
        (1.0, 0.8, [(0.8, False)]),
        (0.6, 0.8, [(0.9, False)]),
        (0.6, 0.95, [(0.95, True), (0.9, False)]),
    ],
    ids=["better seen", "worse seen", "a piece of it", "a card on what is none"],
)
def test_what_is_seen_twice_is_found_once(
    share: float, score: float, reported: list[tuple[float, bool]]
) -> None:
    pipeline = TwicePipeline(afar=[shrunk(1.0, 0.9, close=False)], close=[shrunk(share, score)])
    assert [(one.score, one.close) for one in found_on_a_laid_card(pipeline)] == reported


@pytest.mark.parametrize("score", [0.8, 0.95])
@pytest.mark.parametrize("aside", [15, 31], ids=["they overlap", "they lie beside each other"])
def test_one_outline_about_two_cards_is_these_two(score: float, aside: int) -> None:
    """From afar small cards may look like one."""
    left, right = (
        replace(shrunk(1.0, score), quad=STAR.quad + np.array([x, 0], np.float32)) for x in (-aside, aside)
    )
    both = np.array([left.quad[0], right.quad[1], right.quad[2], left.quad[3]])
    pipeline = TwicePipeline(afar=[Detection(both, Face.UP, 0.9)], close=[left, right])
    assert [one.quad[0, 0] for one in found_on_a_laid_card(pipeline)] == [left.quad[0, 0], right.quad[0, 0]]


def test_what_lies_beside_is_not_taken_from_a_close_look() -> None:
    """The rim of the part that was looked at may have cut it."""
    beside = replace(shrunk(1.0, 0.9), quad=STAR.quad + np.array([100, 0], np.float32))
    assert found_on_a_laid_card(TwicePipeline(close=[beside])) == []


def test_what_is_no_card_is_looked_at_closely_once_until_something_changes_there() -> None:
    pipeline = ClosePipeline()
    box = (300, 200, 360, 260)
    play(lambda t_s: Scene((), box if 1.0 < t_s < 2.0 or t_s > 2.5 else None), 4.0, pipeline=pipeline)
    assert [round(t_s) for t_s in pipeline.close] == [1, 3]


@pytest.mark.parametrize(("side", "looks"), [(60, 1), (120, 0)], ids=["a twelfth of the height", "a third"])
def test_a_large_camera_looks_closely_at_what_is_small_in_it(side: int, looks: int) -> None:
    """Cards that a camera of 1920x1080 has as large as one of 1280x720 are small in it."""
    pipeline, background = TwicePipeline(), background_for(SETTINGS)
    looking = Looking(pipeline, SETTINGS, Schedule())
    for number in range(60):
        small = paint(Scene((), (300, 200, 300 + side, 200 + side) if number >= 30 else None), number)
        frame = np.asarray(cv2.resize(small, (1920, 1080)), np.uint8)
        looking.open(frame, number / 30)
        looking.detect(frame, number / 30, background.step(frame, number / 30, ()), quiet=True)
    assert len(pipeline.boxes) == looks


def test_a_close_look_costs_no_more_than_a_look_at_the_whole() -> None:
    pipeline = ClosePipeline()
    play(lambda t_s: Scene((), (100, 60, 540, 300) if t_s > 1.0 else None), 3.0, pipeline=pipeline)
    assert pipeline.boxes == []
