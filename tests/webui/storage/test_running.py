"""While the program runs the disk may fill, break, go and be replaced: what was not kept is never said to be."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from webui.storage.store import NotWrittenError, Store, StoreError

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody move a file that is open")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path / "data")
    opened.begin_session(NOON, "tonight")
    yield opened
    opened.close()


def session_of(store: Store) -> str:
    found = store.session("latest")
    assert found is not None
    return found.id


def deleted(folder: Path) -> None:
    (folder / "clashcam.sqlite3").unlink()


def replaced(folder: Path) -> None:
    path = folder / "clashcam.sqlite3"
    shutil.copy(path, folder / "copy")
    (folder / "copy").replace(path)


def moved(folder: Path) -> None:
    folder.rename(folder.with_name("elsewhere"))


def emptied(folder: Path) -> None:
    os.truncate(folder / "clashcam.sqlite3", 0)


def cut(folder: Path) -> None:
    os.truncate(folder / "clashcam.sqlite3", 5000)


def at(place: int) -> Callable[[Path], None]:
    def harm(folder: Path) -> None:
        with (folder / "clashcam.sqlite3").open("r+b") as file:
            file.seek(place)
            file.write(b"\xa5" * 4096)

    harm.__name__ = f"overwritten-at-{place}"
    return harm


@pytest.mark.parametrize(
    "harm",
    [deleted, replaced, moved, emptied, cut, at(0), at(4096), at(3 * 4096)],
    ids=lambda harm: str(harm.__name__),
)
def test_nothing_is_acknowledged_that_is_not_in_the_file_that_lies_there(
    store: Store, harm: Callable[[Path], None]
) -> None:
    session = session_of(store)
    harm(store.folder)
    with pytest.raises(NotWrittenError) as caught:
        store.append(session, NOON, "noted", {"number": 1})
    assert caught.value.code in ("not-written-gone", "not-written-damaged")


@pytest.mark.parametrize("how", ["deleted", "replaced", "taken by another"])
def test_two_programs_never_write_once_the_lock_file_is_gone(store: Store, how: str) -> None:
    session, lock = session_of(store), store.folder / "clashcam.lock"
    store.append(session, NOON, "noted", {"number": 0})
    lock.unlink()
    if how == "replaced":
        lock.write_text("{}", "utf-8")
    other = Store(store.folder) if how == "taken by another" else None
    with pytest.raises(NotWrittenError, match=r"clashcam\.lock was deleted or replaced"):
        store.append(session, NOON, "noted", {"number": 1})
    with pytest.raises(NotWrittenError, match="Start the program again"):
        store.begin_session(NOON)
    if other is not None:
        other.append(session, NOON, "noted", {"number": 2})
        other.close()
    kept = [event.payload["number"] for event in store.events(session) if event.kind == "noted"]
    assert kept == [0] + [2] * (other is not None)


def test_a_folder_that_was_full_at_the_start_is_taken_once_there_is_room(store: Store) -> None:
    session, folder = session_of(store), store.folder
    store.close()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        late = Store(folder)
        late.open_again()
        with pytest.raises(NotWrittenError, match=r"nothing can be written here.*Free some space"):
            late.append(session, NOON, "noted", {"number": 1})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    late.open_again()
    assert late.render_faults("en") == []
    digest = late.keep_picture(b"a picture")
    late.append(session, NOON, "noted", {"number": 2, "picture": digest})
    with pytest.raises(StoreError, match=f"process {os.getpid()}"):
        Store(folder)
    late.close()
    with closing(Store(folder)) as again:
        assert [event.payload["number"] for event in again.events(session) if event.kind == "noted"] == [2]


def test_a_folder_taken_late_shows_its_own_session_though_the_disk_fills_again(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = store.folder
    store.close()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        late = Store(folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))

    def full(_self: Store) -> None:
        raise NotWrittenError("not-written", folder=folder, why="No space left on device")

    with closing(late):
        with monkeypatch.context() as patch:
            patch.setattr(Store, "_forget_secrets", full)
            with pytest.raises(NotWrittenError):
                late.open_again()
        late.open_again()
        assert late.opened_late


def test_a_full_folder_that_another_program_took_meanwhile_stays_shut(store: Store) -> None:
    session, folder = session_of(store), store.folder
    store.close()
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        late = Store(folder)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    with closing(late), closing(Store(folder)):
        late.open_again()
        with pytest.raises(NotWrittenError):
            late.append(session, NOON, "noted", {})


def test_a_folder_that_is_put_back_goes_on(store: Store) -> None:
    session = session_of(store)
    moved(store.folder)
    with pytest.raises(NotWrittenError):
        store.append(session, NOON, "noted", {"number": 1})
    store.folder.with_name("elsewhere").rename(store.folder)
    store.append(session, NOON, "noted", {"number": 2})
    assert [event.payload for event in store.events(session) if event.kind == "noted"] == [{"number": 2}]


def test_a_picture_that_went_before_its_event_is_not_acknowledged(store: Store) -> None:
    digest = store.keep_picture(b"a picture")
    shutil.rmtree(store.folder / "pictures")
    with pytest.raises(NotWrittenError, match="no longer what this program opened"):
        store.append(session_of(store), NOON, "confirmed", {"picture": digest})


def test_what_was_refused_but_lies_there_all_the_same_is_taken_back(store: Store) -> None:
    session = session_of(store)
    digest = store.keep_picture(b"a picture")
    path = store.folder / "pictures" / digest[:2] / f"{digest}.jpg"
    path.unlink()
    with pytest.raises(NotWrittenError):
        store.append(session, NOON, "confirmed", {"picture": digest})
    told = store.append(session, NOON, "noted", {})
    _, phantom, undone, noted = store.events(session)
    assert (phantom.kind, undone.kind, undone.payload) == ("confirmed", "undone", {"event": phantom.id})
    assert noted == told


def test_a_harmless_touch_is_no_damage(store: Store) -> None:
    os.utime(store.folder / "clashcam.sqlite3")
    assert store.append(None, NOON, "view", {}).id


def test_a_full_disk_is_told_and_nothing_is_lost(store: Store) -> None:
    session = session_of(store)
    store.append(session, NOON, "noted", {"number": 0})
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, hard))
    try:
        with pytest.raises(NotWrittenError, match="free some space"):
            store.append(session, NOON, "noted", {"text": "x" * 60_000})
        with pytest.raises(NotWrittenError, match="free some space"):
            store.keep_picture(b"x" * 60_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    store.append(session, NOON, "noted", {"number": 1})
    kept = [event.payload for event in store.events(session) if event.kind == "noted"]
    assert kept == [{"number": 0}, {"number": 1}]
    assert not list(store.folder.rglob("*.part"))


def test_a_new_session_on_a_full_disk_is_told_in_one_line(store: Store) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, hard))
    try:
        with pytest.raises(NotWrittenError) as caught:
            store.begin_session(NOON + timedelta(days=1))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert "\n" not in str(caught.value)
    assert [session.name for session in store.sessions()] == ["tonight"]


def test_a_held_database_is_told_soon_and_rightly(store: Store) -> None:
    with closing(sqlite3.connect(store.folder / "clashcam.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        start = time.monotonic()
        with pytest.raises(NotWrittenError, match="another program holds the database"):
            store.append(None, NOON, "view", {})
        assert time.monotonic() - start < 20
        other.execute("ROLLBACK")
    store.append(None, NOON, "view", {})


def test_a_picture_that_is_no_longer_what_was_kept_is_not_shown(store: Store) -> None:
    digest = store.keep_picture(b"a picture")
    path = store.folder / "pictures" / digest[:2] / f"{digest}.jpg"
    path.write_bytes(b"<script>")
    assert store.picture(digest) is None
    assert store.keep_picture(b"a picture") == digest
    assert store.picture(digest) == b"a picture"
    assert store.picture("../../clashcam.sqlite3") is None


def test_new_folders_are_synced_into_those_that_hold_them(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []
    true_fsync = os.fsync

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").resolve().name)
        true_fsync(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    digest = store.keep_picture(b"the first of its folder")
    assert synced[0] == "pictures"
    assert synced[-1] == digest[:2]


def test_reading_keeps_nobody_from_writing(store: Store) -> None:
    session = session_of(store)
    reading = store.events(session)
    next(reading)
    store.append(session, NOON, "noted", {})
    assert [event.kind for event in reading] == []
