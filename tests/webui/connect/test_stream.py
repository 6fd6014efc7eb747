"""The stream: what happens at the table, each event once and in order, to whoever shows a token."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.webui.http.live import Live, flip_two
from webui.connect.events import PauseData


class Listener:
    """One who listens to the stream, as a program on the network would."""

    def __init__(self, live: Live, token: str, last_id: str = "") -> None:
        headers = {"Authorization": f"Bearer {token}", "Last-Event-ID": last_id}
        self.answer = live.client.get("/api/v1/stream", headers=headers)
        self.events: list[dict[str, Any]] = []
        self.ids: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        for part in self.answer.iter_encoded():
            for block in part.decode().split("\n\n"):
                fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
                if "data" in fields:
                    self.ids.append(fields["id"])
                    self.events.append(json.loads(fields["data"]))
        self._ended.set()

    def wait_for(self, event: str, number: int = 1) -> dict[str, Any]:
        until_s = time.monotonic() + 20
        while len(found := [each for each in self.events if each["event"] == event]) < number:
            assert time.monotonic() < until_s, [each["event"] for each in self.events]
            time.sleep(0.01)
        return found[number - 1]

    def names(self) -> list[str]:
        return [each["event"] for each in self.events]

    @property
    def ended(self) -> bool:
        return self._ended.wait(20)


@pytest.fixture
def token(live: Live) -> str:
    return live.connections.make_token("a lamp")


@pytest.fixture
def listening(live: Live, token: str) -> Iterator[Listener]:
    listener = Listener(live, token)
    listener.wait_for("hello")
    yield listener
    live.running = False


def test_a_clash_is_in_the_stream_from_its_first_card_to_its_confirmation(
    live: Live, listening: Listener
) -> None:
    flip_two(live)
    verdict = listening.wait_for("verdict")
    live.order("confirm")
    listening.wait_for("verdict-confirmed")
    assert listening.names() == [
        "hello", "throw-opened", "card-read", "card-read", "verdict", "verdict-confirmed",
    ]  # fmt: skip
    cards = [
        (each["data"]["seat"], each["data"]["card"])
        for each in listening.events
        if each["event"] == "card-read"
    ]
    assert sorted(cards) == [("host", "c06"), ("players", "w09")]
    assert verdict["data"]["headline"] == "Players win"
    assert verdict["data"]["revision"] == 1
    assert (verdict["version"], verdict["session"]) == (1, live.state()["session"]["id"])


def test_a_correction_is_a_new_revision_and_a_critical_comes_once(live: Live, listening: Listener) -> None:
    flip_two(live)
    listening.wait_for("verdict")
    live.order("correct", key="t1", card="w13")
    live.order("correct", key="t1", card="w14")
    listening.wait_for("verdict", 3)
    revisions = [each["data"]["revision"] for each in listening.events if each["event"] == "verdict"]
    assert revisions == [1, 2, 3]
    assert listening.names().count("critical") == 1
    assert listening.wait_for("critical")["data"]["card"] == "w13"


def test_whoever_was_away_goes_on_where_they_stopped(live: Live, token: str, listening: Listener) -> None:
    live.order("pause", on=True)
    listening.wait_for("pause")
    last_id = listening.ids[-1]
    live.order("pause", on=False)
    live.order("pause", on=True)
    listening.wait_for("pause", 3)
    again = Listener(live, token, last_id)
    again.wait_for("pause", 2)
    assert again.names() == ["hello", "pause", "pause"]
    assert again.ids[1:] == listening.ids[-2:]


def test_a_break_that_was_too_long_is_a_gap(live: Live, token: str, listening: Listener) -> None:
    other_run = Listener(live, token, "0badcafe-7")
    assert other_run.wait_for("gap")["data"] == {"missed": None}
    kept = live.connections.history
    kept.add([PauseData(on=True) for _ in range(1010)], "s", None)
    late = Listener(live, token, f"{kept.run}-0")
    assert late.wait_for("gap")["data"]["missed"] >= 10
    late.wait_for("pause", 1000)


@pytest.mark.parametrize("shown", ["", "Bearer ", "Bearer ccs_guessed", "Basic abc"])
def test_without_a_token_that_holds_nobody_listens(live: Live, shown: str) -> None:
    live.connections.make_token("a lamp")
    assert live.client.get("/api/v1/stream", headers={"Authorization": shown}).status_code == 401


def test_a_token_that_is_withdrawn_ends_the_stream(live: Live, listening: Listener) -> None:
    (kept,) = live.client.get("/api/connect").get_json()["tokens"]
    live.client.post("/api/connect/token/withdraw", json={"id": kept["id"]})
    assert listening.ended


def test_a_token_opens_the_stream_alone(live: Live, token: str) -> None:
    far = {"REMOTE_ADDR": "192.168.1.20"}
    headers = {"Authorization": f"Bearer {token}"}
    assert live.client.get("/api/v1/stream", headers=headers, environ_base=far).status_code == 200
    for path in ("/api/state", "/api/events", "/api/log", "/api/connect", f"/api/state?token={token}"):
        assert live.client.get(path, headers=headers, environ_base=far).status_code == 401, path
    command = {"version": 1, "name": "pause", "on": True}
    answer = live.client.post("/api/command", json=command, headers=headers, environ_base=far)
    assert answer.status_code == 401


def test_a_page_of_another_program_may_listen_with_a_token(live: Live, token: str) -> None:
    elsewhere = {"Origin": "http://localhost:30000", "Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"}
    answer = live.client.get(f"/api/v1/stream?token={token}", headers=elsewhere)
    assert answer.status_code == 200
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert live.client.get("/api/v1/stream", headers=elsewhere).status_code == 401
    evil = live.client.get(f"/api/v1/stream?token={token}", headers={"Host": "evil.example"})
    assert evil.status_code == 403


def test_nothing_of_the_hosts_is_in_the_stream(live: Live, listening: Listener) -> None:
    live.order(
        "seat-change", seat="host", stats={"calm": 7}, specials=[{"card": "c06", "text": "The lights go out"}]
    )
    live.order("decks-list", horror=["c06", "m00", "s01"])
    live.table.lay("w09", 300, 600)
    live.table.lay(None, 300, 100)
    live.look()
    live.look(3.0)
    listening.wait_for("question")
    text = json.dumps(listening.events)
    assert listening.wait_for("question")["data"] == {"waiting": True}
    assert "The lights" not in text
    assert '"calm"' not in text
