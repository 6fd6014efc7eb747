"""What no reading of its place could name is named by a search of the whole picture, beside the frames."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.vision.tracking.scripted_table import Lying, Scene, ScriptedPipeline, new_track, paint
from vision.tracking.belief import Observation
from vision.tracking.search import AtOnce, TableSearch, named
from vision.tracking.track import CardTrack
from vision.tracking.tracker import Tracker
from vision.types import Detection, Face, Frame, FrameResult, Quad, Reading

STAR = Lying("m17", 200, 180)
SUN = Lying("m19", 400, 180)
FPS = 30


def unread(code: str, number: int) -> None:
    return None


class Found:
    """A searcher that always finds the same, and counts how often it is asked."""

    def __init__(self, *readings: Reading) -> None:
        self.readings, self.asked = list(readings), 0

    def find(self, frame: Frame) -> list[Reading]:
        self.asked += 1
        return self.readings


class Later(Executor):
    """Does nothing until it is asked to."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, fn, /, *args, **kwargs):  # type: ignore[no-untyped-def]  # the base class's types are longer
        self.waiting.append((Future(), lambda: fn(*args, **kwargs)))
        return self.waiting[-1][0]

    def work(self) -> None:
        for future, job in self.waiting:
            future.set_result(job())
        self.waiting.clear()


def reading_of(lying: Lying, code: str | None = None) -> Reading:
    return Reading(lying.quad, Face.UP, code or lying.code, "house", False, 0.9)


class Table:
    """A table that shows a scene for as long as is asked."""

    def __init__(self, searcher: Found, executor: Executor | None = None) -> None:
        self.pipeline = ScriptedPipeline(unread)
        self.tracker = Tracker(
            self.pipeline, self.pipeline, search=TableSearch(searcher, executor or AtOnce())
        )
        self.number = 0

    def show(self, scene: Scene, seconds: float) -> list[FrameResult]:
        observations = []
        for _ in range(round(seconds * FPS)):
            self.pipeline.now, self.pipeline.now_s = scene, self.number / FPS
            observations.append(self.tracker.step(paint(scene, self.number), self.number / FPS))
            self.number += 1
        return observations


def settled(observations: list[FrameResult]) -> list[str | None]:
    return [e.track.code for o in observations for e in o.events if e.kind == "settled" and e.track]


def test_a_card_that_no_reading_names_is_named_by_a_search_and_searched_once() -> None:
    searcher = Found(reading_of(STAR))
    table = Table(searcher)
    assert settled(table.show(Scene((STAR,)), 3.0)) == ["m17"]
    assert searcher.asked == 1


def test_a_card_that_nobody_can_name_is_searched_once_until_something_changes_there() -> None:
    searcher = Found()
    table = Table(searcher)
    table.show(Scene((STAR,)), 3.0)
    assert searcher.asked == 1
    table.show(Scene((STAR, SUN)), 3.0)
    assert searcher.asked == 2
    table.show(Scene((Lying("m17", 240, 260),)), 3.0)
    assert searcher.asked == 3


def test_a_find_where_no_card_was_known_is_a_card() -> None:
    table = Table(Found(reading_of(STAR), reading_of(SUN)))
    unseen = replace(SUN, seen=False)
    assert sorted(map(str, settled(table.show(Scene((STAR, unseen)), 3.0)))) == ["m17", "m19"]


@pytest.mark.parametrize("read", [False, True], ids=["before cards were read", "once cards were read"])
@pytest.mark.parametrize(("times", "names"), [(1.2, ["m19"]), (2.0, [])], ids=["a card's size", "twice it"])
def test_a_name_is_found_on_what_is_as_large_as_the_cards_there(
    read: bool, times: float, names: list[str]
) -> None:
    """A search named a floor four times as large as the backs that lay on it."""
    searcher = Found()
    table, unseen = Table(searcher), replace(SUN, seen=False)
    table.pipeline.say = lambda code, _: code if code == "m05" else None
    reported = Lying("m05" if read else None, 100, 260)
    table.show(Scene((reported, STAR, unseen)), 3.0)
    assert table.tracker._plane.is_known == read
    middle = SUN.quad.mean(axis=0)
    searcher.readings = [replace(reading_of(SUN), quad=middle + np.float32(times) * (SUN.quad - middle))]
    assert settled(table.show(Scene((reported, Lying("m17", 240, 260), unseen)), 3.0)) == names


def test_a_card_that_was_found_by_name_lies_where_it_was_read() -> None:
    """Whatever the detector takes for its outline: of a dark card on dark things it sees half and what lies beside."""
    beside = STAR.at(STAR.x + 12, STAR.y + 6)

    class Misled(ScriptedPipeline):
        def detect(self, frame: Frame) -> list[Detection]:
            return [Detection(beside.quad, Face.UP, 0.9)]

    table = Table(Found(reading_of(STAR)))
    table.pipeline = Misled(unread)
    table.tracker = Tracker(
        table.pipeline, table.pipeline, search=TableSearch(Found(reading_of(STAR)), AtOnce())
    )
    seen = table.show(Scene((STAR,)), 4.0)
    assert settled(seen) == ["m17"]
    (track,) = seen[-1].tracks
    assert np.abs(track.quad - STAR.quad).max() <= 2


def test_a_search_takes_no_name_away() -> None:
    table = Table(Found(reading_of(STAR)))
    assert settled(table.show(Scene((STAR,)), 2.0)) == ["m17"]
    table.tracker._search = TableSearch(Found(reading_of(STAR, "m05")), AtOnce())
    assert settled(table.show(Scene((STAR, SUN)), 2.0)) == []


def test_frames_go_on_while_it_searches_and_a_card_that_moved_meanwhile_is_not_named() -> None:
    executor, moved = Later(), Lying("m17", 200, 300)
    table = Table(Found(reading_of(STAR)), executor)
    assert settled(table.show(Scene((STAR,)), 1.0)) == []
    table.show(Scene((STAR,), hand=(150, 190, 250, 360)), 0.4)
    table.show(Scene((moved,)), 0.5)
    executor.work()
    assert settled(table.show(Scene((moved,)), 0.2)) == []
    back = []
    for _ in range(2):
        back += settled(table.show(Scene((STAR,)), 1.0))
        executor.work()
    assert back + settled(table.show(Scene((STAR,)), 1.0)) == ["m17"]


class Failing(Found):
    """A searcher that fails the first time."""

    def find(self, frame: Frame) -> list[Reading]:
        found = super().find(frame)
        if self.asked == 1:
            raise RuntimeError("out of memory")
        return found


def test_a_search_that_fails_is_left_out(caplog: pytest.LogCaptureFixture) -> None:
    searcher = Failing(reading_of(STAR))
    table = Table(searcher)
    assert settled(table.show(Scene((STAR,)), 2.0)) == []
    assert "out of memory" in caplog.text
    table.show(Scene((STAR,), hand=(150, 0, 250, 200)), 0.5)
    assert settled(table.show(Scene((STAR,)), 2.0)) == ["m17"]
    assert searcher.asked == 2


def test_one_name_for_two_cards_settles_neither_by_a_search() -> None:
    table = Table(Found(reading_of(STAR, "m05"), reading_of(SUN, "m05")))
    assert settled(table.show(Scene((STAR, SUN)), 3.0)) == []


def test_two_finds_of_one_name_are_two_cards_where_two_copies_of_their_deck_lie() -> None:
    found = [reading_of(STAR, "m05"), reading_of(SUN, "m05")]
    cards = [card_at(STAR), card_at(SUN)]
    assert named(cards, found, {"house": 2}) == []
    assert [card.belief.names_read() for card in cards] == [{"m05"}, {"m05"}]


def test_two_copies_of_another_deck_let_no_name_be_found_twice() -> None:
    cards = [card_at(STAR), card_at(SUN)]
    assert named(cards, [reading_of(STAR, "m05"), reading_of(SUN, "m05")], {"rws": 2}) == []
    assert [card.belief.names_read() for card in cards] == [set(), set()]


def card_at(lying: Lying) -> CardTrack:
    """A card that lies still and has no name."""
    card = new_track(lying)
    card.come_to_rest()
    return card


class Elsewhere(ScriptedPipeline):
    """A pipeline whose detector sees one quad, whatever lies there."""

    quad: Quad = STAR.quad

    def detect(self, frame: Frame) -> list[Detection]:
        return [Detection(self.quad, Face.UP, 0.9)] if self.now.cards else []


def looked_at(quad: Quad) -> Table:
    """A table on which the star lies and a quad is seen."""
    table = Table(Found(reading_of(STAR)))
    table.pipeline = Elsewhere(unread)
    table.pipeline.quad = quad
    table.tracker = Tracker(
        table.pipeline, table.pipeline, search=TableSearch(Found(reading_of(STAR)), AtOnce())
    )
    return table


def test_a_part_within_a_found_card_does_not_get_its_name() -> None:
    strip = STAR.quad.copy()
    strip[2:, 1] -= 65
    observations = looked_at(strip).show(Scene((STAR,)), 2.0)
    (bearer,) = [e.track for o in observations for e in o.events if e.kind == "settled" and e.track]
    assert bearer.code == "m17"
    assert float(abs(bearer.quad - STAR.quad).max()) < 3


def test_loose_corners_make_way_for_the_card_that_was_found() -> None:
    loose = STAR.quad.copy()
    loose[2:, 1] += 40
    observations = looked_at(loose).show(Scene((STAR,)), 1.0)
    assert settled(observations) == ["m17"]
    assert [track.code for track in observations[-1].tracks] == ["m17"]


def test_a_card_from_whose_place_the_name_was_read_stays_where_it_lies() -> None:
    """What is found of it, with corners that are off, is no other card, and no track begins."""
    loose = STAR.quad.copy()
    loose[2:, 1] += 40
    card, found = card_at(STAR), replace(reading_of(STAR), quad=loose)
    card.belief.add(Observation(reading_of(STAR), 0))
    assert named([card], [found]) == []
    assert not card.gone
    decision = card.belief.decide()
    assert decision is not None
    assert decision.code == "m17"


def test_an_answer_about_a_picture_before_a_bump_is_dropped() -> None:
    """The camera sees the card elsewhere now; where it lay before nothing is, and it is looked for again."""
    executor = Later()
    here, there = (STAR, SUN), (STAR.at(230, 210), SUN.at(430, 210))
    table = Table(Found(reading_of(STAR), reading_of(SUN)), executor)
    table.show(Scene(here), 1.5)
    assert len(executor.waiting) == 1
    table.show(Scene(there), 0.5)
    executor.waiting[0][0].set_result([reading_of(lying) for lying in here])
    assert settled(table.show(Scene(there), 0.5)) == []
    assert {track.id for track in table.show(Scene(there), 0.1)[0].tracks} == {1, 2}
    assert len(executor.waiting) == 2


def test_a_find_half_on_a_known_card_and_half_on_bare_table_is_none() -> None:
    """Of the lower part of one drawing and the upper part of another a third may be put together."""
    searcher = Found(reading_of(Lying("m05", 400, 180 - 60)))
    table = Table(searcher)
    table.show(Scene(), 3.0)
    reported = settled(table.show(Scene((SUN,)), 3.0))
    assert searcher.asked > 0
    assert reported == []
