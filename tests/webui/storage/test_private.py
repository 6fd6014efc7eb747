"""The data folder is its owner's alone; folders that are something else too stay as they are."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from webui.storage.folders import keep_private
from webui.storage.logbook import keep_messages
from webui.storage.store import Store
from webui.storage.syncing import put_in_place

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")


@pytest.fixture(autouse=True)
def usual_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def play(folder: Path) -> None:
    with closing(Store(folder)) as store:
        session = store.begin_session(NOON)
        store.append(session.id, NOON, "confirmed", {"picture": store.keep_picture(b"a picture")})
    handler = keep_messages(folder)
    assert handler is not None
    logging.getLogger("webui.test").warning("a message")
    logging.getLogger().removeHandler(handler)
    handler.close()


def open_to_others(folder: Path) -> list[str]:
    """Return what others may read or list, were the folder itself no obstacle."""
    found = [folder, *folder.rglob("*")]
    return [str(path.relative_to(folder)) for path in found if path.stat().st_mode & 0o077]


def test_what_is_new_is_the_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "shelf" / "data"
    play(folder)
    assert (folder / "backups").is_dir()
    assert open_to_others(folder) == []
    assert folder.parent.stat().st_mode & 0o777 == 0o755, "what holds the folder is not ours"


def test_what_an_earlier_program_left_open_is_closed(tmp_path: Path) -> None:
    play(tmp_path / "data")
    for path in [tmp_path / "data", *(tmp_path / "data").rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    Store(tmp_path / "data").close()
    left = open_to_others(tmp_path / "data")
    assert all(name.startswith(("pictures/", "backups/")) for name in left), "their folders are shut"


def test_an_empty_folder_that_was_there_is_closed_too(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "link").symlink_to("data")
    play(tmp_path / "link")
    assert open_to_others(tmp_path / "data") == []


@pytest.mark.parametrize("kind", ["shared", "with other things", "a home"])
def test_a_folder_that_is_something_else_too_stays_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    if kind == "shared":
        folder.chmod(0o1777)
    elif kind == "a home":
        monkeypatch.setenv("HOME", str(folder / "ann"))
    else:
        (folder / "report.odt").touch()
    before = folder.stat().st_mode
    play(folder)
    keep_private(tmp_path / "no such folder")
    assert folder.stat().st_mode == before
    assert [name for name in open_to_others(folder) if name not in (".", "report.odt")] == []


def test_a_link_to_elsewhere_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "data" / "recordings").symlink_to(tmp_path / "elsewhere")
    Store(tmp_path / "data").close()
    assert (tmp_path / "elsewhere").stat().st_mode & 0o777 == 0o755


def test_a_folder_beside_a_log_on_a_server_is_closed_too(tmp_path: Path) -> None:
    """The log itself lies elsewhere; who was let in, messages and decks lie in the folder."""
    folder = tmp_path / "data"
    (folder / "decks").mkdir(parents=True)
    for name in ("sharing.json", "clashcam.log", "door.pem"):
        (folder / name).touch()
    keep_private(folder)
    assert open_to_others(folder) == []


def test_nobody_else_reads_a_file_while_it_is_written(tmp_path: Path) -> None:
    modes = []

    def write(part: Path) -> None:
        part.write_bytes(b"a picture")
        modes.append(part.stat().st_mode & 0o777)

    put_in_place(tmp_path / "picture.jpg", write)
    assert modes == [0o600]
    assert (tmp_path / "picture.jpg").stat().st_mode & 0o777 == 0o600
