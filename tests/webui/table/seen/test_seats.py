"""One card in front of each: the seats are found, and nobody who is known is lost."""

from __future__ import annotations

import math

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.webui.session import FAR_Y, NEAR_Y, Session
from webui.table.errors import CommandError
from webui.table.seen.cards import Point, middle
from webui.table.seen.placement import lies_in, seat_under
from webui.table.seen.seats import find_seats
from webui.table.settings import Settings, View
from webui.table.sides import HOST_COLOURS, SEAT_COLOURS

RATIO = 16 / 9


def card_at(x: float, y: float) -> list[Point]:
    """A card a sixth of the picture high, upright."""
    w, h = 0.048 / RATIO, 1 / 12
    return [(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)]


def found(settings: Settings, *places: Point) -> Settings:
    cards = [card_at(*place) for place in places]
    return settings.changed(seats=find_seats(settings, cards, RATIO, lambda number: f"Seat {number}"))


def put_down(session: Session, *places: tuple[int, int]) -> None:
    for place in places:
        session.table.down(*place)
    session.look()


def test_two_halves_become_as_many_seats_as_there_are_cards(session: Session) -> None:
    put_down(session, (200, NEAR_Y), (700, NEAR_Y), (1100, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    seats = session.see()["seats"]
    assert [(seat["name"], seat["side"]) for seat in seats] == [
        ("Seat 1", "players"), ("Host", "host"), ("Seat 3", "players"), ("Seat 4", "players"),
    ]  # fmt: skip
    assert all(seat["drawn"] and seat["down"] == 1 for seat in seats)
    assert len({seat["colour"] for seat in seats}) == 4
    session.order("undo")
    assert [seat["drawn"] for seat in session.see()["seats"]] == [False, False]


def test_who_is_found_is_called_by_a_number_that_nobody_has(session: Session) -> None:
    session.order("seat-change", seat="players", seat_name="seat  3")
    put_down(session, (200, NEAR_Y), (700, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    assert [seat["name"] for seat in session.see()["seats"]] == ["seat  3", "Host", "Seat 4"]


def test_cards_that_lie_together_are_one_persons(session: Session) -> None:
    put_down(session, (200, NEAR_Y), (290, NEAR_Y), (900, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    assert [seat["down"] for seat in session.see()["seats"]] == [2, 1, 1]


def test_a_card_alone_finds_nobody(session: Session) -> None:
    put_down(session, (200, NEAR_Y))
    with pytest.raises(CommandError, match="one card in front of each"):
        session.order("seats-find")


def test_a_pile_is_nobodys_card(session: Session) -> None:
    session.order("ignore-add", region=[[0.8, 0.7], [1, 0.7], [1, 1], [0.8, 1]])
    put_down(session, (200, NEAR_Y), (1150, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    assert len(session.see()["seats"]) == 2


def test_cards_of_the_last_throw_are_nobodys_where_new_ones_lie(session: Session) -> None:
    put_down(session, (200, NEAR_Y), (1100, NEAR_Y), (1150, FAR_Y))
    session.order("new-throw")
    put_down(session, (640, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    assert len(session.see()["seats"]) == 2


def test_known_people_keep_their_names_and_who_is_away_does_not_throw(session: Session) -> None:
    put_down(session, (200, NEAR_Y), (900, NEAR_Y), (640, FAR_Y))
    session.order("seats-find")
    first, _, second = (seat["id"] for seat in session.see()["seats"])
    session.order("seat-change", seat=first, seat_name="Ann", stats={"agility": 5})
    session.order("seat-change", seat=second, seat_name="Bill")
    session.table.take()
    session.look(2.0)
    put_down(session, (940, NEAR_Y - 40), (640, FAR_Y))
    session.order("seats-find")
    seats = {seat["name"]: seat for seat in session.see()["seats"]}
    assert (seats["Bill"]["down"], seats["Bill"]["away"]) == (1, False)
    assert (seats["Ann"]["region"], seats["Ann"]["away"], seats["Ann"]["stats"]) == (
        None,
        True,
        {"agility": 5},
    )
    session.order("round-open")
    assert first not in session.see()["round"]["order"]
    session.order("round-close")
    session.order("seat-change", seat=first, region=[[0, 0.5], [0.3, 0.5], [0.3, 1], [0, 1]])
    assert {seat["name"]: seat["away"] for seat in session.see()["seats"]}["Ann"] is False


def test_a_side_without_a_card_keeps_its_half() -> None:
    settings = found(Settings(), (0.2, 0.8), (0.8, 0.8))
    assert seat_under((0.2, 0.1), settings) == "host"
    assert seat_under((0.2, 0.9), settings) == "players"


def test_swapped_sides_are_found_swapped() -> None:
    settings = found(Settings(view=View(swap=True)), (0.2, 0.8), (0.8, 0.2))
    assert seat_under((0.2, 0.8), settings) == "host"
    assert seat_under((0.8, 0.2), settings) == "players"


places = st.lists(st.tuples(st.floats(0.05, 0.95), st.floats(0.1, 0.9)), min_size=2, max_size=12)


@given(places)
def test_every_card_lies_in_its_own_seat_and_in_no_other(places: list[Point]) -> None:
    far_apart = all(
        math.hypot((ax - bx) * RATIO, ay - by) > 0.19
        for index, (ax, ay) in enumerate(places)
        for bx, by in places[index + 1 :]
    )
    assume(far_apart)
    settings = found(Settings(), *places)
    regions = [seat.region for seat in settings.seats if seat.region]
    for place in places:
        assert sum(lies_in(place, region) for region in regions) == 1
    assert len({seat_under(place, settings) for place in places}) == len(places)
    for region in regions:
        assert lies_in(middle(region), region)


def test_a_second_seat_of_the_hosts_has_a_hue_of_its_own(session: Session) -> None:
    for name in ("The Thing", "Its Brood"):
        session.order("seat-add", seat_name=name, side="host")
    session.order("seat-add", seat_name="Ann", side="players")
    seats = session.see()["seats"]
    assert len({seat["colour"] for seat in seats}) == 5


def test_who_changes_sides_changes_hue_unless_it_was_chosen(session: Session) -> None:
    session.order("seat-add", seat_name="Bill", side="players")
    before = session.see()["seats"][-1]
    session.order("seat-change", seat=before["id"], side="host")
    assert session.see()["seats"][-1]["colour"] in HOST_COLOURS
    session.order("seat-change", seat=before["id"], colour="#123456")
    session.order("seat-change", seat=before["id"], side="players")
    assert session.see()["seats"][-1]["colour"] == "#123456"


def test_a_third_side_has_hues_of_its_own_and_wins_its_clash(session: Session) -> None:
    session.order(
        "seat-add", seat_name="Zed", side="the cult", region=[[0.5, 0], [1, 0], [1, 0.5], [0.5, 0.5]]
    )
    session.order("seat-add", seat_name="Yan", side="The Cult")
    seats = session.see()["seats"]
    assert [seat["side"] for seat in seats] == ["players", "host", "the cult", "the cult"]
    assert len({seat["colour"] for seat in seats}) == 4
    assert {seat["colour"] for seat in seats[2:]} < set(SEAT_COLOURS)
    for code, x, y in (("w09", 300, 600), ("c06", 300, 120), ("s11", 1000, 120)):
        session.table.lay(code, x, y)
    session.look()
    assert session.see()["verdict"]["headline"] == "the cult wins"


@pytest.mark.parametrize(("side", "hues"), [("HOST", HOST_COLOURS), ("Players ", SEAT_COLOURS)])
def test_a_side_is_known_however_it_is_spelt(session: Session, side: str, hues: tuple[str, ...]) -> None:
    session.order("seat-add", side=side)
    session.order("seat-change", seat="players", side=side)
    seats = session.see()["seats"]
    assert {seats[0]["side"], seats[-1]["side"]} == {side.strip().lower()}
    assert {seats[0]["colour"], seats[-1]["colour"]} <= set(hues)
    assert seats[1]["side"] == "host"


def test_who_joins_a_third_side_keeps_a_calm_hue(session: Session) -> None:
    session.order("seat-change", seat="host", side="the cult")
    assert session.see()["seats"][1]["colour"] in SEAT_COLOURS
    before = session.see()["seats"][0]["colour"]
    session.order("seat-change", seat="players", side="the cult")
    assert session.see()["seats"][0]["colour"] == before


@pytest.mark.parametrize(("name", "fields"), [("seat-add", {}), ("seat-change", {"seat": "players"})])
def test_a_misspelt_side_is_refused_in_one_line(
    session: Session, name: str, fields: dict[str, object]
) -> None:
    before = session.see()
    with pytest.raises(CommandError) as refused:
        session.order(name, side="hostt", **fields)
    assert refused.value.render("en") == '"hostt" looks misspelt: write host, or a name less like it.'
    assert refused.value.render("de").startswith("„hostt“ sieht nach einem Tippfehler aus")
    assert session.see() == before
