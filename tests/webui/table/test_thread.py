"""The table's own thread: who waits too long is told so, what surrounds the table is told, frames wait for nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

import pytest

from tests.webui.http.live import Live, flip_two
from tests.webui.session import FAR_Y, FRAME, NEAR_Y, Session
from tests.webui.table.test_durable import await_kept_verdict
from webui.camera.reports import SeenFrame, SourceStatus
from webui.storage.store import NotWrittenError, Store
from webui.table.commands import Command, parse_command
from webui.table.inbox import DeckSeen, DecksStatus, Item, NetworkStatus, TableBusyError
from webui.table.log.journal import PendingWrite
from webui.table.readings import FreshReadings
from webui.table.snapshot.newest import Newest
from webui.table.snapshot.publisher import Publisher
from webui.table.state import TableState
from webui.table.tabletop import Tabletop
from webui.table.thread import Reactor, TableThread

PATIENCE_S = 30.0


class Held:
    """A question that keeps the table thread until the test lets it go."""

    def __init__(self, live: Live) -> None:
        self._begun, self._go = threading.Event(), threading.Event()
        self._asking = threading.Thread(target=live.table_thread.ask, args=(self._hold,))
        self._asking.start()
        assert self._begun.wait(PATIENCE_S)

    def _hold(self, _: Tabletop) -> None:
        self._begun.set()
        assert self._go.wait(PATIENCE_S)

    def let_go(self) -> None:
        self._go.set()
        self._asking.join(PATIENCE_S)


def turned(live: Live) -> Command:
    return parse_command({"version": live.state()["version"], "name": "view", "turn": 90})


def test_who_waited_too_long_is_never_answered_later(live: Live) -> None:
    wanted, asked = turned(live), list[int]()
    held = Held(live)
    live.table_thread.patience_s = 0.02
    with pytest.raises(TableBusyError, match="Nothing was done"):
        live.table_thread.execute(wanted)
    with pytest.raises(TableBusyError, match="Nothing was done"):
        live.table_thread.ask(lambda table: asked.append(table.version))
    live.table_thread.patience_s = PATIENCE_S
    held.let_go()
    live.look()
    assert not asked
    assert live.state()["view"]["turn"] == 0


def test_who_waits_for_something_begun_is_told_that_it_may_still_be_done(live: Live) -> None:
    begun, go = threading.Event(), threading.Event()

    def slowly(_: Tabletop) -> None:
        begun.set()
        assert go.wait(PATIENCE_S)

    live.table_thread.patience_s = 0.2
    with pytest.raises(TableBusyError, match="still working on it"):
        live.table_thread.ask(slowly)
    assert begun.is_set()
    live.table_thread.patience_s = PATIENCE_S
    go.set()
    assert live.table_thread.ask(lambda table: table.paused) is False


def test_who_asks_after_the_end_is_answered_at_once(live: Live) -> None:
    wanted = turned(live)
    live.table_thread.stop()
    live.table_thread.on_status(DeckSeen("house"))  # Nobody waits for that.
    began_s = time.monotonic()
    with pytest.raises(TableBusyError, match="Nothing was done"):
        live.table_thread.ask(lambda table: table.version)
    with pytest.raises(TableBusyError, match="Nothing was done"):
        live.table_thread.execute(wanted)
    assert time.monotonic() - began_s < PATIENCE_S / 2


def test_how_camera_and_network_are_is_told(live: Live) -> None:
    url = "http://192.168.1.2:8766/"
    assert live.client.get("/api/state?role=screen").get_json()["invitation"] is None
    live.table_thread.on_status(SourceStatus({"kind": "camera", "name": "0", "state": "lost"}))
    live.table_thread.on_status(NetworkStatus({"allowed": True, "urls": [url], "codes": {"players": "1234"}}))
    live.table_thread.on_status(DeckSeen("house"))
    live.look()
    assert live.order("decks", names=["rws"])[0] == 200
    seen = live.state()
    assert seen["deck_seen"] == "house"
    onlooker = live.client.get("/api/state?role=screen").get_json()
    assert onlooker["invitation"] == {"address": "192.168.1.2:8766", "code": "1234"}
    assert (seen["source"]["name"], seen["source"]["state"]) == ("0", "lost")
    assert (seen["network"]["allowed"], seen["network"]["urls"]) == (True, [url])


def test_whoever_hears_of_turns_and_breaks_down_does_not_stop_the_table(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    def hears(item: Item, _: TableState) -> None:
        if isinstance(item, NetworkStatus):
            raise RuntimeError("a screw is loose")

    readings = FreshReadings(lambda: datetime(2026, 11, 20, 21, 14, tzinfo=UTC))
    make = partial(TableState, store, readings, run="run", known_decks=("rws",))
    thread = TableThread(make, lambda: 0.0, hears)
    thread.start()
    thread.on_status(NetworkStatus({"allowed": False, "urls": [], "codes": {}}))
    thread.on_status(DecksStatus(("house", "rws")))
    assert thread.ask(lambda table: table.known_decks) == ("house", "rws")
    thread.stop()
    assert "a screw is loose" in caplog.text


def test_nothing_is_noted_of_the_world_until_somebody_records() -> None:
    readings = FreshReadings(lambda: datetime(2026, 11, 20, 21, 14, tzinfo=UTC), lambda: 7)
    assert (readings.seed(), readings.take()) == (7, [])
    readings.note()
    assert (readings.seed(), readings.take(), readings.take()) == (7, [("seed", 7)], [])


def test_a_throw_that_cannot_be_kept_is_judged_all_the_same(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    append: Callable[..., Any] = Store.append

    def full(store: Store, session: str | None, at: Any, kind: str, payload: Any) -> Any:
        if kind == "lying":
            raise NotWrittenError("not-written", folder=store.folder, why="no space left")
        return append(store, session, at, kind, payload)

    monkeypatch.setattr(Store, "append", full)
    flip_two(live)
    live.look()
    assert live.state()["phase"] == "verdict"
    assert live.order("view", mirror=True)[0] == 200  # An order waits until the disk has answered.
    assert "could not be kept" in caplog.text
    assert live.order("confirm")[0] == 200


def test_a_card_that_only_trembles_is_told_a_few_times_a_second(live: Live) -> None:
    flip_two(live)
    await_kept_verdict(live)
    lies = live.table.tracks[1].quad

    def tremble(by_px: float, after_s: float) -> None:
        live.table.change(1, quad=lies + by_px)
        live.look(after_s)

    tremble(0.5, 1.0)
    before = live.state()["version"]
    tremble(1.0, 0.01)
    tremble(1.5, 0.01)
    assert live.state()["version"] == before
    tremble(2.0, 0.2)
    assert live.state()["version"] > before


def test_a_question_can_be_answered_while_its_card_trembles(live: Live) -> None:
    """Frames that move a card by less than is sent do not make the answer stale."""
    live.table.lay("w09", 300, 600)
    unread = live.table.lay(None, 300, 100)
    live.look()
    live.order("judge-now")
    live.look()
    shown = live.state()
    assert shown["question"]["kind"] == "unreadable"
    lies = live.table.tracks[unread].quad
    for by_px in (0.5, 1.0, 1.5):
        live.table.change(unread, quad=lies + by_px)
        live.look(0.01)
    answer = {"version": shown["version"], "name": "correct", "key": f"t{unread}", "card": "c06"}
    assert live.client.post("/api/command", json=answer).status_code == 200
    assert live.state()["verdict"]["headline"] == "Players win"


def test_whoever_waits_for_the_newest_is_woken_by_each_and_by_the_end() -> None:
    newest, woken = Newest("a"), list[tuple[int, str]]()
    newest.subscribe(lambda: woken.append(newest.numbered()))
    newest.put("b")
    newest.put("c")
    closed = [newest.closed]
    newest.close()
    closed.append(newest.closed)
    assert closed == [False, True]
    assert newest.get() == "c"
    assert woken == [(1, "b"), (2, "c"), (2, "c")]


def test_a_frame_is_told_before_anything_that_it_came_to_is_written(session: Session) -> None:
    told = Publisher(lambda: 0.0)
    begun: list[tuple[str, str | None]] = []

    def write(pending: PendingWrite) -> None:
        begun.append((pending.event.kind, told.snapshots["host"].get().get("phase")))

    reactor = Reactor(session.table_state, write, told)
    session.table.lay("w09", 300, NEAR_Y)
    session.table.lay("c06", 300, FAR_Y)
    reactor.take(SeenFrame(session.table.look(0.1), FRAME, pipeline=1))
    assert begun == [("lying", "verdict")]
