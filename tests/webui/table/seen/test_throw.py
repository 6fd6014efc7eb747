"""When a throw begins, what belongs to it, when it ends."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.webui.tracks import ScriptedTable, quad_at
from vision.tracking.memory import TrackMemory
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


class Session:
    """A table and the throw on it."""

    def __init__(self) -> None:
        self.table = ScriptedTable()
        self.throw = CurrentThrow()
        self.memory = TrackMemory()
        self.done: set[str] = set()
        self.words = Words()

    def look(self, after_s: float = 1.0) -> None:
        throw = self.throw
        thrown = set() if throw.swept else {*throw.cards, *(card.id for card in throw.gone)}
        over = throw.closed_s is not None
        seen = self.memory.identify(self.table.look(after_s), thrown, throw.known.keys(), gathered=over)
        self.here = {track.id: track for track in seen.tracks}
        throw.observe(seen, self.words, self.done)

    def open_pipeline(self) -> None:
        """Let another pipeline look from now on."""
        self.throw.open_pipeline()
        self.memory.change_tracker()

    def unasked(self) -> list[Track]:
        return self.throw.unasked(self.here.keys())

    def next_key(self) -> int:
        return self.table.next_id

    @property
    def codes(self) -> list[str | None]:
        return sorted((track.code for track in self.throw.counted(self.words)), key=str)


@pytest.fixture
def session() -> Session:
    made = Session()
    made.look(2.0)
    return made


def test_a_throw_opens_with_the_first_card_and_closes_when_all_lie_face_up_and_still(
    session: Session,
) -> None:
    first, second = session.table.down(300, 600), session.table.down(300, 100)
    session.look()
    assert session.throw.open
    assert len(face_down(session.throw.cards.values())) == 2
    session.table.flip(first, "w07")
    session.look(5.0)
    assert session.throw.open, "people flip seconds apart"
    session.table.flip(second, "c03")
    session.look(0.5)
    assert session.throw.open, "not still for long enough"
    session.look(0.3)
    assert session.throw.closed_s is not None
    assert session.codes == ["c03", "w07"]


def test_no_throw_closes_under_a_hand(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    session.table.busy = True
    session.look(5.0)
    assert session.throw.open
    session.table.busy = False
    session.look(1.0)
    assert not session.throw.open


def test_the_last_throws_cards_are_old_once_a_new_one_begins(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.down(500, 600)
    session.look(0.2)
    assert session.throw.open
    assert [track.face for track in session.throw.cards.values()] == [Face.DOWN]
    assert len(session.throw.old) == 1


def test_cards_taken_away_after_the_verdict_still_make_it(session: Session) -> None:
    key = session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.take(key)
    session.look(2.0)
    assert session.codes == ["w07"]
    assert not session.throw.open


def test_a_card_taken_back_before_the_verdict_does_not_count(session: Session) -> None:
    key = session.table.down(300, 600)
    session.table.down(500, 600)
    session.look()
    session.table.take(key)
    session.look(0.1)
    assert len(session.throw.cards) == 1


def test_a_card_that_a_hand_hid_comes_back_to_its_throw(session: Session) -> None:
    key = session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.take(key)
    session.look(1.0)
    session.table.lay("w07", 420, 600)
    session.look(1.0)
    assert not session.throw.open, "no new throw has begun"
    assert session.codes == ["w07"]


def both_count_once_flipped(session: Session, first: int, second: int) -> None:
    session.table.flip(first, "w07")
    session.table.flip(second, "c03")
    session.look(2.0)
    assert session.throw.closed_s is not None
    assert session.codes == ["c03", "w07"]


def test_a_card_that_is_told_again_by_its_own_number_comes_back_to_its_throw(session: Session) -> None:
    """The camera may doubt a card for a moment and then tell it again."""
    doubted, other = session.table.down(300, 600), session.table.down(500, 600)
    session.look()
    track = session.table.tracks.pop(doubted)
    session.look(0.1)
    assert list(session.throw.cards) == [other]
    session.table.tracks[doubted] = track
    session.look(0.1)
    assert sorted(session.throw.cards) == [doubted, other]
    both_count_once_flipped(session, doubted, other)


def test_a_card_that_is_told_again_counts_although_its_neighbour_was_taken_for_it(session: Session) -> None:
    """In a row of cards that overlap the next one lies half a card's length beside."""
    doubted = session.table.down(300, 600)
    session.look()
    track = session.table.tracks.pop(doubted)
    session.look(0.1)
    next_one = session.table.down(350, 600)
    session.look(0.1)
    session.table.tracks[doubted] = track
    session.look(0.1)
    assert sorted(session.throw.cards) == [doubted, next_one]
    both_count_once_flipped(session, doubted, next_one)


def test_another_card_at_the_same_place_is_a_new_throw(session: Session) -> None:
    key = session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.take(key)
    session.table.lay("c03", 300, 600)
    session.look(0.1)
    assert session.throw.open
    assert session.codes == ["c03"]


def test_a_pile_that_lies_there_when_we_begin_to_look_is_no_throw() -> None:
    session = Session()
    pile = session.table.down(900, 360)
    session.look(0.1)
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    assert not session.throw.open
    assert session.codes == ["w07"]
    session.table.flip(pile, "m05")
    session.look(2.0)
    assert session.codes == ["m05"], "flipped, it is thrown after all"


def test_confirmed_cards_that_are_seen_anew_are_old_ones(session: Session) -> None:
    session.done = {"w07"}
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    assert not session.throw.cards
    assert session.throw.old == {1}
    session.table.flip(1, "m05")
    session.look()
    assert session.codes == ["m05"], "turned over, it is thrown"
    assert not session.throw.old


def test_the_other_copy_of_a_confirmed_card_is_thrown(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.done = {"w07"}
    session.table.lay("w07", 300, 100)
    session.look(2.0)
    assert [track.quad.mean(axis=0).tolist() for track in session.throw.cards.values()] == [[300, 100]]


def test_what_moves_in_a_hand_is_not_thrown_yet(session: Session) -> None:
    key = session.table.lay("w07", 300, 600, state=TrackState.MOVING)
    session.look()
    assert not session.throw.cards
    session.table.change(key, state=TrackState.SETTLED)
    session.look()
    assert session.codes == ["w07"]


def test_keys_begin_and_end_a_throw(session: Session) -> None:
    session.table.down(300, 600)
    session.look()
    session.throw.close(session.table.t_s)
    assert not session.throw.open
    session.throw.begin()
    assert not session.throw.cards
    assert not session.throw.open
    assert len(session.throw.old) == 1


def test_a_persons_word_counts_cards_in_and_out_and_is_taken_back(session: Session) -> None:
    thrown, known = session.table.lay("w07", 300, 600), session.table.lay("m05", 500, 600, arrived=False)
    session.look(2.0)
    session.words.said = {thrown: Standing.OUT, known: Standing.IN}
    session.look()
    assert session.codes == ["m05"]
    session.words.said = {}
    session.throw.unclaim(session.words)
    session.look()
    assert session.codes == ["w07"]
    assert [track.code for track in session.unasked()] == ["m05"]


def test_what_arrives_where_nothing_counts_opens_no_throw_but_counts_once_its_place_does(
    session: Session,
) -> None:
    session.words.said = {1: Standing.OUT}
    session.table.lay("m05", 500, 100)
    session.look()
    assert not session.throw.open
    session.table.lay("w07", 300, 600)
    session.look()
    assert session.codes == ["w07"]
    session.words.said = {}
    assert session.codes == ["m05", "w07"]


def test_what_lay_there_before_is_known_and_opens_no_throw(session: Session) -> None:
    """Read or not, found at once or late; and nobody is asked about it."""
    session.table.lay(None, 900, 360, arrived=False)
    session.table.lay("m05", 700, 360, arrived=False)
    session.look(2.0)
    assert not session.throw.open
    assert not session.throw.cards
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    assert session.codes == ["w07"]
    assert [track.code for track in session.unasked()] == ["m05"], "only what can be read is offered"


def test_what_is_known_stays_known_when_it_is_lost_from_sight(session: Session) -> None:
    candle = session.table.lay(None, 900, 360, arrived=False)
    session.look()
    session.table.take(candle)
    session.look()
    session.table.lay(None, 905, 362)
    session.look(2.0)
    assert not session.throw.open
    assert not session.throw.cards


def test_a_back_that_is_laid_on_a_cleared_table_where_another_was_known_is_thrown(session: Session) -> None:
    known = session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    session.look()
    session.table.take(known)
    session.look()
    session.throw.clear()
    session.table.lay(None, 905, 362, face=Face.DOWN)
    session.look()
    assert len(session.throw.cards) == 1


def test_a_known_card_that_is_turned_over_is_thrown(session: Session) -> None:
    pile = session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    session.look()
    session.table.flip(pile, "m05")
    session.look()
    assert session.codes == ["m05"]
    assert not session.throw.was_there_before(pile)


def test_what_nobody_turned_over_is_not_thrown(session: Session) -> None:
    """Detector or reader take back what they said of a book: not a pixel has changed."""
    book = session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    session.look()
    session.table.flip(book, None)
    event = session.table.events[-1]
    session.table.change(book, arrived=False)
    assert event.track is not None
    session.table.events[-1] = replace(event, track=session.table.tracks[book])
    session.look(2.0)
    assert not session.throw.open
    assert not session.throw.cards


def test_what_was_read_in_vain_under_a_hand_may_be_the_hand(session: Session) -> None:
    session.table.busy = True
    finger = session.table.lay(None, 900, 360)
    session.look()
    assert not session.throw.open
    session.table.take(finger)
    session.table.busy = False
    session.look()
    assert not session.throw.cards
    session.table.lay(None, 900, 360)
    session.look()
    assert len(session.throw.cards) == 1


def test_the_next_throw_leaves_what_was_known_behind(session: Session) -> None:
    session.table.lay("m05", 700, 360, arrived=False)
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    assert session.unasked()
    session.table.lay("c03", 500, 600)
    session.look(2.0)
    assert session.codes == ["c03"]
    assert not session.unasked(), "a whole throw went by without it"


def test_another_pipeline_knows_a_throw_again_by_name_and_place(session: Session) -> None:
    named, down = session.table.lay("w07", 300, 600), session.table.down(500, 600)
    unread = session.table.lay(None, 700, 600)
    session.look()
    session.open_pipeline()
    session.table.take(named, down, unread)
    session.look(0.1)
    for code, x, face in (("w07", 420, Face.UP), (None, 505, Face.DOWN), ("m05", 700, Face.UP)):
        session.table.lay(code, x, 600, face=face, arrived=False)
    session.table.lay("s09", 900, 600, arrived=False)
    session.look()
    assert session.codes == [None, "m05", "w07"]
    assert [track.code for track in session.unasked()] == ["s09"]


def test_another_pipeline_knows_the_same_card_of_two_decks_apart(session: Session) -> None:
    """The card of the deck that was off had no name before, and is met first."""
    own, strange = session.table.lay("m07", 300, 600, deck="house"), session.table.lay(None, 700, 600)
    session.look(2.0)
    session.open_pipeline()
    session.table.take(own, strange)
    session.look(0.1)
    session.table.lay("m07", 700, 600, deck="negative", arrived=False)
    session.table.lay("m07", 300, 600, deck="house", arrived=False)
    session.look()
    assert session.codes == ["m07", "m07"]
    assert not session.unasked()


def test_a_kept_card_is_reidentified_by_name_wherever_it_lies_after_a_restart(session: Session) -> None:
    """Of which deck it was is not kept."""
    size_wh = (1280, 720)
    session.table.lay("m07", 300, 600, deck="house")
    session.look()
    kept = as_tracks(as_lying(session.throw.counted(session.words), size_wh), size_wh)
    restarted = Session()
    restarted.throw.take_up(restarted.memory.load(kept), ())
    restarted.table.lay("m07", 900, 300, deck="house", arrived=False)
    restarted.look()
    assert restarted.codes == ["m07"]
    assert not restarted.unasked()


def test_a_card_that_another_pipeline_reads_otherwise_is_no_ghost(session: Session) -> None:
    misread = session.table.lay("w07", 300, 600)
    session.look(2.0)
    assert not session.throw.open
    session.open_pipeline()
    session.table.take(misread)
    session.look(0.1)
    session.table.lay("w08", 302, 600, arrived=False)
    session.look()
    assert session.codes == ["w08"]


def test_a_back_that_another_pipeline_does_not_find_again_is_looked_for_among_what_lies_there(
    session: Session,
) -> None:
    down, pile = (
        session.table.down(500, 600),
        session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False),
    )
    session.look()
    assert not session.unasked(), "a pile is nobody's throw"
    session.open_pipeline()
    session.table.take(down, pile)
    session.look(0.1)
    session.table.lay(None, 200, 200, face=Face.DOWN, arrived=False)
    session.look()
    assert [track.quad.mean(axis=0).tolist() for track in session.unasked()] == [[200, 200]]


def test_no_throw_closes_before_the_camera_has_said_what_has_arrived(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    slow = session.table.lay(None, 500, 600, state=TrackState.STILL)
    session.look(2.0)
    assert session.throw.open
    session.table.change(slow, code="c03", state=TrackState.SETTLED)
    session.look()
    assert session.codes == ["c03", "w07"]


def test_of_two_backs_side_by_side_each_is_reidentified_by_the_nearest(session: Session) -> None:
    """The other camera stands a little to the side: every card lies near its neighbour's old place, too."""
    keys = [session.table.down(x, 600) for x in (300, 350)]
    session.look()
    session.open_pipeline()
    session.table.take(*keys)
    session.look(0.1)
    for x in (340, 290):
        session.table.lay(None, x, 600, face=Face.DOWN, arrived=False)
    session.look()
    assert session.codes == [None, None]
    assert not session.unasked()


@pytest.mark.parametrize("heights_px", [(80.0, 120.0), (120.0, 80.0)], ids=["nearer", "farther"])
def test_a_back_is_reidentified_to_the_nearer_and_to_the_farther_camera(
    session: Session, heights_px: tuple[float, float]
) -> None:
    """What is re-identified on the way there is re-identified on the way back, too."""
    before, after = heights_px
    down = session.table.lay(None, 300, 600, face=Face.DOWN, quad=quad_at(300, 600, before))
    session.look()
    session.open_pipeline()
    session.table.take(down)
    session.look(0.1)
    session.table.lay(None, 350, 600, face=Face.DOWN, arrived=False, quad=quad_at(350, 600, after))
    session.look()
    assert session.codes == [None]


def test_of_what_lies_there_only_the_throws_own_cards_are_taken_up_again(session: Session) -> None:
    thrown = session.table.lay("w07", 300, 600)
    session.look()
    before = [replace(track, id=-track.id) for track in session.throw.counted(session.words)]
    session.throw.begin()
    other = session.table.lay("c03", 600, 600)
    session.look()
    session.throw.begin()
    session.throw.take_up(before, session.table.tracks.values())
    assert set(session.throw.cards) == {thrown}
    assert session.throw.old == {other}
    assert session.throw.open


def test_what_is_taken_up_again_is_no_longer_what_lay_there_before(session: Session) -> None:
    key = session.table.lay("w07", 300, 600, arrived=False)
    session.look()
    assert session.throw.was_there_before(key)
    session.throw.take_up([replace(session.table.tracks[key], id=-1)], session.table.tracks.values())
    assert session.codes == ["w07"]
    assert not session.throw.was_there_before(key)


def test_a_throw_begins_with_its_first_card(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    session.look(0.2)
    began_s = session.table.t_s
    assert session.throw.began_s == began_s
    session.table.lay("c03", 500, 600)
    session.look(2.0)
    assert session.throw.began_s == began_s
    session.throw.begin()
    session.table.flip(1, "m05")
    session.look()
    assert session.throw.began_s == session.table.t_s, "what is turned over begins one, too"


def test_a_throw_begins_when_a_person_counts_its_first_card_in(session: Session) -> None:
    known = session.table.lay("m05", 500, 600, arrived=False)
    session.look()
    session.words.said = {known: Standing.IN}
    session.look()
    assert session.throw.began_s == session.table.t_s


def test_a_throw_closes_after_exactly_that_time_but_not_while_a_hand_rests_there(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    seen = replace(session.table.look(1.0), still_s=CLOSES_AFTER_S)
    session.throw.observe(replace(seen, busy=True), session.words)
    assert session.throw.open
    session.throw.observe(seen, session.words)
    assert not session.throw.open


def test_a_closed_throw_is_opened_again_for_the_cards_that_it_lacks(session: Session) -> None:
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.throw.reopen()
    assert session.throw.open
    assert session.throw.closed_s is None
    session.table.lay("c03", 500, 600)
    session.look()
    assert session.codes == ["c03", "w07"]


def test_cards_of_every_throw_before_are_old(session: Session) -> None:
    for x, code in ((300, "w07"), (500, "c03"), (700, "s09")):
        session.table.lay(code, x, 600)
        session.look(2.0)
    assert session.throw.old == {1, 2}


def test_after_a_cleared_table_the_same_card_is_a_new_throw_and_can_be_hidden_again(session: Session) -> None:
    first = session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.take(first)
    session.look(2.0)
    session.throw.swept = True
    second = session.table.lay("w07", 300, 600)
    session.look(0.1)
    assert session.throw.open
    session.look(2.0)
    session.table.take(second)
    session.look()
    session.table.lay("w07", 420, 600)
    session.look(0.1)
    assert not session.throw.open, "it came back to its throw"


def test_a_back_where_one_was_taken_away_begins_the_next_throw(session: Session) -> None:
    taken = session.table.down(300, 600)
    other = session.table.down(500, 600)
    session.look()
    session.table.take(taken)
    session.look()
    session.table.flip(other, "w07")
    session.look(2.0)
    began_s = session.throw.began_s
    session.table.take(other)
    session.look()
    session.table.down(302, 601)
    session.look(0.1)
    assert session.throw.began_s != began_s
    assert [card.code for card in session.throw.cards.values()] == [None]


def test_a_back_that_comes_back_before_the_throw_is_over_is_one_of_it(session: Session) -> None:
    taken, other = session.table.down(300, 600), session.table.down(500, 600)
    session.look()
    session.table.take(taken)
    session.look(0.1)
    session.table.down(302, 601)
    session.look(0.1)
    assert set(session.throw.cards) == {other, taken}


def test_what_was_counted_in_at_first_sight_and_is_no_longer_lay_there_before(session: Session) -> None:
    key = session.next_key()
    session.words.said = {key: Standing.IN}
    session.table.lay("w07", 300, 600)
    session.look(0.1)
    assert session.codes == ["w07"]
    assert session.throw.was_there_before(key)
    session.words.said = {}
    session.throw.unclaim(session.words)
    session.look()
    assert session.codes == []
    session.table.flip(key, "w07")
    session.look()
    assert session.codes == ["w07"]
    assert not session.throw.was_there_before(key), "turned over, it is thrown like any other"


def test_a_word_on_a_closed_throw_does_not_open_it(session: Session) -> None:
    known = session.table.lay("m05", 500, 600, arrived=False)
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.words.said = {known: Standing.IN}
    session.table.busy = True
    session.look()
    assert session.codes == ["m05", "w07"]
    assert not session.throw.open


def test_a_counted_card_that_a_hand_hid_comes_back_as_counted(session: Session) -> None:
    known = [session.table.lay(code, x, 600, arrived=False) for code, x in (("m05", 500), ("s09", 700))]
    thrown = session.table.lay("w07", 300, 600)
    session.look()
    session.words.said = dict.fromkeys(known, Standing.IN)
    session.look()
    session.table.take(known[0], thrown)
    session.look()
    for code, x in (("m05", 500), ("w07", 300)):
        session.table.lay(code, x, 600)
    session.look()
    there_before = [session.throw.was_there_before(key) for key in (known[0], thrown, known[1])]
    assert there_before == [True, False, True]


def test_a_pile_is_not_offered_for_a_back_that_was_taken_away(session: Session) -> None:
    session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    down = session.table.down(500, 600)
    session.look()
    session.table.take(down)
    session.look()
    assert not session.unasked()


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
    session: Session,
    known: tuple[str | None, Face],
    found: tuple[str | None, Face],
    apart_px: int,
    is_thrown: bool,
) -> None:
    lost = session.table.lay(known[0], 500, 600, face=known[1], arrived=False)
    session.look()
    session.table.take(lost)
    session.look()
    session.table.lay(found[0], 500 + apart_px, 600, face=found[1])
    session.look()
    assert bool(session.throw.cards) is is_thrown


def test_what_was_old_is_old_when_it_is_found_again_and_what_was_not_is_not(session: Session) -> None:
    old = session.table.lay("m05", 700, 360, arrived=False)
    session.table.lay("w07", 300, 600)
    session.look(2.0)
    session.table.lay("c03", 500, 600)
    session.look(2.0)
    new = session.table.lay("s09", 900, 360, arrived=False)
    session.look()
    session.table.take(old, new)
    session.look()
    session.table.lay("m05", 700, 360)
    session.table.lay("s09", 900, 360)
    session.look()
    assert [track.code for track in session.unasked()] == ["s09"]
    assert 1 in session.throw.old, "a throw before stays what it was"


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
    session: Session, waiting: dict[str, object]
) -> None:
    session.table.lay("w07", 300, 600)
    session.table.lay(None, 500, 600, **waiting)  # type: ignore[arg-type]
    session.look(2.0)
    assert not session.throw.open


def test_cards_are_told_in_the_order_in_which_they_were_laid(session: Session) -> None:
    for x, code in ((700, "w07"), (300, "c03"), (500, "s09")):
        session.table.lay(code, x, 600)
        session.look(0.1)
    told = [track.code for track in session.throw.counted(session.words)]
    assert told == ["w07", "c03", "s09"]


def test_a_card_that_is_flipped_and_taken_at_once_is_not_thrown(session: Session) -> None:
    pile = session.table.lay(None, 900, 360, face=Face.DOWN, arrived=False)
    session.look()
    session.table.flip(pile, "m05")
    session.table.take(pile)
    session.look()
    assert not session.throw.cards


def test_a_card_of_a_throw_that_was_ended_by_hand_may_be_flipped_later(session: Session) -> None:
    first, late = session.table.lay("w07", 300, 600), session.table.down(500, 600)
    session.look()
    session.throw.close(session.table.t_s)
    session.table.flip(late, "c03")
    session.look()
    assert set(session.throw.cards) == {first, late}
    assert not session.throw.open


def test_a_card_that_was_lost_before_its_throw_was_over_is_gathered_elsewhere(session: Session) -> None:
    lost = session.table.lay("w07", 300, 600)
    session.table.lay("m05", 500, 600)
    session.look(0.2)
    session.table.take(lost)
    session.look(2.0)
    assert session.throw.closed_s is not None
    session.table.lay("w07", 420, 600)
    session.look(2.0)
    assert session.codes == ["m05"], "no new throw has begun"


def test_a_card_whose_place_did_not_count_counts_after_a_throw_was_taken_up(session: Session) -> None:
    aside = session.table.lay("s09", 900, 100)
    session.words.said = {1: Standing.OUT}
    session.look()
    session.throw.take_up(session.memory.load([]), ())
    session.words.said = {}
    assert session.codes == ["s09"]
    assert aside in session.table.tracks
