"""Without a camera a round can be rehearsed: the virtual table is told what the round asks for."""

from __future__ import annotations

from tests.webui.evening import Evening
from tests.webui.table.judging.test_next_steps import hit, press
from tests.webui.table.judging.test_rounds import evening as of_four
from tests.webui.table.judging.test_rounds import ids, throw
from vision.capture.spec import LayWish
from webui.table.judging.rehearsal import Rehearsal

evening = of_four


class Told:
    """What the virtual table was told, last."""

    def __init__(self) -> None:
        self.wishes: list[LayWish | None] = []
        self.rehearsal = Rehearsal(self.wishes.append)

    def of(self, evening: Evening) -> LayWish | None:
        self.rehearsal.follow(evening.see())
        return self.wishes[-1] if self.wishes else None


def announce(evening: Evening) -> dict[str, str]:
    """Bill and Ann go for each other; Ann throws one card, Bill two."""
    who = ids(evening)
    evening.order("announce", seat=who["bill"], action={"kind": "attack", "target": [who["ann"]]})
    for name in ("dov", "cassie"):
        evening.order("announce", seat=who[name], action={"kind": "nothing"})
    evening.order("announce", seat=who["ann"], action={"kind": "attack", "target": [who["bill"]]})
    return who


def test_the_virtual_table_lays_what_the_round_asks_for_once(evening: Evening) -> None:
    told = Told()
    assert told.of(evening) is None
    evening.order("round-open")
    waits = told.of(evening)
    assert waits is not None
    assert waits.hands == ()
    announce(evening)
    counts = {seat["name"]: seat["wanted"] for seat in evening.see()["seats"] if seat["wanted"]}
    wish = told.of(evening)
    assert wish is not None
    assert wish.hands == (((0.0, 0.5, 0.25, 1.0), counts["Ann"]), ((0.0, 0.0, 1.0, 0.5), counts["Bill"]))
    evening.look()
    assert told.of(evening) == wish
    throw(evening, ann=("w09",), bill=("s06",))
    assert told.of(evening) == wish
    assert len(told.wishes) == 2


def test_it_lays_the_damage_and_the_next_round_too(evening: Evening) -> None:
    told = Told()
    hit(evening, 3)
    first = told.of(evening)
    press(evening)
    assert told.of(evening) in (first, LayWish(0))
    press(evening)
    damage = told.of(evening)
    assert damage is not None
    assert damage.hands == (((0.0, 0.5, 0.25, 1.0), 3),)
    assert damage.numbers == (1, 10), "another card would have to be drawn again"
    throw(evening, ann=("w07", "c03", "p05"))
    told.of(evening)
    press(evening)
    press(evening)
    waits = told.of(evening)
    assert waits == LayWish(damage.number)
    press(evening)
    again = told.of(evening)
    assert again is not None
    assert again.number == damage.number + 1
    evening.order("round-close")
    assert told.of(evening) is None


def test_a_throw_that_came_to_nothing_is_laid_again_by_a_new_throw(evening: Evening) -> None:
    told = Told()
    evening.order("round-open")
    announce(evening)
    wish = told.of(evening)
    assert wish is not None
    evening.table.lay("w09", 160, 600)
    evening.look()
    told.of(evening)
    evening.order("new-throw")
    again = told.of(evening)
    assert again == LayWish(wish.number + 1, wish.hands)


def test_it_lays_where_the_seat_is_on_the_cameras_own_picture(evening: Evening) -> None:
    evening.order("view", mirror=True)
    evening.order("round-open")
    announce(evening)
    wish = Told().of(evening)
    assert wish is not None
    assert wish.hands[0][0] == (0.75, 0.5, 1.0, 1.0)
