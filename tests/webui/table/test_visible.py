"""What is not named for a role it never sees: a new field is everybody's secret until it is listed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.webui.evening import Evening
from tests.webui.http.test_api import Live
from webui.table.snapshot import SnapshotBuilder
from webui.table.visible import FOR_THE_HOST, HOST, ROLES, SNAPSHOT, visible, visible_entry

SECRET = "the Fiend's plan"


def with_secrets(value: Any) -> Any:
    """Return a value with an unknown field in every object that is in it."""
    if isinstance(value, dict):
        return {key: with_secrets(item) for key, item in value.items()} | {"fresh": SECRET}
    return [with_secrets(item) for item in value] if isinstance(value, list) else value


@pytest.fixture
def evening(evening: Evening) -> Evening:
    """A clash in the log, another one on the table, an Action Round, special cards and stats on both sides."""
    specials = [{"card": "m13", "text": "The lights go out"}]
    evening.order("seat-change", seat="host", stats={"agility": 3}, specials=specials)
    evening.order("seat-change", seat="players", stats={"agility": 5})
    keys = evening.clash("w09", "c06")
    evening.order("confirm")
    evening.table.take(*keys)
    evening.look(2.0)
    evening.clash("w03", "s05")
    return evening


@pytest.mark.parametrize("role", ROLES)
def test_an_unknown_field_is_seen_by_nobody(evening: Evening, role: str) -> None:
    told = evening.see(HOST)
    everywhere = {key: with_secrets(value) for key, value in told.items()} | {"fresh": SECRET}
    seen = visible(everywhere, SNAPSHOT[role])
    assert "fresh" not in seen
    assert seen["seats"]
    for part in (
        *seen["seats"],
        *seen["seats"][0]["cards"],
        seen["log"],
        *seen["log"]["last"],
        seen["verdict"],
    ):
        assert "fresh" not in part
    assert "fresh" not in visible_entry(with_secrets(told["log"]["last"][0]), role)


def test_a_new_field_of_the_hosts_reaches_no_onlooker(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts_own = SnapshotBuilder._for_the_host
    monkeypatch.setattr(
        SnapshotBuilder, "_for_the_host", lambda builder: hosts_own(builder) | {"plan": SECRET}
    )
    assert [role for role in ROLES if SECRET in repr(evening.see(role))] == []
    monkeypatch.setitem(SNAPSHOT, HOST, {**FOR_THE_HOST, "plan": FOR_THE_HOST["act"]})
    assert [role for role in ROLES if SECRET in repr(evening.see(role))] == [HOST]


@pytest.mark.parametrize("role", ROLES[1:])
def test_what_is_the_hosts_own(evening: Evening, role: str) -> None:
    seen, told = evening.see(role), evening.see(HOST)
    assert told["log"]["last"][0]["odds"] is not None
    assert "The lights go out" in repr(told)
    assert "The lights go out" not in repr(seen)
    assert [seat.get("stats") for seat in seen["seats"]] == [{"agility": 5}, None]
    assert [seen[name] for name in ("question", "odds", "cards_left")] == [None, None, None]
    assert [entry["odds"] for entry in seen["log"]["last"]] == [None]
    assert [entry["odds"] for entry in SnapshotBuilder(evening.table_state).entries(role)] == [None]
    assert seen.keys().isdisjoint({"act", "undo", "ignored", "desks", "decks", "wizard", "aid", "network"})


def test_the_host_sees_all_that_is_told(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for order in ({"name": "mode", "kind": "opposed"}, {"name": "new-throw"}, {"name": "round-open"}):
        evening.order(**order)
        told = [evening.see(HOST), *SnapshotBuilder(evening.table_state).entries()]
        with monkeypatch.context() as unfiltered:
            unfiltered.setattr("webui.table.snapshot.visible", lambda value, shape: value)
            unfiltered.setattr("webui.table.snapshot.visible_entry", lambda entry, role: entry)
            assert [evening.see(HOST), *SnapshotBuilder(evening.table_state).entries()] == told


def test_status_is_told_by_role(tmp_path: Path) -> None:
    live = Live(tmp_path)
    live.look(2.0)
    host, screen = (live.client.get(f"/api/state?role={role}").get_json() for role in (HOST, "screen"))
    live.close()
    assert {"network", "aid", "source", "seen_s"} <= host.keys()
    assert {"network", "aid"}.isdisjoint(screen.keys())
    assert {"source", "seen_s", "version"} <= screen.keys()
