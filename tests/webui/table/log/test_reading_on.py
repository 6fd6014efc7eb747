"""What an act comes to, and its undoing, is worked out from what held before it: the same as from the whole evening."""

from __future__ import annotations

from random import Random

import pytest

from tests.benchmarks.recorded_evening import CODES
from tests.webui.evening import Evening
from tests.webui.table.log.throws import POOL, calls_of, play
from webui.storage.databases.packed import pack
from webui.storage.store import Store, StoredEvent
from webui.table.log.journal import KEPT_PROJECTIONS
from webui.table.log.reading import read_events


def same_as_read_anew(evening: Evening) -> bool:
    journal = evening.table_state.journal
    return journal.projection == read_events(journal.events)


def act(evening: Evening, chance: Random, store: Store, strangers: bool) -> None:
    """Do something, by lot; meanwhile another table of the log may have written, which takes the next number."""
    if strangers and chance.random() < 0.5:
        store.begin_evening(evening.table_state.readings.now(), "another table's")
    state = evening.table_state
    entries = [entry for entry in state.logged() if not entry.undone]
    match chance.randrange(6):
        case 0:
            keys = evening.clash(*chance.sample(CODES, 2))
            if evening.see()["phase"] == "verdict":  # Seen from another side nobody may have won.
                evening.order("confirm")
            evening.table.take(*keys)
            evening.look(2.0)
        case 1:
            evening.order("record", system="dragon", document=POOL)
        case 2 if entries:
            evening.order("note", entry=entries[-1].id, text=str(chance.random()))
        case 3:
            evening.order("view", turn=chance.choice([0, 90, 180]))
        case 4:
            evening.clash(*chance.sample(CODES, 2))
            evening.order("new-throw")
        case _ if state.projection.undoable:
            evening.order("undo")


@pytest.mark.parametrize("strangers", [False, True], ids=["alone", "among others"])
def test_whatever_is_done_and_undone_comes_to_what_the_log_says(
    evening: Evening, store: Store, strangers: bool
) -> None:
    chance = Random(18)
    for _ in range(40):
        act(evening, chance, store, strangers)
        assert same_as_read_anew(evening)
    while evening.table_state.projection.undoable:
        evening.order("undo")
        assert same_as_read_anew(evening)


def test_who_takes_back_more_than_is_kept_gets_it_back_all_the_same(evening: Evening) -> None:
    for turn in range(2 * KEPT_PROJECTIONS):
        evening.order("view", turn=(turn % 4) * 90)
    for turn in reversed(range(2 * KEPT_PROJECTIONS - 1)):
        evening.order("undo")
        assert evening.table_state.settings.view.turn == (turn % 4) * 90


@pytest.mark.parametrize("strangers", [False, True], ids=["alone", "among others"])
def test_an_undo_reads_no_more_of_a_long_evening_than_of_a_short_one(
    evening: Evening, store: Store, strangers: bool
) -> None:
    def undo() -> None:
        evening.order("view", turn=90)
        if strangers:
            store.begin_evening(evening.table_state.readings.now(), "another table's")
        evening.order("undo")

    took = []
    for throws in (2, 20):
        play(evening, throws, Random(throws))
        undo()
        took.append(calls_of(undo))
    assert took[1] < 1.1 * took[0]


def test_what_cannot_be_read_has_all_read_anew(evening: Evening) -> None:
    evening.order("view", turn=90)
    journal = evening.table_state.journal
    number = journal.events[-1].id + 1
    odd = StoredEvent(number, journal.evening.id, journal.events[-1].at, "nobody-knows", pack({}))
    read = read_events([*journal.events, odd], journal.projection, number)
    assert [each.event for each in read.unread] == [number]
    assert read.settings.view.turn == 90
    later = StoredEvent(number + 1, None, odd.at, "settings", pack({"view": {"turn": 180}}))
    read = read_events([*journal.events, odd, later], read, number + 1)
    assert (read.settings.view.turn, [each.event for each in read.unread]) == (180, [number])
