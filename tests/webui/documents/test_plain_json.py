"""What comes in is JSON that every browser can read; what cannot be shown is refused in one line and never stored."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.webui.http.live import Live, flip_two
from webui.documents.plain_json import DEEPEST, UnfitJSONError, read_json, write_json
from webui.table.snapshot.builder import SnapshotBuilder


def desk(document: str) -> bytes:
    return f'{{"version": 0, "name": "desk", "system": "pulp", "document": {document}}}'.encode()


def nested(depth: int) -> str:
    return '{"a":' * depth + "1" + "}" * depth


UNFIT = {
    "not a number": desk('{"notes": [1, 2, NaN]}'),
    "infinite": desk('{"notes": -Infinity}'),
    "beyond all numbers": desk('{"notes": 1e999}'),
    "too many digits": desk('{"notes": ' + "9" * 5000 + "}"),
    "changed by a browser": desk('{"notes": 9007199254740993}'),
    "half a character": desk(r'{"notes": "\ud83d"}'),
    "half a character as a name": desk(r'{"\ude00": 1}'),
    "not UTF-8": desk('{"notes": "') + b"\xff" + b'"}}',
    "a little too deep": desk(nested(DEEPEST)),
    "deep": desk(nested(850)),
    "very deep": desk(nested(40_000)),
}


@pytest.mark.parametrize("path", ["/api/command", "/api/resolve", "/api/tell"])
@pytest.mark.parametrize("body", UNFIT.values(), ids=UNFIT)
def test_what_no_browser_can_read_is_refused_in_one_line(live: Live, path: str, body: bytes) -> None:
    answer = live.client.post(path, data=body)
    assert answer.status_code == 422
    assert answer.get_json()["error"].count("\n") == 0
    assert live.state()["desks"] == {}
    live.look()
    flip_two(live)
    assert live.state()["phase"] == "verdict"


def test_the_line_names_the_place() -> None:
    with pytest.raises(UnfitJSONError, match=r"^notes\[2\]: no finite number") as caught:
        read_json('{"notes": [1, 2, NaN]}')
    assert caught.value.render("de").startswith("notes[2]: keine endliche Zahl")


def test_what_is_whole_passes() -> None:
    given = {
        "text": "„ä“ 🂡",
        "numbers": [1, -2.5, 2**53],
        "none": None,
        "deep": json.loads(nested(DEEPEST - 1)),
    }
    assert read_json(write_json(given)) == given
    assert read_json(b"\xef\xbb\xbf[1]") == [1]


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), "\ud800", object()],
    ids=["no-number", "infinity", "half-a-character", "no-value"],
)
def test_nothing_unreadable_goes_out(value: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        write_json({"value": value})


class Stumbling:
    """Makes the table untellable for as long as something holds, however that came to be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, holds: Any) -> None:
        tell = SnapshotBuilder.write

        def write(builder: SnapshotBuilder, role: str) -> dict[str, Any]:
            told = tell(builder, role)
            return told | {"odds": float("nan")} if holds(told) else told

        monkeypatch.setattr(SnapshotBuilder, "write", write)


def test_an_order_that_cannot_be_shown_is_taken_back(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    live.order("view", mirror=True)
    Stumbling(monkeypatch, lambda told: told["view"]["turn"] == 180)
    status, answer = live.order("view", turn=180)
    assert (status, answer["error"].count("\n")) == (422, 0)
    assert "the command view" in caplog.text
    assert live.state()["view"] == {"turn": 0, "mirror": True, "swap": False}
    assert live.order("view", turn=90)[0] == 200
    assert live.order("undo")[0] == 200
    assert live.order("undo")[0] == 200
    assert live.state()["view"]["mirror"] is False


def test_what_was_taken_back_stays_so_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = Live(tmp_path)
    with monkeypatch.context() as patch:
        Stumbling(patch, lambda told: told["view"]["turn"] == 180)
        live.order("view", turn=180)
    live.close()
    live = Live(tmp_path)
    try:
        assert live.state()["view"]["turn"] == 0
    finally:
        live.close()


def test_a_confirmation_that_cannot_be_shown_leaves_the_verdict_open(
    live: Live, monkeypatch: pytest.MonkeyPatch
) -> None:
    flip_two(live)
    with monkeypatch.context() as patch:
        Stumbling(patch, lambda told: told["phase"] == "confirmed")
        assert live.order("confirm")[0] == 422
        assert live.state()["phase"] == "verdict"
    assert live.order("confirm")[0] == 200
    assert [entry["undone"] for entry in live.client.get("/api/log").get_json()] == [False]


def test_the_table_outlives_a_look_that_cannot_be_told(
    live: Live, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as patch:
        Stumbling(patch, lambda told: True)
        flip_two(live)
        assert "could not be made" in caplog.text
        assert live.state()["phase"] == "empty"
    live.look()
    assert live.state()["phase"] == "verdict"


def test_an_undo_can_be_undone(tmp_path: Path) -> None:
    """As a store may write it that found what it had refused."""
    live = Live(tmp_path)
    live.order("view", turn=90)
    live.order("undo")
    assert live.state()["view"]["turn"] == 0
    undo = live.store.newest_event()
    live.store.append(None, live.now(), "undone", {"event": undo})
    live.close()
    live = Live(tmp_path)
    assert live.state()["view"]["turn"] == 90
    live.close()
