"""Whatever goes wrong in the table: it goes on, nothing is half done, one line tells it, and the reason is logged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.webui.http.live import FRAME, Live, flip_two
from webui.camera.reports import SeenFrame
from webui.storage.store import Store
from webui.table import keeping, referee, state, thread
from webui.table.inbox import PendingCommand
from webui.table.log.journal import Journal
from webui.table.log.projection import Projection
from webui.table.seen.throw import CurrentThrow
from webui.table.snapshot import news
from webui.table.snapshot.builder import SnapshotBuilder
from webui.table.snapshot.newest import Newest
from webui.table.state import TableState


class BrokenError(Exception):
    """A fault that nobody thought of."""


def break_down(*_: object, **__: object) -> Any:
    raise BrokenError("a screw is loose")


def after_doing(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that does its work and breaks down then: half of something is done."""

    def broken(*arguments: Any, **named: Any) -> Any:
        function(*arguments, **named)
        raise BrokenError("a screw is loose")

    return broken


def state_of(live: Live) -> dict[str, Any]:
    """What the Host sees, but for what tells when."""
    live.look(0.0)
    for _ in range(2):  # What lies there, then the verdict: an order waits until each is on disk.
        live.order("pause", on=False)
    live.look(0.0)
    seen = {key: value for key, value in live.state().items() if key not in ("version", "seen_s")}
    return seen | {"acts": live.table_thread.ask(lambda table: [act.id for act in table.projection.undoable])}


BEGIN: dict[str, Any] = {"name": "new-throw"}
CORRECT: dict[str, Any] = {"name": "correct", "key": "t1", "card": "w02"}

PLACES = [
    (CORRECT, state, "judge", break_down),
    (CORRECT, referee, "impossible_card", break_down),
    (CORRECT, Projection, "drop_no_card", after_doing(Projection.drop_no_card)),
    (BEGIN, Projection, "apply", break_down),
    (BEGIN, Projection, "forget_throw", after_doing(Projection.forget_throw)),
    (BEGIN, Journal, "write", after_doing(Journal.write)),
    (BEGIN, TableState, "begin_throw", after_doing(TableState.begin_throw)),
    (BEGIN, TableState, "end_command", after_doing(TableState.end_command)),
    (BEGIN, TableState, "copy", break_down),
    (BEGIN, CurrentThrow, "begin", after_doing(CurrentThrow.begin)),
    (BEGIN, SnapshotBuilder, "write", break_down),
    (BEGIN, thread, "write_json", break_down),
    (BEGIN, Store, "append", break_down),
]


@pytest.mark.parametrize(
    ("order", "owner", "name", "broken"), PLACES, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_a_command_that_breaks_down_is_refused_and_leaves_nothing_behind(
    live: Live,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    order: dict[str, Any],
    owner: Any,
    name: str,
    broken: Any,
) -> None:
    flip_two(live)
    before = state_of(live)
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, broken)
        status, answer = live.order(**order)
    assert (status, answer["error"].count("\n")) == (422, 0)
    assert answer["error"]
    assert "a screw is loose" in caplog.text
    assert state_of(live) == before
    assert live.order("new-throw")[0] == 200
    assert live.state()["phase"] == "empty"


@pytest.mark.parametrize(
    ("owner", "name", "broken"),
    [
        (state, "judge", break_down),
        (CurrentThrow, "observe", after_doing(CurrentThrow.observe)),
        (TableState, "observe", after_doing(TableState.observe)),
        (keeping, "_keep_cards", break_down),
        (TableState, "copy", break_down),
        (SnapshotBuilder, "write", break_down),
        (Newest, "put", break_down),
        (news, "write_json", break_down),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_a_frame_that_breaks_down_leaves_nothing_behind(
    live: Live, monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, broken: Any
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, broken)
        flip_two(live)
        live.look()
    live.look()
    seen = live.state()
    assert seen["phase"] == "verdict"
    assert seen["verdict"]["headline"] == "Players win"
    assert live.order("confirm")[0] == 200


def test_half_a_frame_is_not_taken_in(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    flip_two(live)
    before = live.table_thread.ask(lambda table: (table.sight.now_s, dict(table.throw.cards)))
    with monkeypatch.context() as patch:
        patch.setattr(TableState, "observe", after_doing(TableState.observe))
        live.table.lay("s04", 600, 600)
        live.look()
    after = live.table_thread.ask(lambda table: (table.sight.now_s, dict(table.throw.cards)))
    assert after[0] == before[0]
    assert list(after[1]) == list(before[1])


def test_a_fault_of_a_frame_is_logged(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    broken: Any = "no observation"
    live.table_thread.see(SeenFrame(broken, FRAME))
    live.look()
    assert "could not be taken in" in caplog.text


def test_a_store_that_cannot_even_be_read_leaves_the_table_as_it_was(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_two(live)
    before = state_of(live)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", break_down)
        patch.setattr(Store, "events", break_down)
        assert live.order("confirm")[0] == 422
    assert state_of(live) == before
    assert live.order("confirm")[0] == 200


def test_a_commit_that_was_refused_and_lies_there_all_the_same_is_told(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is shown is what lies in the store, by the time that whoever gave the order hears of it."""
    refuse, shown = PendingCommand.refuse, list[int]()

    def refuses(order: PendingCommand, fault: BaseException) -> None:
        shown.append(live.table_thread.snapshots["host"].get()["view"]["turn"])
        refuse(order, fault)

    with monkeypatch.context() as patch:
        patch.setattr(Store, "append", after_doing(Store.append))
        patch.setattr(PendingCommand, "refuse", refuses)
        assert live.order("view", turn=90)[0] == 422
    assert shown == [90]
    assert live.state()["view"]["turn"] == 90
    assert live.order("undo")[0] == 200
    assert live.state()["view"]["turn"] == 0


def test_the_table_is_told_again_once_it_can_be(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Newest, "put", break_down)
        assert live.order("view", turn=90)[0] == 200, "it is done and on disk"
    live.table.lay("w09", 300, 600)
    live.look()
    assert live.state()["view"]["turn"] == 90


def test_a_question_that_breaks_down_is_its_askers_affair(live: Live) -> None:
    with pytest.raises(BrokenError):
        live.table_thread.ask(break_down)
    flip_two(live)
    assert live.state()["phase"] == "verdict"
