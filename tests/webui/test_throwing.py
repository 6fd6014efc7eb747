"""When a throw begins, what belongs to it, when it ends."""

from __future__ import annotations

import pytest

from tests.webui.tracks import ScriptedTable
from vision.types import Face, Track, TrackState
from webui.throwing import Throwing

CODES = ("w07", "c03", "s09", "p02", "m05")


def nowhere(_: Track) -> bool:
    return False


class Evening:
    """A table and the throw on it."""

    def __init__(self) -> None:
        self.table = ScriptedTable()
        self.throwing = Throwing()
        self.done: set[str] = set()

    def look(self, after_s: float = 1.0) -> None:
        self.throwing.observe(self.table.look(after_s), nowhere, self.done)

    @property
    def codes(self) -> list[str | None]:
        return sorted((track.code for track in self.throwing.cards.values()), key=str)


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.look(2.0)
    return made


def test_a_throw_opens_with_the_first_card_and_closes_when_all_lie_face_up_and_still(
    evening: Evening,
) -> None:
    first, second = evening.table.down(300, 600), evening.table.down(300, 100)
    evening.look()
    assert evening.throwing.open
    assert len(evening.throwing.face_down) == 2
    evening.table.flip(first, "w07")
    evening.look(5.0)
    assert evening.throwing.open, "people flip seconds apart"
    evening.table.flip(second, "c03")
    evening.look(0.5)
    assert evening.throwing.open, "not still for long enough"
    evening.look(0.3)
    assert evening.throwing.closed_s is not None
    assert evening.codes == ["c03", "w07"]


def test_no_throw_closes_under_a_hand(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.table.busy = True
    evening.look(5.0)
    assert evening.throwing.open
    evening.table.busy = False
    evening.look(1.0)
    assert not evening.throwing.open


def test_the_last_throws_cards_are_old_once_a_new_one_begins(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.down(500, 600)
    evening.look(0.2)
    assert evening.throwing.open
    assert [track.face for track in evening.throwing.cards.values()] == [Face.DOWN]
    assert len(evening.throwing.old) == 1


def test_cards_taken_away_after_the_verdict_still_make_it(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.look(2.0)
    assert evening.codes == ["w07"]
    assert not evening.throwing.open


def test_a_card_taken_back_before_the_verdict_does_not_count(evening: Evening) -> None:
    key = evening.table.down(300, 600)
    evening.table.down(500, 600)
    evening.look()
    evening.table.take(key)
    evening.look(0.1)
    assert len(evening.throwing.cards) == 1


def test_a_card_that_a_hand_hid_comes_back_to_its_throw(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.look(1.0)
    evening.table.lay("w07", 420, 600)
    evening.look(1.0)
    assert not evening.throwing.open, "no new throw has begun"
    assert evening.codes == ["w07"]


def test_another_card_at_the_same_place_is_a_new_throw(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.table.lay("c03", 300, 600)
    evening.look(0.1)
    assert evening.throwing.open
    assert evening.codes == ["c03"]


def test_a_pile_that_lies_there_when_we_begin_to_look_is_no_throw() -> None:
    evening = Evening()
    pile = evening.table.down(900, 360)
    evening.look(0.1)
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert not evening.throwing.open
    assert evening.codes == ["w07"]
    evening.table.flip(pile, "m05")
    evening.look(2.0)
    assert evening.codes == ["m05"], "flipped, it is thrown after all"


def test_confirmed_cards_that_are_seen_anew_are_old_ones(evening: Evening) -> None:
    evening.done = {"w07"}
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert not evening.throwing.cards
    assert len(evening.throwing.old) == 1


def test_what_moves_in_a_hand_is_not_thrown_yet(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600, state=TrackState.MOVING)
    evening.look()
    assert not evening.throwing.cards
    evening.table.change(key, state=TrackState.SETTLED)
    evening.look()
    assert evening.codes == ["w07"]


def test_keys_begin_and_end_a_throw(evening: Evening) -> None:
    evening.table.down(300, 600)
    evening.look()
    evening.throwing.close(evening.table.t_s)
    assert not evening.throwing.open
    evening.throwing.begin()
    assert not evening.throwing.cards
    assert len(evening.throwing.old) == 1


def test_a_persons_word_counts_cards_in_and_out(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.throwing.disown(key)
    evening.look()
    assert not evening.throwing.cards
    evening.throwing.claim(evening.table.tracks[key])
    evening.look()
    assert evening.codes == ["w07"]
