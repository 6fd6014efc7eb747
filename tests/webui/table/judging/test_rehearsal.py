"""Without a camera a round can be rehearsed: the virtual table is told what the round asks for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webui.session import Session
from tests.webui.table.judging.test_next_steps import hit, press
from tests.webui.table.judging.test_rounds import ids, throw
from tests.webui.table.judging.test_rounds import session as of_four
from vision.capture.spec import LayWish
from webui.table.contract.snapshot import Snapshot
from webui.table.judging.rehearsal import Rehearsal
from webui.table.snapshot.builder import SnapshotBuilder

session = of_four


class Told:
    """What the virtual table was told, last."""

    def __init__(self) -> None:
        self.wishes: list[LayWish | None] = []
        self.rehearsal = Rehearsal(self.wishes.append)

    def of(self, session: Session) -> LayWish | None:
        self.rehearsal.follow(SnapshotBuilder(session.table_state).whole)
        return self.wishes[-1] if self.wishes else None


def announce(session: Session) -> dict[str, str]:
    """Bill and Ann go for each other; Ann throws one card, Bill two."""
    who = ids(session)
    session.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    for name in ("dov", "cassie"):
        session.order("announce", seat=who[name], action={"kind": "nothing"})
    session.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    return who


def test_the_virtual_table_lays_what_the_round_asks_for_once(session: Session) -> None:
    told = Told()
    assert told.of(session) is None
    session.order("round-open")
    waits = told.of(session)
    assert waits is not None
    assert waits.hands == ()
    announce(session)
    counts = {seat["name"]: seat["awaited"] for seat in session.see()["seats"] if seat["awaited"]}
    wish = told.of(session)
    assert wish is not None
    assert wish.hands == (((0.0, 0.5, 0.25, 1.0), counts["Ann"]), ((0.0, 0.0, 1.0, 0.5), counts["Bill"]))
    session.look()
    assert told.of(session) == wish
    throw(session, ann=("w09",), bill=("s06",))
    assert told.of(session) == wish
    assert len(told.wishes) == 2


def test_it_lays_the_damage_and_the_next_round_too(session: Session) -> None:
    told = Told()
    hit(session, 3)
    first = told.of(session)
    press(session)
    assert told.of(session) in (first, LayWish(0))
    press(session)
    damage = told.of(session)
    assert damage is not None
    assert damage.hands == (((0.0, 0.5, 0.25, 1.0), 3),)
    assert damage.numbers == (1, 10), "another card would have to be drawn again"
    throw(session, ann=("w07", "c03", "p05"))
    told.of(session)
    press(session)
    press(session)
    waits = told.of(session)
    assert waits == LayWish(damage.number)
    press(session)
    again = told.of(session)
    assert again is not None
    assert again.number == damage.number + 1
    session.order("round-close")
    assert told.of(session) is None


def test_a_throw_that_came_to_nothing_is_laid_again_by_a_new_throw(session: Session) -> None:
    told = Told()
    session.order("round-open")
    announce(session)
    wish = told.of(session)
    assert wish is not None
    session.table.lay("w09", 160, 600)
    session.look()
    told.of(session)
    session.order("new-throw")
    again = told.of(session)
    assert again == LayWish(wish.number + 1, wish.hands)


def test_it_lays_where_the_seat_is_on_the_cameras_own_picture(session: Session) -> None:
    session.order("view", mirror=True)
    session.order("round-open")
    announce(session)
    wish = Told().of(session)
    assert wish is not None
    assert wish.hands[0][0] == (0.75, 0.5, 1.0, 1.0)


@pytest.fixture
def awaiting(session: Session) -> Snapshot:
    """Ann and Bill are to throw."""
    session.order("round-open")
    announce(session)
    return SnapshotBuilder(session.table_state).whole


@pytest.mark.parametrize(
    ("view", "box"),
    [
        ({"turn": 0, "mirror": False}, (0.0, 0.5, 0.25, 1.0)),
        ({"turn": 90, "mirror": False}, (0.5, 0.75, 1.0, 1.0)),
        ({"turn": 180, "mirror": False}, (0.75, 0.0, 1.0, 0.5)),
        ({"turn": 270, "mirror": False}, (0.0, 0.0, 0.5, 0.25)),
        ({"turn": 0, "mirror": True}, (0.75, 0.5, 1.0, 1.0)),
        ({"turn": 90, "mirror": True}, (0.5, 0.0, 1.0, 0.25)),
        ({"turn": 180, "mirror": True}, (0.0, 0.0, 0.25, 0.5)),
        ({"turn": 270, "mirror": True}, (0.0, 0.75, 0.5, 1.0)),
    ],
)
def test_whichever_way_the_picture_is_shown(
    awaiting: Snapshot, view: dict[str, Any], box: tuple[float, ...]
) -> None:
    wishes: list[LayWish | None] = []
    Rehearsal(wishes.append).follow(changed(awaiting, view=awaiting.view.model_copy(update=view)))
    (wish,) = wishes
    assert wish is not None
    assert wish.hands[0][0] == box


def changed(snapshot: Snapshot, **fields: Any) -> Snapshot:
    return snapshot.model_copy(update=fields)


def test_a_throw_is_asked_for_once_and_again_only_after_somebody_has_done_something(
    awaiting: Snapshot,
) -> None:
    wishes: list[LayWish | None] = []
    rehearsal = Rehearsal(wishes.append)
    act = awaiting.act
    lying = changed(awaiting, phase="verdict")
    rehearsal.follow(lying)
    assert wishes == [LayWish(0)], "cards lie there before anything was asked for"
    for snapshot in (awaiting, changed(awaiting, act=act + 1), lying, awaiting):
        rehearsal.follow(snapshot)
        assert [wish.number for wish in wishes if wish] == [0, 1]
    rehearsal.follow(changed(awaiting, act=act + 1))
    assert [wish.number for wish in wishes if wish] == [0, 1, 2]
    assert wishes[2] == LayWish(2, wishes[1].hands if wishes[1] else ())
    rehearsal.follow(changed(awaiting, round=None))
    assert wishes[3] is None
    rehearsal.follow(changed(awaiting, act=act + 1, phase="confirmed"))
    assert wishes[4] == LayWish(3, wishes[2].hands if wishes[2] else ()), (
        "another fight is laid from the start"
    )


def test_where_nobody_is_to_throw_nothing_is_laid(awaiting: Snapshot) -> None:
    wishes: list[LayWish | None] = []
    rehearsal = Rehearsal(wishes.append)
    assert awaiting.round is not None
    nobody = changed(awaiting, round=awaiting.round.model_copy(update={"awaited": {}}))
    rehearsal.follow(awaiting)
    rehearsal.follow(nobody)
    rehearsal.follow(changed(awaiting, act=awaiting.act + 1))
    assert [(wish.number, len(wish.hands)) for wish in wishes if wish] == [(1, 2), (1, 0), (2, 2)]
    (ann, *_) = [seat for seat in awaiting.seats if seat.id in awaiting.round.awaited]
    elsewhere = [seat.model_copy(update={"region": None}) if seat is ann else seat for seat in awaiting.seats]
    any_number = awaiting.round.model_copy(update={"awaited": dict.fromkeys(awaiting.round.awaited)})
    rehearsal.follow(changed(awaiting, act=awaiting.act + 2, phase="confirmed"))
    rehearsal.follow(nobody)
    rehearsal.follow(changed(awaiting, act=awaiting.act + 3, seats=elsewhere, round=any_number))
    last = wishes[-1]
    assert last is not None
    assert [count for _, count in last.hands] == [2], "who has no place throws nothing; any number is two"
    assert last.numbers is None
