"""What was acknowledged is on disk, in order, whatever happens to the program."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from webui.storage.store import Store, StoreError

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def test_events_come_back_in_order(store: Store) -> None:
    session = store.begin_session(NOON)
    for number in range(3):
        store.append(session.id, NOON, "noted", {"number": number})
    store.append(None, NOON, "view", {"turn": 90})
    began, *noted = store.events(session.id)
    assert began.kind == "began"
    assert [event.payload["number"] for event in noted] == [0, 1, 2]
    assert [event.payload for event in store.events(None)] == [{"turn": 90}]


def test_a_restart_within_hours_goes_on_with_the_session(store: Store) -> None:
    first = store.continue_session(NOON)
    store.append(first.id, NOON + timedelta(hours=3), "noted", {})
    assert store.continue_session(NOON + timedelta(hours=14)) == first
    later = store.continue_session(NOON + timedelta(hours=16))
    assert later.id == "2026-11-21-a"


@pytest.mark.parametrize("ahead", [timedelta(days=1), timedelta(days=1100)])
def test_a_session_of_a_clock_that_was_ahead_is_not_gone_on_with(
    store: Store, ahead: timedelta, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = store.continue_session(NOON + ahead)
    right = store.continue_session(NOON)
    assert (right.id, right.number) == ("2026-11-20-a", wrong.number + 1)
    assert "the clock was ahead" in caplog.text
    assert store.continue_session(NOON + timedelta(hours=1)) == right == store.session("latest")


def test_a_clock_that_was_put_right_during_the_session_changes_nothing(store: Store) -> None:
    session = store.continue_session(NOON)
    store.append(session.id, NOON + timedelta(days=700), "noted", {})
    store.append(session.id, NOON + timedelta(hours=1), "noted", {})
    assert store.continue_session(NOON + timedelta(hours=2)) == session
    assert store.continue_session(NOON - timedelta(hours=2)) == session, "an hour or two are no other session"


def test_two_sessions_on_one_day_have_two_names(store: Store) -> None:
    ids = [store.begin_session(NOON).id for _ in range(28)]
    assert ids[:2] == ["2026-11-20-a", "2026-11-20-b"]
    assert len(set(ids)) == 28


def test_the_thirtieth_session_of_a_day_asks_no_more_than_the_second(store: Store) -> None:
    def asked() -> int:
        statements: list[str] = []
        listener = ("before_cursor_execute", lambda *of: statements.append(of[2]))
        sa.event.listen(sa.Engine, *listener)
        store.begin_session(NOON)
        sa.event.remove(sa.Engine, *listener)
        return len(statements)

    store.begin_session(NOON)
    second = asked()
    for _ in range(27):
        store.begin_session(NOON)
    assert asked() == second


def test_sessions_are_found_by_id_name_and_latest(store: Store) -> None:
    assert store.session("latest") is None
    first = store.begin_session(NOON, "The Red House")
    second = store.begin_session(NOON + timedelta(days=1))
    assert store.session("The Red House") == first
    assert store.session(second.id) == second == store.session("latest")
    assert store.session("no such") is None


@pytest.mark.skipif(os.name == "nt", reason="Windows allows no question mark in a folder's name")
def test_a_folder_may_be_called_anything(tmp_path: Path) -> None:
    folder = tmp_path / "100% sure? #1 & more"
    opened = Store(folder)
    opened.begin_session(NOON)
    opened.close()
    assert (folder / "clashcam.sqlite3").is_file()
    assert [each.name for each in tmp_path.iterdir()] == [folder.name]


def test_the_same_picture_is_kept_once(store: Store) -> None:
    digest = store.keep_picture(b"jpeg bytes")
    assert store.keep_picture(b"jpeg bytes") == digest
    assert store.picture(digest) == b"jpeg bytes"
    assert not list(store.folder.rglob("*.part"))


def test_a_store_that_is_no_store_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "clashcam.sqlite3").write_bytes(
        b"not a database at all, but long enough to be looked at" * 20
    )
    with pytest.raises(
        StoreError, match=r"clashcam\.sqlite3: cannot be opened as a Clashcam store"
    ) as caught:
        Store(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match="choose another with --data"):
        Store(tmp_path / "file")


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from webui.storage.store import Store
store = Store(Path(sys.argv[1]), database=sys.argv[2] or None)
session = store.continue_session(datetime(2026, 11, 20, 12, 0, tzinfo=UTC))
number = 0
while True:
    digest = store.keep_picture(b"picture %d" % number)
    store.append(session.id, datetime.now(UTC), "confirmed", {"number": number, "picture": digest})
    print(number, flush=True)
    number += 1
"""


@pytest.mark.skipif(os.name == "nt", reason="kills with a POSIX signal")
def test_what_was_acknowledged_survives_a_kill(log_address: str | None, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(tmp_path), log_address or ""], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        acknowledged = [int(process.stdout.readline()) for _ in range(25)]
        process.send_signal(signal.SIGKILL)
        acknowledged += [int(line) for line in process.stdout]
    store = opened_when_free(tmp_path, log_address)
    session = store.session("latest")
    assert session is not None
    kept = {
        event.payload["number"]: event.payload["picture"]
        for event in store.events(session.id)
        if event.kind == "confirmed"
    }
    assert set(acknowledged) <= set(kept)
    for number, digest in kept.items():
        assert store.picture(digest) == b"picture %d" % number
    store.close()


def opened_when_free(folder: Path, address: str | None) -> Store:
    """A server learns a moment later that a program was killed."""
    deadline = time.monotonic() + 20
    while True:
        try:
            return Store(folder, database=address)
        except StoreError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def test_an_event_holds_what_it_says_small_and_gives_it_anew(store: Store) -> None:
    session = store.begin_session(NOON)
    said = {"entry": 1, "text": "Die Lampe erlischt. \u00e4", "of": [{"who": "Ann B"}] * 40}
    written = store.append(session.id, NOON, "noted", said)
    (read,) = (event for event in store.events(session.id) if event.kind == "noted")
    assert read == written
    assert read.payload == said
    assert len(read.packed) < 0.3 * len(json.dumps(said))
    read.payload["of"].clear()
    assert read.payload == said
