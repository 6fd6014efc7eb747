"""The first start: a first card is named, seats are drawn around cards, and no throw is judged until it is over."""

from __future__ import annotations

import pytest

from tests.webui.session import FAR_Y, NEAR_Y, Session
from tests.webui.table.judging.test_rehearsal import Told
from vision.capture.spec import LayWish
from webui.storage.store import Store
from webui.table.errors import CommandError


def test_the_step_is_the_tables_and_survives_a_restart(session: Session, store: Store) -> None:
    assert session.see()["begin"] is None
    session.order("begin", step="card")
    assert session.see()["begin"] == {"step": "card", "card": None, "name": None}
    assert not session.see()["wizard"]
    session.order("begin", step="seats")
    assert Session(store, run="run-2").see()["begin"]["step"] == "seats"
    session.order("undo")
    assert session.see()["begin"]["step"] == "card"
    assert session.see("players")["begin"] is None
    with pytest.raises(CommandError):
        session.order("begin", step="dessert")


def test_the_first_card_that_is_read_is_named_even_when_it_is_gone(session: Session) -> None:
    session.order("begin", step="card")
    session.table.down(640, NEAR_Y)
    session.look()
    assert session.see()["begin"]["name"] is None
    session.table.lay("m19", 640, NEAR_Y)
    session.look()
    session.table.take()
    session.look(2.0)
    session.order("begin", step="seats")
    session.look()
    assert session.see()["begin"] == {"step": "seats", "card": "m19", "name": "The Sun"}
    session.order("begin", step=None)
    session.look()
    session.order("begin", step="card")
    assert session.see()["begin"]["card"] is None


def test_no_throw_is_judged_until_the_first_start_is_over(session: Session) -> None:
    session.order("begin", step="seats")
    session.table.lay("w09", 640, NEAR_Y)
    session.table.lay("c06", 640, FAR_Y)
    session.look(2.0)
    assert (session.see()["verdict"], session.see()["phase"]) == (None, "reading")
    session.order("seats-find")
    session.order("begin", step=None)
    session.look(2.0)
    seen = session.see()
    assert (seen["begin"], seen["verdict"], seen["phase"]) == (None, None, "empty")
    assert seen["log"]["count"] == 0
    session.table.take()
    session.look(2.0)
    session.clash("w09", "c06")
    assert session.see()["verdict"]["headline"]


def test_the_virtual_table_lays_the_cards_of_each_step_once(session: Session) -> None:
    rehearsed = Told()
    session.order("begin", step="card")
    first = rehearsed.of(session)
    assert first == LayWish(1, (((0.4, 0.55, 0.6, 0.95), 1),))
    assert rehearsed.of(session) == first
    session.order("begin", step="seats")
    seats = rehearsed.of(session)
    assert seats is not None
    assert [(box[1] + box[3] >= 1, count) for box, count in seats.hands] == [(True, 1)] * 3 + [(False, 1)]
    session.order("seat-change", seat="players", seat_name="Ann")
    assert rehearsed.of(session) == seats
    session.order("undo")
    again = rehearsed.of(session)
    assert again == LayWish(seats.number + 1, seats.hands), "what was undone is laid once more"
    session.order("begin", step="guests")
    assert rehearsed.of(session) == LayWish(seats.number + 2)
    session.order("begin", step=None)
    assert rehearsed.of(session) is None
    session.order("begin", step="card")
    assert rehearsed.of(session) == LayWish(seats.number + 3, first.hands)


def test_cards_that_were_taken_away_unread_are_laid_again(session: Session) -> None:
    rehearsed = Told()
    session.order("begin", step="card")
    first = rehearsed.of(session)
    session.table.down(640, NEAR_Y)
    session.look()
    assert rehearsed.of(session) == first
    session.table.take()
    session.look()
    again = rehearsed.of(session)
    assert first is not None
    assert again == LayWish(2, first.hands)
    session.table.lay("m19", 640, NEAR_Y)
    session.look()
    rehearsed.of(session)
    session.table.take()
    session.look()
    assert rehearsed.of(session) == again, "it was read"
    session.order("begin", step="seats")
    seats = rehearsed.of(session)
    session.table.lay("m19", 640, NEAR_Y)
    session.table.lay("c06", 640, FAR_Y)
    session.look()
    session.order("seats-find")
    rehearsed.of(session)
    session.table.take()
    session.look()
    assert rehearsed.of(session) == seats, "the seats are drawn"
