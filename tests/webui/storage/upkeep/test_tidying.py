"""What people want gone is gone, and nothing else: from the rows, the pictures and the copies."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from webui.cli import main
from webui.storage.store import Session, Store, StoreError
from webui.storage.upkeep.tidying import forget, prune

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SECRET = "ann-was-here"


def play(store: Store, day: int, *jpegs: bytes) -> Session:
    now = NOON + timedelta(days=day)
    session = store.begin_session(now, f"day {day}")
    for jpeg in jpegs:
        payload = {"picture": store.keep_picture(jpeg), "crops": [store.keep_picture(jpeg + b" crop")]}
        store.append(session.id, now, "confirmed", payload | {"note": f"{SECRET}-{day}"})
    return session


def test_a_forgotten_session_is_gone_and_what_others_share_stays(store: Store) -> None:
    first, second = play(store, 0, b"only here", b"shared"), play(store, 1, b"shared")
    own, shared = (
        next(iter(event.payload["picture"] for event in list(store.events(first.id))[n:])) for n in (1, 2)
    )
    gone = forget(store, first)
    assert (gone.sessions, gone.events, gone.pictures, gone.shared) == (1, 3, 2, 2)
    assert store.sessions() == [second]
    assert list(store.events(first.id)) == []
    assert (store.picture(own), store.picture(shared)) == (None, b"shared")
    assert len(list(store.events(second.id))) == 2


def test_nothing_of_a_forgotten_session_is_left_in_any_file(tmp_path: Path) -> None:
    store = Store(tmp_path)
    first = play(store, 0, b"only here")
    play(store, 1, b"another")
    assert any(f"{SECRET}-0".encode() in path.read_bytes() for path in tmp_path.rglob("*.sqlite3"))
    forget(store, first)
    store.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if f"{SECRET}-0".encode() in path.read_bytes()] == []
    assert [path for path in files if b"only here" in path.read_bytes()] == []
    assert [path for path in files if f"{SECRET}-1".encode() in path.read_bytes()]


def test_old_sessions_lose_their_pictures_and_keep_what_was_played(store: Store) -> None:
    sessions = [play(store, day, b"%d" % day * 1000) for day in range(4)]
    gone = prune(store, before=NOON + timedelta(days=1, hours=1))
    assert (gone.sessions, gone.pictures) == (2, 4)
    shown = [
        store.picture(event.payload["picture"]) is not None
        for session in sessions
        for event in store.events(session.id)
        if event.kind == "confirmed"
    ]
    assert shown == [False, False, True, True]


def test_the_oldest_go_until_the_rest_fits_and_the_newest_session_stays(store: Store) -> None:
    for day in range(4):
        play(store, day, b"%d" % day * 1000)
    store.database.pictures.keep(b"of no session, as an earlier run may have left it")
    assert prune(store, budget=5000).sessions == 2
    assert (
        prune(store, budget=0).sessions == 1 + 2
    )  # Those without pictures count as well; the newest does not.
    assert len(store.database.pictures.sizes()) == 2


def test_nothing_is_deleted_while_an_event_cannot_be_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = play(store, 0, b"a picture")
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE events SET payload = '{' WHERE kind = 'began'")
    with pytest.raises(StoreError, match="nothing is deleted"):
        forget(store, session)
    assert len(store.database.pictures.sizes()) == 2
    store.close()


def run(folder: Path, *words: str, says: str = "") -> Result:
    return CliRunner().invoke(main, [*words, "--data", str(folder)], input=says)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    store = Store(tmp_path)
    for day in range(2):
        play(store, day, b"%d" % day * 1000)
    store.close()
    return tmp_path


def test_forget_asks_and_says_what_is_left(played: Path) -> None:
    assert run(played, "forget", "day 0", says="n\n").exit_code == 1
    done = run(played, "forget", "day 0", says="y\n")
    assert done.exit_code == 0, done.output
    assert "2 events and 2 pictures deleted" in done.output
    assert "left are: what was set" in done.output
    assert "which you can delete" not in done.output
    again = run(played, "forget", "day 0", "--yes")
    assert (again.exit_code, "no session is called 'day 0'; known are 2026-11-21-a" in again.output) == (
        1,
        True,
    )


def test_forget_names_the_files_that_may_hold_the_session_still(played: Path) -> None:
    assert run(played, "restore", "newest").exit_code == 0
    (played / "recordings").mkdir()
    (played / "recordings" / "friday.recording").write_bytes(b"")
    done = run(played, "forget", "day 0", "--yes")
    named = done.output.splitlines()[-1].partition(": ")[2].split(", ")
    assert {Path(each).name for each in named} >= {"set-aside-1.sqlite3", "friday.recording"}


def test_prune_says_what_went_and_what_is_left(played: Path) -> None:
    done = run(played, "prune", "--budget", "0")
    assert done.output.splitlines() == [
        "2 pictures of 1 sessions deleted (0.0 MB)",
        "2 pictures are left (0.0 MB)",
    ]


def test_a_copy_is_put_in_the_place_of_a_broken_log(played: Path) -> None:
    (played / "clashcam.sqlite3").write_bytes(b"broken" * 2000)
    (played / "clashcam.sqlite3-journal").write_bytes(b"of the broken one")
    listed = run(played, "restore").output
    assert "clashcam-000002.sqlite3: sessions day 0, day 1" in listed
    assert run(played, "restore", "none-such").exit_code == 1
    done = run(played, "restore", "newest")
    assert done.exit_code == 0, done.output
    assert not (played / "clashcam.sqlite3-journal").exists()
    assert (played / "set-aside-1.sqlite3").read_bytes().startswith(b"broken")
    store = Store(played)
    assert [session.name for session in store.sessions()] == ["day 0", "day 1"]
    store.close()


def test_a_broken_copy_is_put_nowhere(played: Path) -> None:
    before = (played / "clashcam.sqlite3").read_bytes()
    (played / "backups" / "clashcam-000002.sqlite3").write_bytes(b"broken" * 2000)
    done = run(played, "restore", "newest")
    assert (done.exit_code, "no whole copy" in done.output) == (1, True)
    assert (played / "clashcam.sqlite3").read_bytes() == before


def test_the_newest_sessions_keep_their_pictures(store: Store) -> None:
    for day in range(4):
        play(store, day, b"%d" % day * 1000)
    gone = prune(store, newest=2)
    assert (gone.sessions, gone.events) == (2, 0)
    assert [len(list(store.events(session.id))) for session in store.sessions()] == [2, 2, 2, 2]
    assert prune(store, newest=2).pictures == 0


def test_a_picture_that_waits_for_its_event_is_not_pruned(store: Store) -> None:
    play(store, 0, b"0" * 1000)
    waiting = store.keep_picture(b"of a verdict that is being written")
    prune(store, newest=1)
    assert store.picture(waiting) is not None
