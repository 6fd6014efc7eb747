"""What a page says is kept is on disk, and the disk holds nobody up: frames go on while something is written."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.webui.http.live import Live
from webui.storage import opening
from webui.storage.store import NotWrittenError, Session, Store

PATIENCE_S = 30.0


@dataclass
class Disk:
    """A disk that takes as long for an event of people's as the test wants, and may be full then."""

    begun: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)
    full: bool = False
    pictures: list[str] = field(default_factory=list)
    there_before: bool = False


class Answer:
    """An order that is on its way."""

    def __init__(self, live: Live, name: str, **arguments: Any) -> None:
        self._client = live.client.application.test_client()
        self._document = {"version": live.state()["version"], "name": name, **arguments}
        self._thread = threading.Thread(target=self._send)
        self._thread.start()
        self.status: int | None = None

    def _send(self) -> None:
        self.status = self._client.post("/api/command", json=self._document).status_code

    def wait(self) -> int | None:
        self._thread.join(PATIENCE_S)
        return self.status


@contextmanager
def held(live: Live, monkeypatch: pytest.MonkeyPatch) -> Iterator[Disk]:
    """Hold every commit of a person's event until the test lets it go."""
    disk = Disk()
    append: Callable[..., Any] = Store.append
    keep: Callable[..., Any] = Store.keep_picture

    def slowly(store: Store, session: str | None, at: Any, kind: str, payload: Any) -> Any:
        if kind not in ("lying", "judged"):
            disk.there_before = all(store.picture(digest) is not None for digest in disk.pictures)
            disk.begun.set()
            assert disk.go.wait(PATIENCE_S)
            if disk.full:
                raise NotWrittenError("not-written", folder=store.folder, why="no space left")
        return append(store, session, at, kind, payload)

    def kept(store: Store, jpeg: bytes) -> str:
        digest: str = keep(store, jpeg)
        disk.pictures.append(digest)
        return digest

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", slowly)
        patch.setattr(Store, "keep_picture", kept)
        yield disk
        disk.go.set()


def lay_two(live: Live) -> None:
    live.table.lay("w09", 300, 600)
    live.table.lay("c06", 300, 100)
    live.look()


def await_kept_verdict(live: Live) -> None:
    """Wait until the verdict stands in the log, which nobody orders and the disk delays."""
    until_s = time.monotonic() + PATIENCE_S
    while live.table_thread.ask(lambda table: table.outcome.kept) is None:
        assert time.monotonic() < until_s
        time.sleep(0.01)


def seen_cards(live: Live) -> set[str]:
    cards = [card for seat in live.state()["seats"] for card in seat["cards"]]
    return {card["card"] for card in cards if card["card"]}


def test_frames_go_on_while_a_confirmation_is_written(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_two(live)
    await_kept_verdict(live)
    with held(live, monkeypatch) as disk:
        answer = Answer(live, "confirm")
        assert disk.begun.wait(PATIENCE_S)
        before = live.client.get("/frame.jpg").data
        live.table.lay("s04", 600, 600)
        for _ in range(20):
            live.look(0.1)
        assert live.table_thread.ask(lambda table: table.sight.now_s) == pytest.approx(live.table.t_s)
        assert "s04" in seen_cards(live), "what arrives meanwhile is shown"
        assert live.client.get("/frame.jpg").data[:2] == before[:2] == b"\xff\xd8"
        assert answer.status is None, "not acknowledged before it is on disk"
        assert live.state()["phase"] != "confirmed"
        logged = live.client.get("/api/log").get_json()
        assert not any(entry["confirmed"] for entry in logged), "it is not confirmed before it is on disk"
        assert len(disk.pictures) >= 3
        assert disk.there_before, "the pictures lie on disk before the event that speaks of them"
        disk.go.set()
        assert answer.wait() == 200
    live.look()
    (entry,) = live.client.get("/api/log").get_json()
    assert entry["confirmed"] is True
    assert {card["card"] for seat in entry["seats"] for card in seat["cards"]} == {"w09", "c06"}


def test_what_is_thrown_while_a_confirmation_is_written_is_the_next_throw(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_two(live)
    with held(live, monkeypatch) as disk:
        answer = Answer(live, "confirm")
        assert disk.begun.wait(PATIENCE_S)
        live.table.take()
        live.look(2.0)
        live.table.lay("w02", 300, 600)
        live.table.lay("c03", 300, 100)
        live.look()
        live.look()
        disk.go.set()
        assert answer.wait() == 200
    state = live.state()
    assert (state["phase"], state["verdict"]["tone"], state["log"]["count"]) == ("verdict", "host", 1)
    assert seen_cards(live) == {"w02", "c03"}
    assert live.order("confirm")[0] == 200
    assert len(live.client.get("/api/log").get_json()) == 2


def test_a_full_disk_leaves_the_table_as_it_was(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    lay_two(live)
    with held(live, monkeypatch) as disk:
        disk.full = True
        answer = Answer(live, "confirm")
        assert disk.begun.wait(PATIENCE_S)
        live.look()
        disk.go.set()
        assert answer.wait() == 507
    assert (live.state()["phase"], live.state()["log"]["count"]) == ("verdict", 0)
    assert live.order("confirm")[0] == 200
    assert live.state()["phase"] == "confirmed"


def test_commands_are_written_one_after_the_other(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    with held(live, monkeypatch) as disk:
        first = Answer(live, "mode", kind="opposed")
        assert disk.begun.wait(PATIENCE_S)
        second = Answer(live, "mode", kind="c10")
        third = Answer(live, "pause", on=True)
        live.look()
        assert live.state()["mode"]["kind"] == "clash"
        disk.go.set()
        assert [each.wait() for each in (first, second, third)] == [200, 200, 200]
    assert live.state()["mode"]["kind"] == "c10"
    assert live.state()["paused"] is True


def test_a_page_that_has_not_seen_what_was_written_is_refused(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_two(live)
    with held(live, monkeypatch) as disk:
        first = Answer(live, "correct", key="t1", card="w02")
        assert disk.begun.wait(PATIENCE_S)
        live.table.lay("s04", 600, 600, arrived=False)
        for _ in range(3):
            live.look()  # The page's version rises, and still shows the table without the correction.
        second = Answer(live, "confirm")
        disk.go.set()
        assert (first.wait(), second.wait()) == (200, 409)


def test_numbers_are_the_stores_own(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another table may write into the same log meanwhile."""
    lay_two(live)
    with held(live, monkeypatch) as disk:
        answer = Answer(live, "confirm")
        assert disk.begun.wait(PATIENCE_S)
        live.store.begin_session(live.now(), "another table's")
        disk.go.set()
        assert answer.wait() == 200
    (entry,) = live.client.get("/api/log").get_json()
    assert live.table_thread.ask(lambda table: table.confirmed) == entry["id"]
    assert live.order("undo")[0] == 200
    assert live.state()["phase"] == "verdict"


def test_the_last_word_is_written_before_the_end(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    with held(live, monkeypatch) as disk:
        answer = Answer(live, "view", turn=90)
        assert disk.begun.wait(PATIENCE_S)
        ending = threading.Thread(target=live.table_thread.stop)
        ending.start()
        disk.go.set()
        ending.join(PATIENCE_S)
        assert answer.wait() == 200
    assert [event.payload for event in live.store.events(None)][-1]["view"]["turn"] == 90


def test_a_new_session_begins_when_it_is_on_disk(live: Live) -> None:
    lay_two(live)
    assert live.order("confirm")[0] == 200
    assert live.order("session-new", session_name="Saturday")[0] == 200
    session = live.state()["session"]
    known = live.store.sessions()
    assert (session["id"], session["name"]) == (known[-1].id, "Saturday")
    assert live.state()["log"]["count"] == 0
    assert live.order("note", entry=1, text="no")[0] == 422
    assert live.order("undo")[0] == 422, "what was done before it is not undone tonight"
    lay_two(live)
    assert live.order("pause", on=True)[0] == 200  # What the camera saw is on disk before this.
    again = live.table_thread.ask(lambda table: table.journal.copy())
    again.replace([*live.store.events(None), *live.store.events(session["id"])])
    assert again.projection == live.table_thread.ask(lambda table: table.projection)


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk on which no file can grow until ``undo``."""

    def full(_: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(opening, "FolderLock", full)
    return monkeypatch


def played(folder: Path, at: datetime) -> Session:
    with closing(Store(folder)) as store:
        return store.begin_session(at, "the last one")


TONIGHT = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)
LAST_WEEK = datetime(2026, 11, 13, 21, 0, tzinfo=UTC)


@pytest.fixture
def last_session(tmp_path: Path, request: pytest.FixtureRequest) -> Session:
    return played(tmp_path, request.param)


@pytest.mark.parametrize("last_session", [TONIGHT], indirect=True)
def test_a_session_that_began_on_a_full_disk_is_kept_once_there_is_room(
    last_session: Session, full_disk: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(Live(tmp_path)) as live:
        status, answer = live.order("seat-change", seat="players", seat_name="Us")
        assert status == 507
        assert "Free some space" in answer["error"]
        assert live.state()["unread"]
        full_disk.undo()
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 200
        live.look(2.0)
        lay_two(live)
        assert live.order("confirm")[0] == 200
        assert live.state()["unread"] == []
    with closing(Store(tmp_path)) as again:
        assert [event.kind for event in again.events(last_session.id)].count("confirmed") == 1


@pytest.mark.parametrize("last_session", [LAST_WEEK], indirect=True)
def test_another_session_begins_if_the_one_shown_was_over(
    last_session: Session, full_disk: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(Live(tmp_path)) as live:
        assert live.state()["session"]["id"] == last_session.id
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 507
        full_disk.undo()
        status, answer = live.order("seat-change", seat="players", seat_name="Us")
        assert status == 507
        assert "the session 2026-11-20-a has started" in answer["error"]
        assert live.state()["session"]["id"] == "2026-11-20-a"
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 200
        assert live.state()["unread"] == []
    with closing(Store(tmp_path)) as again:
        assert [event.kind for event in again.events(last_session.id)] == ["began"]


@pytest.mark.parametrize("last_session", [LAST_WEEK], indirect=True)
def test_who_begins_a_session_gets_that_one_alone(
    last_session: Session, full_disk: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(Live(tmp_path)) as live:
        full_disk.undo()
        assert live.order("session-new", session_name="Saturday")[0] == 200
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 200
        assert [each.name for each in live.store.sessions()] == ["the last one", "Saturday"]


@pytest.mark.parametrize("last_session", [LAST_WEEK], indirect=True)
def test_renaming_a_session_takes_the_folder_too(
    last_session: Session, full_disk: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with closing(Live(tmp_path)) as live:
        full_disk.undo()
        body = {"session": last_session.id, "name": "Friday"}
        assert live.client.post("/api/sessions/rename", json=body).status_code == 200
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 507
        assert live.order("seat-change", seat="players", seat_name="Us")[0] == 200
        assert [each.name for each in live.store.sessions()] == ["Friday", "2026-11-20-a"]
