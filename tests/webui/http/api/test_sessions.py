"""The sessions as a library: listed, read, renamed, exported and deleted; the Host's alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.webui.http.live import Live, flip_two


def must(live: Live, name: str, **arguments: Any) -> None:
    status, answer = live.order(name, **arguments)
    assert status == 200, answer


@pytest.fixture
def two(live: Live) -> Live:
    """A session with a confirmed throw, and tonight's."""
    flip_two(live)
    must(live, "confirm")
    must(live, "session-new", session_name="Saturday")
    return live


def listed(live: Live) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = live.client.get("/api/sessions").get_json()
    return lines


def test_every_session_is_listed_newest_first(two: Live) -> None:
    tonight, before = listed(two)
    assert (tonight["name"], tonight["tonight"], tonight["throws"]) == ("Saturday", True, 0)
    assert (before["id"], before["tonight"], before["throws"]) == ("2026-11-20-a", False, 1)
    assert before["who"] == ["Players", "Host"]
    assert two.client.get(f"/pictures/{before['picture']}.jpg").status_code == 200


def test_the_list_follows_what_is_thrown(two: Live) -> None:
    assert listed(two)[0]["throws"] == 0
    two.table.take()
    two.look(2.0)
    two.table.lay("w02", 300, 600)
    two.table.lay("c07", 300, 100)
    two.look()
    must(two, "confirm")
    assert listed(two)[0]["throws"] == 1


def test_any_session_is_read_and_exported(two: Live) -> None:
    past = two.client.get("/api/sessions/2026-11-20-a/log").get_json()
    assert [entry["verdict"]["headline"] for entry in past["entries"]] == ["Players win"]
    assert (past["session"]["id"], past["unread"]) == ("2026-11-20-a", [])
    assert two.client.get("/api/log").get_json() == [], "tonight's log is another"
    page = two.client.get("/api/sessions/2026-11-20-a/export.html")
    assert "Friday, 20 November 2026" in page.get_data(as_text=True)
    assert page.headers["Content-Disposition"].endswith("filename=clashcam-2026-11-20.html")
    document = json.loads(two.client.get("/api/sessions/2026-11-20-a/export.json").data)
    assert len(document["entries"]) == 1
    assert two.client.get("/api/sessions/2026-11-20-a/export.exe").status_code == 404


def test_a_session_is_renamed_and_gets_its_day_back(two: Live) -> None:
    answer = two.client.post("/api/sessions/rename", json={"session": "2026-11-20-a", "name": " The Cellar "})
    assert answer.get_json()["name"] == "The Cellar"
    assert [line["name"] for line in listed(two)] == ["Saturday", "The Cellar"]
    assert "<h1>The Cellar</h1>" in two.client.get("/api/sessions/2026-11-20-a/export.html").text
    two.client.post("/api/sessions/rename", json={"session": "2026-11-20-a", "name": ""})
    assert listed(two)[1]["name"] == "2026-11-20-a"


def test_tonight_is_renamed_on_every_page(two: Live) -> None:
    tonight = listed(two)[0]["id"]
    two.client.post("/api/sessions/rename", json={"session": tonight, "name": "The Attic"})
    two.look()
    assert two.state()["session"]["name"] == "The Attic"
    assert two.store.sessions()[-1].name == "The Attic"


def test_a_session_is_deleted_wholly(two: Live) -> None:
    (entry,) = two.client.get("/api/sessions/2026-11-20-a/log").get_json()["entries"]
    gone = two.client.post("/api/sessions/delete", json={"session": "2026-11-20-a"}).get_json()
    assert (gone["sessions"], gone["pictures"], gone["copies"]) == (1, 2, 1)
    assert [line["name"] for line in listed(two)] == ["Saturday"]
    assert two.client.get(f"/pictures/{entry['picture']}.jpg").status_code == 404
    flip_two(two)
    must(two, "new-throw")


@pytest.mark.parametrize(
    ("act", "body", "told"),
    [
        ("delete", {"session": "2026-11-20-b"}, "start a new one first"),
        ("delete", {"session": "1999-01-01-a"}, "There is no session 1999-01-01-a"),
        ("rename", {"session": "1999-01-01-a", "name": "x"}, "There is no session"),
        ("rename", {"session": "2026-11-20-a", "name": "x" * 81}, "at most 80"),
        ("rename", {"session": "2026-11-20-a", "name": "a\0b"}, "no control characters"),
        ("rename", {"session": "2026-11-20-a", "name": "a\nb"}, "no control characters"),
        ("delete", {}, "Field required"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    two: Live, act: str, body: dict[str, str], told: str
) -> None:
    answer = two.client.post(f"/api/sessions/{act}", json=body)
    assert answer.status_code == 422
    assert told in answer.get_json()["error"]
    assert len(listed(two)) == 2


def test_earlier_sessions_are_the_hosts_alone(two: Live) -> None:
    """Other people sat there than those who are let in tonight."""
    two.access.allow()
    guest: dict[str, Any] = {"REMOTE_ADDR": "192.168.1.9"}
    code = two.access.codes["players"]
    assert two.client.get(f"/join?code={code}", environ_overrides=guest).status_code == 302
    for path in ("", "/2026-11-20-a/log", "/2026-11-20-a/export.html"):
        assert two.client.get(f"/api/sessions{path}", environ_overrides=guest).status_code == 403
    for act in ("rename", "delete"):
        answer = two.client.post(
            f"/api/sessions/{act}", json={"session": "2026-11-20-a"}, environ_overrides=guest
        )
        assert answer.status_code == 403
    assert two.client.get("/sessions", environ_overrides=guest).status_code == 302
    assert two.client.get("/api/log", environ_overrides=guest).status_code == 200


def test_a_session_with_a_control_character_in_its_name_is_refused(two: Live) -> None:
    status, answer = two.order("session-new", session_name="a\0b")
    assert (status, "control characters" in answer["error"]) == (422, True)
    assert len(listed(two)) == 2
