"""Which seat a card lies in, however the picture is turned, mirrored or swapped."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webui.table.seen.cards import middle
from webui.table.seen.placement import is_ignored, lies_in, region_of, seat_under, show, shown_corners
from webui.table.settings import Ignored, Seat, SettingError, Settings, View

VIEWS = [View(turn=turn, mirror=mirror) for turn in (0, 90, 180, 270) for mirror in (False, True)]


@pytest.mark.parametrize("view", VIEWS, ids=str)
@given(x=st.integers(0, 19), y=st.integers(0, 11))
def test_a_point_goes_where_its_pixel_goes(view: View, x: int, y: int) -> None:
    frame = np.zeros((12, 20, 3), np.uint8)
    frame[y, x] = 255
    shown = show(frame, view)
    ((u, v),) = shown_corners(np.array([[x, y]], np.float32), (20, 12), view)
    height, width = shown.shape[:2]
    assert shown[int(v * height), int(u * width), 0] == 255


def test_near_half_players_far_half_host() -> None:
    settings = Settings()
    assert seat_under((0.5, 0.9), settings) == "players"
    assert seat_under((0.5, 0.1), settings) == "host"


def test_swapping_swaps_the_halves() -> None:
    settings = Settings(view=View(swap=True))
    assert seat_under((0.5, 0.9), settings) == "host"
    assert seat_under((0.5, 0.1), settings) == "players"


def test_a_drawn_region_comes_before_the_halves() -> None:
    corner = ((0.0, 0.8), (0.2, 0.8), (0.2, 1.0), (0.0, 1.0))
    ann = Seat(id="ann", name="Ann", side="players", colour="#aabbcc", region=corner)
    settings = Settings().changed(seats=[*Settings().seats, ann])
    assert seat_under((0.1, 0.9), settings) == "ann"
    assert seat_under((0.5, 0.9), settings) == "players"


def test_a_card_between_two_regions_belongs_to_the_nearer() -> None:
    left = ((0.0, 0.5), (0.49, 0.5), (0.49, 1.0), (0.0, 1.0))
    right = ((0.51, 0.5), (1.0, 0.5), (1.0, 1.0), (0.51, 1.0))
    seats = [
        Seat(id=key, name=key, side="players", colour="#aabbcc", region=region)
        for key, region in (("ann", left), ("ben", right))
    ]
    settings = Settings().changed(seats=seats)
    assert [seat_under((x, 0.7), settings) for x in (0.495, 0.505)] == ["ann", "ben"]
    assert seat_under((0.5, 0.48), settings) is None, "beyond what is left between neighbours"


def test_a_third_seat_without_a_region_has_no_place() -> None:
    third = Seat(id="ann", name="Ann", side="players", colour="#aabbcc")
    assert region_of(third, Settings().changed(seats=[*Settings().seats, third])) is None


def test_ignored_areas() -> None:
    settings = Settings(ignored=(Ignored(id="i1", region=((0, 0), (0.2, 0), (0.2, 0.2))),))
    assert is_ignored((0.15, 0.05), settings)
    assert not is_ignored((0.05, 0.15), settings)


def test_the_edge_belongs_to_the_region() -> None:
    assert lies_in((0.5, 0.5), ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0)))


def test_middle() -> None:
    assert middle([(0, 0), (1, 0), (1, 2), (0, 2)]) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"view": {"turn": 45}}, "view.turn: Input should be 0, 90, 180 or 270"),
        ({"seats": [{"id": "a", "name": "", "side": "x", "colour": "#000000"}]}, "seats.0.name: "),
        ({"language": "English"}, "language: "),
        ({"ignored": [{"id": "i", "region": [[0, 0], [2, 0], [0, 1]]}]}, "ignored.0.region.1.0: "),
        ({"colour": "red"}, "colour: Extra inputs are not permitted"),
    ],
)
def test_a_wrong_setting_is_told_by_its_field(fields: dict[str, object], message: str) -> None:
    with pytest.raises(SettingError) as caught:
        Settings().changed(**fields)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_two_seats_cannot_share_an_id() -> None:
    seat = Seat(id="a", name="A", side="players", colour="#000000")
    with pytest.raises(SettingError, match="an id of its own"):
        Settings().changed(seats=(seat, seat))


def test_where_nobody_has_their_place_lies_nobodys_card() -> None:
    corner = ((0.0, 0.8), (0.2, 0.8), (0.2, 1.0), (0.0, 1.0))
    ann = Seat(id="ann", name="Ann", side="players", colour="#aabbcc", region=corner)
    away = Seat(id="bill", name="Bill", side="host", colour="#aabbcc", away=True)
    settings = Settings().changed(seats=[ann, away])
    assert seat_under((0.1, 0.9), settings) == "ann"
    assert seat_under((0.5, 0.1), settings) is None
