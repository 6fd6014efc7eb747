"""Two cameras over one table: what both see is reported once, for the half in which it lies."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from vision.tracking.joint import JointTracker
from vision.tracking.names import Copies
from vision.types import Event, EventKind, Face, Frame, FrameResult, Quad, Track, TrackState

WIDTH, HEIGHT = 640, 400
SHIFT = 160
"""The far camera looks so many pixels further up than the near one: what lies at y in the near picture lies at
y + SHIFT in the far one."""


def quad_at(x: float, y: float) -> Quad:
    return np.array([[x - 28, y - 48], [x + 28, y - 48], [x + 28, y + 48], [x - 28, y + 48]], np.float32)


@dataclass
class Camera:
    """A tracker that tells what a test lays before its camera."""

    tracks: dict[int, Track] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    busy: bool = False

    def lay(self, number: int, code: str | None, x: float, y: float, face: Face = Face.UP) -> None:
        state = TrackState.SETTLED if code or face is Face.DOWN else TrackState.UNREADABLE
        self.tracks[number] = Track(number, face, state, quad_at(x, y), code, "rws" if code else None)
        self.events.append(Event(0.0, 0, EventKind.APPEARED, self.tracks[number]))

    def step(self, frame: Frame, t_s: float) -> FrameResult:
        assert frame.shape == (HEIGHT, WIDTH, 3)
        events, self.events = tuple(self.events), []
        return FrameResult(t_s, 0, (WIDTH, HEIGHT), tuple(self.tracks.values()), events, self.busy, 1.0)


@dataclass
class Table:
    """One table before both cameras; y is that of the near picture."""

    copies: Copies = field(default_factory=dict)
    near: Camera = field(default_factory=Camera)
    far: Camera = field(default_factory=Camera)

    def __post_init__(self) -> None:
        self.tracker = JointTracker(self.near, self.far, self.copies)

    def lay(self, number: int, code: str | None, y: float, face: Face = Face.UP, x: float = 300) -> None:
        if 0 < y < HEIGHT:
            self.near.lay(number, code, x, y, face)
        if 0 < y + SHIFT < HEIGHT:
            self.far.lay(number, code, x, y + SHIFT, face)

    def look(self) -> FrameResult:
        return self.tracker.step(np.zeros((2 * HEIGHT, WIDTH, 3), np.uint8), 1.0)

    def reported(self) -> list[tuple[str | None, float]]:
        """Every card that is reported: its name, and where it lies on the whole picture, from the top."""
        return sorted(((track.code, float(track.quad[:, 1].mean())) for track in self.look().tracks), key=str)


@pytest.fixture
def table() -> Table:
    return Table()


def test_each_camera_tells_of_its_half(table: Table) -> None:
    table.lay(1, "m07", 330)
    table.lay(2, "c03", -100)
    assert table.reported() == [("c03", 60), ("m07", HEIGHT + 330)]


@pytest.mark.parametrize(("y", "where"), [(90, 250), (150, HEIGHT + 150)])
def test_a_card_that_both_see_is_reported_once_in_its_half(table: Table, y: float, where: float) -> None:
    table.lay(1, "m07", y)
    assert table.reported() == [("m07", where)]
    assert [event.kind for event in table.look().events] == []


def test_its_events_are_reported_once(table: Table) -> None:
    table.lay(1, "m07", 150)
    assert [event.kind for event in table.look().events] == [EventKind.APPEARED]
    assert table.look().events == ()


def test_who_counts_what_came_and_left_has_what_lies_there(table: Table) -> None:
    """A card that is one for each camera until both have named it; then one of them loses it."""
    settled = 0
    table.near.lay(1, None, 300, 150)
    table.far.lay(1, None, 300, 310)
    lying: set[int] = set()
    for act in ("both have it", "both name it", "the near camera loses it", "it is gone"):
        if act == "both name it":
            table.lay(1, "m07", 150)
            table.near.events.clear()
            table.far.events.clear()
        elif act == "the near camera loses it":
            del table.near.tracks[1]
        elif act == "it is gone":
            table.far.events.append(Event(0.0, 0, EventKind.LEFT, table.far.tracks.pop(1)))
        seen = table.look()
        for event in seen.events:
            assert event.track is not None
            if event.kind is EventKind.APPEARED:
                assert event.track.id not in lying
                lying.add(event.track.id)
            elif event.kind is EventKind.LEFT:
                lying.remove(event.track.id)
            settled += event.kind is EventKind.SETTLED
        assert lying == {track.id for track in seen.tracks}, act
    assert settled == 1, "as the far camera's, whose tracker said so long before"


def test_what_one_camera_loses_the_other_goes_on_telling(table: Table) -> None:
    table.lay(1, "m07", 150)
    table.look()
    del table.near.tracks[1]
    assert table.reported() == [("m07", 310)]


def test_a_card_stays_in_the_picture_in_which_it_was_reported(table: Table) -> None:
    table.lay(1, "m07", 125)
    before = table.reported()
    table.lay(1, "m07", 115)
    assert (before, table.reported()) == ([("m07", HEIGHT + 125)], [("m07", HEIGHT + 115)])


def test_what_one_camera_saw_come_has_come_though_the_other_began_to_look_later(table: Table) -> None:
    table.lay(1, "m07", 90)
    late = replace(table.far.tracks[1], arrived=False)
    table.far.tracks[1] = late
    table.far.events = [Event(0.0, 0, EventKind.APPEARED, late)]
    seen = table.look()
    assert [track.id for track in seen.tracks] == [3], "the far camera's"
    assert all(track.arrived for track in seen.tracks)
    assert all(event.track.arrived for event in seen.events if event.track)


def test_what_neither_camera_saw_come_lay_there(table: Table) -> None:
    table.lay(1, "m07", 90)
    for camera in (table.near, table.far):
        camera.tracks[1] = replace(camera.tracks[1], arrived=False)
    assert not any(track.arrived for track in table.look().tracks)


def test_backs_that_both_see_are_one_once_a_card_was_named_by_both(table: Table) -> None:
    table.lay(1, "m07", 150, x=100)
    table.look()
    table.lay(2, None, 150, Face.DOWN, x=300)
    table.lay(3, None, 150, Face.DOWN, x=400)
    assert table.reported() == [("m07", 550), (None, 550), (None, 550)]


def test_a_card_that_one_camera_cannot_read_bears_the_name_that_the_other_gives(table: Table) -> None:
    table.lay(1, "m07", 150, x=100)
    table.look()
    table.near.lay(2, None, 300, 150)
    table.far.lay(2, "c03", 300, 150 + SHIFT)
    assert table.reported() == [("c03", 310), ("m07", 550)]


def test_a_moved_camera_is_learnt_again(table: Table) -> None:
    table.lay(1, "m07", 150, x=100)
    table.look()
    for number, x in ((1, 100), (2, 300)):
        table.near.lay(number, f"m0{number}", x, 150)
        table.far.lay(number, f"m0{number}", x + 150, 310)
    table.look()
    table.near.lay(3, None, 450, 150, Face.DOWN)
    table.far.lay(3, None, 600, 310, Face.DOWN)
    assert [code for code, _ in table.reported()] == ["m01", "m02", None]


@pytest.fixture
def doubled() -> Table:
    """A table on which two copies of the deck lie."""
    return Table(copies={"rws": 2})


def test_of_two_copies_each_counts(doubled: Table) -> None:
    doubled.near.lay(1, "m07", 300, 350)
    doubled.far.lay(1, "m07", 300, 60)
    assert [code for code, _ in doubled.reported()] == ["m07", "m07"]


def test_copies_of_another_deck_leave_a_name_to_be_one_card() -> None:
    table = Table(copies={"house": 2})
    table.lay(1, "m07", 90)
    assert [code for code, _ in table.reported()] == ["m07"]


def test_cards_of_a_doubled_deck_that_both_see_are_one_each_once_their_places_agree(doubled: Table) -> None:
    doubled.lay(1, "m07", 150, x=100)
    doubled.lay(2, "c03", 150, x=300)
    assert [code for code, _ in doubled.reported()] == ["c03", "m07"]
    doubled.far.lay(3, "m07", 500, 60)
    assert [code for code, _ in doubled.reported()] == ["c03", "m07", "m07"]


def test_a_card_of_another_deck_tells_where_a_doubled_decks_card_is_one(doubled: Table) -> None:
    sole = Track(7, Face.UP, TrackState.SETTLED, quad_at(300, 150), "c03", "house")
    doubled.near.tracks[7] = sole
    doubled.far.tracks[7] = replace(sole, quad=quad_at(300, 150 + SHIFT))
    doubled.lay(1, "m07", 150, x=100)
    assert [code for code, _ in doubled.reported()] == ["c03", "m07"]


def test_copies_in_places_that_do_not_agree_stay_two_each(doubled: Table) -> None:
    for number, (code, x) in enumerate((("m07", 100), ("c03", 500))):
        doubled.near.lay(number, code, x, 150)
        doubled.far.lay(number, code, 600 - x, 310)
    assert [code for code, _ in doubled.reported()] == ["c03", "c03", "m07", "m07"]


def test_a_hand_over_either_half_is_a_hand_over_the_table(table: Table) -> None:
    assert not table.look().busy
    table.far.busy = True
    assert table.look().busy
