"""Numbers that last: which card out of sight a track is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.webui.tracks import ScriptedTable, quad_at
from vision.tracking.memory import TrackMemory, found_here, is_certain, same_name, same_place
from vision.types import EventKind, Face, Track, TrackState


class Numbered:
    """A table whose tracks are numbered by a memory; what is ``thrown`` is re-identified by its name."""

    def __init__(self) -> None:
        self.table, self.memory = ScriptedTable(), TrackMemory()
        self.thrown: set[int] = set()
        self.lay_before: set[int] = set()
        self.gathered = False

    def look(self) -> dict[int, Track]:
        seen = self.memory.identify(self.table.look(), self.thrown, self.lay_before, gathered=self.gathered)
        self.events = seen.events
        return {track.id: track for track in seen.tracks}


@pytest.fixture
def numbered() -> Numbered:
    return Numbered()


def test_tracks_are_numbered_from_one_in_the_order_in_which_they_come(numbered: Numbered) -> None:
    numbered.table.next_id = 40
    numbered.table.lay("w07", 300, 600)
    numbered.table.lay("c03", 500, 600)
    assert {key: track.code for key, track in numbered.look().items()} == {1: "w07", 2: "c03"}


@pytest.mark.parametrize(
    ("code", "x", "number"),
    [("w07", 900, 1), ("w08", 300, 2), (None, 310, 1), (None, 900, 2)],
    ids=["by its name anywhere", "another name", "unnamed at its place", "unnamed elsewhere"],
)
def test_a_thrown_card_is_reidentified(numbered: Numbered, code: str | None, x: float, number: int) -> None:
    key = numbered.table.lay("w07", 300, 600)
    numbered.look()
    numbered.thrown = {1}
    numbered.table.take(key)
    numbered.look()
    numbered.table.lay(code, x, 600)
    assert list(numbered.look()) == [number]


def test_once_a_throw_is_over_its_cards_are_known_again_where_they_lay(numbered: Numbered) -> None:
    key = numbered.table.lay("w07", 300, 600)
    numbered.look()
    numbered.thrown, numbered.gathered = {1}, True
    numbered.table.take(key)
    numbered.look()
    away = numbered.table.lay("w07", 900, 600)
    assert list(numbered.look()) == [2]
    numbered.table.take(away)
    numbered.table.lay("w07", 305, 600)
    assert list(numbered.look()) == [1]


@pytest.mark.parametrize(
    ("x", "face", "number"), [(305, Face.DOWN, 1), (900, Face.DOWN, 2), (305, Face.UP, 2)]
)
def test_what_lay_before_is_reidentified_by_look_and_place(
    numbered: Numbered, x: float, face: Face, number: int
) -> None:
    key = numbered.table.down(300, 600)
    numbered.look()
    numbered.lay_before = {1}
    numbered.table.take(key)
    numbered.look()
    numbered.table.lay(None, x, 600, face=face)
    assert list(numbered.look()) == [number]


def test_what_nobody_asks_about_is_forgotten(numbered: Numbered) -> None:
    key = numbered.table.lay("w07", 300, 600)
    numbered.look()
    numbered.table.take(key)
    numbered.look()
    numbered.thrown = {1}
    numbered.table.lay("w07", 300, 600)
    assert list(numbered.look()) == [2]


def test_another_tracker_finds_the_cards_under_their_numbers(numbered: Numbered) -> None:
    """It counts from one again, and may read a card otherwise."""
    keys = [numbered.table.lay(code, x, 600) for code, x in (("w07", 300), ("c03", 500), (None, 700))]
    numbered.look()
    numbered.thrown = {1, 2, 3}
    numbered.memory.change_tracker()
    numbered.table.take(*keys)
    numbered.table.next_id = 1
    for code, x in (("c03", 900), ("w08", 300), ("m05", 705), ("s09", 1100)):
        numbered.table.lay(code, x, 600, arrived=False)
    assert {key: track.code for key, track in numbered.look().items()} == {
        2: "c03",
        1: "w08",
        3: "m05",
        4: "s09",
    }
    assert not numbered.memory.others


def test_a_track_gets_its_last_number_only_once_it_is_certain(numbered: Numbered) -> None:
    key = numbered.table.lay("w07", 300, 600)
    numbered.look()
    numbered.thrown = {1}
    numbered.table.take(key)
    numbered.look()
    moving = numbered.table.lay(None, 300, 600, state=TrackState.MOVING)
    assert list(numbered.look()) == [2]
    numbered.table.change(moving, code="w07", state=TrackState.SETTLED)
    assert list(numbered.look()) == [1]


def test_a_tracker_that_comes_back_to_a_card_it_lost_gets_another_number(numbered: Numbered) -> None:
    doubted = numbered.table.down(300, 600)
    numbered.look()
    numbered.thrown = {1}
    track = numbered.table.tracks.pop(doubted)
    numbered.look()
    numbered.table.down(350, 600)
    assert list(numbered.look()) == [1]
    numbered.table.tracks[doubted] = track
    assert sorted(numbered.look()) == [1, 2]


def test_events_bear_the_numbers_of_their_cards(numbered: Numbered) -> None:
    numbered.table.next_id = 7
    key = numbered.table.lay("w07", 300, 600)
    numbered.look()
    numbered.table.take(key)
    numbered.look()
    assert [(event.kind, event.track.id) for event in numbered.events if event.track] == [(EventKind.LEFT, 1)]


def test_kept_cards_come_back_under_the_numbers_that_they_are_given(numbered: Numbered) -> None:
    kept = [Track(-1, Face.UP, TrackState.SETTLED, quad_at(300, 600), "w07")]
    (loaded,) = numbered.memory.load(kept)
    numbered.thrown = {loaded.id}
    numbered.table.lay("w07", 900, 100, arrived=False)
    assert list(numbered.look()) == [loaded.id]


def test_a_copy_goes_on_by_itself(numbered: Numbered) -> None:
    numbered.table.lay("w07", 300, 600)
    numbered.look()
    copy = numbered.memory.copy()
    numbered.table.lay("c03", 500, 600)
    numbered.look()
    numbered.memory = copy
    numbered.table.lay("s09", 700, 600)
    assert sorted(numbered.look()) == [1, 2, 3]


def test_kept_cards_are_found_among_what_lies_here_by_name_or_place() -> None:
    lie = [
        Track(5, Face.UP, TrackState.SETTLED, quad_at(900, 100), "w07"),
        Track(6, Face.DOWN, TrackState.SETTLED, quad_at(310, 600), None),
    ]
    kept = [
        Track(-1, Face.UP, TrackState.SETTLED, quad_at(300, 600), "w07"),
        Track(-2, Face.DOWN, TrackState.SETTLED, quad_at(300, 600), None),
        Track(-3, Face.DOWN, TrackState.SETTLED, quad_at(300, 100), None),
    ]
    assert {key: track.id for key, track in found_here(kept, lie).items()} == {-1: 5, -2: 6}


def test_certain_is_what_has_a_name_a_back_or_no_hope_of_a_name() -> None:
    track = Track(1, Face.UP, TrackState.SETTLED, quad_at(0, 0), "w07")
    assert is_certain(track, busy=True)
    assert not is_certain(replace(track, hidden=True), busy=False)
    assert not is_certain(replace(track, state=TrackState.MOVING), busy=False)
    unnamed = replace(track, code=None, state=TrackState.UNREADABLE)
    assert is_certain(unnamed, busy=False)
    assert not is_certain(unnamed, busy=True)
    assert not is_certain(replace(unnamed, state=TrackState.STILL), busy=False)
    assert is_certain(replace(unnamed, face=Face.DOWN, state=TrackState.STILL), busy=True)


@pytest.mark.parametrize(("decks", "same"), [(("a", "a"), True), (("a", "b"), False), (("a", None), True)])
def test_one_name_of_two_decks_is_two_cards(decks: tuple[str | None, str | None], same: bool) -> None:
    one, other = (
        Track(number, Face.UP, TrackState.SETTLED, quad_at(0, 0), "m05", deck)
        for number, deck in enumerate(decks)
    )
    assert same_name(one, other) is same
    assert not same_name(replace(one, code=None), replace(other, code=None))


def test_one_place_is_half_of_the_longer_side_of_the_larger() -> None:
    small, large = (
        Track(1, Face.DOWN, TrackState.SETTLED, quad_at(x, 0, height), None)
        for x, height in ((0, 80), (59, 120))
    )
    assert same_place(small, large)
    assert same_place(large, small)
    assert not same_place(small, replace(large, quad=quad_at(61, 0, 120)))
