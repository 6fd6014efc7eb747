"""Whatever lies in the store, the program starts, serves what can be read, and tells what cannot; nothing is lost."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.webui.http.live import Live, flip_two
from webui.before_sessions import FIELD
from webui.cli import main
from webui.http.export import FORMS, render_export
from webui.storage.store import Store
from webui.table.log.events import declared_events
from webui.table.log.reading import read_events
from webui.table.thread import TableThread

pytestmark = pytest.mark.slow

WORD = {"throw": 1, "run": "run", "key": 1, "place": [0.2, 0.8], "seen": "w09", "card": "w02"}
LOGGED = {
    "throw": 1,
    "mode": "clash",
    "seats": [],
    "picture": None,
    "crops": [],
    "document": {},
    "result": {},
}
SPEED = {"kind": "speed", "stat": 7, "dice": [2, 5, 5, 8]}
CAST = {
    "id": "players",
    "name": "Ann",
    "side": "players",
    "colour": "#112233",
    "significators": [],
    "cards": [],
}
SEAT = {"id": "a", "name": "A", "side": "players", "colour": "#112233"}


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"a": value}
    return value


DAMAGED: dict[str, tuple[str, Any]] = {
    "unknown kind": ("dealt-anew", {"cards": 3}),
    "kind that is a method": ("undone-", {}),
    "no kind": ("", {}),
    "no JSON": ("thrown", "{broken"),
    "empty payload": ("thrown", ""),
    "null": ("settings", "null"),
    "a list": ("settings", "[1]"),
    "not a number": ("desk", '{"system": "pulp", "document": {"notes": NaN}}'),
    "infinite": ("desk", '{"system": "pulp", "document": {"notes": 1e999}}'),
    "half a character": ("desk", r'{"system": "pulp", "document": {"notes": "\ud800"}}'),
    "nested deep": ("desk", json.dumps({"system": "pulp", "document": nested(850)})),
    "nested without end": ("desk", '{"system": "pulp", "document": ' + '{"a":' * 100_000),
    "desk without a document": ("desk", {"system": "pulp"}),
    "desk of no object": ("desk", {"system": "pulp", "document": "notes"}),
    "settings unknown": ("settings", {"curtain": "red"}),
    "settings of the wrong type": ("settings", {"view": {"turn": "north"}}),
    "language that is not spoken": ("settings", {"language": "tlh"}),
    "language without words": ("settings", {"language": "xx"}),
    "seats twice": ("settings", {"seats": [SEAT, SEAT]}),
    "word without a place": ("corrected", {key: WORD[key] for key in WORD if key != "place"}),
    "word in a strange place": ("corrected", WORD | {"place": ["left", "top"]}),
    "word about a strange card": ("corrected", WORD | {"card": "z99"}),
    "word about a strange side": ("corrected", WORD | {"face": "left"}),
    "counted without words": ("counted", {"cards": [{"key": 1}]}),
    "lying with three corners": (
        "lying",
        {"cards": [{"card": None, "face": "up", "quad": [[0.0, 0.0]] * 3}]},
    ),
    "seat of nobody's type": ("assigned", WORD | {"card": None, "seat": 7}),
    "confirmed without seats": ("confirmed", {key: LOGGED[key] for key in LOGGED if key != "seats"}),
    "confirmed of nothing": ("confirmed", LOGGED),
    "confirmed with a strange card": (
        "confirmed",
        LOGGED | {"seats": [CAST | {"cards": [{"card": "z99", "reversed": False, "by": "camera"}]}]},
    ),
    "confirmed of somebody who did not throw": (
        "confirmed",
        LOGGED
        | {
            "document": {"kind": "test", "intensity": 1, "thrower": {"id": "a", "cards": ["w13"]}},
            "result": {
                "outcome": "success",
                "winner": "b",
                "throws": [{"id": "b", "value": 13, "card": "w13", "critical": True, "fumble": False}],
            },
        },
    ),
    "recorded without a result": ("recorded", {"system": "dragon", "document": SPEED}),
    "recorded in a system that is not played": ("recorded", LOGGED | {"system": 7}),
    "note on no entry": ("noted", {"entry": 4711, "text": "lost"}),
    "correction of no entry": (
        "entry-corrected",
        {"entry": 4711, "seat": "a", "index": 0, "from": "w01", "to": "w02", "judged": {}},
    ),
    "undone without an event": ("undone", {}),
    "undone of a strange event": ("undone", {"event": "last"}),
    "undone of a missing event": ("undone", {"event": 4711}),
    "round of no object": ("round", {"round": "third"}),
    "round with strange fields": ("round", {"round": {"document": {}, "weather": "rain"}}),
    "round that does not fit": ("round", {"round": {"document": {"kind": "round", "characters": "Ann"}}}),
    "round of nobody": ("round", {"round": {"document": {}}}),
    "choice without a side": ("chosen", {"seat": "players"}),
    "reshuffled nothing": ("reshuffled", {}),
    "accepted a strange card": ("accepted", {"card": 9}),
}


def insert(folder: Path, kind: str, payload: Any, at: str = "2026-11-20T21:14:00.000+00:00") -> int:
    text = payload if isinstance(payload, str) else json.dumps(payload)
    session = None if kind == "settings" else "2026-11-20-a"
    with closing(sqlite3.connect(folder / "clashcam.sqlite3")) as file, file:
        values = (session, at, kind, text)
        key = file.execute(
            f"INSERT INTO events ({FIELD}, at, kind, payload) VALUES (?, ?, ?, ?)", values
        ).lastrowid
    assert key is not None
    return key


def stored(folder: Path, event: int) -> tuple[str, str]:
    with closing(sqlite3.connect(folder / "clashcam.sqlite3")) as file:
        row: tuple[str, str] = file.execute(
            "SELECT kind, payload FROM events WHERE id = ?", (event,)
        ).fetchone()
    return row


def play_one(folder: Path) -> None:
    """A session with a setting, a confirmed throw and a judged document."""
    live = Live(folder)
    live.look(2.0)
    live.order("view", mirror=True)
    flip_two(live)
    assert live.order("confirm")[0] == 200
    assert live.order("record", system="dragon", document=SPEED)[0] == 200
    live.close()


@pytest.mark.parametrize(("kind", "payload"), DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_event_is_told_and_all_others_hold(tmp_path: Path, kind: str, payload: Any) -> None:
    play_one(tmp_path)
    event = insert(tmp_path, kind, payload)
    before = stored(tmp_path, event)
    live = Live(tmp_path)
    try:
        state = live.state()
        assert state["view"]["mirror"] is True
        assert [entry["id"] for entry in state["log"]["last"]] == [5, 6]
        [line] = state["unread"]
        assert line.startswith(f"Event {event} of the log ({kind})")
        assert line.count("\n") == 0
        assert len(live.client.get("/api/log").get_json()) == 2
        live.look(2.0)
        live.table.lay("s05", 300, 600)
        live.table.lay("p03", 300, 100)
        live.look()
        assert live.state()["phase"] == "verdict"
        for name in ("confirm", "undo"):
            assert live.order(name)[0] == 200
        for form in FORMS:
            assert live.client.get(f"/export{form}").status_code == 200
        json.loads(live.client.get("/api/state").text, parse_constant=lambda constant: pytest.fail(constant))
    finally:
        live.close()
    assert stored(tmp_path, event) == before


def test_all_at_once(tmp_path: Path) -> None:
    play_one(tmp_path)
    inserted = [insert(tmp_path, kind, payload) for kind, payload in DAMAGED.values()]
    live = Live(tmp_path)
    try:
        assert [int(line.split()[1]) for line in live.state()["unread"]] == inserted
        assert live.order("view", turn=90)[0] == 200
    finally:
        live.close()


@pytest.mark.parametrize("at", ["yesterday", "", "2026-11-20T21:14:00"])
def test_times_that_cannot_be_read(tmp_path: Path, at: str) -> None:
    play_one(tmp_path)
    event = insert(tmp_path, "thrown", {}, at)
    live = Live(tmp_path)
    try:
        told = [int(line.split()[1]) for line in live.state()["unread"]]
        assert told == ([] if at.startswith("2026") else [event])
        assert live.state()["session"]["id"] == "2026-11-20-a"
    finally:
        live.close()


def test_a_session_whose_beginning_cannot_be_read(tmp_path: Path) -> None:
    play_one(tmp_path)
    with closing(sqlite3.connect(tmp_path / "clashcam.sqlite3")) as file, file:
        file.execute("UPDATE evenings SET started = 'noon'")
        file.execute("UPDATE events SET at = 'noon'")
    live = Live(tmp_path)
    try:
        assert live.order("view", turn=90)[0] == 200
    finally:
        live.close()


def test_what_cannot_be_read_is_told_in_the_language_of_the_table(tmp_path: Path) -> None:
    play_one(tmp_path)
    event = insert(tmp_path, "noted", {"entry": 4711, "text": "lost"})
    with closing(Store(tmp_path)) as store:
        [unread] = read_events([*store.events(None), *store.events("2026-11-20-a")]).unread
    assert unread.render("de").startswith(f"Ereignis {event} des Protokolls (noted) lässt sich nicht lesen")


def test_the_export_command_tells_it_too(tmp_path: Path) -> None:
    play_one(tmp_path)
    event = insert(tmp_path, "confirmed", LOGGED)
    to = tmp_path / "kept.json"
    result = CliRunner().invoke(main, ["export", "--data", str(tmp_path), "--to", str(to)])
    assert result.exit_code == 0
    assert f"clashcam: Event {event} of the log (confirmed)" in result.stderr
    assert len(json.loads(to.read_text(encoding="utf-8"))["entries"]) == 2


def test_players_hear_nothing_of_it(tmp_path: Path) -> None:
    play_one(tmp_path)
    insert(tmp_path, "dealt-anew", {})
    live = Live(tmp_path)
    try:
        assert "unread" not in live.client.get("/api/state?role=players").get_json()
    finally:
        live.close()


def test_a_newer_store_is_shown_and_told_in_one_line(tmp_path: Path) -> None:
    play_one(tmp_path)
    with closing(sqlite3.connect(tmp_path / "clashcam.sqlite3")) as file, file:
        file.execute("UPDATE alembic_version SET version_num = '0099'")
    live = Live(tmp_path)
    try:
        state = live.client.get("/api/state").get_json()
        assert state["log"]["count"] == 2
        [line] = state["unread"]
        assert "written by a newer Clashcam (its form is 0099" in line
    finally:
        live.close()


def test_a_table_that_cannot_be_told_at_all_does_not_hang() -> None:
    def make_table() -> Any:
        return object()

    with pytest.raises(AttributeError):
        TableThread(make_table, lambda: 0.0).start()


def test_a_log_is_read_by_a_program_that_knows_no_command() -> None:
    """Whoever reads a log imports its reading alone, as `clashcam export` does."""
    read = "from webui.table.log.events import declared_events; print(*sorted(declared_events()))"
    done = subprocess.run(
        [sys.executable, "-c", read], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == sorted(declared_events())
    assert {"accepted", "began", "judged", "lying", "settings", "undone"} <= declared_events().keys()


def test_a_session_without_damage_has_nothing_to_tell(tmp_path: Path) -> None:
    play_one(tmp_path)
    with closing(Store(tmp_path)) as store:
        session = store.session("latest")
        assert session is not None
        assert read_events([*store.events(None), *store.events(session.id)]).unread == []
        assert render_export(store, session, ".json")


def test_a_desk_that_cannot_be_told_is_left_out_with_what_wrote_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = Live(tmp_path)
    live.order("desk", system="pulp", document={"difficulty": 3})
    live.order("desk", system="dragon", document={"turn": {"actions": []}})

    def tell(system: str, *_: object) -> None:
        if system == "dragon":
            raise KeyError("actions")

    events = live.store.events(live.state()["session"]["id"])
    live.close()
    monkeypatch.setattr("webui.table.log.reading.render_turn", tell)
    projection = read_events(events)
    assert projection.worksheets == {"pulp": {"difficulty": 3}}
    assert [(each.kind, each.why.code) for each in projection.unread] == [("desk", "event-untold")]
