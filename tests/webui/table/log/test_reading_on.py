"""What an act comes to, and its undoing, is worked out from what held before it: the same as from the whole session."""

from __future__ import annotations

from random import Random

import pytest

from tests.benchmarks.recorded_session import CODES
from tests.webui.session import Session
from tests.webui.table.log.throws import POOL, calls_of, play
from webui.storage.databases.packed import pack
from webui.storage.store import Store, StoredEvent
from webui.table.log.journal import KEPT_PROJECTIONS
from webui.table.log.reading import read_events

pytestmark = pytest.mark.slow


def same_as_read_anew(session: Session) -> bool:
    journal = session.table_state.journal
    return journal.projection == read_events(journal.events)


def act(session: Session, chance: Random, store: Store, strangers: bool) -> None:
    """Do something, by lot; meanwhile another table of the log may have written, which takes the next number."""
    if strangers and chance.random() < 0.5:
        store.begin_session(session.table_state.readings.now(), "another table's")
    state = session.table_state
    entries = [entry for entry in state.logged() if not entry.undone]
    match chance.randrange(6):
        case 0:
            keys = session.clash(*chance.sample(CODES, 2))
            if session.see()["phase"] == "verdict":  # Seen from another side nobody may have won.
                session.order("confirm")
            session.table.take(*keys)
            session.look(2.0)
        case 1:
            session.order("record", system="dragon", document=POOL)
        case 2 if entries:
            session.order("note", entry=entries[-1].id, text=str(chance.random()))
        case 3:
            session.order("view", turn=chance.choice([0, 90, 180]))
        case 4:
            session.clash(*chance.sample(CODES, 2))
            session.order("new-throw")
        case _ if state.projection.undoable:
            session.order("undo")


@pytest.mark.parametrize("strangers", [False, True], ids=["alone", "among others"])
def test_whatever_is_done_and_undone_comes_to_what_the_log_says(
    session: Session, store: Store, strangers: bool
) -> None:
    chance = Random(18)
    for _ in range(40):
        act(session, chance, store, strangers)
        assert same_as_read_anew(session)
    while session.table_state.projection.undoable:
        session.order("undo")
        assert same_as_read_anew(session)


def test_who_takes_back_more_than_is_kept_gets_it_back_all_the_same(session: Session) -> None:
    for turn in range(2 * KEPT_PROJECTIONS):
        session.order("view", turn=(turn % 4) * 90)
    for turn in reversed(range(2 * KEPT_PROJECTIONS - 1)):
        session.order("undo")
        assert session.table_state.settings.view.turn == (turn % 4) * 90


@pytest.mark.parametrize("strangers", [False, True], ids=["alone", "among others"])
def test_an_undo_reads_no_more_of_a_long_session_than_of_a_short_one(
    session: Session, store: Store, strangers: bool
) -> None:
    def undo() -> None:
        session.order("view", turn=90)
        if strangers:
            store.begin_session(session.table_state.readings.now(), "another table's")
        session.order("undo")

    took = []
    for throws in (2, 20):
        play(session, throws, Random(throws))
        undo()
        took.append(calls_of(undo))
    assert took[1] < 1.1 * took[0]


def test_what_cannot_be_read_has_all_read_anew(session: Session) -> None:
    session.order("view", turn=90)
    journal = session.table_state.journal
    number = journal.events[-1].id + 1
    odd = StoredEvent(number, journal.session.id, journal.events[-1].at, "nobody-knows", pack({}))
    read = read_events([*journal.events, odd], journal.projection, number)
    assert [each.event for each in read.unread] == [number]
    assert read.settings.view.turn == 90
    later = StoredEvent(number + 1, None, odd.at, "settings", pack({"view": {"turn": 180}}))
    read = read_events([*journal.events, odd, later], read, number + 1)
    assert (read.settings.view.turn, [each.event for each in read.unread]) == (180, [number])
