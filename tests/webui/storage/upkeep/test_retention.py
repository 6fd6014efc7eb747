"""Old pictures go when a session begins, as it was said before, and at no other time; sessions go by their order."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.webui.cli.running_table import Table, lives
from webui.storage.store import Session, Store
from webui.storage.upkeep.retention import Retention
from webui.storage.upkeep.tidying import prunable, prune

from .test_tidying import NOON, play


def with_pictures(store: Store) -> list[str]:
    return [
        session.name
        for session in store.sessions()
        if any(store.picture(each.payload["picture"]) for each in store.events(session.id) if each.payload)
    ]


@pytest.fixture
def four(store: Store) -> list[Session]:
    return [play(store, day, b"%d" % day * 1000) for day in range(4)]


def test_what_is_said_before_is_what_goes_when_the_next_session_begins(
    store: Store, four: list[Session]
) -> None:
    said = prunable(store, 2)
    assert (said.sessions, said.pictures) == (2, 4)
    assert len(with_pictures(store)) == 4
    retention = Retention(store)
    retention.follow(four[-1].id, 2, 1)
    fifth = play(store, 4)
    before = len(store.database.pictures.sizes())
    retention.follow(fifth.id, 2, 0)
    retention.wait()
    assert before - len(store.database.pictures.sizes()) == said.pictures
    assert with_pictures(store) == ["day 2", "day 3"]


def test_nothing_goes_within_a_session_nor_where_all_are_kept(store: Store, four: list[Session]) -> None:
    retention = Retention(store)
    retention.follow(four[-1].id, 1, 3)  # Gone on with after a restart.
    retention.follow(four[-1].id, 1, 0)
    retention.wait()
    Retention(store).follow(four[-1].id, None, 0)
    assert len(with_pictures(store)) == 4


def test_a_fresh_start_begins_a_session_and_tidies_once(store: Store, four: list[Session]) -> None:
    retention = Retention(store)
    for _ in range(2):
        retention.follow(four[-1].id, 1, 0)
        retention.wait()
    assert with_pictures(store) == ["day 2", "day 3"]


def test_a_log_that_cannot_be_read_keeps_its_pictures(tmp_path: Path) -> None:
    store = Store(tmp_path)
    sessions = [play(store, day, b"%d" % day * 1000) for day in range(3)]
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE events SET payload = '{' WHERE id = 1")
    retention = Retention(store)
    retention.follow(sessions[-1].id, 1, 0)
    retention.wait()
    assert len(store.database.pictures.sizes()) == 6
    store.close()


def test_with_the_clock_set_back_the_session_that_began_last_is_the_newest(store: Store) -> None:
    ahead = play(store, 30, b"ahead" * 200)
    back = play(store, 0, b"back" * 200)
    assert [session.name for session in store.sessions()] == ["day 30", "day 0"]
    assert store.session("latest") == back
    assert store.continue_session(NOON + timedelta(hours=1)) == back
    # An hour before anything happened is no reason to go on with the other one, either.
    assert store.continue_session(NOON - timedelta(hours=1)) == back
    assert prune(store, newest=1).sessions == 1
    assert with_pictures(store) == ["day 0"]
    assert ahead in store.sessions()


def test_the_running_program_tidies_when_a_session_begins(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for day in range(3):
        play(store, day - 9, b"%d" % day * 1000)
    store.close()
    table = Table(tmp_path)
    with table.running:
        table.wait_until(lives("demo"))
        table.order("keep-pictures", sessions=1)
        table.order("session-new", session_name="the next")
        table.wait_until(lambda state: state["session"]["name"] == "the next")
        pictures = tmp_path / "pictures"
        table.wait_until(lambda _: sum(path.is_file() for path in pictures.rglob("*.jpg")) == 0)
