"""When a throw begins, what belongs to it, when it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.webui.tracks import ScriptedTable, quad_at
from vision.types import Face, Track, TrackState
from webui.table.seen.carry_over import as_lying, as_tracks
from webui.table.seen.throw import CLOSES_AFTER_S, CurrentThrow, Standing, face_down

CODES = ("w07", "c03", "s09", "p02", "m05")


class Words:
    """What people say of single tracks; all others are the camera's to judge."""

    def __init__(self) -> None:
        self.said: dict[int, Standing] = {}

    def __call__(self, track: Track) -> Standing:
        return self.said.get(track.id, Standing.OPEN)


class Evening:
    """A table and the throw on it."""

    def __init__(self) -> None:
        self.table = ScriptedTable()
        self.throw = CurrentThrow()
        self.done: set[str] = set()
        self.words = Words()

    def look(self, after_s: float = 1.0) -> None:
        self.throw.observe(self.table.look(after_s), self.words, self.done)

    def unasked(self) -> list[Track]:
        return self.throw.unasked(self.table.tracks.keys())

    def next_key(self) -> int:
        return self.table.next_id

    @property
    def codes(self) -> list[str | None]:
        return sorted((track.code for track in self.throw.counted(self.words)), key=str)


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
    assert evening.throw.open
    assert len(face_down(evening.throw.cards.values())) == 2
    evening.table.flip(first, "w07")
    evening.look(5.0)
    assert evening.throw.open, "people flip seconds apart"
    evening.table.flip(second, "c03")
    evening.look(0.5)
    assert evening.throw.open, "not still for long enough"
    evening.look(0.3)
    assert evening.throw.closed_s is not None
    assert evening.codes == ["c03", "w07"]


def test_no_throw_closes_under_a_hand(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.table.busy = True
    evening.look(5.0)
    assert evening.throw.open
    evening.table.busy = False
    evening.look(1.0)
    assert not evening.throw.open


def test_the_last_throws_cards_are_old_once_a_new_one_begins(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.down(500, 600)
    evening.look(0.2)
    assert evening.throw.open
    assert [track.face for track in evening.throw.cards.values()] == [Face.DOWN]
    assert len(evening.throw.old) == 1


def test_cards_taken_away_after_the_verdict_still_make_it(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.look(2.0)
    assert evening.codes == ["w07"]
    assert not evening.throw.open


def test_a_card_taken_back_before_the_verdict_does_not_count(evening: Evening) -> None:
    key = evening.table.down(300, 600)
    evening.table.down(500, 600)
    evening.look()
    evening.table.take(key)
    evening.look(0.1)
    assert len(evening.throw.cards) == 1


def test_a_card_that_a_hand_hid_comes_back_to_its_throw(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.look(1.0)
    evening.table.lay("w07", 420, 600)
    evening.look(1.0)
    assert not evening.throw.open, "no new throw has begun"
    assert evening.codes == ["w07"]


def both_count_once_flipped(evening: Evening, first: int, second: int) -> None:
    evening.table.flip(first, "w07")
    evening.table.flip(second, "c03")
    evening.look(2.0)
    assert evening.throw.closed_s is not None
    assert evening.codes == ["c03", "w07"]


def test_a_card_that_is_told_again_by_its_own_number_comes_back_to_its_throw(evening: Evening) -> None:
    """The camera may doubt a card for a moment and then tell it again."""
    doubted, other = evening.table.down(300, 600), evening.table.down(500, 600)
    evening.look()
    track = evening.table.tracks.pop(doubted)
    evening.look(0.1)
    assert list(evening.throw.cards) == [other]
    evening.table.tracks[doubted] = track
    evening.look(0.1)
    assert sorted(evening.throw.cards) == [doubted, other]
    both_count_once_flipped(evening, doubted, other)


def test_a_card_that_is_told_again_counts_although_its_neighbour_was_taken_for_it(evening: Evening) -> None:
    """In a row of cards that overlap the next one lies half a card's length beside."""
    doubted = evening.table.down(300, 600)
    evening.look()
    track = evening.table.tracks.pop(doubted)
    evening.look(0.1)
    next_one = evening.table.down(350, 600)
    evening.look(0.1)
    evening.table.tracks[doubted] = track
    evening.look(0.1)
    assert sorted(evening.throw.cards) == [doubted, next_one]
    both_count_once_flipped(evening, doubted, next_one)


def test_another_card_at_the_same_place_is_a_new_throw(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(key)
    evening.table.lay("c03", 300, 600)
    evening.look(0.1)
    assert evening.throw.open
    assert evening.codes == ["c03"]


def test_a_pile_that_lies_there_when_we_begin_to_look_is_no_throw() -> None:
    evening = Evening()
    pile = evening.table.down(900, 360)
    evening.look(0.1)
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert not evening.throw.open
    assert evening.codes == ["w07"]
    evening.table.flip(pile, "m05")
    evening.look(2.0)
    assert evening.codes == ["m05"], "flipped, it is thrown after all"


def test_confirmed_cards_that_are_seen_anew_are_old_ones(evening: Evening) -> None:
    evening.done = {"w07"}
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert not evening.throw.cards
    assert evening.throw.old == {1}
    evening.table.flip(1, "m05")
    evening.look()
    assert evening.codes == ["m05"], "turned over, it is thrown"
    assert not evening.throw.old


def test_the_other_copy_of_a_confirmed_card_is_thrown(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.done = {"w07"}
    evening.table.lay("w07", 300, 100)
    evening.look(2.0)
    assert [track.quad.mean(axis=0).tolist() for track in evening.throw.cards.values()] == [[300, 100]]


def test_what_moves_in_a_hand_is_not_thrown_yet(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600, state=TrackState.MOVING)
    evening.look()
    assert not evening.throw.cards
    evening.table.change(key, state=TrackState.SETTLED)
    evening.look()
    assert evening.codes == ["w07"]


def test_keys_begin_and_end_a_throw(evening: Evening) -> None:
    evening.table.down(300, 600)
    evening.look()
    evening.throw.close(evening.table.t_s)
    assert not evening.throw.open
    evening.throw.begin()
    assert not evening.throw.cards
    assert not evening.throw.open
    assert len(evening.throw.old) == 1


def test_a_persons_word_counts_cards_in_and_out_and_is_taken_back(evening: Evening) -> None:
    thrown, known = evening.table.lay("w07", 300, 600), evening.table.lay("m05", 500, 600, arrived=False)
    evening.look(2.0)
    evening.words.said = {thrown: Standing.OUT, known: Standing.IN}
    evening.look()
    assert evening.codes == ["m05"]
    evening.words.said = {}
    evening.throw.unclaim(evening.words)
    evening.look()
    assert evening.codes == ["w07"]
    assert [track.code for track in evening.unasked()] == ["m05"]


def test_what_arrives_where_nothing_counts_opens_no_throw_but_counts_once_its_place_does(
    evening: Evening,
) -> None:
    evening.words.said = {1: Standing.OUT}
    evening.table.lay("m05", 500, 100)
    evening.look()
    assert not evening.throw.open
    evening.table.lay("w07", 300, 600)
    evening.look()
    assert evening.codes == ["w07"]
    evening.words.said = {}
    assert evening.codes == ["m05", "w07"]


def test_what_lay_there_before_is_known_and_opens_no_throw(evening: Evening) -> None:
    """Read or not, found at once or late; and nobody is asked about it."""
    evening.table.lay(None, 900, 360, arrived=False)
    evening.table.lay("m05", 700, 360, arrived=False)
    evening.look(2.0)
    assert not evening.throw.open
    assert not evening.throw.cards
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert evening.codes == ["w07"]
    assert [track.code for track in evening.unasked()] == ["m05"], "only what can be read is offered"


def test_what_is_known_stays_known_when_it_is_lost_from_sight(evening: Evening) -> None:
    candle = evening.table.lay(None, 900, 360, arrived=False)
    evening.look()
    evening.table.take(candle)
    evening.look()
    evening.table.lay(None, 905, 362)
    evening.look(2.0)
    assert not evening.throw.open
    assert not evening.throw.cards


def test_a_back_that_is_laid_on_a_cleared_table_where_another_was_known_is_thrown(evening: Evening) -> None:
    known = evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    evening.look()
    evening.table.take(known)
    evening.look()
    evening.throw.clear()
    evening.table.lay(None, 905, 362, face=Face.DOWN)
    evening.look()
    assert len(evening.throw.cards) == 1


def test_a_known_card_that_is_turned_over_is_thrown(evening: Evening) -> None:
    pile = evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    evening.look()
    evening.table.flip(pile, "m05")
    evening.look()
    assert evening.codes == ["m05"]
    assert not evening.throw.was_there_before(pile)


def test_what_nobody_turned_over_is_not_thrown(evening: Evening) -> None:
    """Detector or reader take back what they said of a book: not a pixel has changed."""
    book = evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    evening.look()
    evening.table.flip(book, None)
    event = evening.table.events[-1]
    evening.table.change(book, arrived=False)
    assert event.track is not None
    evening.table.events[-1] = replace(event, track=evening.table.tracks[book])
    evening.look(2.0)
    assert not evening.throw.open
    assert not evening.throw.cards


def test_what_was_read_in_vain_under_a_hand_may_be_the_hand(evening: Evening) -> None:
    evening.table.busy = True
    finger = evening.table.lay(None, 900, 360)
    evening.look()
    assert not evening.throw.open
    evening.table.take(finger)
    evening.table.busy = False
    evening.look()
    assert not evening.throw.cards
    evening.table.lay(None, 900, 360)
    evening.look()
    assert len(evening.throw.cards) == 1


def test_the_next_throw_leaves_what_was_known_behind(evening: Evening) -> None:
    evening.table.lay("m05", 700, 360, arrived=False)
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert evening.unasked()
    evening.table.lay("c03", 500, 600)
    evening.look(2.0)
    assert evening.codes == ["c03"]
    assert not evening.unasked(), "a whole throw went by without it"


def test_another_pipeline_knows_a_throw_again_by_name_and_place(evening: Evening) -> None:
    named, down = evening.table.lay("w07", 300, 600), evening.table.down(500, 600)
    unread = evening.table.lay(None, 700, 600)
    evening.look()
    evening.throw.open_pipeline()
    evening.table.take(named, down, unread)
    evening.look(0.1)
    for code, x, face in (("w07", 420, Face.UP), (None, 505, Face.DOWN), ("m05", 700, Face.UP)):
        evening.table.lay(code, x, 600, face=face, arrived=False)
    evening.table.lay("s09", 900, 600, arrived=False)
    evening.look()
    assert evening.codes == [None, "m05", "w07"]
    assert [track.code for track in evening.unasked()] == ["s09"]


def test_another_pipeline_knows_the_same_card_of_two_decks_apart(evening: Evening) -> None:
    """The card of the deck that was off had no name before, and is met first."""
    own, strange = evening.table.lay("m07", 300, 600, deck="house"), evening.table.lay(None, 700, 600)
    evening.look(2.0)
    evening.throw.open_pipeline()
    evening.table.take(own, strange)
    evening.look(0.1)
    evening.table.lay("m07", 700, 600, deck="negative", arrived=False)
    evening.table.lay("m07", 300, 600, deck="house", arrived=False)
    evening.look()
    assert evening.codes == ["m07", "m07"]
    assert not evening.unasked()


def test_a_kept_card_is_known_again_by_name_wherever_it_lies_after_a_restart(evening: Evening) -> None:
    """Of which deck it was is not kept."""
    size_wh = (1280, 720)
    evening.table.lay("m07", 300, 600, deck="house")
    evening.look()
    kept = as_tracks(as_lying(evening.throw.counted(evening.words), size_wh), size_wh)
    restarted = Evening()
    restarted.throw.take_up(kept, ())
    restarted.table.lay("m07", 900, 300, deck="house", arrived=False)
    restarted.look()
    assert restarted.codes == ["m07"]
    assert not restarted.unasked()


def test_a_card_that_another_pipeline_reads_otherwise_is_no_ghost(evening: Evening) -> None:
    misread = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    assert not evening.throw.open
    evening.throw.open_pipeline()
    evening.table.take(misread)
    evening.look(0.1)
    evening.table.lay("w08", 302, 600, arrived=False)
    evening.look()
    assert evening.codes == ["w08"]


def test_a_back_that_another_pipeline_does_not_find_again_is_looked_for_among_what_lies_there(
    evening: Evening,
) -> None:
    down, pile = (
        evening.table.down(500, 600),
        evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False),
    )
    evening.look()
    assert not evening.unasked(), "a pile is nobody's throw"
    evening.throw.open_pipeline()
    evening.table.take(down, pile)
    evening.look(0.1)
    evening.table.lay(None, 200, 200, face=Face.DOWN, arrived=False)
    evening.look()
    assert [track.id for track in evening.unasked()] == [3]


def test_no_throw_closes_before_the_camera_has_said_what_has_arrived(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    slow = evening.table.lay(None, 500, 600, state=TrackState.STILL)
    evening.look(2.0)
    assert evening.throw.open
    evening.table.change(slow, code="c03", state=TrackState.SETTLED)
    evening.look()
    assert evening.codes == ["c03", "w07"]


def test_of_two_backs_side_by_side_each_is_known_again_by_the_nearest(evening: Evening) -> None:
    """The other camera stands a little to the side: every card lies near its neighbour's old place, too."""
    keys = [evening.table.down(x, 600) for x in (300, 350)]
    evening.look()
    evening.throw.open_pipeline()
    evening.table.take(*keys)
    evening.look(0.1)
    for x in (340, 290):
        evening.table.lay(None, x, 600, face=Face.DOWN, arrived=False)
    evening.look()
    assert evening.codes == [None, None]
    assert not evening.unasked()


@pytest.mark.parametrize("heights_px", [(80.0, 120.0), (120.0, 80.0)], ids=["nearer", "farther"])
def test_a_back_is_known_again_to_the_nearer_and_to_the_farther_camera(
    evening: Evening, heights_px: tuple[float, float]
) -> None:
    """What is known again on the way there is known again on the way back, too."""
    before, after = heights_px
    down = evening.table.lay(None, 300, 600, face=Face.DOWN, quad=quad_at(300, 600, before))
    evening.look()
    evening.throw.open_pipeline()
    evening.table.take(down)
    evening.look(0.1)
    evening.table.lay(None, 350, 600, face=Face.DOWN, arrived=False, quad=quad_at(350, 600, after))
    evening.look()
    assert evening.codes == [None]


def test_of_what_lies_there_only_the_throws_own_cards_are_taken_up_again(evening: Evening) -> None:
    thrown = evening.table.lay("w07", 300, 600)
    evening.look()
    before = [replace(track, id=-track.id) for track in evening.throw.counted(evening.words)]
    evening.throw.begin()
    other = evening.table.lay("c03", 600, 600)
    evening.look()
    evening.throw.begin()
    evening.throw.take_up(before, evening.table.tracks.values())
    assert set(evening.throw.cards) == {thrown}
    assert evening.throw.old == {other}
    assert evening.throw.open


def test_what_is_taken_up_again_is_no_longer_what_lay_there_before(evening: Evening) -> None:
    key = evening.table.lay("w07", 300, 600, arrived=False)
    evening.look()
    assert evening.throw.was_there_before(key)
    evening.throw.take_up([replace(evening.table.tracks[key], id=-1)], evening.table.tracks.values())
    assert evening.codes == ["w07"]
    assert not evening.throw.was_there_before(key)


def test_a_throw_begins_with_its_first_card(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.look(0.2)
    began_s = evening.table.t_s
    assert evening.throw.began_s == began_s
    evening.table.lay("c03", 500, 600)
    evening.look(2.0)
    assert evening.throw.began_s == began_s
    evening.throw.begin()
    evening.table.flip(1, "m05")
    evening.look()
    assert evening.throw.began_s == evening.table.t_s, "what is turned over begins one, too"


def test_a_throw_begins_when_a_person_counts_its_first_card_in(evening: Evening) -> None:
    known = evening.table.lay("m05", 500, 600, arrived=False)
    evening.look()
    evening.words.said = {known: Standing.IN}
    evening.look()
    assert evening.throw.began_s == evening.table.t_s


def test_a_throw_closes_after_exactly_that_time_but_not_while_a_hand_rests_there(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    seen = replace(evening.table.look(1.0), still_s=CLOSES_AFTER_S)
    evening.throw.observe(replace(seen, busy=True), evening.words)
    assert evening.throw.open
    evening.throw.observe(seen, evening.words)
    assert not evening.throw.open


def test_a_closed_throw_is_opened_again_for_the_cards_that_it_lacks(evening: Evening) -> None:
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.throw.reopen()
    assert evening.throw.open
    assert evening.throw.closed_s is None
    evening.table.lay("c03", 500, 600)
    evening.look()
    assert evening.codes == ["c03", "w07"]


def test_cards_of_every_throw_before_are_old(evening: Evening) -> None:
    for x, code in ((300, "w07"), (500, "c03"), (700, "s09")):
        evening.table.lay(code, x, 600)
        evening.look(2.0)
    assert evening.throw.old == {1, 2}


def test_after_a_cleared_table_the_same_card_is_a_new_throw_and_can_be_hidden_again(evening: Evening) -> None:
    first = evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.take(first)
    evening.look(2.0)
    evening.throw.swept = True
    second = evening.table.lay("w07", 300, 600)
    evening.look(0.1)
    assert evening.throw.open
    evening.look(2.0)
    evening.table.take(second)
    evening.look()
    evening.table.lay("w07", 420, 600)
    evening.look(0.1)
    assert not evening.throw.open, "it came back to its throw"


def test_a_back_where_one_was_taken_away_begins_the_next_throw(evening: Evening) -> None:
    taken = evening.table.down(300, 600)
    other = evening.table.down(500, 600)
    evening.look()
    evening.table.take(taken)
    evening.look()
    evening.table.flip(other, "w07")
    evening.look(2.0)
    began_s = evening.throw.began_s
    evening.table.take(other)
    evening.look()
    evening.table.down(302, 601)
    evening.look(0.1)
    assert evening.throw.began_s != began_s
    assert [card.code for card in evening.throw.cards.values()] == [None]


def test_a_back_that_comes_back_before_the_throw_is_over_is_one_of_it(evening: Evening) -> None:
    taken, other = evening.table.down(300, 600), evening.table.down(500, 600)
    evening.look()
    evening.table.take(taken)
    evening.look(0.1)
    again = evening.table.down(302, 601)
    evening.look(0.1)
    assert set(evening.throw.cards) == {other, again}


def test_what_was_counted_in_at_first_sight_and_is_no_longer_lay_there_before(evening: Evening) -> None:
    key = evening.next_key()
    evening.words.said = {key: Standing.IN}
    evening.table.lay("w07", 300, 600)
    evening.look(0.1)
    assert evening.codes == ["w07"]
    assert evening.throw.was_there_before(key)
    evening.words.said = {}
    evening.throw.unclaim(evening.words)
    evening.look()
    assert evening.codes == []
    evening.table.flip(key, "w07")
    evening.look()
    assert evening.codes == ["w07"]
    assert not evening.throw.was_there_before(key), "turned over, it is thrown like any other"


def test_a_word_on_a_closed_throw_does_not_open_it(evening: Evening) -> None:
    known = evening.table.lay("m05", 500, 600, arrived=False)
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.words.said = {known: Standing.IN}
    evening.table.busy = True
    evening.look()
    assert evening.codes == ["m05", "w07"]
    assert not evening.throw.open


def test_a_counted_card_that_a_hand_hid_comes_back_as_counted(evening: Evening) -> None:
    known = [evening.table.lay(code, x, 600, arrived=False) for code, x in (("m05", 500), ("s09", 700))]
    thrown = evening.table.lay("w07", 300, 600)
    evening.look()
    evening.words.said = dict.fromkeys(known, Standing.IN)
    evening.look()
    evening.table.take(known[0], thrown)
    evening.look()
    again = [evening.table.lay(code, x, 600) for code, x in (("m05", 500), ("w07", 300))]
    evening.look()
    there_before = [evening.throw.was_there_before(key) for key in (*again, known[1])]
    assert there_before == [True, False, True]


def test_a_pile_is_not_offered_for_a_back_that_was_taken_away(evening: Evening) -> None:
    evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    down = evening.table.down(500, 600)
    evening.look()
    evening.table.take(down)
    evening.look()
    assert not evening.unasked()


@pytest.mark.parametrize(
    ("known", "found", "apart_px", "is_thrown"),
    [
        ((None, Face.UP), (None, Face.UP), 0, False),
        ((None, Face.UP), (None, Face.UP), 59, False),
        ((None, Face.UP), (None, Face.UP), 60, True),
        ((None, Face.UP), ("m05", Face.UP), 0, False),
        (("m05", Face.UP), ("m05", Face.UP), 0, False),
        (("m05", Face.UP), ("w07", Face.UP), 0, True),
        ((None, Face.DOWN), (None, Face.UP), 0, True),
        ((None, Face.UP), (None, Face.UP), 300, True),
    ],
)
def test_what_was_lost_from_sight_is_known_by_look_and_place(
    evening: Evening,
    known: tuple[str | None, Face],
    found: tuple[str | None, Face],
    apart_px: int,
    is_thrown: bool,
) -> None:
    lost = evening.table.lay(known[0], 500, 600, face=known[1], arrived=False)
    evening.look()
    evening.table.take(lost)
    evening.look()
    evening.table.lay(found[0], 500 + apart_px, 600, face=found[1])
    evening.look()
    assert bool(evening.throw.cards) is is_thrown


def test_what_was_old_is_old_when_it_is_found_again_and_what_was_not_is_not(evening: Evening) -> None:
    old = evening.table.lay("m05", 700, 360, arrived=False)
    evening.table.lay("w07", 300, 600)
    evening.look(2.0)
    evening.table.lay("c03", 500, 600)
    evening.look(2.0)
    new = evening.table.lay("s09", 900, 360, arrived=False)
    evening.look()
    evening.table.take(old, new)
    evening.look()
    evening.table.lay("m05", 700, 360)
    evening.table.lay("s09", 900, 360)
    evening.look()
    assert [track.code for track in evening.unasked()] == ["s09"]
    assert 1 in evening.throw.old, "a throw before stays what it was"


@pytest.mark.parametrize(
    "waiting",
    [
        {"state": TrackState.STILL, "hidden": True},
        {"state": TrackState.MOVING},
        {"state": TrackState.STILL, "arrived": False},
    ],
    ids=["hidden", "moving", "lay there"],
)
def test_only_what_has_arrived_in_sight_holds_a_throw_open(
    evening: Evening, waiting: dict[str, object]
) -> None:
    evening.table.lay("w07", 300, 600)
    evening.table.lay(None, 500, 600, **waiting)  # type: ignore[arg-type]
    evening.look(2.0)
    assert not evening.throw.open


def test_cards_are_told_in_the_order_in_which_they_were_laid(evening: Evening) -> None:
    for x, code in ((700, "w07"), (300, "c03"), (500, "s09")):
        evening.table.lay(code, x, 600)
        evening.look(0.1)
    told = [track.code for track in evening.throw.counted(evening.words)]
    assert told == ["w07", "c03", "s09"]


def test_a_card_that_is_flipped_and_taken_at_once_is_not_thrown(evening: Evening) -> None:
    pile = evening.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    evening.look()
    evening.table.flip(pile, "m05")
    evening.table.take(pile)
    evening.look()
    assert not evening.throw.cards


def test_a_card_of_a_throw_that_was_ended_by_hand_may_be_flipped_later(evening: Evening) -> None:
    first, late = evening.table.lay("w07", 300, 600), evening.table.down(500, 600)
    evening.look()
    evening.throw.close(evening.table.t_s)
    evening.table.flip(late, "c03")
    evening.look()
    assert set(evening.throw.cards) == {first, late}
    assert not evening.throw.open
