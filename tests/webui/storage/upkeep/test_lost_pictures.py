"""Pictures that are gone are told in one line; those that people had deleted are not missed."""

from __future__ import annotations

import shutil
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.webui.http.live import Live
from webui.cli import main
from webui.i18n import LANGUAGES
from webui.storage.store import Session, Store
from webui.storage.upkeep.tidying import forget, prune

NOON = datetime(2026, 11, 17, 21, 0, tzinfo=UTC)


def play(store: Store, day: int, *jpegs: bytes) -> Session:
    now = NOON + timedelta(days=day)
    session = store.begin_session(now, f"day {day}")
    for jpeg in jpegs:
        payload = {"picture": store.keep_picture(jpeg), "crops": [store.keep_picture(jpeg + b" crop")]}
        store.append(session.id, now, "confirmed", payload)
    return session


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """Four sessions with four pictures each."""
    with closing(Store(tmp_path)) as store:
        for day in range(4):
            play(store, day, b"a%d" % day, b"b%d" % day)
    return tmp_path


def told(folder: Path) -> list[str]:
    with closing(Store(folder)) as store:
        lines = store.render_faults("en")
        assert all(len(store.render_faults(language)) == len(lines) for language in LANGUAGES)
    return lines


def files(folder: Path) -> list[Path]:
    return sorted((folder / "pictures").rglob("*.jpg"))


def test_nothing_is_told_where_all_are_there(played: Path) -> None:
    assert told(played) == []


def test_a_lost_folder_is_told_with_its_number(played: Path) -> None:
    shutil.rmtree(played / "pictures")
    [line] = told(played)
    assert "are missing: 16 (sessions: " in line
    assert "2026-11-17-a, 2026-11-18-a, 2026-11-19-a, 2026-11-20-a" in line


def test_some_lost_pictures_are_told_with_their_sessions(played: Path) -> None:
    with closing(Store(played)) as store:
        digest = next(event.payload["picture"] for event in list(store.events("2026-11-18-a"))[1:])
    (played / "pictures" / digest[:2] / f"{digest}.jpg").unlink()
    [line] = told(played)
    assert "are missing: 1 (sessions: 2026-11-18-a);" in line


@pytest.mark.parametrize("kept", [1, 2, 3])
def test_what_was_pruned_or_forgotten_is_not_missed(played: Path, kept: int) -> None:
    with closing(Store(played)) as store:
        prune(store, newest=kept)
        forget(store, store.sessions()[-2])
        play(store, 4)  # The next one has no pictures yet.
    assert told(played) == []


def test_pictures_that_sessions_share_are_not_taken_for_left_ones(played: Path) -> None:
    with closing(Store(played)) as store:
        play(store, 4, b"a0")
        prune(store, newest=1)
    assert told(played) == []


def test_an_empty_log_misses_nothing(tmp_path: Path) -> None:
    assert told(tmp_path) == []


def test_doctor_and_page_say_it_too(played: Path) -> None:
    shutil.rmtree(played / "pictures")
    done = CliRunner().invoke(main, ["doctor", "--data", str(played)])
    assert done.exit_code == 1
    [line] = [each for each in done.output.splitlines() if " log " in each]
    assert line.startswith("NO")
    assert "are missing: 16" in line
    with closing(Live(played)) as live:
        assert "are missing: 16" in live.state()["unread"][0]
