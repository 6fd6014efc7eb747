"""The badges on the shown picture: every card has one at hand, and none lies over another."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.browser.builders import card
from tests.webui.tracks import quad_at
from webui.http.images.badges import place_badges
from webui.http.images.painting import INK, paint
from webui.table.contract import ShownCard

PICTURE_WH, BADGE_WH = (1280, 720), (44, 30)

CROWDS = st.lists(
    st.tuples(st.floats(0, 1280), st.floats(0, 720), st.floats(20, 300)), min_size=1, max_size=40
)


@given(CROWDS)
def test_no_badge_lies_over_another_or_beyond_the_picture(cards: list[tuple[float, float, float]]) -> None:
    places = place_badges([quad_at(*card) for card in cards], BADGE_WH, PICTURE_WH)
    assert len(places) == len(cards)
    for one, other in combinations(places, 2):
        assert (np.abs(one - other) >= BADGE_WH).any()
    for place in places:
        assert (place >= np.divide(BADGE_WH, 2)).all()
        assert (place <= np.subtract(PICTURE_WH, np.divide(BADGE_WH, 2))).all()


def test_a_card_that_lies_alone_has_its_badge_at_its_lower_edge() -> None:
    [place] = place_badges([quad_at(640, 300, 200)], BADGE_WH, PICTURE_WH)
    assert place.tolist() == [640, 400]


def test_cards_of_a_fan_have_their_badges_beside_one_another() -> None:
    fan = [quad_at(640 + 12 * n, 300, 200) for n in range(5)]
    places = place_badges(fan, BADGE_WH, PICTURE_WH)
    away = [float(np.linalg.norm(place - quad.mean(axis=0))) for place, quad in zip(places, fan, strict=True)]
    assert max(away) < 200


def test_a_picture_without_room_tells_the_first() -> None:
    places = place_badges([quad_at(30, 20, 20)] * 9, (40, 30), (60, 40))
    assert len(places) == 1


def card_at(corners: list[list[float]], **more: Any) -> ShownCard:
    return ShownCard.model_validate(card("t1", "m10", "a", (0.5, 0.5), corners=corners) | more)


def test_names_are_not_painted_over_the_cards() -> None:
    """The dark plate of a card's value is a badge's size, however long its name."""
    shown = np.full((720, 1280, 3), 200, np.uint8)
    corners = (quad_at(640, 300, 200) / PICTURE_WH).tolist()
    painted = paint(shown, [card_at(corners, name="Wheel of Fortune, or so it is called")], {"a": "#ff0000"})
    dark = np.argwhere((painted == INK).all(axis=2))
    below = dark[dark[:, 0] > 404]
    assert np.ptp(below[:, 1]) + 1 <= BADGE_WH[0]


def test_where_a_card_was_taken_away_nothing_is_painted() -> None:
    shown = np.full((720, 1280, 3), 200, np.uint8)
    corners = (quad_at(640, 300, 200) / PICTURE_WH).tolist()
    assert (paint(shown, [card_at(corners, here=False)], {"a": "#ff0000"}) == shown).all()
    assert (paint(shown, [card_at(corners, here=True)], {"a": "#ff0000"}) != shown).any()
