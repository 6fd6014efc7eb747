"""What is likelier no card is not reported, taken back, and counted; what was read by name is a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tracking.scripted_table import (
    LearningBacks,
    Lying,
    Run,
    Scene,
    ScriptedPipeline,
    all_shown,
    are_alike,
    paint,
    play,
    shown_at,
)
from vision.tracking.belief import IdentityBelief
from vision.tracking.schedule import COST_MS, SAVED_MS, Work
from vision.tracking.settings import LOOKS, SETTINGS
from vision.tracking.tracker import PREEXISTING, Tracker
from vision.types import Detection, Event, Face, Frame, FrameResult, Reading, ReadRequest

STAR = Lying("m17", 200, 180)
BACK = Lying(None, 400, 180)
FPS = 30
LIKELY = -PREEXISTING + 0.1
"""Enough for what lay there."""

BETWEEN = -PREEXISTING / 2
"""Enough for what arrived, too little for what lay there."""

Quads = NDArray[np.float32]


@dataclass
class Doubter:
    """A classifier that says the same of everything on the left, and the same of everything on the right."""

    left: float
    right: float
    asked: list[int] = field(default_factory=list)

    def log_odds(self, frame: Frame, quads: Quads) -> NDArray[np.float32]:
        self.asked.append(len(quads))
        on_the_left = quads[..., 0].mean(axis=1) < 300
        return np.where(on_the_left, self.left, self.right).astype(np.float32)


def unread(code: str, number: int) -> None:
    return None


def shown(
    doubter: Doubter, scene: Scene, seconds: float, pipeline: ScriptedPipeline | None = None
) -> list[FrameResult]:
    """Show a table that nobody touches, and on which two cards were read."""
    pipeline = pipeline or ScriptedPipeline(unread, scene)
    tracker = Tracker(pipeline, pipeline, classifier=doubter)
    observations = [tracker.step(paint(scene, 0), 0.0)]
    for read in (STAR, BACK):
        tracker._plane.learn(read.quad[None], np.zeros((1, 4), np.bool_))
    return observations + [tracker.step(paint(scene, n), n / FPS) for n in range(1, round(seconds * FPS))]


def reported(observations: list[FrameResult]) -> list[str]:
    return [e.kind.value for o in observations for e in o.events]


def test_what_is_no_card_is_never_reported_and_is_counted_once() -> None:
    observations = shown(Doubter(-3.0, -3.0), Scene((STAR, BACK)), 2.0)
    assert reported(observations) == []
    assert observations[-1].tracks == ()
    assert observations[-1].refuted == 2


def test_what_is_a_card_is_reported_as_before() -> None:
    observations = shown(Doubter(LIKELY, LIKELY), Scene((STAR, BACK)), 2.0)
    assert sorted(reported(observations)) == ["appeared", "appeared", "settled", "unreadable"]
    assert observations[-1].refuted == 0


def test_of_what_lay_there_nothing_is_reported_before_two_cards_were_read() -> None:
    scene, pipeline = Scene((STAR, BACK)), ScriptedPipeline(unread, Scene((STAR, BACK)))
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(9.0, 9.0))
    assert reported([tracker.step(paint(scene, n), n / FPS) for n in range(2 * FPS)]) == []
    for read in (STAR, BACK):
        tracker._plane.learn(read.quad[None], np.zeros((1, 4), np.bool_))
    later = [tracker.step(paint(scene, n), n / FPS) for n in range(2 * FPS, 4 * FPS)]
    assert sorted(reported(later)) == ["appeared", "appeared", "settled", "unreadable"]


def test_what_looks_otherwise_than_when_it_was_weighed_is_weighed_again() -> None:
    """Half under the next card it looked like none; it lies in sight now, though the detector sees a face as before."""
    doubter = Doubter(-3.0, -3.0)
    pipeline = ScriptedPipeline(unread)
    tracker = Tracker(pipeline, pipeline, classifier=doubter)
    kinds: list[str] = []
    for n in range(5 * FPS):
        doubter.left = -3.0 if n < 3 * FPS else 3.0
        lies = replace(STAR, code="m18" if n < 3 * FPS else "m17")
        pipeline.now = Scene((lies,) if n >= FPS else ())
        kinds += reported([tracker.step(paint(pipeline.now, n), n / FPS)])
        assert kinds == [] or n >= 3 * FPS
    assert kinds == ["appeared", "unreadable"]


def test_a_card_that_is_read_is_a_card_whatever_the_classifier_says() -> None:
    pipeline = ScriptedPipeline(now=Scene((STAR,)))
    observations = shown(Doubter(-9.0, -9.0), Scene((STAR,)), 2.0, pipeline)
    assert reported(observations) == ["appeared", "settled"]
    assert observations[-1].refuted == 0


def test_a_named_card_that_is_carried_elsewhere_stays_reported_although_it_is_doubted() -> None:
    doubter, pipeline = Doubter(-9.0, -9.0), ScriptedPipeline()
    tracker = Tracker(pipeline, pipeline, classifier=doubter)
    kinds = []
    for n in range(4 * FPS):
        x = round(200 + 2.5 * min(max(n - 2 * FPS, 0), 40))
        hand = (x - 30, 225, x + 30, 360) if 1.8 * FPS < n < 3.5 * FPS else None
        pipeline.now = Scene((STAR.at(x, 180),), hand)
        kinds += reported([tracker.step(paint(pipeline.now, n), n / FPS)])
    assert kinds == ["appeared", "settled", "moved", "settled"]


def lay_later(doubter: Doubter) -> list[str]:
    """Show a back that a hand lays after a second."""
    pipeline = ScriptedPipeline(unread)
    tracker, kinds = Tracker(pipeline, pipeline, classifier=doubter), []
    for n in range(4 * FPS):
        hand = (350, 100, 470, 360) if FPS < n < 1.5 * FPS else None
        pipeline.now = Scene((BACK,) if n > 1.2 * FPS else (), hand)
        kinds += reported([tracker.step(paint(pipeline.now, n), n / FPS)])
    return kinds


def test_what_arrives_needs_less_than_what_lies_there_from_the_start() -> None:
    assert reported(shown(Doubter(BETWEEN, BETWEEN), Scene((BACK,)), 2.0)) == []
    assert lay_later(Doubter(BETWEEN, BETWEEN)) == ["appeared", "settled"]
    assert lay_later(Doubter(-BETWEEN, -BETWEEN)) == []


def test_what_is_found_where_nothing_stirred_lay_there_before() -> None:
    pipeline = ScriptedPipeline()
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(BETWEEN, BETWEEN))
    observations = []
    for n in range(4 * FPS):
        pipeline.now = Scene((replace(BACK, seen=n > 2 * FPS),))
        observations.append(tracker.step(paint(pipeline.now, n), n / FPS))
    assert reported(observations) == []
    assert observations[-1].refuted == 1


def test_what_lay_there_is_reported_once_it_is_moved() -> None:
    pipeline = ScriptedPipeline()
    tracker, kinds = Tracker(pipeline, pipeline, classifier=Doubter(BETWEEN, BETWEEN)), []
    for n in range(4 * FPS):
        pipeline.now = Scene((BACK.at(400 + 2.5 * min(max(n - 2 * FPS, 0), 40), 180),))
        kinds += reported([tracker.step(paint(pipeline.now, n), n / FPS)])
        if n == 2 * FPS:
            assert kinds == []
    assert (kinds[0], kinds[-1]) == ("appeared", "settled")


def test_what_lay_there_is_no_card_after_a_hand_went_over_it() -> None:
    """The detector lost it under the hand, and finds it again before the place was seen empty for long."""
    pipeline = ScriptedPipeline(unread)
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(BETWEEN, BETWEEN))
    observations = []
    for n in range(10 * FPS):
        lost, hand = 2 * FPS < n < 7.4 * FPS, (350, 100, 470, 360) if 2 * FPS < n < 4 * FPS else None
        pipeline.now = Scene((replace(BACK, seen=not lost),), hand)
        observations.append(tracker.step(paint(pipeline.now, n), n / FPS))
    assert reported(observations) == []


def test_what_is_found_under_a_hand_is_no_card_if_the_table_shows_when_the_hand_is_gone() -> None:
    class Startled(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [Detection(BACK.quad, Face.DOWN, 0.9)] if self.now_s > 1.7 else []

        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            return [Reading(one.quad, Face.DOWN) for one in requests]

    pipeline = Startled(unread)
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(BETWEEN, BETWEEN))
    kinds = []
    for n in range(4 * FPS):
        pipeline.now_s = n / FPS
        hand = (330, 0, 480, 360) if 1.5 * FPS < n < 1.9 * FPS else None
        pipeline.now = Scene((), hand)
        seen = tracker.step(paint(pipeline.now, n), n / FPS)
        kinds += reported([seen])
    assert kinds in ([], ["appeared", "left"])
    assert seen.tracks == ()


def test_second_thoughts_take_back_what_was_reported() -> None:
    class Wavering(Doubter):
        def log_odds(self, frame: Frame, quads: Quads) -> NDArray[np.float32]:
            return super().log_odds(frame, quads) + (4 + LIKELY if len(self.asked) == 1 else 0)

    observations = shown(Wavering(-4.0, -4.0), Scene((BACK,)), 2.0)
    assert reported(observations) == ["appeared", "settled", "left"]
    assert observations[-1].refuted == 1


def test_a_table_at_rest_is_not_weighed_again_and_again() -> None:
    doubter = Doubter(-3.0, 3.0)
    shown(doubter, Scene((STAR, BACK)), 4.0)
    assert sum(doubter.asked) == 2 * LOOKS


def test_many_finds_are_weighed_over_several_frames() -> None:
    heap = tuple(Lying(None, 60 + 70 * i, 100 + 130 * j) for i in range(8) for j in range(2))
    doubter = Doubter(LIKELY, LIKELY)
    observations = shown(doubter, Scene(heap), 3.0)
    assert 1 < max(doubter.asked) <= SAVED_MS / COST_MS[Work.WEIGH] + 1
    assert len(observations[-1].tracks) == len(heap)


class Keys(ScriptedPipeline):
    """A table full of keys, each of which the detector finds, to the left of what is laid there."""

    def detect(self, frame: Frame) -> list[Detection]:
        key = np.array([[0, 0], [12, 0], [12, 20], [0, 20]], np.float32)
        places = np.array([[x, y] for x in range(10, 280, 30) for y in range(10, 340, 40)], np.float32)
        return [*super().detect(frame), *(Detection(key + at, Face.UP, 0.8) for at in places)]


def laid_beside_keys(t_s: float) -> Scene:
    """A hand lays a card after three seconds."""
    cards = (STAR.at(400, 180),) if t_s >= 3.0 else ()
    return Scene(cards, (350, 100, 470, 360) if 2.5 < t_s < 3.1 else None)


def test_cards_are_read_before_all_that_is_no_card() -> None:
    """A table full of keys has a hundred finds, none of which a reading names; a frame reads one such."""
    read_s: list[float] = []

    class Asked(Keys):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            read_s.extend(self.now_s for one in requests if one.quad[:, 0].mean() > 300)
            return [Reading(one.quad, Face.UP) for one in requests]

    play(laid_beside_keys, 4.5, pipeline=Asked(unread), classifier=Doubter(-3.0, LIKELY))
    assert sum(3.0 < t_s < 4.5 for t_s in read_s) >= 3


@pytest.mark.parametrize(("share", "named"), [(0.99, True), (0.3, False)])
def test_what_nearly_has_a_name_is_read_as_cards_are(share: float, named: bool) -> None:
    """Among sixty keys what is none would wait four seconds for each look; a dark card is named at its fifth."""

    class Nearly(Keys):
        def _read(self, request: ReadRequest) -> Reading:
            if request.quad[:, 0].mean() < 300:
                return Reading(request.quad, Face.UP)
            reading = super()._read(request)
            return reading if reading.code else replace(reading, candidates=(("m17", share),))

    pipeline = Nearly(lambda code, number: code if number >= 4 else None)
    run = play(laid_beside_keys, 5.5, pipeline=pipeline, classifier=Doubter(-3.0, -3.0))
    assert ("m17" in run.names()) is named


def test_what_is_no_card_and_lies_there_unchanged_is_read_ever_more_rarely() -> None:
    read_s: list[float] = []

    class Timed(ScriptedPipeline):
        def read(self, frame: Frame, requests: list[ReadRequest]) -> list[Reading]:
            read_s.extend(self.now_s for _ in requests)
            return super().read(frame, requests)

    play(lambda t_s: Scene((STAR,)), 12.0, pipeline=Timed(unread), classifier=Doubter(-3.0, LIKELY))
    pauses = np.diff([0.0, *read_s, 12.0])
    assert max(pauses[-2:]) > 3 * SETTINGS.patience_s
    assert all(
        pause <= max(SETTINGS.patience_s, t_s / LOOKS) + 0.2
        for t_s, pause in zip(read_s, pauses, strict=False)
    )


def test_the_mean_of_the_last_weighings_decides() -> None:
    belief = IdentityBelief()
    for number, odds in enumerate((3.0, 0.0, 0.0, -3.1)):
        assert belief.wants_weighing(0.2 * number, 0.2)
        belief.weigh(odds, 0.2 * number)
        assert (belief.card_log_odds >= 0) == (number < 3)
    assert belief.is_weighed
    assert not belief.wants_weighing(99.0, 0.2)
    belief.reset_budget()
    assert belief.wants_weighing(99.0, 0.2)


def test_one_that_is_known_is_not_asked_about() -> None:
    belief = IdentityBelief()
    belief.weigh(-5.0, 0.0)
    belief.know()
    assert belief.is_known
    assert not belief.wants_weighing(99.0, 0.2)


@pytest.mark.parametrize("beside_px", [0, 4, 14])
def test_where_a_back_lay_untold_until_it_was_turned_over_the_next_one_arrives(beside_px: int) -> None:
    """Its place was learnt as table meanwhile, which showed a back; its face comes down there or beside it."""
    up_s, gone_s, next_s = 7.0, 9.0, 10.0
    face = STAR.at(BACK.x + beside_px, BACK.y + beside_px)
    pipeline = ScriptedPipeline()
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(BETWEEN, BETWEEN))
    observations = []
    for number in range(round(12 * FPS)):
        t_s = number / FPS
        here = BACK if t_s < up_s or t_s >= next_s else face
        hand = (370, 100, 460, 360) if up_s - 0.5 < t_s < up_s else None
        pipeline.now = Scene(() if gone_s <= t_s < next_s else (here,), hand=hand)
        observations.append(tracker.step(paint(pipeline.now, number), t_s))
    events = [event for seen in observations for event in seen.events if event.track]
    assert [event.track.code for event in events if event.track and event.kind == "left"] == ["m17"]
    last = next(event.track for event in events if event.t_s > next_s and event.kind == "appeared")
    assert last is not None
    assert last.arrived


@pytest.mark.parametrize("doubted_s", [(3.0, 3.6), (5.0, 5.6)], ids=["as it is laid", "as it is turned"])
@pytest.mark.parametrize("beside_px", [4, 14], ids=["on it", "half beside it"])
@pytest.mark.parametrize("looks", Face)
def test_a_thing_below_a_card_is_no_card_when_that_is_taken_away(
    doubted_s: tuple[float, float], beside_px: int, looks: Face
) -> None:
    """Its place was learnt as table, and stays so although the card was doubted for a moment."""
    thing = Lying("w09", 400, 180)
    laid_s, up_s, gone_s = 3.0, 5.0, 7.0

    class Lain(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [
                replace(found, face=looks) if np.allclose(found.quad[2], thing.quad[0]) else found
                for found in super().detect(frame)
            ]

    class Knows:
        """Is not sure of the thing, and takes the card for none for a moment."""

        def log_odds(self, frame: Frame, quads: Quads) -> NDArray[np.float32]:
            says = 5.0 if laid_s <= pipeline.now_s < gone_s else BETWEEN
            doubts = doubted_s[0] <= pipeline.now_s < doubted_s[1]
            return np.full(len(quads), -5.0 if doubts else says, np.float32)

    def script(t_s: float) -> Scene:
        hand = (330, 60, 480, 360) if any(s - 0.4 < t_s < s for s in (laid_s, up_s, gone_s)) else None
        if laid_s <= t_s < laid_s + 0.3:
            hand = (330, 60, 480, round(170 - 120 * (t_s - laid_s)))  # it goes while the card's face is seen
        card = replace(STAR, code=STAR.code if t_s >= up_s else None).at(400 + beside_px, 180 + beside_px)
        lies = (replace(thing, seen=False), card) if laid_s <= t_s < gone_s else (thing,)
        return Scene(lies, hand)

    pipeline = Lain(lambda code, _: None if code == thing.code else code)
    run = play(script, 11.0, pipeline=pipeline, classifier=Knows())
    assert run.names() == {"m17"}
    after = [event for event in run.events if event.t_s > gone_s]
    assert [event.kind.value for event in after if event.track] == ["left"]


class Alike(LearningBacks):
    """Knows what looks like something that lies face down for a back."""

    def among(self, pictures: Sequence[Frame], quads: Quads, down: NDArray[np.bool_]) -> NDArray[np.bool_]:
        seen = all_shown(pictures, quads)
        backs = [one for one, is_down in zip(seen, down, strict=True) if is_down]
        return np.array([any(are_alike(one, back) for back in backs) for one in seen], np.bool_)


@pytest.mark.parametrize(
    ("doubted", "left_s", "is_reported"),
    [(BACK, 1.0, True), (BACK, 3.0, True), (BACK, 99.0, False), (replace(BACK, code="w09"), 1.0, False)],
    ids=["a back beside another", "a back before another", "a back alone", "a thing beside a back"],
)
def test_what_is_brought_and_has_a_back_is_a_card_whatever_the_classifier_says(
    doubted: Lying, left_s: float, *, is_reported: bool
) -> None:
    """It lies on the right, where the classifier knows no card."""

    class AllDown(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [replace(found, face=Face.DOWN) for found in super().detect(frame)]

    def script(t_s: float) -> Scene:
        cards = (*((BACK.at(150, 150),) if t_s >= left_s else ()), *((doubted,) if t_s >= 1.5 else ()))
        return Scene(cards, (350, 100, 470, 360) if 1.0 < t_s < 1.6 else None)

    run = play(script, 6.0, pipeline=AllDown(unread), classifier=Doubter(LIKELY, -1.0), backs=Alike())
    right = [event for event in run.events if event.track and event.track.quad[0, 0] > 300]
    assert [event.kind.value for event in right] == (["appeared", "settled"] if is_reported else [])


@pytest.mark.parametrize("is_card", [True, False], ids=["a card", "a thing"])
def test_an_outline_that_goes_with_a_hand_to_what_lay_there_is_no_back(*, is_card: bool) -> None:
    """The detector does not see the thing, which looks like a back, before a hand goes over it."""

    class Following(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            found = [replace(one, face=Face.DOWN) for one in super().detect(frame)]
            return [*found, *([Detection(carried(self.now_s).quad, Face.DOWN, 0.9)] * (self.now_s >= 2.0))]

    def carried(t_s: float) -> Lying:
        return replace(BACK.at(max(600 - round(200 * (t_s - 2.0)), 400), 180), seen=False)

    def script(t_s: float) -> Scene:
        pipeline.now_s = t_s
        thing = carried(t_s if is_card else 9.0)
        x = carried(t_s).x + max(round(1000 * (t_s - 3.2)), 0)
        lie = (*((BACK.at(150, 150),) if t_s >= 1.0 else ()), *((thing,) if t_s >= 2.0 * is_card else ()))
        return Scene(lie, (int(x - 20), 0, int(x + 20), 360) if 2.0 < t_s < 3.6 else None)

    pipeline = Following(unread)
    run = play(script, 6.0, pipeline=pipeline, classifier=Doubter(LIKELY, -1.0), backs=Alike())
    right = [event for event in run.events if event.track and event.track.quad[0, 0] > 300]
    assert [event.kind.value for event in right][-2:] == (["appeared", "settled"] if is_card else [])


class Learning(LearningBacks):
    """Learns a design once two that look alike are shown together, one of which lies face down."""

    def among(self, pictures: Sequence[Frame], quads: Quads, down: NDArray[np.bool_]) -> NDArray[np.bool_]:
        seen = all_shown(pictures, quads)
        for number, (one, is_down) in enumerate(zip(seen, down, strict=True)):
            if is_down and any(are_alike(one, other) for other in seen[:number] + seen[number + 1 :]):
                self.know(one)
        return super().among(pictures, quads, down)


@pytest.mark.parametrize("settled", [1, 2])
def test_a_back_that_settled_beside_another_is_known_when_both_are_gone(settled: int) -> None:
    """In a heap those that settled lie under others by the time that the next one is doubted."""

    def script(t_s: float) -> Scene:
        first = (BACK.at(150, 150), BACK.at(150, 280))[:settled]
        lie = (BACK,) if t_s >= 2.5 else first if t_s >= 1.0 else ()
        return Scene(lie, (350, 100, 470, 360) if 0.5 < t_s < 1.1 or 2.0 < t_s < 2.6 else None)

    run = play(script, 6.0, say=unread, classifier=Doubter(LIKELY, -1.0), backs=Learning())
    right = [event for event in run.events if event.track and event.track.quad[0, 0] > 300]
    assert [event.kind.value for event in right] == (["appeared", "settled"] if settled > 1 else [])


class Company(LearningBacks):
    """Knows three that look alike for backs, from then on, and keeps what it was shown where."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[tuple[NDArray[np.float32], NDArray[np.float32]]] = []

    def among(self, pictures: Sequence[Frame], quads: Quads, down: NDArray[np.bool_]) -> NDArray[np.bool_]:
        seen = all_shown(pictures, quads)
        self.shown += zip(quads, seen, strict=True)
        for one in seen:
            if sum(are_alike(one, other) for other in seen) >= 3:
                self.know(one)
        return super().among(pictures, quads, down)


def brought(count: int, backs: Company, thing: Lying = BACK, share: float = 0.4) -> Run:
    """Play how so many of one thing are brought, of which the classifier believes none, and whose name is nearly read,
    to that share."""

    class Nearly(ScriptedPipeline):
        def _read(self, request: ReadRequest) -> Reading:
            reading = super()._read(request)
            return replace(reading, face=request.face, candidates=(("w09", share),))

    lie = tuple(thing.at(350 + 100 * number, 180) for number in range(count))

    def script(t_s: float) -> Scene:
        return Scene(lie if t_s >= 1.5 else (), (300, 100, 620, 360) if 1.0 < t_s < 1.6 else None)

    return play(script, 6.0, pipeline=Nearly(unread), classifier=Doubter(LIKELY, -1.0), backs=backs)


@pytest.mark.parametrize(("count", "reported"), [(2, 0), (3, 3)])
@pytest.mark.parametrize("thing", [BACK, replace(BACK, code="w09")], ids=["a back", "what looks like a face"])
def test_several_of_one_kind_that_were_brought_are_cards_whatever_the_classifier_says(
    count: int, reported: int, thing: Lying
) -> None:
    run = brought(count, Company(), thing)
    assert sorted(run.reported) == ["appeared down"] * reported + ["settled down"] * reported


def test_what_nearly_has_a_name_is_no_back() -> None:
    assert brought(3, Company(), replace(BACK, code="w09"), share=0.99).reported == []


def test_designs_are_compared_by_many_frames_in_one() -> None:
    """In the dark one frame of a back is hardly like the next one's."""
    backs = Company()
    brought(1, backs)
    quad, shown = backs.shown[-1]
    one, *more = (shown_at(paint(Scene((BACK.at(350, 180),)), number), quad) for number in range(7))
    clean = np.mean([one, *more], axis=0)
    assert np.std(shown - clean) < 0.7 * np.std(one - clean)


def test_a_back_that_lay_there_unreported_has_arrived_once_it_is_turned_over() -> None:
    """A program that starts in a throw reports no back before cards were read; the first faces are of the throw."""
    pipeline = ScriptedPipeline()
    tracker = Tracker(pipeline, pipeline, classifier=Doubter(LIKELY, LIKELY))
    events: list[Event] = []
    for number in range(4 * FPS):
        hand = (350, 100, 470, 360) if 2 * FPS < number < 2.5 * FPS else None
        pipeline.now = Scene((BACK if number < 2.3 * FPS else STAR.at(BACK.x, BACK.y),), hand)
        events += tracker.step(paint(pipeline.now, number), number / FPS).events
    appeared = next(event.track for event in events if event.kind == "appeared")
    assert appeared is not None
    assert (appeared.face, appeared.arrived) == (Face.UP, True)
