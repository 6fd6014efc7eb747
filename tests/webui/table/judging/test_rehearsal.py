"""Without a camera a round can be rehearsed: the virtual table is told what the round asks for."""

from __future__ import annotations

from tests.webui.session import Session
from tests.webui.table.judging.test_next_steps import hit, press
from tests.webui.table.judging.test_rounds import ids, throw
from tests.webui.table.judging.test_rounds import session as of_four
from vision.capture.spec import LayWish
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
    counts = {seat["name"]: seat["wanted"] for seat in session.see()["seats"] if seat["wanted"]}
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
