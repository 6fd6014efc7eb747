"""Whatever lies in the data folder at the start: told in one line, what can be read is read, nothing is made worse."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner

from tests.webui.storage.unprivileged import not_writable
from webui.cli import main
from webui.i18n import LANGUAGES
from webui.storage.pictures import digest_of
from webui.storage.store import NotWrittenError, Store, StoreError

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

OLD = """
CREATE TABLE evenings (id VARCHAR(64) PRIMARY KEY, name VARCHAR(200) NOT NULL, started VARCHAR(40) NOT NULL);
CREATE TABLE events (id INTEGER PRIMARY KEY, evening VARCHAR(64) REFERENCES evenings (id), at VARCHAR(40) NOT NULL,
  kind VARCHAR(40) NOT NULL, payload JSON NOT NULL);
CREATE INDEX ix_events_evening ON events (evening);
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO evenings VALUES ('2026-12-24-a', 'clock ahead', '2026-12-24T20:00:00+00:00');
INSERT INTO evenings VALUES ('2026-11-19-a', 'clock set back', '2026-11-19T20:00:00+00:00');
INSERT INTO events VALUES (1, '2026-12-24-a', '2026-12-24T20:00:00.000+00:00', 'began', '{}');
INSERT INTO events VALUES (2, '2026-11-19-a', '2026-11-19T20:00:00.000+00:00', 'began', '{}');
"""
"""A log as the first form had it; its first session began while the clock was a month ahead."""


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A data folder with one session, three events and a picture."""
    folder = tmp_path / "data"
    store = Store(folder)
    session = store.begin_session(NOON, "Friday")
    digest = store.keep_picture(b"a picture")
    for number in range(3):
        store.append(session.id, NOON, "noted", {"number": number, "picture": digest})
    store.close()
    return folder


def old_log(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / "clashcam.sqlite3")) as connection:
        connection.executescript(OLD)
    return folder


def numbers(store: Store) -> list[int]:
    session = store.session("latest")
    assert session is not None
    return [event.payload["number"] for event in store.events(session.id) if event.kind == "noted"]


def test_a_second_program_is_told_who_holds_the_folder(played: Path) -> None:
    store = Store(played)
    with pytest.raises(StoreError, match=rf"process {os.getpid()} on .* since 20.*--read-only"):
        Store(played)
    store.close()
    Store(played).close()


def test_another_program_may_look_on_meanwhile(played: Path) -> None:
    store = Store(played)
    looking = Store(played, writing=False)
    session = store.session("latest")
    assert session is not None
    store.append(session.id, NOON, "noted", {"number": 3})
    assert numbers(looking) == [0, 1, 2, 3]
    with pytest.raises(NotWrittenError, match="opened with --read-only"):
        looking.append(session.id, NOON, "noted", {})
    with pytest.raises(NotWrittenError, match="opened with --read-only"):
        looking.keep_picture(b"new")
    looking.close()
    store.close()


def test_the_folder_is_free_again_after_a_kill(tmp_path: Path) -> None:
    held = "import sys, time; from pathlib import Path; from webui.storage.store import Store; "
    code = held + "held = Store(Path(sys.argv[1])); print('held', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(StoreError, match=f"process {process.pid}"):
            Store(tmp_path)
        process.kill()
    Store(tmp_path).close()


def test_a_log_that_cannot_be_written_is_shown(played: Path) -> None:
    with not_writable(played) as folder:
        store = Store(folder)
        session = store.continue_session(NOON)
        assert (session.name, numbers(store)) == ("Friday", [0, 1, 2])
        with pytest.raises(NotWrittenError, match="nothing can be written here"):
            store.append(session.id, NOON, "noted", {})
        assert all(len(store.render_faults(language)) == 1 for language in LANGUAGES)
        store.close()


def test_a_session_is_exported_from_a_disk_that_cannot_be_written(played: Path) -> None:
    importlib.import_module("webui.http.export")  # Nobody may not read the libraries.
    with not_writable(played) as folder, TemporaryDirectory() as to:
        file = Path(to) / "session.json"
        result = CliRunner().invoke(main, ["export", "latest", "--to", str(file), "--data", str(folder)])
        assert (result.exit_code, result.stdout) == (0, f"{file}\n"), result.output
        assert json.loads(file.read_text("utf-8"))["session"]["name"] == "Friday"


def test_a_log_of_an_older_form_is_read_where_it_cannot_be_written(tmp_path: Path) -> None:
    with not_writable(old_log(tmp_path / "old")) as folder:
        store = Store(folder)
        assert [session.name for session in store.sessions()] == ["clock ahead", "clock set back"]
        store.close()


def test_before_a_log_gets_a_new_form_it_is_copied_aside(tmp_path: Path) -> None:
    folder = old_log(tmp_path)
    store = Store(folder)
    assert [session.number for session in store.sessions()] == [1, 2]
    store.close()
    [copy] = (folder / "backups").glob("*-before-0002.sqlite3")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]


def test_the_newest_session_is_the_one_that_began_last_whatever_the_clock_said(tmp_path: Path) -> None:
    store = Store(old_log(tmp_path))
    assert store.continue_session(datetime(2026, 11, 19, 21, tzinfo=UTC)).name == "clock set back"
    later = store.begin_session(datetime(2020, 1, 1, tzinfo=UTC), "battery empty")
    assert store.continue_session(datetime(2020, 1, 1, 1, tzinfo=UTC)) == later == store.session("latest")
    store.close()


def newer(folder: Path) -> None:
    with closing(sqlite3.connect(folder / "clashcam.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0999'")
        connection.execute("ALTER TABLE events ADD COLUMN weather TEXT")
        connection.commit()


def broken_page(folder: Path) -> None:
    path = folder / "clashcam.sqlite3"
    with path.open("r+b") as file:
        file.seek(path.stat().st_size - 4096)
        file.write(b"\xff" * 4096)


@pytest.mark.parametrize(
    ("harm", "told"), [(newer, "newer Clashcam"), (broken_page, "is damaged")], ids=["newer", "broken"]
)
def test_what_can_be_read_is_shown_and_nothing_is_changed(
    played: Path, harm: Callable[[Path], None], told: str
) -> None:
    harm(played)
    before = (played / "clashcam.sqlite3").read_bytes()
    store = Store(played)
    assert told in store.render_faults("en")[0]
    assert store.session("latest") is not None
    assert store.picture(digest_of(b"a picture")) == b"a picture"
    with pytest.raises(NotWrittenError):
        store.append(None, NOON, "noted", {})
    store.close()
    assert (played / "clashcam.sqlite3").read_bytes() == before


def test_events_around_a_broken_page_are_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    session = store.begin_session(NOON)
    for number in range(200):
        store.append(session.id, NOON, "noted", {"number": number, "note": "x" * 500})
    store.close()
    path = tmp_path / "clashcam.sqlite3"
    data = bytearray(path.read_bytes())
    page = data.index(b'"number": 100,') // 4096
    data[page * 4096 : (page + 1) * 4096] = b"\x00" * 4096
    path.write_bytes(data)
    store = Store(tmp_path)
    left = numbers(store)
    assert 150 < len(left) < 200
    assert left == sorted(left)
    assert 100 not in left
    assert "left out" in store.render_faults("en")[1]
    store.close()


def emptied(folder: Path) -> None:
    (folder / "clashcam.sqlite3").write_bytes(b"")


def taken_away(folder: Path) -> None:
    (folder / "clashcam.sqlite3").unlink()


def overwritten(folder: Path) -> None:
    (folder / "clashcam.sqlite3").write_bytes(b"no database, though it is long enough to be one" * 99)


def somebody_elses(folder: Path) -> None:
    taken_away(folder)
    with closing(sqlite3.connect(folder / "clashcam.sqlite3")) as connection:
        connection.execute("CREATE TABLE moz_places (id INTEGER)")


def a_pipe(folder: Path) -> None:
    taken_away(folder)
    os.mkfifo(folder / "clashcam.sqlite3")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (emptied, "gone or empty. Copies in the folder backups: 1"),
        (taken_away, "gone or empty"),
        (overwritten, "damaged or no database"),
        (somebody_elses, "another program"),
        pytest.param(
            a_pipe, "no file", marks=pytest.mark.skipif(os.name == "nt", reason="Windows has no such pipes")
        ),
    ],
)
def test_what_is_no_log_is_never_taken_for_a_new_one(
    played: Path, harm: Callable[[Path], None], told: str
) -> None:
    harm(played)
    before = {path.name for path in played.rglob("*")}
    for language, writing in [("en", True), ("en", False), ("de", True)]:
        with pytest.raises(StoreError) as caught:
            Store(played, writing=writing)
        line = caught.value.render(language)  # type: ignore[attr-defined]
        assert "\n" not in line
        if language == "en" and writing:
            assert told in line
    assert {path.name for path in played.rglob("*")} == before


def test_a_new_folder_holds_a_new_log_even_after_a_kill_at_its_first_breath(tmp_path: Path) -> None:
    (tmp_path / "pictures").mkdir()
    (tmp_path / "clashcam.sqlite3").touch()
    store = Store(tmp_path)
    assert store.sessions() == []
    store.close()


def test_a_database_that_another_program_holds_is_told_so(played: Path) -> None:
    with closing(sqlite3.connect(played / "clashcam.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match=r"another program holds the database.*Nothing is damaged"):
            Store(played)
        other.execute("ROLLBACK")
    Store(played).close()


def test_what_a_kill_left_half_written_is_swept(played: Path) -> None:
    left = played / "pictures" / "ab" / "picture.jpg.123.part"
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"half")
    Store(played).close()
    assert not left.exists()


def test_once_a_session_the_log_is_copied_aside_and_seven_copies_stay(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(10):
        store.begin_session(NOON, f"session {number}")
    store.close()
    copies = sorted((tmp_path / "backups").iterdir())
    assert [copy.name for copy in copies] == [f"clashcam-{number:06d}.sqlite3" for number in range(4, 11)]
    again = tmp_path / "again"
    again.mkdir()
    shutil.copy(copies[-1], again / "clashcam.sqlite3")
    opened = Store(again)
    assert len(opened.sessions()) == 10
    opened.close()


def test_a_damaged_log_takes_the_place_of_no_copy(played: Path) -> None:
    [copy] = (played / "backups").iterdir()
    kept = copy.read_bytes()
    store = Store(played)
    session = store.session("latest")
    assert session is not None
    store.append(session.id, NOON, "noted", {"number": 3})
    broken_page(played)
    store.close()
    assert copy.read_bytes() == kept
