"""A session may be long: what a throw leaves in memory is small, and a frame costs the same at its end."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from statistics import median
from typing import Any

import pytest

from tests.benchmarks.recorded_session import CODES
from tests.webui.http.live import Live
from tests.webui.session import Session
from tests.webui.table.log.throws import POOL, calls_of, play
from webui.table.log import entries
from webui.table.rendering.verdicts import render_verdict
from webui.table.snapshot.builder import SnapshotBuilder
from webui.table.state import EndedThrow

pytestmark = pytest.mark.slow

MOST_KB = 10.0
"""What a throw may leave in memory, with its line in the log told to the Host and to guests."""


@pytest.fixture
def traced() -> Iterator[Callable[[], float]]:
    """The memory that Python holds, in kB."""

    def held_kb() -> float:
        gc.collect()
        return tracemalloc.get_traced_memory()[0] / 1000

    tracemalloc.start()
    yield held_kb
    tracemalloc.stop()


def test_a_throw_leaves_little_in_memory(session: Session, traced: Callable[[], float]) -> None:
    """Half of the windows at least: what other tests' threads allot meanwhile falls into one of them.

    The first throws fill what is kept once; ten to a window, or a table that grows is a throw's share of it.
    """
    chance = Random(1)
    play(session, 10, chance)
    held_kb = [traced()]
    for _ in range(5):
        play(session, 10, chance)
        held_kb.append(traced())
    assert median(later - before for before, later in pairwise(held_kb)) / 10 < MOST_KB


def test_throws_that_were_ended_by_hand_are_kept_until_the_next_cards_alone(session: Session) -> None:
    def kept() -> int:
        gc.collect()
        return sum(isinstance(each, EndedThrow) for each in gc.get_objects())

    others = kept()
    chance = Random(1)
    for _ in range(6):
        keys = session.clash(*chance.sample(CODES, 2))
        session.order("new-throw")
        assert kept() - others == 1
        session.table.take(*keys)
        session.look(2.0)
    session.order("undo")
    assert kept() == others


def test_a_frame_costs_the_same_after_many_throws(session: Session) -> None:
    def frame() -> None:
        SnapshotBuilder(session.table_state.copy()).write("host")

    took = []
    for entries_more in (5, 100):
        for _ in range(entries_more):
            session.order("record", system="dragon", document=POOL)
        keys = session.clash("w09", "c06")
        frame()
        took.append(calls_of(frame))
        session.table.take(*keys)
        session.look(2.0)
    assert took[1] < 1.03 * took[0]


def test_the_log_is_put_into_words_beside_the_table(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    tellers = []

    def noted(*arguments: Any, **named: Any) -> Any:
        tellers.append(threading.current_thread().name)
        return render_entry(*arguments, **named)

    render_entry = entries.render_entry
    live.order("record", system="dragon", document=POOL)
    monkeypatch.setattr(entries, "render_entry", noted)
    (entry,) = live.client.get("/api/log?role=players").get_json()
    assert entry["verdict"]["headline"]
    assert tellers
    assert "table" not in tellers


def test_an_undo_puts_no_old_entry_into_words_again(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(session, 8, Random(1))
    session.order("note", entry=session.log()[0]["id"], text="first")
    session.order("undo")
    told = []

    def noted(*arguments: Any, **named: Any) -> Any:
        told.append(arguments)
        return render_verdict(*arguments, **named)

    monkeypatch.setattr(entries, "render_verdict", noted)
    session.order("undo")
    assert len(told) <= 4
