"""A card of a back's design is neither named nor asked about, whatever detector and reader take it for."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import (
    LearningBacks,
    Lying,
    Scene,
    ScriptedPipeline,
    are_alike,
    drawing,
    paint,
    play,
    shown_at,
)
from vision.tracking.settings import SETTINGS
from vision.tracking.tracker import Tracker
from vision.types import Detection, Face, Frame, Reading, ReadRequest

LIKE_A_FACE = Lying("w09", 200, 150)
STAR = Lying("m17", 200, 150)
BACK = Lying(None, 200, 150)


class Reserved(ScriptedPipeline):
    """Reads no name from the back, and does not say of its own accord that it is none."""

    def _read(self, request: ReadRequest) -> Reading:
        reading = super()._read(request)
        return reading if reading.code else replace(reading, face=request.face)


def reserved() -> ScriptedPipeline:
    return Reserved(lambda code, number: None if code == "w09" else code)


class Changing(Reserved):
    """Sees a face from some moment on where a back lay before, and nothing has changed."""

    def detect(self, frame: Frame) -> list[Detection]:
        face = Face.UP if self.now_s > 2.0 else Face.DOWN
        return [replace(found, face=face) for found in super().detect(frame)]

    def _read(self, request: ReadRequest) -> Reading:
        return Reading(request.quad, request.face)


class BacksLikeW09(LearningBacks):
    """Knows one design: that drawn for ``w09``."""

    def __init__(self) -> None:
        super().__init__()
        self.know(drawing("w09").astype(np.float32))


def test_a_back_that_looks_like_a_face_lies_face_down() -> None:
    run = play(lambda t_s: Scene((LIKE_A_FACE,)), 3.0, pipeline=reserved(), backs=BacksLikeW09())
    assert run.reported == ["appeared up", "settled down"]


def test_such_a_back_is_reported_once_it_was_exhausted_and_not_only_when_it_would_be_asked_about() -> None:
    """Players' hands are near their cards until they turn them over: nobody would be asked meanwhile."""
    run = play(lambda t_s: Scene((LIKE_A_FACE,)), 3.0, pipeline=reserved(), backs=BacksLikeW09())
    assert run.moment("settled down") < SETTINGS.patience_s


def test_a_back_from_which_a_name_is_read_lies_face_down_for_good() -> None:
    run = play(lambda t_s: Scene((LIKE_A_FACE,)), 5.0, say=lambda code, number: "m20", backs=BacksLikeW09())
    assert [line.split()[0] for line in run.reported] == ["appeared", "settled"]
    assert run.reported[-1] == "settled down"


def test_a_back_that_lies_as_it_lay_does_not_turn_over_whatever_the_detector_sees() -> None:
    back = LIKE_A_FACE
    assert play(lambda t_s: Scene((back,)), 5.0, pipeline=Changing(), backs=BacksLikeW09()).reported == [
        "appeared down",
        "settled down",
    ]
    # Of a design that is no back's the detector is believed in the end.
    strange = play(lambda t_s: Scene((STAR,)), 5.0, pipeline=Changing(), backs=BacksLikeW09())
    assert "flipped up" in strange.reported


def test_a_card_of_another_design_is_asked_about() -> None:
    other = Lying("c04", 200, 150)
    unread = ScriptedPipeline(lambda code, number: None)
    run = play(lambda t_s: Scene((other,)), 3.0, pipeline=unread, backs=BacksLikeW09())
    assert run.reported == ["appeared up", "unreadable up"]


def test_a_card_of_another_design_keeps_its_name() -> None:
    assert play(lambda t_s: Scene((STAR,)), 3.0, backs=BacksLikeW09()).reported == [
        "appeared up",
        "settled m17",
    ]


def test_such_a_back_is_read_once_it_is_turned_over() -> None:
    def script(t_s: float) -> Scene:
        return Scene((LIKE_A_FACE if t_s < 3.0 else STAR,))

    run = play(script, 5.0, pipeline=reserved(), backs=BacksLikeW09())
    assert run.reported[:2] == ["appeared up", "settled down"]
    assert run.reported[-1] == "settled m17"
    assert run.moment("settled m17") - 3.0 <= 0.7


def test_after_a_pause_what_is_out_of_sight_is_not_compared() -> None:
    """A camera that comes back after some seconds may show no card where some lay without a name."""
    pipeline = ScriptedPipeline(lambda code, number: None)
    tracker = Tracker(pipeline, pipeline, backs=BacksLikeW09())
    laid = Scene((STAR, *(Lying(f"s0{number}", 60 + 70 * number, 70) for number in range(1, 5))))
    for number in range(75):
        pipeline.now = Scene() if number < 60 else laid
        before = tracker.step(paint(pipeline.now, number), number / 30.0)
    assert [track.code for track in before.tracks] == [None] * 5
    for number in range(75, 120):
        pipeline.now = Scene((replace(STAR, seen=number > 76),))
        after = tracker.step(paint(pipeline.now, number), 3.0 + number / 30.0)
    assert len(after.tracks) == 1


class KnowsNoBack:
    """A classifier that takes whatever shows the deck's back for no card."""

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        seen = (shown_at(frame, quad) for quad in quads)
        back = drawing(None).astype(np.float32)
        return np.array([-3.0 if are_alike(one, back) else 5.0 for one in seen], np.float32)


@pytest.mark.parametrize(("named", "reported"), [("m17", ["appeared", "settled"]), (None, [])])
@pytest.mark.parametrize("next_s", [2.0, 5.0])
def test_what_was_named_when_it_was_turned_over_was_a_back(
    named: str | None, reported: list[str], next_s: float
) -> None:
    """Its design is known from then on, of what lies there already, too; what no reading names may be anything."""
    back, laid_s, up_s = Lying(None, 450, 180), 1.0, 3.0

    def script(t_s: float) -> Scene:
        near = any(at_s - 0.4 < t_s < at_s for at_s in (laid_s, up_s))
        hand = (380, 60, 530, 360) if near else (80, 60, 230, 360) if next_s - 0.4 < t_s < next_s else None
        first = () if t_s < laid_s else (back,) if t_s < up_s else (STAR.at(450, 180),)
        return Scene((*first, *((back.at(150, 150),) if t_s >= next_s else ())), hand)

    run = play(script, 7.0, say=lambda *_: named, classifier=KnowsNoBack(), backs=LearningBacks())
    on_the_left = [event for event in run.events if event.track and event.track.quad[0, 0] < 300]
    assert [event.kind.value for event in on_the_left] == reported


class SeesABackFirst(ScriptedPipeline):
    """Takes a face for a back, and reads no name, until some moment."""

    def detect(self, frame: Frame) -> list[Detection]:
        return [replace(found, face=self._face) for found in super().detect(frame)]

    def _read(self, request: ReadRequest) -> Reading:
        return super()._read(request) if self._face is Face.UP else Reading(request.quad, Face.DOWN)

    @property
    def _face(self) -> Face:
        return Face.DOWN if self.now_s < 3.5 else Face.UP


class KnowsNoCard:
    """A classifier to which nothing is a card."""

    def log_odds(self, frame: Frame, quads: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.full(len(quads), -3.0, np.float32)


def test_a_face_that_was_taken_for_a_back_is_no_back() -> None:
    """It shows when it is named what it showed before."""

    def script(t_s: float) -> Scene:
        near = any(at_s - 0.4 < t_s < at_s for at_s in (1.5, 3.5))
        return Scene((STAR.at(450, 180),) if t_s >= 1.5 else (), (380, 60, 530, 360) if near else None)

    backs = LearningBacks()
    run = play(script, 6.0, pipeline=SeesABackFirst(), classifier=KnowsNoCard(), backs=backs)
    assert run.reported[-1] == "settled m17"
    assert not backs.knows_any


class SeesBacks(ScriptedPipeline):
    """Takes every card for a back but for a moment; reads a name only where it looks as closely as at a face."""

    closely = 0

    def detect(self, frame: Frame) -> list[Detection]:
        face = Face.UP if 2.1 < self.now_s < 2.35 else Face.DOWN
        return [replace(found, face=face) for found in super().detect(frame)]

    def _read(self, request: ReadRequest) -> Reading:
        self.closely += request.may_be_face
        reading = super()._read(request)
        named = reading.code is not None and not request.is_back
        return reading if named else Reading(request.quad, request.face)


@pytest.mark.parametrize(
    ("shown", "named", "looks", "reported"),
    [
        ("m17", "m17", range(1, 4), ["appeared down", "settled down", "flipped up", "settled m17"]),
        (None, "m17", range(1), ["appeared down", "settled down"]),
        ("m17", None, range(1, 9), ["appeared down", "settled down", "flipped up", "unreadable up"]),
    ],
    ids=["turned over", "touched alone", "exhausted"],
)
def test_what_lay_face_down_is_looked_at_as_a_face_once_it_shows_no_back(
    shown: str | None, named: str | None, looks: range, reported: list[str]
) -> None:
    """The detector takes some faces for backs; how a back looks is known from the table itself."""

    def script(t_s: float) -> Scene:
        hand = (130, 60, 280, 360) if 1.6 < t_s < 2.0 else None
        return Scene((Lying(None if t_s < 1.8 else shown, 200, 150),), hand)

    backs = LearningBacks()
    backs.know(drawing(None).astype(np.float32))
    pipeline = SeesBacks(lambda *_: named)
    run = play(script, 5.0, pipeline=pipeline, backs=backs)
    assert run.reported == reported
    assert pipeline.closely in looks


class HalfABack(ScriptedPipeline):
    """Takes a named card of which the next one hides a part for a back, and reads no name from it."""

    def detect(self, frame: Frame) -> list[Detection]:
        found = super().detect(frame)
        return [replace(one, face=Face.DOWN) for one in found[:1]] + found[1:] if len(found) > 1 else found

    def _read(self, request: ReadRequest) -> Reading:
        near = np.hypot(*(request.quad.mean(axis=0) - (STAR.x, STAR.y))) < 10
        return (
            Reading(request.quad, request.face)
            if near and len(self.now.cards) > 1
            else super()._read(request)
        )


@pytest.mark.parametrize("known", [True, False], ids=["backs are known", "none is known"])
def test_a_named_card_of_which_the_next_one_hides_a_part_keeps_its_name(known: bool) -> None:
    """Of a card that is half covered the detector sees the other side."""
    backs = LearningBacks()
    if known:
        backs.know(drawing(None).astype(np.float32))
    beside = Lying("m18", STAR.x + 46, STAR.y)
    script = partial(shown_one_after_the_other, first=(STAR,), then=(STAR, beside))
    run = play(script, 5.0, pipeline=HalfABack(), backs=backs)
    assert "left m17" not in run.reported
    assert "settled m18" in run.reported


def test_a_named_card_on_which_a_back_was_laid_has_left() -> None:
    backs = LearningBacks()
    backs.know(drawing(None).astype(np.float32))
    run = play(partial(shown_one_after_the_other, first=(STAR,), then=(BACK,)), 5.0, backs=backs)
    assert run.reported == ["appeared up", "settled m17", "left m17", "appeared down", "settled down"]


def shown_one_after_the_other(t_s: float, first: tuple[Lying, ...], then: tuple[Lying, ...]) -> Scene:
    """A hand changes what lies there after two seconds."""
    hand = (130, 60, 330, 360) if 1.7 < t_s < 2.1 else None
    return Scene(first if t_s < 1.9 else then, hand)


class LosesTheFace(ScriptedPipeline):
    """Takes the first card for a back as soon as another lies there, too, and never reads it."""

    def detect(self, frame: Frame) -> list[Detection]:
        first, *others = super().detect(frame)
        return [replace(first, face=Face.DOWN) if others else first, *others]

    def _read(self, request: ReadRequest) -> Reading:
        is_first = np.hypot(*(request.quad.mean(axis=0) - (STAR.x, STAR.y))) < 10
        return Reading(request.quad, request.face) if is_first else super()._read(request)


@pytest.mark.parametrize(
    ("shown", "beside_px", "face"),
    [(STAR, 36, Face.UP), (BACK, 200, Face.DOWN)],
    ids=["a face that is covered", "turned back"],
)
def test_a_face_that_was_turned_up_is_a_back_again_only_if_it_shows_one(
    shown: Lying, beside_px: int, face: Face
) -> None:
    """The detector sees a back either way: in what the next card leaves of a face, too."""

    def script(t_s: float) -> Scene:
        first = BACK if t_s < 2.0 else STAR if t_s < 2.3 else shown
        return Scene((first,) if t_s < 2.3 else (first, Lying("m18", STAR.x + beside_px, STAR.y + 6)))

    backs = LearningBacks()
    backs.know(drawing(None).astype(np.float32))
    lying = play(script, 5.0, pipeline=LosesTheFace(), backs=backs).observations[-1].tracks
    assert {track.code: track.face for track in lying} == {None: face, "m18": Face.UP}
